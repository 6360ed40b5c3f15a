/** Cards and sets in words. */

import { word } from '../../lib/i18n.svelte'
import { t } from './words'
import type { Card, View } from './seen'

/** '5', '3 or 4', 'a hidden card'. */
export function inWords(card: Card): string {
  const [low, high] = card.numbers
  if (low === undefined) return t(card.kind === 'special' ? 'hidden-special' : 'hidden')
  return high === undefined ? String(low) : t('either', { low, high })
}

/** 'two 5s', 'a single 8'. */
export function setInWords(number: number, count: number): string {
  return word(`set-${Math.min(7, Math.max(1, count))}`, 'hachi', { number })
}

/** The player's decision in one sentence: the card to insert, the set in the field, and what to do. */
export function situation(view: View, names: string[], playable: boolean): string {
  const [next, ...more] = view.pending
  const field = inTheField(view, names)
  if (view.phase === 'inserting' && next) {
    const count = more.length
    return next.shown ? t('now-collected', { card: inWords(next), count, field }) : t('now-drawn', { card: inWords(next), field })
  }
  if (!view.field) return t('now-lead', { field })
  return playable ? t('now-beat', { field }) : t('now-pass', { field })
}

function inTheField({ field, viewer }: View, names: string[]): string {
  if (!field) return t('on-no-field')
  const set = setInWords(field.number, field.count)
  return field.owner === viewer ? t('on-the-field-yours', { set }) : t('on-the-field', { set, name: names[field.owner] ?? '' })
}
