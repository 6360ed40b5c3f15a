/** One player's part of a reveal, as far as it has been shown. */

import type { CardName } from './look'

export interface Showing {
  seat: number
  cards: CardName[]
  /** Those who cancel each other out share a number. */
  crossed: number | null
  /** What it brought: '+12', or that the passenger is off. */
  gain: string
  /** Less a tip. */
  note: string
}
