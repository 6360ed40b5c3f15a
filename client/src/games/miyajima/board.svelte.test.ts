/** The board with a real presenter must show all events in order, and none too early. */

import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages, setLanguage } from '../../lib/i18n.svelte'
import { COLOURS } from '../../lib/trains'
import { Presenter, type Told } from '../../present/presenter.svelte'
import { recordings, type Recording } from '../../present/recordings.testing'
import type { Action } from '../game'
import Board from './Board.svelte'
import { fold } from './fold'
import type { Event as Happened, Parts, View } from './generated'
import { cargoes, DICE, TRAINS } from './look'

vi.setConfig({ testTimeout: 300_000 }) // a busy machine needs more time

const games = recordings<View, Happened>('miyajima')
const game = (seats: number, viewer: number) => games.find((one) => one.seats === seats && one.viewer === viewer)!

/** A table with a board. */
class Table {
  presenter: Presenter<View, Happened>
  actions = $state.raw<Action<Parts>[]>([])
  choice = $state.raw<string | null>(null)
  acted: string[] = []
  told: Happened[] = []
  failures: unknown[] = []
  private readonly position: { view: View }
  private readonly board: object

  constructor(
    readonly seats: number,
    first: View,
    readonly you: number | null,
  ) {
    this.presenter = new Presenter<View, Happened>(
      { fold },
      { speed: () => 'normal', told: ({ event }) => this.told.push(event), failed: (error) => this.failures.push(error) },
    )
    const position = $state({ view: first })
    this.position = position
    this.presenter.place(first, [])
    const table = this
    this.board = mount(Board, {
      target: document.body,
      props: {
        get view() {
          return position.view
        },
        get shown() {
          return table.presenter.shown!
        },
        get actions() {
          return table.actions
        },
        get choice() {
          return table.choice
        },
        presenter: this.presenter,
        act: (text: string) => this.acted.push(text),
        sending: false,
        players: Array.from({ length: seats }, (_, seat) => ({ name: `P${seat}`, bot: null, connected: true })),
        you,
        decided: [],
      },
    })
    flushSync()
  }

  place(view: View, steps: Told<Happened>[], actions: Action<Parts>[] = []): void {
    this.position.view = view
    this.actions = actions
    this.presenter.place(view, steps)
    flushSync()
  }

  /** Advances time, and checks the board regularly. */
  async pass(ms: number, look: () => void = () => undefined, every = 60): Promise<void> {
    for (let at = 0; at < ms; at += every) {
      await vi.advanceTimersByTimeAsync(every)
      flushSync()
      look()
    }
  }

  async finish(look: () => void = () => undefined, every = 60): Promise<void> {
    for (let at = 0; this.presenter.busy; at += every) {
      expect(at, 'the story ends').toBeLessThan(60_000)
      await this.pass(every, look, every)
    }
  }

  close(): void {
    this.presenter.destroy()
    void unmount(this.board)
  }
}

let table: Table
beforeAll(async () => {
  await setLanguage('en')
  await loadMessages('miyajima')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
})
beforeEach(() => {
  document.body.innerHTML = '' // other files share the page
  vi.useFakeTimers()
})
afterEach(() => {
  table.close()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const one = (selector: string) => document.querySelector<HTMLElement>(selector)
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const open = () => all('[data-action]').map(({ dataset }) => dataset.action)

/** For each sheet, the player's own first: the number of filled cars by colour and train. */
function sheets(seats: number): number[][][] {
  return [...document.getElementsByClassName('sheet')].slice(0, seats).map((sheet) => {
    const cars = [...sheet.getElementsByClassName('car')]
      .filter((car) => !car.hasAttribute('data-pending'))
      .map((car) => car.getAttribute('data-car')!)
    return COLOURS.map((colour) => TRAINS.map((train) => cars.filter((car) => car.startsWith(`${colour} ${train} `)).length))
  })
}

/** What the page shows. */
function drawn(seats: number) {
  const board = one('.board')!.dataset
  const others = [...document.getElementsByClassName('other')] as HTMLElement[]
  const [own, ...rest] = sheets(seats).toReversed() // the player's own sheet is the last one on the page
  return {
    round: Number(board.round),
    active: Number(board.active),
    phase: board.shownPhase,
    scores: [Number(board.score), ...others.map(({ dataset }) => Number(dataset.score))],
    printed: [Number(one('.own .total b')!.textContent), ...others.map((other) => Number(other.querySelector('.who b')!.textContent))],
    faces: DICE.map((die) => Number(one(`[data-die='${die}']`)!.dataset.face ?? 0)),
    sheets: [own, ...rest.toReversed()],
    reached: all('[data-city]').flatMap(({ dataset }) => (dataset.seats ? [dataset.city] : [])),
    cargo: all('[data-cargo]').map(({ dataset }) => dataset.cargo),
    idle: others.flatMap(({ dataset }) => (dataset.idle === undefined ? [] : [Number(dataset.seat)])),
  }
}

/** The same values from a view. */
function expected(view: View, own: number) {
  const others = view.cars.map((_, seat) => seat).filter((seat) => seat !== own)
  const order = [own, ...others]
  const scores = order.map((seat) => view.scores[seat]!)
  return {
    round: view.rounds,
    active: view.active,
    phase: view.phase,
    scores,
    printed: scores,
    faces: view.faces,
    sheets: order.map((seat) => view.cars[seat]),
    reached: view.reached.map((at) => COLOURS[at]),
    cargo: cargoes(view).map(({ colour, amount }) => `${colour} ${amount}`),
    idle: view.idle.filter((seat) => seat !== own),
  }
}

/** Plays steps of a recording. Whenever the shown view changes, the page must show exactly that view. */
async function watch({ seats, viewer, first, steps }: Recording<View, Happened>, from = 0, upto = steps.length): Promise<void> {
  const you = viewer < seats ? viewer : null
  const part = steps.slice(from, upto)
  table = new Table(seats, from ? steps[from - 1]!.view : first, you)
  let last: View | null = null
  const look = () => {
    if (table.presenter.shown === last) return
    last = table.presenter.shown
    expect(drawn(seats)).toEqual(expected(last!, you ?? 0))
  }
  for (const { view, ...told } of part) {
    table.place(view, [told])
    await table.finish(look, 200)
    look()
    expect(table.presenter.shown, `after step ${told.ply}`).toEqual(view)
  }
  expect(table.told).toEqual(part.flatMap(({ events }) => events))
  expect(table.failures).toEqual([])
}

describe('a game', () => {
  it('of one is drawn as far as it has been shown', () => watch(game(1, 0), 66))
  it('of two is drawn as far as it has been shown', () => watch(game(2, 1), 138))
  it('of eight is drawn for a spectator', () => watch(game(8, 9), 300, 318))
})

// ---- scenes

interface Moment {
  seats: number
  you: number | null
  before: View
  view: View
  told: Told<Happened>
}

/** The nth step of a game with an event of this kind, and the view before it. */
function at({ seats, viewer, first, steps }: Recording<View, Happened>, kind: Happened['event'], nth = 0): Moment {
  const found = steps.flatMap(({ events }, step) => (events.some(({ event }) => event === kind) ? [step] : []))[nth]!
  const { view, ...told } = steps[found]!
  return { seats, you: viewer < seats ? viewer : null, before: found ? steps[found - 1]!.view : first, view, told }
}

/** The first step of this kind in any game. */
function moment(fits: (events: Happened[], view: View, viewer: number) => boolean): Moment {
  for (const { seats, viewer, first, steps } of games)
    for (const [found, { view, ...told }] of steps.entries())
      if (viewer < seats && fits(told.events, view, viewer))
        return { seats, you: viewer, before: found ? steps[found - 1]!.view : first, view, told }
  throw new Error('no recorded game has such a step')
}

const loads = (view: View): Action<Parts>[] =>
  cargoes(view).flatMap(({ colour }) =>
    TRAINS.map((train) => ({ text: `load ${colour} ${train}`, parts: { do: 'load', colour, train } as const })),
  )

describe('a die', () => {
  it('rolls and lands before its cargo is offered', async () => {
    const { before, view, told } = at(game(2, 0), 'rolled')
    table = new Table(2, before, 0)
    table.place(view, [told], loads(view))
    expect(one(`[data-die='${view.die}']`)!.classList).toContain('taken')
    await table.pass(600, () => {
      expect(one(`[data-die='${view.die}']`)!.dataset.thrown).toBe('')
      expect(open(), 'nothing is offered while it rolls').toEqual([])
      expect(one('[data-prompt]')!.textContent).not.toMatch(/shows/)
    })
    await table.finish()
    expect(one(`[data-die='${view.die}']`)!.dataset).toMatchObject({ face: String(view.faces[DICE.indexOf(view.die)]) })
    expect(open()).toEqual(loads(view).map(({ text }) => text))
    const said = document.querySelector('[data-announcer]')!.textContent!
    expect(said).toMatch(/^The (red|yellow|blue) die shows \d\. Load \d+ \w+.*: 2 loads are possible\.$/)
  })

  it('is there at once after a skip', async () => {
    const { before, view, told } = at(game(2, 0), 'rolled')
    table = new Table(2, before, 0)
    table.place(view, [told], loads(view))
    await table.pass(60)
    one('.room')!.click()
    await table.pass(60)
    expect(open()).toEqual(loads(view).map(({ text }) => text))
  })

  it('shows the sums that the cars would have by the rules', async () => {
    const { before, view, told } = at(game(2, 0), 'rolled', 7)
    table = new Table(2, before, 0)
    table.place(view, [told], loads(view))
    await table.finish()
    const would = all('[data-action]').map((option) => Number(option.querySelector('.would')!.textContent))
    expect(would).toEqual(
      loads(view).map(({ parts }) =>
        parts.do === 'load' ? view.next_sum[0]![COLOURS.indexOf(parts.colour)]![TRAINS.indexOf(parts.train)] : 0,
      ),
    )
    one('[data-action]')!.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(table.acted).toEqual([loads(view)[0]!.text])
  })
})

describe('a reveal', () => {
  it('shows one load after the other, lit, and keeps them marked', async () => {
    const { before, view, told } = at(game(3, 0), 'loaded', 4)
    table = new Table(3, before, 0)
    table.place(view, [told])
    const lit: string[] = []
    await table.finish(() => {
      const spot = one('.board')!.dataset.spot
      if (spot !== undefined && lit.at(-1) !== spot) lit.push(spot)
    })
    expect(lit).toEqual(['0', '1', '2'])
    const marks = told.events.flatMap((event) => (event.event === 'loaded' ? [`${event.colour} ${event.train} ${event.cars}`] : []))
    expect(one('.room [data-last]')!.dataset.car).toBe(marks[0])
    expect(all('.other [data-load]').map(({ dataset }) => dataset.load)).toEqual(marks.slice(1))
  })

  it('leaves nothing behind when another position replaces it', async () => {
    const { before, view, told } = at(game(3, 0), 'loaded', 4)
    table = new Table(3, before, 0)
    table.place(view, [told])
    await table.pass(500)
    table.presenter.settle(before)
    await table.pass(3000)
    expect(drawn(3)).toEqual(expected(before, 0))
    expect(one('.board')!.dataset.spot).toBe(undefined)
  })
})

describe('interruptions', () => {
  it('shows everything in order when positions come faster than they can be shown', async () => {
    const { first, steps } = game(3, 2)
    const part = steps.slice(0, 12)
    table = new Table(3, first, 2)
    for (const { view, ...told } of part) {
      table.place(view, [told])
      await table.pass(120, () => expect(drawn(3)).toEqual(expected(table.presenter.shown!, 2)), 120)
    }
    await table.finish(() => expect(drawn(3)).toEqual(expected(table.presenter.shown!, 2)), 300)
    expect(table.told).toEqual(part.flatMap(({ events }) => events))
    expect(drawn(3)).toEqual(expected(part.at(-1)!.view, 2))
  })

  it('shows the table as it is in a tab that was hidden', async () => {
    const { before, view, told } = at(game(3, 0), 'loaded', 4)
    table = new Table(3, before, 0)
    table.place(view, [told])
    await table.pass(120)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    hidden.mockRestore()
    flushSync()
    expect(drawn(3)).toEqual(expected(view, 0))
    expect(one('.board')!.dataset.spot).toBe(undefined)
  })

  it('offers nothing on a view of the past', async () => {
    const { before, view, told } = at(game(2, 0), 'rolled')
    table = new Table(2, before, 0)
    table.presenter.mark()
    table.place(view, [told], loads(view))
    await table.finish()
    expect(open()).not.toEqual([])
    table.presenter.look(0)
    flushSync()
    expect(drawn(2)).toEqual(expected(before, 0))
    expect(open()).toEqual([])
    table.presenter.present()
    flushSync()
    expect(open()).not.toEqual([])
  })

  it('focuses the decision for keyboard users', async () => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
    const { before, view, told } = at(game(2, 0), 'rolled')
    table = new Table(2, before, 0)
    table.place(view, [told], loads(view))
    await table.pass(300)
    expect(document.activeElement).toBe(document.body)
    await table.finish()
    expect((document.activeElement as HTMLElement).dataset.action).toBe(loads(view)[0]!.text)
  })
})

describe('what concerns everybody', () => {
  const banners = async ({ seats, you, before, view, told }: Moment) => {
    table = new Table(seats, before, you)
    table.place(view, [told])
    const seen: string[] = []
    await table.finish(() => {
      const text = one('[data-banner] span')?.textContent ?? ''
      if (text && seen.at(-1) !== text) seen.push(text)
    })
    return seen
  }

  it('shows a city and the last round on the board', async () => {
    const scene = moment((events) => events.some(({ event }) => event === 'last_round'))
    const seen = await banners(scene)
    expect(seen[0]).toMatch(/^(You|P\d) (.* )?reach(es)? (Miyajima|Rio|London|New York|Paris|Sydney)\.$/)
    expect(seen.at(-1)).toBe('This is the last round.')
    expect(one('.tracker')!.dataset).toMatchObject({ reached: String(scene.view.needed), needed: String(scene.view.needed) })
    expect(one('.tracker')!.textContent).toContain('Last round')
  })

  it('stamps a city once, on the sheet of the player who reaches it', async () => {
    const { seats, before, view, told } = moment((events, _, viewer) =>
      events.some((event) => event.event === 'reached' && event.first && event.seat !== viewer),
    )
    table = new Table(seats, before, told.events.find((event) => event.event === 'reached')!.seat === 0 ? 1 : 0)
    table.place(view, [told])
    const fresh = { sheet: 0, tracker: 0 }
    await table.finish(() => {
      fresh.sheet += all('.room .sheet .stamp.fresh').length
      fresh.tracker += all('.tracker .stamp.fresh').length
    })
    expect(fresh.sheet).toBe(0)
    expect(fresh.tracker).toBeGreaterThan(0)
  })

  it('shows on the board that the player can load nothing', async () => {
    const scene = moment(
      (events, view, viewer) => view.phase === 'load' && events.some((event) => event.event === 'cannot_load' && event.seat === viewer),
    )
    expect(await banners(scene)).toEqual(['You can load nothing.'])
    expect(one('[data-prompt]')!.textContent).toMatch(/^You can load nothing\. Waiting for P/)
  })

  it('shows on the board that somebody else can load nothing', async () => {
    const scene = moment(
      (events, view, viewer) =>
        view.phase === 'load' && events.some((event) => event.event === 'cannot_load') && !view.idle.includes(viewer),
    )
    expect(await banners(scene)).toEqual([])
    const other = one(`.other[data-seat='${scene.view.idle[0]}']`)!
    expect(other.querySelector('.nothing')!.textContent).toBe('no load')
    expect(other.querySelector('.sr-only')?.textContent).toContain('Can load nothing')
  })

  it('shows the end and the winner on the board', async () => {
    const seen = await banners(at(game(2, 0), 'ended'))
    expect(seen.at(-2)).toMatch(/^The game is over\. Totals: /)
    expect(seen.at(-1)).toMatch(/(wins?|share the win) with \d+ points\.$/)
    expect(one('dialog[open]'), 'the sheet about the end is not the board’s').toBe(null)
  })
})
