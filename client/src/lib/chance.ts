/** What this browser adds to the chance of a table, so that the server alone cannot choose the dice. */

import type { Over, Verdict } from '../protocol'
import { keep, read } from './storage.svelte'

interface Part {
  nonce: string
  /** What the server had committed to before it learned the nonce. */
  commitment: string
}

const KEY = 'allaboard.chance'

/** Tables that begin as soon as this browser has added its part. */
export const beginning = new Set<string>()

export function partOf(table: string): Part | null {
  return read<Record<string, Part>>(KEY, {})[table] ?? null
}

function keepPart(table: string, part: Part): void {
  keep(KEY, { ...Object.fromEntries(Object.entries(read<Record<string, Part>>(KEY, {})).slice(-99)), [table]: part })
}

/** Makes this browser's part for a table whose commitment is known; the same again if it was made before. */
export function addPart(table: string, commitment: string): string {
  const made = partOf(table)
  if (made) return made.nonce
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  keepPart(table, { nonce, commitment })
  return nonce
}

/** A rematch goes on with the same part; its commitment is the seed that was told at the end. */
export function passOn(table: string, next: string, over: Over | null): void {
  const part = partOf(table)
  if (part && over?.seed) keepPart(next, { nonce: part.nonce, commitment: over.seed })
}

/** Whether the chance of a finished game was what it was committed to and had this browser's part in it; null: it had none. */
export function hasPart(table: string, seat: number | null, over: Over | null, verdict: Verdict): boolean | null {
  const part = partOf(table)
  if (!part || seat === null || !over?.seed) return null
  return over.nonces?.[seat] === part.nonce && verdict.commitment === part.commitment
}
