/** A view in the form that the board uses: cards with their faces, players by seat. It contains no decisions. */

import type { Parts as AnyParts, View as Told } from './generated'

export type { Event, View as Told } from './generated'

export interface Card {
  /** '5' or '3/4'; null if the viewer may not know it. */
  face: string | null
  kind: 'numbered' | 'special'
  /** The numbers that the card shows. */
  numbers: number[]
  /** Whether everybody has seen it. */
  shown: boolean
}

export interface Player {
  seat: number
  assets: number
  held: number
  hand: Card[]
  rank: number
}

export interface Field {
  owner: number
  number: number
  count: number
  cards: Card[]
}

export interface View {
  seats: number
  viewer: number | null
  phase: 'dealing' | 'turn' | 'drawing' | 'inserting' | 'over'
  turn: number
  leader: number
  round: number
  rounds: number
  stock: number
  field: Field | null
  passes: number
  cleared_by: number | null
  pending: Card[]
  discarded: Record<string, number>
  /** The number of discarded cards. */
  gone: number
  players: Player[]
}

export type Parts = AnyParts
export type Play = Extract<Parts, { do: 'play' }>

export const FACES = ['', '1', '2', '3', '4', '5', '6', '7', '8', '1/2', '3/4', '5/6', '7/8'] as const
/** The bit of a card that everybody has seen. */
export const SHOWN = 0x10
/** The numbers that stand for cards that the viewer may not know. */
export const BACKS = { numbered: 13, special: 14 } as const
const [FACE, LAST_NUMBERED] = [0x0f, 8]

/** The card with this number in the record: its face, and whether everybody has seen it. */
export function card(code: number): Card {
  const face = FACES[code & FACE] ?? null
  const numbers = (face ?? '').split('/').filter(Boolean).map(Number)
  const special = face === null ? (code & FACE) === BACKS.special : (code & FACE) > LAST_NUMBERED
  return { face, kind: special ? 'special' : 'numbered', numbers, shown: (code & SHOWN) !== 0 }
}

/** The card with this face, as everybody sees it. */
export function cardOf(face: (typeof FACES)[number]): Card {
  return card(FACES.indexOf(face) | SHOWN)
}

/**
 * Converts a view. Without the memory aid, only the numbers of cards in other hands and of discards are shown, and players
 * must remember which cards they have seen.
 */
export function arrange(told: Told, memory = true): View {
  const viewer = told.viewer >= 0 && told.viewer < told.seats ? told.viewer : null
  const field = told.field_count
    ? { owner: told.field_owner, number: told.field_number, count: told.field_count, cards: told.field_cards.map(card) }
    : null
  const gone = told.hand_size * told.seats + told.stock_size - told.stock - sum(told.held) - told.field_count - told.pending.length
  const held = (code: number, seat: number): Card => {
    const known = card(code)
    if (memory) return known
    return seat === viewer ? { ...known, shown: false } : { ...known, face: null, numbers: [], shown: false }
  }
  return {
    seats: told.seats,
    viewer,
    phase: told.phase,
    turn: told.turn,
    leader: told.leader,
    round: told.rounds,
    rounds: told.round_limit,
    stock: told.stock,
    field,
    passes: told.passes,
    cleared_by: told.cleared_by,
    pending: told.pending.map(card),
    discarded: memory ? Object.fromEntries(FACES.slice(1).map((face, at) => [face, told.discarded[at + 1] ?? 0])) : {},
    gone: told.phase === 'dealing' ? 0 : gone,
    players: told.hand.map((hand, seat) => ({
      seat,
      assets: told.assets[seat] ?? 0,
      held: told.held[seat] ?? 0,
      hand: hand.map((code) => held(code, seat)),
      rank: told.ranks[seat] ?? 0,
    })),
  }
}

/** Whether everything up to the current decision has been shown. */
export function agree(shown: Told, view: Told): boolean {
  const matters = ({ phase, turn, rounds, pending, field_cards, viewer, hand }: Told) =>
    JSON.stringify([phase, turn, rounds, pending, field_cards, hand[viewer]?.map((code) => code & FACE)])
  return shown === view || matters(shown) === matters(view)
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/**
 * The seats that have passed on the set in the field. Passes follow each other clockwise, from players who hold cards.
 * The last of them may still have to insert the card that a pass draws.
 */
export function passed(view: View): number[] {
  const seats: number[] = []
  let seat = view.turn
  if (view.phase === 'turn') seat = before(view, seat)
  while (seats.length < view.passes && !seats.includes(seat)) {
    seats.push(seat)
    seat = before(view, seat)
  }
  return seats.reverse()
}

function before(view: View, seat: number): number {
  for (let step = 1; step <= view.seats; step++) {
    const other = (seat - step + view.seats) % view.seats
    if ((view.players[other]?.held ?? 0) > 0) return other
  }
  return seat
}
