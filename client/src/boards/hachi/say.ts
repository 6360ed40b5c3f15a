/** Cards and sets in words. */

import { t, type Key } from '../../lib/i18n.svelte'
import type { Card } from './view'

/** '5', '3 or 4', 'a hidden card'. */
export function inWords(card: Card): string {
  const [low, high] = card.numbers
  if (low === undefined) return t(card.kind === 'special' ? 'hachi.hiddenSpecial' : 'hachi.hidden')
  return high === undefined ? String(low) : t('hachi.either', { low, high })
}

/** 'two 5s', 'a single 8'. */
export function setInWords(number: number, count: number): string {
  return t(`hachi.set.${Math.min(7, Math.max(1, count))}` as Key, { number })
}
