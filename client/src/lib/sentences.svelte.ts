/** The server's sentences, which speak of "Seat 2", with the names at the table, in the player's language. */

import type { Language } from './i18n.svelte'

type Phrase = { pattern: RegExp; said: string; holes: string[] }
type Filled = (hole: string, piece: string, name: (seat: string) => string) => string

let phrases = $state.raw<Phrase[] | null>(null)
let filled: Filled = (_, piece) => piece

export function sentence(said: string, names: string[], language: Language): string {
  if (language === 'ja') {
    if (phrases) {
      const found = inJapanese(said, names)
      if (found !== null) return found
    } else void learn()
  }
  return named(said, names)
}

/** "Seat 2" and "Seats 0, 1 and 2" with names. */
function named(said: string, names: string[]): string {
  const name = (digit: string) => names[Number(digit)] || `Seat ${digit}`
  return said
    .replace(/\bSeats ((?:\d(?:, | and )?)+)/g, (_, list: string) => list.replace(/\d/g, name))
    .replace(/\bseat (\d)\b/gi, (_, digit: string) => name(digit))
}

async function learn(): Promise<void> {
  const japanese = await import('../messages/ja/sentences')
  filled = japanese.filled
  phrases = japanese.SENTENCES.map(([english, said]) => phrase(english, said, japanese.HOLES))
}

function phrase(english: string, said: string, known: Record<string, string>): Phrase {
  const holes: string[] = []
  const source = english
    .split(/(\{\w\})/)
    .map((piece) => {
      const hole = /^\{(\w)\}$/.exec(piece)?.[1]
      if (!hole) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      holes.push(hole)
      return `(${known[hole]})`
    })
    .join('')
  return { pattern: new RegExp(`^${source}$`), said, holes }
}

/** The sentence in Japanese, or null where no phrase matches it. */
export function inJapanese(english: string, names: string[]): string | null {
  const name = (seat: string) => names[Number(seat)] || `座席${seat}`
  for (const { pattern, said, holes } of phrases ?? []) {
    const found = pattern.exec(english)
    if (found) return said.replace(/\$(\d)/g, (_, n: string) => filled(holes[Number(n) - 1] ?? '', found[Number(n)] ?? '', name))
  }
  return null
}

/** That somebody has chosen is shown at the table; in the log it would only be noise. */
export function worthLogging(said: string): boolean {
  return !/^Seat \d has chosen/.test(said)
}

/** For tests: as if Japanese had been loaded. */
export const ready = learn
