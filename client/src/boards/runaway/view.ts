/** What the server tells of a RunAway table (`to_json` of the game's words), and how its actions are taken apart. */

export type TrackName = 'main' | 'short' | 'long'
export type Phase = 'speed' | 'brake' | 'switch' | 'choosing' | 'jumping' | 'stopping' | 'over'
export type Ending = 'stopped' | 'plunged' | 'everybody off'
/** 'P' the passenger, 'C' the conductor, or a suitcase by its value. */
export type CardName = 'P' | 'C' | number

export interface Player {
  aboard: boolean
  points: number
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

export interface View {
  seats: number
  viewer: number | null
  phase: Phase
  ending: Ending | null
  turn: number
  engineer: number
  speed: number
  position: number
  track: TrackName
  to_move: number
  multiplier: number
  die: number | null
  roll_to_stop: number | null
  awaited: number[]
  jumper: number | null
  players: Player[]
  board: Board
}

export type Parts = { do: 'track'; track: 'short' | 'long' } | { do: 'cards'; cards: CardName[] } | { do: 'jump' } | { do: 'stay' }

/** The cards of an action's text: `cards P4`, `cards 37`, `cards none`. Null for a text of another kind. */
export function cardsOf(text: string | null): CardName[] | null {
  const found = /^cards (none|[PC1-7]{2})$/.exec(text ?? '')?.[1]
  if (found === undefined) return null
  return found === 'none' ? [] : [...found].map((letter) => (letter === 'P' || letter === 'C' ? letter : Number(letter)))
}
