/** The games of this device, stored in the browser's database. Without one, games can be played but are not stored. */

import type { Board } from '../lib/root'
import type { Face, Level } from '../protocol'
import { PlayedElsewhere } from './lock'

export interface Sitter {
  name: string
  bot: Level | null
  /** The face that a person has chosen. */
  face?: Face
}

export type Line = [actor: number, text: string]

/** Everything about a game. The position is computed from it. */
export interface StoredGame {
  format: 1
  id: string
  game: string
  began: string
  memory_aid: boolean
  level: Level
  sitters: Sitter[]
  you: number
  seed: string
  /** Its board, if that is not the game's own. */
  board?: Board
  /** The position that it started from, in base 64, if it continues another game. */
  start?: string
  lines: Line[]
  /** The ply of each line. An undo leaves a gap in the numbers. */
  plies: number[]
  ply: number
  /** Choices that wait for other seats, by seat. */
  pending: Record<number, string>
  scores: number[] | null
  ranks: number[] | null
  following: string | null
  /** The table of the server under which it is in the leaderboard. */
  entered?: string
  /** The revision. Games of older versions have none. */
  revision?: number
}

const NAME = 'allaboard'
const GAMES = 'games'
/** A database that does not answer in this time has failed. Chromium's sometimes never answers when the disk is full. */
const PATIENCE = 5000
/** The ids of games of this device begin with this. Servers never make such ids. */
const MARK = 'own~'

export function newId(): string {
  return MARK + Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('')
}

export function isLocal(id: string): boolean {
  return id.startsWith(MARK)
}

let opened: Promise<IDBDatabase> | null = null
/** All games as this page last knew them. Chromium deletes its database if the disk is full. Then they are stored again. */
let copies: Map<string, StoredGame> | null = null
/** Whether the last attempt to store something failed. */
let failed = false

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(GAMES, { keyPath: 'id' })
    asked.onsuccess = () => {
      asked.result.onversionchange = () => {
        asked.result.close() // a newer version of the page needs another schema
        opened = null
      }
      asked.result.onclose = () => (opened = null) // the browser has closed it, for example when the disk is full
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error ?? new Error('no database'))
    setTimeout(() => reject(new Error('the database does not answer')), PATIENCE)
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** Runs a transaction. The result is returned when the transaction is complete. */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore, found: (value: T) => void) => void): Promise<T> {
  const transaction = (await database()).transaction(GAMES, mode, { durability: 'strict' })
  return new Promise((resolve, reject) => {
    let result: T
    const late = setTimeout(() => {
      opened = null
      reject(new Error('the database does not answer'))
      transaction.abort()
    }, PATIENCE)
    transaction.oncomplete = () => {
      clearTimeout(late)
      resolve(result)
    }
    transaction.onabort = () => {
      clearTimeout(late)
      reject(transaction.error ?? new Error('not kept'))
    }
    work(transaction.objectStore(GAMES), (value) => (result = value))
  })
}

function one<T>(mode: IDBTransactionMode, make: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return run(mode, (store, found) => {
    const asked = make(store)
    asked.onsuccess = () => found(asked.result)
  })
}

/** Stores a game whose last revision is `before`. If another page has stored it since, nothing is written. */
async function put(game: StoredGame, before: number): Promise<void> {
  copies ??= new Map((await storedGames.all()).map((one) => [one.id, one]))
  if (failed) await merge([...copies.values()])
  const done = await write(game, before).catch((error: unknown) => {
    failed = true
    throw error
  })
  if (!done) throw new PlayedElsewhere(game.id)
  failed = false
  copies.set(game.id, game)
}

function write(game: StoredGame, before: number): Promise<boolean> {
  return run<boolean>('readwrite', (store, found) => {
    const asked = store.get(game.id) as IDBRequest<StoredGame | undefined>
    asked.onsuccess = () => {
      const free = !asked.result || (asked.result.revision ?? 0) <= before
      if (free) store.put(game)
      found(free)
    }
  })
}

/** Adds games, all or none. If a game exists, the one with the higher revision stays. Returns the number of games that were stored. */
function merge(games: StoredGame[]): Promise<number> {
  return run<number>('readwrite', (store, found) => {
    let added = 0
    found(0)
    for (const game of games) {
      const asked = store.get(game.id) as IDBRequest<StoredGame | undefined>
      asked.onsuccess = () => {
        if (asked.result && (asked.result.revision ?? 0) >= (game.revision ?? 0)) return
        store.put(game)
        found(++added)
      }
    }
  })
}

export const storedGames = {
  put,
  merge,
  get: (id: string) => one<StoredGame | undefined>('readonly', (store) => store.get(id) as IDBRequest<StoredGame | undefined>),
  all: () => one<StoredGame[]>('readonly', (store) => store.getAll() as IDBRequest<StoredGame[]>),
}
