/** The end of a round, as far as it has been shown. */

import type { Card } from './seen'

export interface Ending {
  round: number
  /** The only player with cards left, and in `cards` these cards, as far as the viewer knows them. */
  seat: number
  cards: Card[]
  /** Whether the loss of the asset has been shown. */
  paid: boolean
  /** The next round, once its event was shown. */
  next: { round: number; seat: number } | null
  /** Why the game is over, once its event was shown. */
  why: 'no_assets' | 'all_rounds' | null
}
