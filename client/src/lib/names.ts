/** What players are called at the table. Bots bear the names of express trains, each seat its own. */

import type { Player } from '../protocol'
import { t, type Key } from './i18n.svelte'

export function nameOf(player: (Pick<Player, 'name' | 'bot'> & Partial<Player>) | null | undefined, seat: number): string {
  if (!player) return ''
  return player.bot && !player.wheel ? t(`shell.bot.${seat % 8}` as Key) : player.name
}
