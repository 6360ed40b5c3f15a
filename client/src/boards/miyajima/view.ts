/** The JSON view of Fast Train to Miyajima, as the server sends it. */

import type { Colour } from '../../lib/trains'

export type Die = 'red' | 'yellow' | 'blue'
export type Train = 'fast' | 'heavy'
export const DICE: Die[] = ['red', 'yellow', 'blue']
export const TRAINS: Train[] = ['fast', 'heavy']

export interface TrainState {
  cars: number
  sum: number
  score: number
}

export type Pair = Record<Train, TrainState> & { adheres: boolean; reached: boolean }
export type SheetView = Record<Colour, Pair>
export type Edges = Record<Colour, Record<Train, number[]>>

export interface MiyajimaView {
  game: 'miyajima'
  seats: number
  viewer: number
  phase: 'choose' | 'roll' | 'load' | 'over'
  round: number
  active: number
  die: Die | null
  dice: Record<Die, number | null>
  awaited: number[]
  reached: Colour[]
  needed: number
  choice: string | null
  loaded: (string | null)[]
  sheets: SheetView[]
  scores: number[]
  ranks: number[] | null
  solo: { rank: string; goals: string[] } | null
  edges: Edges
}

export type Parts = { do: 'roll'; die: Die } | { do: 'load'; colour: Colour; train: Train }

/** Which dice make a colour's cargo: for showing the sum beside an action that the server offers. */
export const MADE_OF: Record<Colour, Die[]> = {
  red: ['red'],
  orange: ['red', 'yellow'],
  yellow: ['yellow'],
  green: ['yellow', 'blue'],
  blue: ['blue'],
  purple: ['red', 'blue'],
}

/** What the dice on the table add up to for a colour. */
export function cargo(dice: MiyajimaView['dice'], colour: Colour): number {
  return MADE_OF[colour].reduce((sum, die) => sum + (dice[die] ?? 0), 0)
}
