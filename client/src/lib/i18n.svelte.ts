/** What the interface says, in the player's language: `t('shell.seat', { seat: 2 })`. */

import { en, type Key } from '../messages/en'

export type { Key }
export type Language = 'en' | 'ja'
export const LANGUAGES: Record<Language, string> = { en: 'English', ja: '日本語' }

let spoken = $state.raw<Language>('en')
let messages = $state.raw<Record<string, string>>(en)

/** The message, its {names} filled in. `{n|car|cars}` chooses by whether n is 1. A key without a translation is told in English. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(messages[key] ?? en[key] ?? key, values)
}

/** Whether a message of this name exists: for names put together from what the server says, such as error codes. */
export function has(key: string): key is Key {
  return key in en
}

export function fill(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (all, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return all
    return one === undefined ? String(value) : Number(value) === 1 ? one : (many ?? '')
  })
}

export function language(): Language {
  return spoken
}

export async function speak(wanted: Language): Promise<void> {
  messages = wanted === 'ja' ? (await import('../messages/ja')).ja : en
  spoken = wanted
  document.documentElement.lang = wanted
}

/** The language to begin with: the one kept, else the browser's. */
export function preferredLanguage(kept: string | undefined, browser: readonly string[]): Language {
  if (kept === 'en' || kept === 'ja') return kept
  const first = browser.find((tag) => /^(en|ja)\b/.test(tag))
  return first?.startsWith('ja') ? 'ja' : 'en'
}
