/** The games of this device, kept in the browser's database. Without one they are played all the same, and forgotten. */

import type { Level } from '../protocol'

export interface Sitter {
  name: string
  bot: Level | null
}

export type Line = [actor: number, text: string]

/** All that a game is made of. The position follows from it. */
export interface Kept {
  format: 1
  id: string
  game: string
  began: string
  memory_aid: boolean
  level: Level
  sitters: Sitter[]
  you: number
  seed: string
  /** Where it began, in base 64, if that was a position of another game. */
  start?: string
  lines: Line[]
  /** The number of each line; an undo leaves a gap. */
  plies: number[]
  ply: number
  /** Choices that wait for the others, by seat. */
  pending: Record<number, string>
  scores: number[] | null
  ranks: number[] | null
  following: string | null
}

const NAME = 'allaboard'
const GAMES = 'games'
/** A game of this device is told by its id. Servers never make such ids. */
const MARK = 'own~'

export function newId(): string {
  return MARK + Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('')
}

export function isLocal(id: string): boolean {
  return id.startsWith(MARK)
}

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(GAMES, { keyPath: 'id' })
    asked.onsuccess = () => {
      asked.result.onversionchange = () => {
        asked.result.close() // a newer page needs another form
        opened = null
      }
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error ?? new Error('no database'))
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** Runs one request; it is done when its transaction is. */
async function run<T>(mode: IDBTransactionMode, make: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(GAMES, mode, { durability: 'strict' })
  const asked = make(transaction.objectStore(GAMES))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result)
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error ?? new Error('not kept'))
  })
}

export const kept = {
  put: (game: Kept) => run('readwrite', (store) => store.put(game)),
  get: (id: string) => run<Kept | undefined>('readonly', (store) => store.get(id) as IDBRequest<Kept | undefined>),
  all: () => run<Kept[]>('readonly', (store) => store.getAll() as IDBRequest<Kept[]>),
  remove: (id: string) => run('readwrite', (store) => store.delete(id)),
}
