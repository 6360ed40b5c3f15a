/** An error as a message in the player's language. */

import { Problem } from './api'
import { has, t, word } from './i18n.svelte'

export function told(error: unknown): string {
  if (!(error instanceof Problem)) return String(error)
  if (error.code === 'offline') return t(error.key === 'no-server' ? 'no-server' : 'error-offline')
  return saidBy(error.key, error.args, error.message)
}

/**
 * A message of the catalogs if there is one, otherwise the server's text. Programs and terminals put them after a colon; here
 * they stand alone.
 */
export function saidBy(key: string | null | undefined, args: Record<string, string | number>, otherwise: string): string {
  const text = key && key !== 'error-text' && has(key) ? word(key, '', args) : otherwise
  return text.charAt(0).toUpperCase() + text.slice(1)
}
