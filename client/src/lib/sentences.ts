/** The server's sentences, which speak of "Seat 2", with the names at the table. */

import type { Language } from './i18n.svelte'

export function sentence(said: string, names: string[], you: number | null, _language: Language): string {
  return said.replace(/\bseat (\d)\b/gi, (all, digit: string) => {
    const name = names[Number(digit)]
    if (!name) return all
    return Number(digit) === you ? name : name
  })
}
