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
  const none = !/[1-9]/.test(text)
  return (value < 0 && !none ? '−' : signed && !none ? '+' : '') + text
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
