/** Starts games of one person, with or without bots. */

import { hasCore } from '../core/cores'
import type { About } from '../games/game'
import { local, playsHere } from '../local'
import type { Level } from '../protocol'
import { api, Problem } from './api'
import { t } from './i18n.svelte'
import { notify } from './notice.svelte'
import { SERVER } from './root'
import { settings } from './settings.svelte'

/** Starts a game on this device or on the server, as the player wants and as it is possible. Returns its table. */
export async function startGame({ name: game }: About, seats: number, level: Level | 'match'): Promise<string> {
  const wanted = { game, seats, name: settings.name || t('guest'), level }
  // Only the server knows the player's strength. Without it, the bots are of medium strength.
  const begin = () => local.begin({ ...wanted, level: level === 'match' ? 'medium' : level })
  if (!playsHere(game) && hasCore(game)) {
    if (SERVER) throw new Problem('unsupported', '', 'local-unsupported-alone')
    if (settings.device) notify(t('local-unsupported'))
  }
  if (playsHere(game) && (SERVER || (settings.device && level !== 'match'))) return begin()
  try {
    return (await api.solo(wanted)).table
  } catch (error) {
    // Without a connection the game is played on this device, whatever the setting is.
    if (error instanceof Problem && error.code === 'offline' && playsHere(game)) return begin()
    throw error
  }
}
