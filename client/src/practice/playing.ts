/** Continues a game from a position: the person keeps the seat, bots take the others, hidden information is sampled. */

import { Problem } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import { local, playsHere } from '../local'
import { aboutOf } from '../games'
import type { Level, Replay } from '../protocol'
import { linesOf, onOwnBoard, study, type Moment } from '.'

/** Whether a game of this kind can be continued here. */
function canPlayOn(replay: Replay): boolean {
  return playsHere(replay.table.settings.game) && onOwnBoard(replay)
}

/** Starts it. Returns its id. */
export async function playOn(
  { game, seats, seat, bytes }: Pick<Moment, 'game' | 'seats' | 'seat' | 'bytes'>,
  level: string,
): Promise<string> {
  const start = await study.world(game, bytes)
  return local.begin({ game, seats, name: settings.name || t('guest'), level: levelOf(game, level), from: { start, seat } })
}

/** Continues from a move of a finished game. */
export async function playOnFrom(replay: Replay, ply: number, seat: number): Promise<string> {
  if (!canPlayOn(replay)) throw new Problem('not_found', '', 'practice-own-board')
  const { game, seats, level } = replay.table.settings
  const [moment] = await study.moments(game, seats, linesOf(replay), [ply], seat)
  return playOn(moment!, level ?? settings.level)
}

function levelOf(game: string, wanted: string): Level {
  const levels = aboutOf(game)?.levels ?? []
  return levels.find((level) => level === wanted) ?? levels.find((level) => level === 'medium') ?? levels.at(-1) ?? 'random'
}
