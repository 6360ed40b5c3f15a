/** What players are called at the table. */

import type { Player } from '../protocol'

export function nameOf(player: Player | null | undefined): string {
  return player?.name ?? ''
}
