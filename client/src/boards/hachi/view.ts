/** What the server tells of a Hachi table (`to_json` of the game's words), and how its actions are taken apart. */

export interface Card {
  /** '5' or '3/4'; null when the viewer may not know it. */
  face: string | null
  kind: 'numbered' | 'special'
  /** The numbers that the card shows. */
  numbers: number[]
  /** Whether everyone has seen it. */
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
  game: 'hachi'
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
  players: Player[]
}

export interface Play {
  do: 'play'
  number: number
  count: number
  place: number
}

export type Parts = Play | { do: 'pass' } | { do: 'insert'; place: number }

/**
 * The seats that have passed on the set in the field. Passes come in succession and clockwise, from players
 * who hold cards; the last of them may still be busy with the card that a pass draws.
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
