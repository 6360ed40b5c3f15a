/** Reviews as people read them: the sentences that the Python side has, too, and amounts in the unit of the game. */

import type { FluentBundle } from '@fluent/bundle'
import type { Decision, Review, SeatReview } from '../protocol'
import { bundle, language, type Language } from './i18n.svelte'

type Unit = Review['unit']
const texts = import.meta.glob<string>('../../../src/allaboard/reviews/messages/*.ftl', { query: '?raw', import: 'default' })
let said = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

/** Loads the sentences of reviews in a language. */
export async function learnReviews(wanted: Language): Promise<void> {
  if (said?.language === wanted) return
  const text = await texts[`../../../src/allaboard/reviews/messages/${wanted}.ftl`]!()
  if (wanted === language()) said = { language: wanted, bundle: bundle(wanted, [text]) }
}

/** A sentence of reviews; nothing until they are loaded. */
export function say(key: string, args: Record<string, string | number> = {}): string {
  const pattern = said?.bundle.getMessage(key)?.value
  return said && pattern ? said.bundle.formatPattern(pattern, args) : ''
}

/** Points as they are, chances to win as parts of a hundred. */
export function amount(value: number, unit: Unit, signed = true): string {
  const text = unit === 'wins' ? `${(100 * Math.abs(value)).toFixed(0)}%` : Math.abs(value).toFixed(unit === 'points' ? 1 : 2)
  const none = !told(text)
  return (value < 0 && !none ? '−' : signed && !none ? '+' : '') + text
}

/** How sure an amount is; what is too little to be told is less than that. */
export function doubt(error: number, unit: Unit): string {
  const text = amount(error, unit, false)
  return `± ${told(text) || error === 0 ? text : `<${text.replace(/0(%?)$/, '1$1')}`}`
}

/** Whether an amount is more than nothing as it is written. */
export function told(amount: string): boolean {
  return /[1-9]/.test(amount)
}

/** What came out, against what could be expected. */
export function headline(found: Review, player: SeatReview, name: string): string {
  const { result, expected } = player
  const sign = found.unit === 'rounds' ? -1 : 1 // those that were lost are counted below zero
  return say(`review-result-${found.unit}`, {
    name,
    outcome: result <= 0 ? 'lost' : result >= 1 ? 'won' : 'shared',
    result: sign < 0 ? String(Math.round(-result)) : amount(result, found.unit, false),
    expected: amount(sign * expected, found.unit, false),
  })
}

/** What is large enough to be spoken of. */
const NOTABLE: Record<Unit, number> = { points: 10, wins: 0.1, rounds: 0.2 }

/** Was it luck, was it skill? */
export function sentence(found: Review, player: SeatReview): string {
  const size = NOTABLE[found.unit]
  const luck = player.luck > size ? 'good' : player.luck < -size ? 'bad' : 'even'
  return say(`review-${luck}-luck`) + say('review-gap') + say('review-mistakes', { count: costliest(player).length })
}

/** The decisions that cost something for sure, the costliest first. */
export function costliest(player: SeatReview): Decision[] {
  return player.decisions.filter(sure).sort((a, b) => b.cost - a.cost || a.ply - b.ply)
}

export function sure({ verdict }: Decision): boolean {
  return verdict !== 'best' && verdict !== 'close'
}
