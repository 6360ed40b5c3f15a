/** The server's sentences, which speak of "Seat 2", with the names at the table. */

import type { Language } from './i18n.svelte'

export function sentence(said: string, names: string[], _you: number | null, _language: Language): string {
  return said.replace(/\bseat (\d)\b/gi, (all, digit: string) => names[Number(digit)] || all)
}

/** That somebody has chosen is shown at the table; in the log it would only be noise. */
export function worthLogging(said: string): boolean {
  return !/^Seat \d has chosen/.test(said)
}
