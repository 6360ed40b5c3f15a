import { flushSync, mount, unmount, type ComponentProps } from 'svelte'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { NO_HINTS } from '../../lib/hints'
import { loadMessages } from '../../lib/i18n.svelte'
import Hand from './Hand.svelte'
import type { CardName } from './look'

interface Position {
  turn: number
  locked: CardName[] | null
}

const OFFERED = [
  { text: 'cards 67', cards: [6, 7] as CardName[] },
  { text: 'cards P7', cards: ['P', 7] as CardName[] },
  { text: 'cards none', cards: [] },
]
let position = $state.raw<Position>({ turn: 1, locked: null })
let calls = 0
let hand: ReturnType<typeof mount>

function lay(more: Partial<ComponentProps<typeof Hand>> = {}): void {
  position = { turn: 1, locked: null }
  const props: ComponentProps<typeof Hand> = {
    seat: 0,
    get turn() {
      return position.turn // like the property of a board, which is a new object with every position
    },
    get locked() {
      return position.locked
    },
    suitcases: [6, 7],
    offered: OFFERED,
    byPassenger: [],
    byConductor: [],
    sending: false,
    status: '',
    hints: NO_HINTS,
    onchoose: () => undefined,
    oncall: () => (calls += 1),
    ...more,
  }
  hand = mount(Hand, { target: document.body, props })
  flushSync()
}

function tap(card: CardName): void {
  document.querySelector<HTMLElement>(`[data-card="${card}"]`)!.click()
  flushSync()
}
function place(next: Position): void {
  position = next
  flushSync()
}
const offered = () => document.querySelector<HTMLElement>('.primary')?.dataset.action

beforeAll(() => loadMessages('runaway'))
afterEach(() => void unmount(hand))

it('sends nothing else while a choice is being sent', () => {
  const shut = () => [...document.querySelectorAll<HTMLButtonElement>('.line button:not(.call)')].map(({ disabled }) => disabled)
  lay({ sending: true })
  expect(shut()).toEqual([true, true])
  void unmount(hand)
  lay({ sending: true, locked: [6, 7], onwithdraw: () => undefined })
  expect(shut()).toEqual([true])
})

it('keeps what was picked when the same position comes again', () => {
  lay()
  tap(6)
  place({ turn: 1, locked: null })
  tap(7)
  expect(offered()).toBe('cards 67')
})

it('keeps a new pick of a player who changes a locked choice, too', () => {
  lay()
  place({ turn: 1, locked: ['P', 7] })
  tap(6)
  place({ turn: 1, locked: ['P', 7] })
  tap(7)
  expect(offered()).toBe('cards 67')
})

it('forgets what was picked with the next turn', () => {
  lay()
  tap(6)
  place({ turn: 2, locked: null })
  tap(7)
  expect(offered()).toBeUndefined()
})

it('acknowledges a call for the countdown, once in a turn', () => {
  lay()
  place({ turn: 1, locked: ['P', 7] })
  const call = () => document.querySelector<HTMLElement>('.call')
  call()!.click()
  flushSync()
  expect([calls, call(), document.querySelector('.aim')!.textContent]).toEqual([
    1,
    null,
    'You count down when everybody has seen the last turn.',
  ])
  place({ turn: 2, locked: ['P', 7] })
  expect(call()).not.toBeNull()
})
