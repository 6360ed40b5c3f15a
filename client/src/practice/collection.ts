/** The puzzles of the built-in games. Each game has one small file, loaded when it is needed. */

import { Problem } from '../lib/api'
import type { Puzzle } from '../protocol'

const files = import.meta.glob<string>('../../../src/allaboard/games/*/puzzles.jsonl.gz', { query: '?url', import: 'default', eager: true })
const loaded = new Map<string, Promise<Puzzle[]>>()

function addressOf(game: string): string | undefined {
  return files[`../../../src/allaboard/games/${game}/puzzles.jsonl.gz`]
}

export function hasPuzzles(game: string): boolean {
  return addressOf(game) !== undefined
}

/** A game's puzzles, in the order of the days. */
export function puzzlesOf(game: string): Promise<Puzzle[]> {
  let found = loaded.get(game)
  if (!found) {
    found = load(game)
    loaded.set(game, found)
    found.catch(() => loaded.delete(game))
  }
  return found
}

async function load(game: string): Promise<Puzzle[]> {
  const address = addressOf(game)
  if (!address) return []
  const answer = await fetch(address).catch(() => null)
  if (!answer) throw new Problem('offline', '')
  if (!answer.ok) throw new Problem('not_found', '', 'practice-failed')
  return unpacked(await answer.arrayBuffer())
}

/** The puzzles of a file. A server may already have decompressed it. */
export async function unpacked(bytes: ArrayBuffer): Promise<Puzzle[]> {
  const [first, second] = new Uint8Array(bytes)
  const packed = first === 0x1f && second === 0x8b
  const plain = packed ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')) : new Blob([bytes]).stream()
  const text = await new Response(plain).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Puzzle)
}

const DAY = 24 * 60 * 60 * 1000

/** The number of a day, the same everywhere: a new day begins at midnight UTC. */
export function dayOf(date: Date): number {
  return Math.floor(date.getTime() / DAY)
}

/** The puzzle of a day, the same for everyone. */
export function dailyOf<T>(puzzles: readonly T[], day: number): T | undefined {
  return puzzles[day % Math.max(puzzles.length, 1)]
}
