/** What the player chose, kept in the browser and nowhere else. */

import { SPEEDS, type Speed } from '../present/presenter.svelte'
import { language, LANGUAGES, preferredLanguage, speak, t, type Language } from './i18n.svelte'
import { notify } from './notice.svelte'
import { keep, read } from './storage.svelte'

export interface Settings {
  name: string
  theme: 'auto' | 'light' | 'dark'
  language: Language
  /** null: not asked yet. */
  sound: boolean | null
  volume: number
  level: string
  /** Games against bots are played on this device where it can; otherwise at the server. */
  device: boolean
  /** How fast what happens is shown. */
  speed: Speed
  /** A pass that is the only thing one can do is left to the table. */
  autopass: boolean
  /** Ask before what cannot be taken back. */
  confirm: boolean
  /** Single keys do things. */
  shortcuts: boolean
  /** A notification when it is one's turn and the page is not looked at. */
  notify: boolean
  vibrate: boolean
  /** Keep the screen on while one's turn is near. */
  awake: boolean
}

const KEY = 'allaboard.settings'

const kept = read<Partial<Settings>>(KEY, {})

export const settings = $state<Settings>({
  name: kept.name ?? '',
  theme: kept.theme ?? 'auto',
  language: preferredLanguage(kept.language, navigator.languages ?? [navigator.language]),
  sound: kept.sound ?? null,
  volume: kept.volume ?? 1,
  level: kept.level ?? 'medium',
  device: kept.device ?? true,
  speed: kept.speed ?? 'normal',
  autopass: kept.autopass ?? true,
  confirm: kept.confirm ?? false,
  shortcuts: kept.shortcuts ?? true,
  notify: kept.notify ?? false,
  vibrate: kept.vibrate ?? true,
  awake: kept.awake ?? true,
})

export function change(some: Partial<Settings>): void {
  Object.assign(settings, some)
  keep(KEY, settings)
  if (some.theme) showTheme()
  if (some.language) void speak(some.language).catch(stay)
}

/** A language that cannot be loaded is not spoken: we stay with the one before, and say so. */
function stay(): void {
  Object.assign(settings, { language: language() })
  keep(KEY, settings)
  notify(t('language-failed'))
}

const WORDS: Partial<Record<keyof Settings, readonly string[]>> = {
  theme: ['auto', 'light', 'dark'],
  language: Object.keys(LANGUAGES),
  speed: Object.keys(SPEEDS),
}

/** Takes the settings of a file over, as far as they are any. */
export function takeOver(found: Record<string, unknown>): void {
  const fits = ([key, value]: [string, unknown]) => {
    if (!(key in settings)) return false
    const words = WORDS[key as keyof Settings]
    if (words) return words.includes(value as string)
    if (typeof value === 'string') return (key === 'name' && value.length <= 24) || (key === 'level' && value.length <= 10)
    if (key === 'volume') return typeof value === 'number' && value >= 0 && value <= 1
    return (value === null && key === 'sound') || (typeof value === 'boolean' && !['name', 'level'].includes(key))
  }
  change(Object.fromEntries(Object.entries(found).filter(fits)))
}

export function showTheme(): void {
  const root = document.documentElement
  if (settings.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = settings.theme
}

/** The seats of this browser: by table, the secret that opens one's seat. */
export function seatToken(table: string): string | null {
  return read<Record<string, string>>('allaboard.seats', {})[table] ?? null
}

export function keepSeat(table: string, token: string): void {
  const seats = Object.entries(read<Record<string, string>>('allaboard.seats', {})).slice(-199)
  keep('allaboard.seats', { ...Object.fromEntries(seats), [table]: token })
}

/** This browser's own secret: it names nobody, and finds one's own games again. */
export function browserSecret(): string {
  let secret = read('allaboard.browser', '')
  if (secret.length < 16) {
    secret = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    keep('allaboard.browser', secret)
  }
  return secret
}
