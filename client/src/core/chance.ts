/** Committed chance, drawn as on the server. fair.py describes it. */

import { hex, hmac, sha256 } from './sha256'

const SEED_BYTES = 32
const SPAN = 1n << 64n

/** A new secret seed. */
export function newSeed(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SEED_BYTES))
}

/** A seed as 64 hexadecimal digits, and back. */
export const seedText = hex

export function readSeed(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('a seed must be 64 digits from 0 to 9 and a to f')
  return Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16))
}

/** The commitment that is published before the game. It fixes the seed without revealing it. */
export function commitment(seed: Uint8Array): string {
  return hex(sha256(seed))
}

/** A number from 0 to n-1, sampled uniformly. */
export function number(seed: Uint8Array, draw: number, n: number): number {
  const sides = BigInt(n)
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(seed, new TextEncoder().encode(`allaboard draw ${draw} try ${attempt}`))
    const x = new DataView(digest.buffer).getBigUint64(0)
    if (x < SPAN - (SPAN % sides)) return Number(x % sides)
  }
}

/** The outcome of this draw, given the possible outcomes with their weights. */
export function outcome(seed: Uint8Array, draw: number, weights: readonly (readonly [number, number])[]): number {
  const sorted = [...weights].sort(([a], [b]) => a - b)
  let ticket = number(
    seed,
    draw,
    sorted.reduce((sum, [, weight]) => sum + weight, 0),
  )
  for (const [action, weight] of sorted) {
    ticket -= weight
    if (ticket < 0) return action
  }
  throw new Error('chance has no outcome here')
}
