/** Continues a game from a position: the person keeps the seat, bots take the others, hidden information is sampled. */

import { t } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import { local } from '../local'
import { aboutOf } from '../games'
import type { Level, Replay } from '../protocol'
import { study, type Moment } from '.'

/** Starts the game. Returns its id. */
export async function playOn(
  { game, seats, seat, bytes }: Pick<Moment, 'game' | 'seats' | 'seat' | 'bytes'>,
  level: string,
): Promise<string> {
  const start = await study.world(game, bytes)
  return local.begin({ game, seats, name: settings.name || t('guest'), level: levelOf(game, level), from: { start, seat } })
}

/** Continues from a move of a finished game. */
export async function playOnFrom(replay: Replay, ply: number, seat: number): Promise<string> {
  const [moment] = await study.moments(replay, [ply], seat)
  return playOn(moment!, replay.table.settings.level ?? settings.level)
}

function levelOf(game: string, wanted: string): Level {
  const levels = aboutOf(game)?.levels ?? []
  return levels.find((level) => level === wanted) ?? levels.find((level) => level === 'medium') ?? levels.at(-1) ?? 'random'
}
