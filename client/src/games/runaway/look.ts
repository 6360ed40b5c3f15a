/** A view in the form that the board uses: players by seat, the board by track. It contains no decisions. */

import type { View } from './generated'

export type { View, Event, Parts } from './generated'
export type TrackName = View['track']
export type Ending = NonNullable<View['ending']>
/** 'P' the passenger, 'C' the conductor, or a suitcase by its value. */
export type CardName = 'P' | 'C' | number

export interface Traveller {
  aboard: boolean
  score: number
  rank: number | null
  suitcases: number[]
  chosen: boolean
  choice: string | null
  revealed: string | null
  cancelled: boolean
  gained: number
}

export interface Board {
  main: { scores_x2: number; brake_half: number; scores_x3: number; brake_full: number; switch: number }
  short: { scores_x4: number; end: number }
  long: { scores_x4: number; end: number }
  stop: { short: number[]; long: number[] }
}

export function boardOf({ yellow, stop }: Pick<View, 'yellow' | 'stop'>): Board {
  const [
    scores_x2 = 0,
    brake_half = 0,
    scores_x3 = 0,
    brake_full = 0,
    switched = 0,
    short_x4 = 0,
    short_end = 0,
    long_x4 = 0,
    long_end = 0,
  ] = yellow
  return {
    main: { scores_x2, brake_half, scores_x3, brake_full, switch: switched },
    short: { scores_x4: short_x4, end: short_end },
    long: { scores_x4: long_x4, end: long_end },
    stop: { short: stop[0] ?? [], long: stop[1] ?? [] },
  }
}

export function traveller(view: View, seat: number): Traveller {
  const aboard = view.aboard.includes(seat)
  return {
    aboard,
    score: view.scores[seat] ?? 0,
    rank: view.phase === 'over' ? (view.ranks[seat] ?? null) : null,
    suitcases: view.suitcases[seat] ?? [],
    chosen: view.phase === 'choosing' && aboard && !view.awaited.includes(seat),
    choice: view.choice[seat] ?? null,
    revealed: view.revealed[seat] ?? null,
    cancelled: view.cancelled.includes(seat),
    gained: view.gained[seat] ?? 0,
  }
}

/** The cards of an action's text: `cards P4`, `cards 37`, `cards none`. Null if the text is another action. */
export function cardsOf(text: string | null): CardName[] | null {
  const found = /^(?:cards )?(none|[PC1-7]{2})$/.exec(text ?? '')?.[1]
  if (found === undefined) return null
  return found === 'none' ? [] : [...found].map((letter) => (letter === 'P' || letter === 'C' ? letter : Number(letter)))
}

/** The smallest number of chips for some points: blue for 10, red for 5, white for 1. */
export function chips(points: number): { blue: number; red: number; white: number } {
  return { blue: Math.floor(points / 10), red: Math.floor((points % 10) / 5), white: points % 5 }
}
