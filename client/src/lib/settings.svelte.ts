/** The player's settings. They are stored in the browser only. */

import { SPEEDS, type Speed } from '../present/presenter.svelte'
import type { Face } from '../protocol'
import { isFace } from './faces'
import { language, LANGUAGES, preferredLanguage, setLanguage, t, type Language } from './i18n.svelte'
import { notify } from './notice.svelte'
import { keep, read } from './storage.svelte'

export interface Settings {
  name: string
  /** The player's train; null: the one that belongs to the name. */
  face: Face | null
  theme: 'auto' | 'light' | 'dark'
  language: Language
  /** null: not asked yet. */
  sound: boolean | null
  volume: number
  level: string
  /** Whether games against bots are played on this device if possible, and not on the server. */
  device: boolean
  /** How fast events are shown. */
  speed: Speed
  /** Whether the board passes automatically if that is the only legal action. */
  autopass: boolean
  /** Whether to ask before actions that cannot be undone. */
  confirm: boolean
  /** Whether single-key shortcuts are on. */
  shortcuts: boolean
  /** Whether to notify the player of their turn while the page is not visible. */
  notify: boolean
  /** Whether the server tells this browser about the player's turn while the page is closed. */
  push: boolean
  vibrate: boolean
  /** Whether to keep the screen on while the player's turn may come soon. */
  awake: boolean
}

const KEY = 'allaboard.settings'

const kept = read<Partial<Settings>>(KEY, {})

export const settings = $state<Settings>({
  name: kept.name ?? '',
  face: isFace(kept.face) ? kept.face : null,
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
  push: kept.push ?? false,
  vibrate: kept.vibrate ?? true,
  awake: kept.awake ?? true,
})

export function change(some: Partial<Settings>): void {
  Object.assign(settings, some)
  keep(KEY, settings)
  if (some.theme) showTheme()
  if (some.language) void setLanguage(some.language).catch(keepLanguage)
}

/** If a language cannot be loaded, the previous one stays, and the player is told. */
function keepLanguage(): void {
  Object.assign(settings, { language: language() })
  keep(KEY, settings)
  notify(t('language-failed'))
}

const WORDS: Partial<Record<keyof Settings, readonly string[]>> = {
  theme: ['auto', 'light', 'dark'],
  language: Object.keys(LANGUAGES),
  speed: Object.keys(SPEEDS),
}

/** Applies the valid settings of a file. */
export function applySettings(found: Record<string, unknown>): void {
  const fits = ([key, value]: [string, unknown]) => {
    if (!(key in settings)) return false
    if (key === 'face') return isFace(value)
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

/** The seats of this browser: the secret token by table. */
export function seatToken(table: string): string | null {
  return read<Record<string, string>>('allaboard.seats', {})[table] ?? null
}

export function keepSeat(table: string, token: string): void {
  const seats = Object.entries(read<Record<string, string>>('allaboard.seats', {})).slice(-199)
  keep('allaboard.seats', { ...Object.fromEntries(seats), [table]: token })
}

export function forgetSeat(table: string): void {
  const { [table]: _, ...others } = read<Record<string, string>>('allaboard.seats', {})
  keep('allaboard.seats', others)
}

/** This browser's secret. It identifies the player's own games and contains no name. */
export function browserSecret(): string {
  let secret = read('allaboard.browser', '')
  if (secret.length < 16) {
    secret = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    keep('allaboard.browser', secret)
  }
  return secret
}
