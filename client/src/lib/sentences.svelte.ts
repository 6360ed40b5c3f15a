/** The server's sentences, which speak of "Seat 2", with the names at the table, in the player's language. */

import type { Language } from './i18n.svelte'

type Phrase = { pattern: RegExp; said: string; seats: boolean[] }
const HOLES: Record<string, string> = { s: '(\\d)', c: '(red|orange|yellow|green|blue|purple)', t: '(fast|heavy)', n: '([$\\d/½]+m?)', a: '(an?)', x: '(.+?)' }

let phrases = $state.raw<Phrase[] | null>(null)
let words: Record<string, string> = {}

export function sentence(said: string, names: string[], language: Language): string {
  if (language === 'ja') {
    if (phrases) {
      const found = inJapanese(said, names, phrases)
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
  const { SENTENCES, WORDS } = await import('../messages/ja/sentences')
  words = WORDS
  phrases = SENTENCES.map(([english, japanese]) => phrase(english, japanese))
}

function phrase(english: string, said: string): Phrase {
  const seats: boolean[] = []
  const source = english
    .split(/(\{\w\})/)
    .map((piece) => {
      const hole = /^\{(\w)\}$/.exec(piece)?.[1]
      if (!hole) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      seats.push(hole === 's')
      return HOLES[hole]!
    })
    .join('')
  return { pattern: new RegExp(`^${source}$`), said, seats }
}

function inJapanese(english: string, names: string[], known: Phrase[]): string | null {
  for (const { pattern, said, seats } of known) {
    const found = pattern.exec(english)
    if (found) return said.replace(/\$(\d)/g, (_, n: string) => filled(found[Number(n)] ?? '', seats[Number(n) - 1] ?? false, names))
  }
  return null
}

function filled(piece: string, seat: boolean, names: string[]): string {
  if (seat) return names[Number(piece)] || `座席${piece}`
  if (words[piece]) return words[piece]
  return named(piece, names).replace(/\b(a single|no cards|New York|\w+)\b/g, (word) => words[word] ?? word)
}

/** That somebody has chosen is shown at the table; in the log it would only be noise. */
export function worthLogging(said: string): boolean {
  return !/^Seat \d has chosen/.test(said)
}

/** For tests: as if Japanese had been loaded. */
export const ready = learn
