/** This browser's nonce for the random draws of a table, so that the server alone cannot choose the dice. */

import type { Over, Verdict } from '../protocol'
import { keep, read } from './storage.svelte'

interface Part {
  nonce: string
  /** The server's commitment before it learned the nonce. */
  commitment: string
}

const KEY = 'allaboard.chance'

/** Tables that start as soon as this browser has added its nonce. */
export const beginning = new Set<string>()

export function partOf(table: string): Part | null {
  return read<Record<string, Part>>(KEY, {})[table] ?? null
}

function keepPart(table: string, part: Part): void {
  keep(KEY, { ...Object.fromEntries(Object.entries(read<Record<string, Part>>(KEY, {})).slice(-99)), [table]: part })
}

/** The nonce for a table with this commitment: a new one, or the one that was made before. */
export function addPart(table: string, commitment: string): string {
  const made = partOf(table)
  if (made) return made.nonce
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  keepPart(table, { nonce, commitment })
  return nonce
}

/** A rematch keeps the nonce. Its commitment is the seed that was published at the end. */
export function passOn(table: string, next: string, over: Over | null): void {
  const part = partOf(table)
  if (part && over?.seed) keepPart(next, { nonce: part.nonce, commitment: over.seed })
}

/** Whether the draws of a finished game match the commitment and this browser's nonce; null if it added none. */
export function hasPart(table: string, seat: number | null, over: Over | null, verdict: Verdict): boolean | null {
  const part = partOf(table)
  if (!part || seat === null || !over?.seed) return null
  return over.nonces?.[seat] === part.nonce && verdict.commitment === part.commitment
}
