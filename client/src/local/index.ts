/** Games on this device: started, played, stored and replayed without a server. */

import { hasCore } from '../core/cores'
import { Problem } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { notify } from '../lib/notice.svelte'
import { BOARDS, type Board } from '../lib/root'
import type { OwnFigures, Played, Replay, Verdict } from '../protocol'
import { keep, read } from '../lib/storage.svelte'
import type { Open } from '../lib/table.svelte'
import type { Order } from '../socket'
import { BadBackup, MOST_BYTES, readBackup, writeBackup, type Backup } from './backup'
import { figuresOf } from './figures'
import { isLocal, storedGames, type StoredGame } from './stored'
import { newGame, type Wanted } from './new'
import type { Answer, Asked } from './worker'
import type { Named } from './table'

export { isLocal }

/** Whether a game can be played here. */
export function playsHere(game: string): boolean {
  return hasCore(game) && typeof WebAssembly !== 'undefined' && typeof Worker !== 'undefined'
}

/** The board of a finished game as the rules take it; undefined: the game's own; 'unknown': only the server knows it. */
export async function laidOf({ table: { id, settings } }: Replay): Promise<readonly number[] | undefined | 'unknown'> {
  const { game, options = {} } = settings
  if (!Object.keys(options).length) return undefined
  if (isLocal(id)) return (await local.laid(id)) ?? 'unknown'
  const here = BOARDS[game]
  return here && same(here.options, options) ? here.laid : 'unknown'
}

function same(one: Board['options'], other: Board['options']): boolean {
  const sorted = (options: Board['options']) => JSON.stringify(Object.entries(options).sort(([a], [b]) => a.localeCompare(b)))
  return sorted(one) === sorted(other)
}

interface Listener {
  heard: (answer: Extract<Answer, { line: number }>) => void
}

let worker: Worker | null = null
let count = 0
const lines = new Map<number, Listener>()
const questions = new Map<number, { resolve: (found: never) => void; reject: (error: Error) => void }>()
/** A game that was just started. Its table can be opened even if nothing can be stored. */
const fresh = new Map<string, StoredGame>()
/** Whether a game of this page could not be stored. Only the worker has such games. */
let hasUnsaved = false
/** The key of the number of games that this browser has stored. Nobody deletes games, so if there are fewer, it has lost some. */
const STORED = 'allaboard.games'

function send(asked: Asked): void {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'tables' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ('line' in data) lines.get(data.line)?.heard(data)
      else {
        const question = questions.get(data.number)
        questions.delete(data.number)
        if ('found' in data) question?.resolve(data.found as never)
        else question?.reject(new Problem('not_found', '', data.problem, data.args))
      }
    }
    worker.onerror = (event) => {
      console.error(event.message)
      worker?.terminate()
      worker = null
      for (const [line, { heard }] of lines) heard({ line, closed: 4021 })
      for (const { reject } of questions.values()) reject(new Problem('not_found', '', 'table-closed-4021'))
      questions.clear()
    }
  }
  worker.postMessage(asked)
}

type Question = Extract<Asked, { number: number }>

function ask<T>(question: Question extends infer Q ? (Q extends Question ? Omit<Q, 'number'> : never) : never): Promise<T> {
  const number = ++count
  return new Promise((resolve, reject) => {
    questions.set(number, { resolve, reject })
    send({ ...question, number } as Asked)
  })
}

/** A connection to a table of this device. With `taking`, the game is taken from another page that plays it. */
export function localTable(id: string, taking = false): Open {
  return ({ heard, line: tellLine, kept: tellSaved }) => {
    const line = ++count
    const prefix = Math.random().toString(36).slice(2, 10)
    lines.set(line, {
      heard: (answer) => {
        if ('closed' in answer) return tellLine('closed', answer.closed)
        if ('kept' in answer) {
          hasUnsaved ||= !answer.kept
          return tellSaved(answer.kept)
        }
        if (answer.message.type === 'welcome') tellLine('open', 0)
        heard(answer.message)
      },
    })
    tellLine('connecting', 0)
    send({ ask: 'open', id, line, fresh: fresh.get(id), taking })
    return {
      order: (order: Order) => {
        const command = { ...order, id: `${prefix}-${++count}` } as Named
        send({ ask: 'order', line, command })
        return command.id
      },
      close: () => {
        lines.delete(line)
        send({ ask: 'close', line })
      },
    }
  }
}

export const local = {
  /** Starts a game. Returns its id. */
  begin: async (wanted: Wanted): Promise<string> => {
    const game = newGame(wanted.from ? wanted : { ...wanted, board: BOARDS[wanted.game] })
    fresh.set(game.id, game)
    await storedGames.put(game, 0).then(
      () => keep(STORED, read(STORED, 0) + 1),
      () => undefined,
    )
    return game.id
  },
  /** The settings of a game of this device, to start a similar one on the server. */
  wanted: async (id: string): Promise<Wanted | null> => {
    const game = fresh.get(id) ?? (await storedGames.get(id).catch(() => undefined))
    if (!game) return null
    const { sitters, you, level, memory_aid } = game
    return { game: game.game, seats: sitters.length, name: sitters[you]!.name, level, memory_aid }
  },
  replay: (id: string, seat: number | null) => ask<Replay>({ ask: 'replay', id, seat }),
  record: (id: string) => ask<string>({ ask: 'record', id }),
  verify: (id: string) => ask<Verdict>({ ask: 'verify', id }),
  /** The board of a game as the rules take it; null: the game's own. */
  laid: (id: string) => ask<number[] | null>({ ask: 'laid', id }),
  /** All games of this device, the settings and the data of practice, as the text of a file. */
  save: async (settings: Record<string, unknown>, practice: unknown): Promise<string> => {
    const games = await storedGames.all().catch(() => {
      throw new Problem('storage', '', 'backup-nothing')
    })
    return writeBackup({ settings, games, practice })
  },
  /** Adds the games of such a file, all or none. Returns the rest of the file and the number of new games. */
  restore: async (file: Blob): Promise<{ settings: Record<string, unknown>; practice: unknown; added: number }> => {
    if (file.size > MOST_BYTES) throw new Problem('too_big', '', 'backup-foreign')
    let found: Backup
    try {
      found = readBackup(await file.text())
    } catch (error) {
      if (error instanceof BadBackup) throw new Problem('bad_request', '', `backup-${error.why}`, { game: error.game })
      throw new Problem('bad_request', '', 'backup-unread')
    }
    const added = await ask<number>({ ask: 'restore', games: found.games })
    return { settings: found.settings, practice: found.practice, added }
  },
  /** The player's games on this device, and the server's tables for those of them that are in its leaderboard. */
  history: async (): Promise<{ games: Played[]; entered: Set<string> }> => {
    const before = read(STORED, 0) // read first, because another page may store a game meanwhile
    const stored = await storedGames.all().catch(() => null)
    if ((stored?.length ?? 0) < before) notify(t(stored ? 'local-lost' : 'local-unread'))
    if (stored) keep(STORED, stored.length)
    const unsaved = hasUnsaved ? await ask<StoredGame[]>({ ask: 'unsaved' }) : []
    const games = [...(stored ?? []).filter(({ id }) => !unsaved.some((one) => one.id === id)), ...unsaved]
    return { games: games.map(played), entered: new Set(games.flatMap(({ entered }) => entered ?? [])) }
  },
  /** The player's results on this device. */
  figures: async (): Promise<OwnFigures[]> => (await storedGames.all().catch(() => [])).flatMap(figuresOf),
  /** The table of the server under which a game of this device is in the leaderboard. */
  entry: async (id: string): Promise<string | null> => (await storedGames.get(id).catch(() => undefined))?.entered ?? null,
  /** Notes that the server has entered a game into its leaderboard. */
  entered: (id: string, table: string) => ask<null>({ ask: 'entered', id, table }),
}

function played({ id, game, began, ranks, scores, you, sitters }: StoredGame): Played {
  return {
    id,
    game,
    date: began,
    phase: ranks ? 'over' : 'playing',
    seat: you,
    name: sitters[you]?.name ?? '',
    players: sitters.map(({ name }) => name),
    bots: sitters.map(({ bot }) => bot),
    scores,
    ranks,
    daily: null,
    turn: !ranks, // bots do not make the player wait
  }
}
