/** Dates as the player writes them. */

import { language } from './i18n.svelte'

/** The day of a time. A day without a time is a day of the server (UTC). */
export function day(date: string): string {
  const zone = date.length > 10 ? {} : { timeZone: 'UTC' }
  const found = new Date(date)
  return isNaN(found.getTime()) ? date : new Intl.DateTimeFormat(language(), { dateStyle: 'medium', ...zone }).format(found)
}

/** Whether the day of a daily challenge is not over. Until then there is no replay of it. */
export function lasts(daily: string | null): boolean {
  return daily !== null && daily >= new Date().toISOString().slice(0, 10)
}
