/** A round's end, as far as it has been shown. */

import type { Card } from './seen'

export interface Ending {
  round: number
  /** Who alone held cards, and which, as far as the viewer knows them. */
  seat: number
  cards: Card[]
  /** The asset is lost. */
  paid: boolean
  /** The next round, once it is told. */
  next: { round: number; seat: number } | null
  /** Why the game is over, once it is told. */
  why: 'no_assets' | 'all_rounds' | null
}
