/** What players are called at the table, and how they look. */

import type { Player as Seated } from '../games/game'
import type { Player } from '../protocol'
import { coloursOf, faceOf } from './faces'

export function nameOf(player: Player | null | undefined): string {
  return player?.name ?? ''
}

/** The players of a table, as boards show them. */
export function seatedAt(players: readonly (Player | null)[]): Seated[] {
  const colours = coloursOf(players)
  return players.map((player, seat) => ({
    name: nameOf(player),
    bot: player?.bot ?? null,
    connected: player?.connected ?? false,
    ...(player ? { face: faceOf(player), colour: colours[seat] } : {}),
  }))
}

/** Whether a name is too long for a narrow column at the usual size. Japanese characters are twice as wide. */
export function isLong(name: string, most = 7): boolean {
  return [...name].reduce((width, character) => width + (character > '\u2e7f' ? 2 : 1), 0) > most
}
