/** What went wrong, said to the player. */

import { Problem } from './api'
import { has, t } from './i18n.svelte'

export function told(error: unknown): string {
  if (!(error instanceof Problem)) return String(error)
  const key = `shell.error.${error.code}`
  return has(key) ? t(key) : error.message
}
