/** The end of a round, as far as it has been shown. */

import type { Card } from './seen'

export interface Ending {
  round: number
  /** The player who alone held cards, and those cards that the viewer knows. */
  seat: number
  cards: Card[]
  /** Whether the asset is lost. */
  paid: boolean
  /** The next round, once its event was shown. */
  next: { round: number; seat: number } | null
  /** Why the game is over, once its event was shown. */
  why: 'no_assets' | 'all_rounds' | null
}
