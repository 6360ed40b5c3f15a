import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages } from '../../lib/i18n.svelte'
import { Presenter, type Told } from '../../present/presenter.svelte'
import { recordings, type Recording } from '../../present/recordings.testing'
import type { Action, BoardProps } from '../game'
import Board from './Board.svelte'
import { fold } from './fold'
import type { Event, Parts, View } from './generated'
import { cardsOf } from './look'

type Step = Recording<View, Event>['steps'][number]

const ALL = recordings<View, Event>('runaway').map((one) => [`${one.seats} seats, viewer ${one.viewer}`, one] as const)
/** A spectator at a small table, and players at larger ones. */
const SOME = ALL.filter(([, { seats, viewer }]) => (seats === 3 ? viewer >= seats : seats !== 5 && viewer === 0))
const PATIENCE = 120_000 // for a busy machine

let target: HTMLElement
let presenter: Presenter<View, Event>
let failures: unknown[]
let put: (view: View, steps: Told<Event>[], actions?: Action<Parts>[]) => void
let close: () => void

function lay({ seats, viewer, first }: Recording<View, Event>): void {
  failures = []
  presenter = new Presenter({ fold }, { speed: () => 'normal', failed: (error) => failures.push(error) })
  presenter.place(first, [])
  const props = $state<BoardProps<View, Event, Parts>>({
    view: first,
    get shown() {
      return presenter.shown!
    },
    presenter,
    actions: [],
    act: () => undefined,
    sending: false,
    players: Array.from({ length: seats }, (_, seat) => ({ name: `Player ${seat}`, bot: null, connected: true })),
    you: viewer < seats ? viewer : null,
    choice: null,
    decided: [],
  })
  target = document.body.appendChild(document.createElement('div'))
  const board = mount(Board, { target, props })
  flushSync()
  layout = one('.layout')!
  stage = one('.stage')!
  travellers = one('.travellers')!
  put = (view, steps, actions = []) => {
    props.view = view
    props.actions = actions
    presenter.place(view, steps)
    flushSync()
  }
  close = () => {
    presenter.destroy()
    void unmount(board)
    target.remove()
  }
}

// ---- what is on the page

const one = (selector: string) => target.querySelector<HTMLElement>(selector)
const all = (selector: string) => [...target.querySelectorAll<HTMLElement>(selector)]

let layout: HTMLElement // found once: the picture of the landscape is large, and searching it takes long
let stage: HTMLElement
let travellers: HTMLElement
/** The elements over the scene, by their attribute. */
const over = (name: string) => [...stage.children].find((child) => child.hasAttribute(name)) as HTMLElement | undefined

/** What the board shows of the game, as one line. */
function facts(): string {
  const { position, speed, multiplier, track, engineer, turn } = layout.dataset
  const players = [...travellers.children]
    .map((child) => (child as HTMLElement).dataset)
    .map((dataset) => [dataset.points, dataset.aboard, dataset.cases].join('/'))
  return [position, speed, multiplier, track, engineer, turn, ...players].join(' ')
}

/** The same from a view. */
function wanted(view: View): string {
  const { position, speed, multiplier, track, engineer, turn } = view
  const players = view.scores.map((points, seat) => [points, view.aboard.includes(seat), view.suitcases[seat]!.join('')].join('/'))
  return [position, speed, multiplier, track, engineer, turn, ...players].join(' ')
}

/** What is over the scene while an event is shown. */
function overlay(): string[] {
  const found: string[] = []
  const roll = over('data-roll')?.dataset
  if (roll) found.push(`roll ${roll.roll} ${roll.face ?? '?'} ${roll.speeds ?? '?'}`)
  const cliff = over('data-cliff')?.dataset
  if (cliff) found.push(`cliff ${cliff.cliff} ${cliff.face ?? '?'} ${cliff.enough ?? '?'}`)
  const fate = over('data-fate')?.dataset.fate
  if (fate) found.push(`fate ${fate}`)
  for (const { dataset } of over('data-reveal')?.querySelectorAll<HTMLElement>('.one') ?? []) {
    if (dataset.cards !== undefined) found.push(`cards ${dataset.seat} ${dataset.cards}`)
    if (dataset.crossed !== undefined) found.push(`crossed ${dataset.seat} ${dataset.crossed}`)
    if (dataset.gain) found.push(`gain ${dataset.seat} ${dataset.gain}`)
  }
  const caption = over('data-caption')
  if (caption) found.push(`caption ${caption.textContent}`)
  return found
}

/** What must be visible while an event is shown. */
function scene(event: Event): string[] {
  switch (event.event) {
    case 'all_aboard':
      return ['caption ALL ABOARD!']
    case 'rolled':
      if (event.why === 'stop')
        return [
          `cliff ${event.needed} ? ?`,
          `cliff ${event.needed} ${event.face} ?`,
          `cliff ${event.needed} ${event.face} ${event.face >= event.needed!}`,
        ]
      return [
        `roll ${event.why} ? ?`,
        `roll ${event.why} ${event.face} ?`,
        `roll ${event.why} ${event.face} ${event.speed_before} ${event.speed}`,
      ]
    case 'passed':
      return event.multiplier === null ? [] : [`caption Suitcases count ×${event.multiplier}`]
    case 'at_the_end':
      return [`cliff ${event.needed} ? ?`]
    case 'revealed':
      return [`cards ${event.seat} ${cardsOf(event.cards)!.join('')}`]
    case 'cancelled':
      return event.seats.map((seat) => `crossed ${seat} ${Math.min(...event.seats)}`)
    case 'tossed':
      return [`gain ${event.seat} +${event.points}`]
    case 'ended':
      return [`fate ${event.how}`]
    default:
      return []
  }
}

// ---- telling

/** Steps as a server sends them: everything up to the next decision in one message. */
function messages(steps: Step[]): Step[][] {
  const found: Step[][] = []
  let open: Step[] = []
  for (const step of steps) {
    open.push(step)
    const { phase } = step.view
    const waits =
      (phase === 'choosing' && step.view.awaited.length === step.view.aboard.length) ||
      phase === 'jumping' ||
      phase === 'switch' ||
      phase === 'over'
    if (waits) {
      found.push(open)
      open = []
    }
  }
  return open.length ? [...found, open] : found
}

interface Sample {
  now: string | null
  last: string | null
  facts: string
  overlay: string[]
}

const mark = (shown: { ply: number; index: number } | null) => (shown ? `${shown.ply}.${shown.index}` : null)

async function watch(samples: Sample[], ticks = Infinity, tick = 100): Promise<void> {
  for (let i = 0; presenter.busy && i < ticks; i++) {
    await vi.advanceTimersByTimeAsync(tick)
    flushSync()
    samples.push({ now: mark(presenter.now), last: mark(presenter.last), facts: facts(), overlay: overlay() })
  }
}

/** Every event with its mark, and the view after it. */
function chapters({ first, steps }: Recording<View, Event>) {
  let view = first
  return steps.flatMap(({ ply, events }) =>
    events.map((event, index) => ({ mark: `${ply}.${index}`, event, view: (view = fold(view, event)) })),
  )
}

function check(recording: Recording<View, Event>, samples: Sample[]): void {
  const story = chapters(recording)
  const after = new Map(story.map(({ mark, view }) => [mark, wanted(view)]))
  // The events are shown in order, and the board always shows exactly the events so far.
  const order = samples.map(({ last }) => story.findIndex(({ mark }) => mark === last))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  for (const { last, facts } of samples) expect(facts, `after ${last}`).toBe(last ? after.get(last) : wanted(recording.first))
  // Nothing is lost, and each part of a scene follows the one before.
  for (const { mark, event } of story) {
    const during = samples.filter(({ now }) => now === mark).map(({ overlay }) => overlay)
    let from = 0
    for (const part of scene(event)) {
      const at = during.findIndex((overlay, i) => i >= from && overlay.includes(part))
      expect(at, `${part} at ${mark}, among ${JSON.stringify(during)}`).toBeGreaterThanOrEqual(0)
      from = event.event === 'cancelled' ? from : at
    }
  }
  // Nothing is shown too early: a roll is still hidden when its own event begins.
  for (const { mark, event } of story.filter(({ event }) => event.event === 'rolled')) {
    const [hidden, ...open] = scene(event)
    const begun = samples.findIndex(({ now }) => now === mark)
    const still = samples.findIndex(({ now, overlay }) => now === mark && open.some((part) => overlay.includes(part)))
    expect(samples[begun]!.overlay, `the first frame of ${mark}`).toContain(hidden)
    expect(still).toBeGreaterThan(begun)
  }
  expect(failures).toEqual([])
}

beforeAll(() => loadMessages('runaway'))
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  close()
  vi.useRealTimers()
})

describe('the board', () => {
  it.each(SOME)(
    'follows the events one by one: %s',
    async (_, recording) => {
      lay(recording)
      const samples: Sample[] = []
      for (const steps of messages(recording.steps)) {
        put(steps.at(-1)!.view, steps)
        await watch(samples)
        expect(facts()).toBe(wanted(steps.at(-1)!.view))
      }
      check(recording, samples)
    },
    PATIENCE,
  )

  it.each(SOME.slice(0, 1))(
    'loses nothing when messages come faster than they are shown: %s',
    async (_, recording) => {
      lay(recording)
      const samples: Sample[] = []
      for (const steps of messages(recording.steps)) {
        put(steps.at(-1)!.view, steps)
        await watch(samples, 20, 20)
      }
      await watch(samples, Infinity, 20)
      check(recording, samples)
      expect(facts()).toBe(wanted(recording.steps.at(-1)!.view))
    },
    PATIENCE,
  )

  it.each(SOME.slice(1))(
    'is the position after a skip, with nothing left over the scene: %s',
    async (_, recording) => {
      lay(recording)
      const samples: Sample[] = []
      for (const [i, steps] of messages(recording.steps).entries()) {
        put(steps.at(-1)!.view, steps)
        await watch(samples, 1 + ((i * 7) % 40))
        presenter.skip()
        await watch(samples)
        const { view } = steps.at(-1)!
        expect(facts()).toBe(wanted(view))
        expect(Number(stage.dataset.space), 'the picture of the train').toBe(view.position + (view.ending === 'plunged' ? 27 : 0))
        expect(overlay().filter((part) => !/^(fate|cards|crossed|gain)/.test(part))).toEqual([])
        if (view.phase === 'choosing') expect(overlay()).toEqual([])
      }
    },
    PATIENCE,
  )

  it.each(SOME.slice(1))(
    'shows a view as it is when the story is replaced, and nothing writes afterwards: %s',
    async (_, recording) => {
      lay(recording)
      const steps = messages(recording.steps)
      for (const [i, message] of steps.entries()) {
        put(message.at(-1)!.view, message)
        await watch([], 2 + ((i * 7) % 30))
        presenter.settle(recording.first)
        flushSync()
        const settled = [facts(), overlay(), stage.dataset.space]
        expect(settled).toEqual([wanted(recording.first), [], '0'])
        await vi.advanceTimersByTimeAsync(5000)
        flushSync()
        expect([facts(), overlay(), stage.dataset.space]).toEqual(settled)
        presenter.settle(message.at(-1)!.view)
        flushSync()
        expect(facts()).toBe(wanted(message.at(-1)!.view))
      }
    },
    PATIENCE,
  )

  it(
    'does not reveal who is off, who leads and how it ended before it was shown',
    async () => {
      const recording = ALL.find(([, { steps }]) => steps.at(-1)!.view.ending === 'plunged')![1]
      lay(recording)
      const { view } = recording.steps.at(-1)!
      presenter.settle(recording.first)
      put(view, recording.steps)
      expect(all('.traveller.off, .traveller.lost, .traveller.best, [data-fate], .rank')).toEqual([])
      await watch([])
      expect(all('.traveller.lost').length).toBe(view.aboard.length)
      expect(all('.traveller .rank').length).toBe(view.seats)
      expect(one('[data-fate]')!.dataset.fate).toBe('plunged')
    },
    PATIENCE,
  )

  it(
    'shows nothing of the last turn beside players whose cards are still face down',
    async () => {
      const [, recording] = SOME[0]!
      lay(recording)
      const facedown = new Set<string>()
      for (const steps of messages(recording.steps).slice(0, 6)) {
        put(steps.at(-1)!.view, steps)
        while (presenter.busy) {
          for (const { dataset } of all('[data-reveal] .one:not([data-cards])')) {
            facedown.add(`${steps[0]!.ply} ${dataset.seat}`)
            const row = one(`.traveller[data-seat="${dataset.seat}"] .before`)!
            expect([row.querySelector('.gain, .crossed'), row.querySelector('.sr-only')?.textContent]).toEqual([null, 'has chosen'])
          }
          await watch([], 1)
        }
      }
      expect(facedown.size).toBeGreaterThan(4)
    },
    PATIENCE,
  )

  it('asks for cards once, after the events that led to the decision', async () => {
    const [, recording] = ALL.find(([, { viewer }]) => viewer === 0)!
    const [story] = messages(recording.steps)
    const { view } = story!.at(-1)!
    const cards = (): Action<Parts>[] => [{ text: 'cards none', parts: { do: 'cards', cards: [] } }]
    const asked = () => [...document.querySelectorAll('[data-announcer] p')].filter(({ textContent }) => /Pick two cards/.test(textContent))
    lay(recording)
    document.querySelector('[data-announcer]')?.replaceChildren()
    put(view, story!, cards())
    while (presenter.busy) {
      expect(asked()).toEqual([])
      await watch([], 1)
    }
    expect(asked().map(({ textContent }) => textContent)).toEqual([
      `Turn 1: the train is at space ${view.position} of 58, at speed ${view.speed}; suitcases count ×1. Pick two cards in secret, or none.`,
    ])
    const chosen: Event = { event: 'chose', seat: 1, cards: null }
    for (const ply of [90, 91]) {
      put({ ...view, awaited: view.awaited.slice(1) }, [{ ply, actor: 1, action: null, events: [chosen] }], cards())
      await watch([])
    }
    expect(asked()).toHaveLength(1)
  })
})
