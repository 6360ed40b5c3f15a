import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages } from '../../lib/i18n.svelte'
import { settings } from '../../lib/settings.svelte'
import { Presenter, type Happening, type Shown, type Told } from '../../present/presenter.svelte'
import { recordings, type Recording } from '../../present/recordings.testing'
import Stage from '../../present/Stage.svelte'
import { fold } from './fold'
import type { Event, Parts, View } from './generated'
import { arrange, passed } from './seen'

type Game = Recording<View, Event>
const GAMES = recordings<View, Event>('hachi')
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve']

/** The elements of the board without the drawings, which would take most of the time. */
function elements(from: Element): Element[] {
  return from.tagName.toLowerCase() === 'svg' ? [] : [from, ...[...from.children].flatMap(elements)]
}

/** What is visible on the board. */
function drawn(): unknown {
  const found = elements(document.querySelector('.layout')!)
  const [layout] = found as HTMLElement[]
  const has = (name: string) => found.filter((one) => one.classList.contains(name))
  const within = (name: string, value: string) => elements(found.find((one) => one.getAttribute(name) === value)!)
  const cards = (some: Element[]) => some.flatMap((one) => one.getAttribute('data-card') ?? [])
  const count = (pile: string) => Number(within('data-anchor', pile)[0]!.getAttribute('data-count'))
  const seats = found.flatMap((one) => one.getAttribute('data-hand') ?? []).sort()
  const panel = (seat: string) => elements(has('rival').find((one) => one.getAttribute('data-seat') === seat) ?? has('me')[0]!)
  return {
    round: Number(layout!.dataset.round),
    phase: layout!.dataset.phase,
    turn: layout!.dataset.phase === 'dealing' ? null : Number(layout!.dataset.turn),
    hands: seats.map((seat) => cards(within('data-hand', seat))),
    field: cards(within('data-anchor', 'field')),
    strength: has('strength')[0]?.textContent ?? '',
    waiting: [...has('pending'), ...has('tray'), ...has('aside')].flatMap(elements).filter((one) => one.hasAttribute('data-token')).length,
    stock: count('stock'),
    discards: count('discard'),
    assets: seats.map(
      (seat) =>
        panel(seat)
          .find((one) => one.classList.contains('asset'))
          ?.getAttribute('aria-label')
          ?.match(/\d+/)?.[0],
    ),
    passed: seats.filter((seat) => panel(seat).some((one) => one.classList.contains('pass'))).map(Number),
  }
}

/** What should be visible for a view. */
function due(view: View, memory: boolean): unknown {
  const seen = arrange(view, memory)
  const playing = view.phase !== 'dealing' && view.phase !== 'over'
  return {
    round: view.rounds,
    phase: view.phase,
    turn: view.phase === 'dealing' ? null : view.turn,
    hands: seen.players.map(({ hand }) => hand.map((card) => card.face ?? card.kind)),
    field: seen.field?.cards.map((card) => card.face) ?? [],
    strength: seen.field ? `${seen.field.number}×${seen.field.count}` : '',
    waiting: view.pending.length,
    stock: view.stock,
    discards: seen.gone,
    assets: view.assets.map((count) => String(count * 100)),
    passed: playing ? passed(seen).sort() : [],
  }
}

let presenter: Presenter<View, Event>
let app: Record<string, unknown> | null = null
let told: Shown<Event>[]
let failures: unknown[]
let sent: string[]
let heard: () => void

beforeEach(async () => {
  document.body.innerHTML = ''
  await loadMessages('hachi')
  vi.useFakeTimers()
  told = []
  failures = []
  sent = []
  heard = () => undefined
})
afterEach(() => {
  if (app) void unmount(app)
  app = null
  presenter.destroy()
  vi.useRealTimers()
})

/** A board with the first view of a game, as the shell shows it. */
async function lay({ seats, viewer, first, memory }: Pick<Game, 'seats' | 'viewer' | 'first' | 'memory'>) {
  presenter = new Presenter<View, Event>(
    { fold },
    {
      speed: () => 'normal',
      told: (shown) => {
        told.push(shown)
        flushSync()
        heard()
      },
      failed: (error) => failures.push(error),
    },
  )
  presenter.place(first, [])
  const props = $state({
    game: 'hachi',
    view: first as unknown,
    presenter: presenter as unknown as Presenter<unknown, Happening>,
    actions: [] as { text: string; parts: unknown }[],
    act: (text: string) => void sent.push(text),
    sending: false,
    ply: 0,
    automatic: false,
    players: NAMES.slice(0, seats).map((name) => ({ name, bot: null, connected: true })),
    you: viewer < seats ? viewer : null,
    choice: null,
    decided: [],
    memory,
  })
  app = mount(Stage, { target: document.body, props })
  vi.useRealTimers() // the board is loaded
  await vi.waitFor(() => expect(document.querySelector('.hachi')).not.toBeNull(), 60_000)
  vi.useFakeTimers()
  flushSync()
  return props
}

/** Advances time until everything has been shown, and checks the board meanwhile. */
async function watch(look: () => void, every = 150) {
  for (let waits = 0; presenter.busy; waits += 1) {
    expect(waits, 'the story must end').toBeLessThan(3000)
    await vi.advanceTimersByTimeAsync(every)
    look()
  }
}

/** Advances time until an event of this kind has been shown, or is being shown. */
async function until(ready: () => boolean) {
  for (let waits = 0; !ready(); waits += 1) {
    expect(waits, 'it must come').toBeLessThan(3000)
    await vi.advanceTimersByTimeAsync(20)
  }
  flushSync()
}

async function follow(game: Game, steps: Game['steps'], burst: number) {
  const props = await lay(game)
  let shown = game.first
  const right = (why: string) => expect(drawn(), why).toEqual(due(shown, game.memory))
  heard = () => {
    shown = fold(shown, told.at(-1)!.event)
    right(`after ${JSON.stringify(told.at(-1)!.event)}`)
  }
  right('at first')
  for (let at = 0; at < steps.length; at += burst) {
    const some = steps.slice(at, at + burst)
    props.view = some.at(-1)!.view
    presenter.place(some.at(-1)!.view, some)
    await watch(() => right(`while telling ${JSON.stringify(presenter.now?.event ?? null)}`))
    shown = some.at(-1)!.view
    right(`after step ${some.at(-1)!.ply}`)
  }
  expect(told.map(({ event }) => event)).toEqual(steps.flatMap(({ events }) => events))
  expect(failures).toEqual([])
}

const find = (seats: number, viewer: number, memory = true) =>
  GAMES.find((one) => one.seats === seats && one.viewer === viewer && one.memory === memory)!
/** The step in which the first round ends, and the steps around it. */
const ends = (game: Game) => game.steps.findIndex(({ events }) => events.some(({ event }) => event === 'round_lost'))

describe("Hachi's board", () => {
  it('shows a round event by event: nothing early, nothing lost, nothing out of order', async () => {
    const game = find(3, 0)
    await follow(game, game.steps.slice(0, ends(game) + 30), 1)
  }, 240_000)

  it('shows the end of a game', async () => {
    const game = find(3, 0)
    const from = game.steps.length - 25
    await follow({ ...game, first: game.steps[from - 1]!.view }, game.steps.slice(from), 3)
    expect(document.querySelector('.verdict')).not.toBeNull()
  }, 240_000)

  it.each([
    ['a watcher', find(3, 9), 3],
    ['the last seat of four, when messages come faster than they are shown', find(4, 3), 9],
    ['somebody without the memory aid', find(3, 0, false), 5],
    ['five seats, in long bursts', find(5, 4), 45],
  ] as const)(
    'shows the end of a round and the beginning of the next to %s',
    async (_, game, burst) => {
      const from = ends(game) - 30
      await follow({ ...game, first: game.steps[from - 1]!.view }, game.steps.slice(from, from + 8 * game.seats + 45), burst)
    },
    240_000,
  )

  it('takes about a second to deal', async () => {
    for (const seats of [3, 5]) {
      const game = find(seats, 0)
      await lay(game)
      const steps = game.steps.slice(0, seats * 8)
      const deal = steps.map((step) => ({ ...step, events: step.events.filter(({ event }) => event === 'dealt') }))
      const began = Date.now()
      presenter.place(steps.at(-1)!.view, deal)
      await watch(() => undefined, 10)
      expect(Date.now() - began).toBeLessThan(1500)
      if (app) await unmount(app)
      app = null
      document.body.innerHTML = ''
    }
  }, 60_000)
})

describe('the end of a round', () => {
  async function begin() {
    const game = find(3, 0)
    const at = ends(game)
    await lay({ ...game, first: game.steps[at - 1]!.view })
    const steps = game.steps.slice(at, at + 26)
    presenter.place(steps.at(-1)!.view, steps)
    const lost = steps[0]!.events.find((event) => event.event === 'round_lost')!
    await until(() => presenter.now?.event.event === 'round_lost')
    return { card: () => document.querySelector<HTMLElement>('[data-round-end]'), lost, steps, game }
  }

  it('is a card with the loser, the cost and the next leader', async () => {
    const { card, lost } = await begin()
    expect(card()?.dataset).toMatchObject({ roundEnd: String(lost.round), loser: String(lost.seat), paid: 'false' })
    expect(card()?.querySelectorAll('.mini')).toHaveLength(lost.held)
    expect(card()?.querySelector('.asset')?.getAttribute('aria-label')).toContain(String((lost.assets + 1) * 100))
    await until(() => card()?.dataset.paid === 'true')
    expect(card()?.querySelector('.asset')?.getAttribute('aria-label')).toContain(String(lost.assets * 100))
    await until(() => presenter.now?.event.event === 'gathered')
    expect(card()?.textContent).toMatch(new RegExp(`(${NAMES[lost.seat]} leads|You lead) round ${lost.round + 1}`))
    await until(() => presenter.now?.event.event === 'dealt')
    expect(card()).toBeNull()
  })

  it('is closed by a tap, and what comes after it is still shown', async () => {
    const { card } = await begin()
    const began = Date.now()
    card()?.querySelector('button')?.click()
    await until(() => presenter.now?.event.event === 'dealt')
    expect(Date.now() - began).toBeLessThan(500)
    expect([card(), presenter.busy]).toEqual([null, true])
    expect(document.querySelectorAll('.hachi [data-hand] [data-card]').length).toBeLessThan(24)
  })

  it('leaves nothing behind when another position is shown', async () => {
    const { card, game, steps } = await begin()
    presenter.settle(game.steps[40]!.view)
    flushSync()
    const right = due(game.steps[40]!.view, true)
    for (let waits = 0; waits < 100; waits += 1) {
      expect([card(), document.querySelector('[data-note]'), document.querySelector('[data-flight]')]).toEqual([null, null, null])
      expect(drawn()).toEqual(right)
      await vi.advanceTimersByTimeAsync(100)
    }
    presenter.settle(steps.at(-1)!.view)
    flushSync()
    expect(drawn()).toEqual(due(steps.at(-1)!.view, true))
  })

  it('is skipped with the rest of the story', async () => {
    const { card, steps } = await begin()
    presenter.skip()
    await vi.advanceTimersByTimeAsync(1)
    flushSync()
    expect([card(), presenter.busy]).toEqual([null, false])
    expect(drawn()).toEqual(due(steps.at(-1)!.view, true))
  })
})

describe('a decision', () => {
  const parse = (text: string): { text: string; parts: Parts } => {
    const [, number, count, place] = text.match(/play (\d)x(\d)@(\d+)/)?.map(Number) ?? []
    if (place !== undefined) return { text, parts: { do: 'play', number: number!, count: count!, place } }
    return { text, parts: text === 'pass' ? { do: 'pass' } : { do: 'insert', place: Number(text.split(' ')[1]) } }
  }
  const game = find(3, 0)
  const announced = () => [...document.querySelectorAll('[data-announcer] p')].map((line) => line.textContent)
  /** The steps from the player's last decision to the next one of this kind. */
  function before(kind: 'pass' | 'insert' | 'play'): { first: View; steps: Told<Event>[]; view: View; ply: number } {
    const mine = game.steps.flatMap(({ actor }, at) => (actor === 0 ? [at] : []))
    const at = mine.findIndex((step, i) => i > 3 && game.steps[step]!.action!.startsWith(kind) && step - mine[i - 1]! > 1)
    const [from, to] = [mine[at - 1]!, mine[at]!]
    return { first: game.steps[from]!.view, steps: game.steps.slice(from + 1, to), view: game.steps[to - 1]!.view, ply: to }
  }

  it('is offered when the events before it have been shown', async () => {
    const { first, steps, view } = before('pass')
    const props = await lay({ ...game, first })
    Object.assign(props, { view, actions: [parse('pass')] })
    presenter.place(view, steps)
    for (let waits = 0; told.length < steps.flatMap(({ events }) => events).length; waits += 1) {
      expect([document.querySelector('[data-action="pass"]'), waits < 1000]).toEqual([null, true])
      await vi.advanceTimersByTimeAsync(20)
      flushSync()
    }
    expect(document.querySelector('[data-action="pass"]')).not.toBeNull()
  }, 60_000)

  it('is offered at once if the player taps a card', async () => {
    const { first, steps, view } = before('pass')
    const props = await lay({ ...game, first })
    Object.assign(props, { view, actions: [parse('pass')] })
    presenter.place(view, steps)
    await vi.advanceTimersByTimeAsync(20)
    flushSync()
    expect(document.querySelector('[data-action="pass"]')).toBeNull()
    document.querySelector<HTMLElement>('.hand .hold')!.click()
    await vi.advanceTimersByTimeAsync(20)
    flushSync()
    expect(document.querySelector('[data-action="pass"]')).not.toBeNull()
  }, 60_000)

  it('is said in one sentence, and a drawn card is named', async () => {
    const { first, steps, view } = before('insert')
    const props = await lay({ ...game, first })
    Object.assign(props, { view, actions: view.hand[0]!.concat(0).map((_, place) => parse(`insert ${place}`)) })
    presenter.place(view, steps)
    await watch(() => undefined)
    flushSync()
    expect(document.querySelectorAll('.gap')).toHaveLength(view.hand[0]!.length + 1)
    const card = arrange(view).pending[0]!
    expect(announced().at(-1)).toMatch(
      new RegExp(`^You drew ${card.numbers.join(' or ')}; the field holds .* of (Ann|Ben|Cleo); choose a gap\\.$`),
    )
  }, 60_000)

  it('is said once, and nothing is said about it while the answer is sent', async () => {
    const { view, ply } = before('pass')
    const props = await lay({ ...game, first: view })
    const said = announced().length
    Object.assign(props, { view, ply, actions: ['play 8x1@0', 'pass'].map(parse) })
    flushSync()
    expect(announced().slice(said)).toEqual([expect.stringMatching(/^Your turn: .*; beat it, or pass\.$/)])
    props.players = props.players.map((player) => ({ ...player, connected: false }))
    flushSync()
    props.sending = true
    flushSync()
    expect(document.querySelector('.bar .status')?.textContent).toBe('')
    expect(announced().slice(said)).toHaveLength(1)
  })

  it('without a choice is made by the board, once', async () => {
    const { first, steps, view, ply } = before('pass')
    const props = await lay({ ...game, first })
    Object.assign(props, { view, ply, automatic: true, actions: [parse('pass')] })
    presenter.place(view, steps)
    await watch(() => expect(sent).toEqual([]))
    flushSync()
    expect(document.querySelector('.act.soon')).not.toBeNull()
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toEqual(['pass'])
    props.actions = [] // it was sent
    await vi.advanceTimersByTimeAsync(500)
    Object.assign(props, { view: { ...view }, actions: [parse('pass')] }) // the same decision again, after an undo
    presenter.settle(props.view as View)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toEqual(['pass'])
    expect(document.querySelector('[data-action="pass"]'), 'the player can still make it').not.toBeNull()
  }, 60_000)

  it.each([
    ['if there is a choice', true, ['pass', 'play 8x1@0']],
    ['if the player wants to be asked', false, ['pass']],
  ] as const)('is not taken by the board %s', async (_, automatic, texts) => {
    const { view, ply } = before('pass')
    const props = await lay({ ...game, first: view })
    Object.assign(props, { view, ply, automatic, actions: texts.map(parse) })
    await vi.advanceTimersByTimeAsync(10_000)
    flushSync()
    expect(sent).toEqual([])
    expect(document.querySelector('.act.soon')).toBeNull()
  })

  it('can be taken back from the board while it waits', async () => {
    const { view, ply } = before('pass')
    const props = await lay({ ...game, first: view })
    Object.assign(props, { view, ply, automatic: true, actions: [parse('pass')] })
    flushSync()
    document.querySelector<HTMLButtonElement>('.ask')?.click()
    expect(settings.autopass).toBe(false)
    settings.autopass = true
  })

  it('counts places from one', async () => {
    const { view, ply } = before('play')
    const props = await lay({ ...game, first: view })
    Object.assign(props, { view, ply, actions: [parse('pass')] })
    flushSync()
    const [first] = document.querySelectorAll('.holder .hold')
    expect(first?.getAttribute('aria-label')).toContain(`card 1 of ${view.hand[0]!.length}`)
  })
})
