/**
 * On a real table cards have no identity, but on the screen they need one, so that a card can be animated from a hand to the
 * field and from there into another hand. Each card of a view has a number, and events say where it goes.
 */

import type { Event, View } from './generated'
import type { Card, View as Seen } from './seen'

/** The numbers of the cards, zone by zone, in the order of the view. */
export interface Tokens {
  hands: number[][]
  field: number[]
  pending: number[]
  /** Cards that were inserted into a hand in its player's last turn. */
  fresh: number[]
}

export interface Token {
  id: number
  card: Card
}

const known = new WeakMap<View, Tokens>()
let last = 0

/** Numbers for the cards of a view. If no events led to the view, but it has the same cards as the view before, they keep their numbers. */
export function tokensOf(view: View, before: View | null = null): Tokens {
  const found = known.get(view) ?? (before && alike(before, view) ? tokensOf(before) : numbered(view))
  known.set(view, found)
  return found
}

/** Numbers after an event. Every card keeps its number. */
export function follow(view: View, next: View, event: Event): void {
  if (next !== view) known.set(next, moved(tokensOf(view), event))
}

function moved(tokens: Tokens, event: Event): Tokens {
  const { hands, field, pending, fresh } = tokens
  switch (event.event) {
    case 'dealt':
      return { ...tokens, hands: change(hands, event.seat, (hand) => [...hand, ++last]) }
    case 'played': {
      const end = event.place + event.count
      return {
        hands: change(hands, event.seat, (hand) => [...hand.slice(0, event.place), ...hand.slice(end)]),
        field: (hands[event.seat] ?? []).slice(event.place, end),
        pending: field,
        fresh: without(fresh, hands[event.seat]),
      }
    }
    case 'discarded':
      return event.why === 'beaten' ? { ...tokens, pending: [] } : { ...tokens, field: [] }
    case 'passed':
      return { ...tokens, fresh: without(fresh, hands[event.seat]) }
    case 'drew':
      return { ...tokens, pending: [++last] }
    case 'inserted': {
      const [card = ++last, ...rest] = pending
      return {
        ...tokens,
        hands: change(hands, event.seat, (hand) => [...hand.slice(0, event.place), card, ...hand.slice(event.place)]),
        pending: rest,
        fresh: [...fresh, card],
      }
    }
    case 'gathered':
      return { hands: hands.map(() => []), field: [], pending: [], fresh: [] }
    default:
      return tokens
  }
}

function numbered(view: View): Tokens {
  const number = (cards: number[]) => cards.map(() => ++last)
  return { hands: view.hand.map(number), field: number(view.field_cards), pending: number(view.pending), fresh: [] }
}

/** Whether the same cards are in the same places. */
function alike(one: View, other: View): boolean {
  const lengths = (view: View) =>
    [
      view.rounds,
      view.field_owner,
      view.field_number,
      ...view.hand.map((hand) => hand.length),
      view.field_cards.length,
      view.pending.length,
    ].join()
  return lengths(one) === lengths(other)
}

function change(hands: number[][], seat: number, how: (hand: number[]) => number[]): number[][] {
  return hands.map((hand, at) => (at === seat ? how(hand) : hand))
}

function without(list: number[], gone: number[] = []): number[] {
  return list.filter((id) => !gone.includes(id))
}

/** Cards with their numbers. */
export function paired(ids: number[], cards: Card[]): Token[] {
  return cards.map((card, at) => ({ id: ids[at] ?? -1 - at, card }))
}

/** The position of each card of a view, and its number. */
export function layOut(tokens: Tokens, seen: Seen): { hands: Token[][]; field: Token[]; pending: Token[] } {
  return {
    hands: seen.players.map(({ hand }, seat) => paired(tokens.hands[seat] ?? [], hand)),
    field: paired(tokens.field, seen.field?.cards ?? []),
    pending: paired(tokens.pending, seen.pending),
  }
}
