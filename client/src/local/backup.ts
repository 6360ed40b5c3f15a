/** All data of this device in one file: games, finished and unfinished, settings, and the data of practice. */

import type { StoredGame } from './stored'

const KIND = 'allaboard device'
const FORMAT = 1
/** The largest file that is read. Years of games need far less. */
export const MOST_BYTES = 64 * 1024 * 1024

export interface Backup {
  settings: Record<string, unknown>
  games: StoredGame[]
  /** The data of practice and reviews; absent in old files. `takePractice` in practice/saved.ts checks it. */
  practice?: unknown
}

/** A file is refused: it is not a backup, it is from a newer version, it is damaged, or there is no space. */
export class BadBackup extends Error {
  constructor(
    readonly why: 'foreign' | 'newer' | 'damaged' | 'full',
    /** The number of the game in the file; 0: none. */
    readonly game = 0,
  ) {
    super(`${why} ${game}`)
  }
}

export function writeBackup({ settings, games, practice }: Backup): string {
  return JSON.stringify({ kind: KIND, format: FORMAT, saved: new Date().toISOString(), settings, games, practice })
}

/** The content of a file. `restore` in worker.ts checks whether its games follow the rules. */
export function readBackup(text: string): Backup {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new BadBackup(text.includes(KIND) ? 'damaged' : 'foreign')
  }
  if (!isObject(found) || found.kind !== KIND) throw new BadBackup('foreign')
  if (found.format !== FORMAT) throw new BadBackup('newer')
  const { settings, games, practice } = found
  if (!isObject(settings) || !Array.isArray(games)) throw new BadBackup('damaged')
  const checked = games.map((game: unknown, at): StoredGame => {
    if (!isGame(game)) throw new BadBackup('damaged', at + 1)
    return game
  })
  if (new Set(checked.map(({ id }) => id)).size !== checked.length) throw new BadBackup('damaged')
  return practice === undefined ? { settings, games: checked } : { settings, games: checked, practice }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length < 200
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const areNumbers = (value: unknown): boolean => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one))
const areOptions = (value: Record<string, unknown>): boolean =>
  Object.entries(value).every(([name, one]) => /^[\w.]{1,60}$/.test(name) && (Number.isSafeInteger(one) || areNumbers(one)))

const FIELDS: { [field in keyof StoredGame]-?: (value: unknown, game: Record<string, unknown>) => boolean } = {
  format: (value) => value === 1,
  id: (value) => typeof value === 'string' && /^own~[0-9a-z]{10}$/.test(value),
  game: isText,
  began: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  memory_aid: (value) => typeof value === 'boolean',
  level: isText,
  sitters: (value) =>
    Array.isArray(value) && value.every((one) => isObject(one) && isText(one.name) && (one.bot === null || isText(one.bot))),
  you: (value, { sitters }) => isCount(value) && value < (sitters as unknown[]).length,
  seed: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  board: (value) =>
    value === undefined || (isObject(value) && isObject(value.options) && areOptions(value.options) && areNumbers(value.laid)),
  start: (value) => value === undefined || (typeof value === 'string' && /^[0-9A-Za-z+/]{4,20000}={0,2}$/.test(value)),
  lines: (value) =>
    Array.isArray(value) && value.every((line) => Array.isArray(line) && line.length === 2 && isCount(line[0]) && isText(line[1])),
  plies: (value, { lines }) => areNumbers(value) && (value as number[]).length === (lines as unknown[]).length,
  ply: isCount,
  pending: (value) => isObject(value) && Object.values(value).every(isText),
  scores: (value) => value === null || areNumbers(value),
  ranks: (value) => value === null || areNumbers(value),
  following: (value) => value === null || isText(value),
  entered: (value) => value === undefined || isText(value),
  revision: (value) => value === undefined || isCount(value),
}

function isGame(value: unknown): value is StoredGame {
  return isObject(value) && Object.entries(FIELDS).every(([field, fits]) => fits(value[field], value))
}
