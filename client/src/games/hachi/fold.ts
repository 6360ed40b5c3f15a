/** The view after an event has been shown. */

import type { Event, View } from './generated'
import { BACKS, FACES, SHOWN } from './seen'
import { follow } from './tokens'

export function fold(view: View, event: Event): View {
  const next = change(view, event)
  follow(view, next, event)
  return next
}

function change(view: View, event: Event): View {
  switch (event.event) {
    case 'dealt':
      return {
        ...view,
        phase: 'dealing',
        turn: event.seat,
        ...held(view, event.seat, [...handOf(view, event.seat), event.face === null ? BACKS.numbered : code(event.face)]),
      }
    case 'round_began':
      return { ...view, phase: 'turn', rounds: event.round, leader: event.seat, turn: event.seat }
    case 'played':
      return played(view, event)
    case 'beat':
      return { ...view, phase: 'inserting', ...waiting(event.cards.map(open)) }
    case 'discarded': {
      const left = {
        ...view,
        discarded: view.discarded.map((count, face) => count + event.cards.filter((card) => code(card) === face).length),
      }
      return event.why === 'beaten'
        ? { ...left, ...waiting([]) }
        : { ...left, passes: 0, field_owner: 0, field_number: 0, field_count: 0, field_cards: [] }
    }
    case 'passed':
      return { ...view, passes: view.passes + 1, phase: 'drawing' } // until an event says whose turn it is
    case 'drew':
      return { ...view, phase: 'inserting', stock: event.left, ...waiting([event.face === null ? BACKS.special : code(event.face)]) }
    case 'inserted': {
      const [card = BACKS.special, ...rest] = view.pending
      const hand = handOf(view, event.seat)
      return { ...view, ...waiting(rest), ...held(view, event.seat, [...hand.slice(0, event.place), card, ...hand.slice(event.place)]) }
    }
    case 'leads':
      return { ...view, phase: 'turn', turn: event.seat, cleared_by: event.why === 'owner' ? event.owner : null }
    case 'at_turn':
      return { ...view, phase: 'turn', turn: event.seat }
    case 'round_lost': {
      const assets = put(view.assets, event.seat, event.assets)
      return { ...view, assets, scores: assets, ranks: assets.map((mine) => 1 + assets.filter((other) => other > mine).length) }
    }
    case 'gathered':
      return gathered(view, event)
    case 'game_ended':
      return { ...view, phase: 'over' }
    case 'out':
    case 'result':
      return view
  }
}

/** The beaten set is shown aside until an event says whether it is collected or discarded. */
function played(view: View, { seat, number, count, place, cards }: Extract<Event, { event: 'played' }>): View {
  const hand = handOf(view, seat)
  return {
    ...view,
    phase: 'turn',
    passes: 0,
    field_owner: seat,
    field_number: number,
    field_count: count,
    field_cards: cards.map(open),
    ...waiting(view.field_cards),
    ...held(view, seat, [...hand.slice(0, place), ...hand.slice(place + count)]),
  }
}

function gathered(view: View, { round, seat }: Extract<Event, { event: 'gathered' }>): View {
  return {
    ...view,
    phase: 'dealing',
    turn: 0,
    leader: seat,
    rounds: round,
    passes: 0,
    cleared_by: null,
    stock: view.stock_size,
    field_owner: 0,
    field_number: 0,
    field_count: 0,
    field_cards: [],
    ...waiting([]),
    discarded: view.discarded.map(() => 0),
    last_set: view.field_cards,
    held: view.held.map(() => 0),
    hand: view.hand.map(() => []),
  }
}

function code(face: string): number {
  return FACES.indexOf(face as (typeof FACES)[number])
}

/** A card that everybody has seen. */
function open(face: string): number {
  return code(face) | SHOWN
}

function handOf(view: View, seat: number): number[] {
  return view.hand[seat] ?? []
}

function held(view: View, seat: number, hand: number[]): Pick<View, 'hand' | 'held'> {
  return { hand: put(view.hand, seat, hand), held: put(view.held, seat, hand.length) }
}

function waiting(pending: number[]): Pick<View, 'pending' | 'pending_count'> {
  return { pending, pending_count: pending.length }
}

function put<T>(list: T[], at: number, value: NoInfer<T>): T[] {
  return list.map((old, i) => (i === at ? value : old))
}
