/** Reviews as text, with the same sentences as in Python. Amounts are in the unit of the game. */

import type { FluentBundle } from '@fluent/bundle'
import type { Phrased } from '../core/reviewing'
import { CHANCE, type Phrase } from '../games/game'
import type { Decision, Review, ReviewOption, SeatReview } from '../protocol'
import { bundle, has, language, word, type Language } from './i18n.svelte'
import { phraseOf } from './sentences'

type Unit = Review['unit']
const texts = import.meta.glob<string>('../../../src/allaboard/reviews/messages/*.ftl', { query: '?raw', import: 'default' })
let said = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

/** Loads the sentences of reviews in a language. */
export async function loadReviewMessages(wanted: Language): Promise<void> {
  if (said?.language === wanted) return
  const text = await texts[`../../../src/allaboard/reviews/messages/${wanted}.ftl`]!()
  if (wanted === language()) said = { language: wanted, bundle: bundle(wanted, [text]) }
}

/** A sentence of reviews; empty until they are loaded. */
export function say(key: string, args: Record<string, string | number> = {}): string {
  const pattern = said?.bundle.getMessage(key)?.value
  return said && pattern ? said.bundle.formatPattern(pattern, args) : ''
}

/** Points as they are, chances to win in percent. */
export function amount(value: number, unit: Unit, signed = true): string {
  const text = unit === 'wins' ? `${(100 * Math.abs(value)).toFixed(0)}%` : Math.abs(value).toFixed(unit === 'points' ? 1 : 2)
  const none = !isNonzero(text)
  return (value < 0 && !none ? '−' : signed && !none ? '+' : '') + text
}

/** The standard error of an amount. Very small ones are written as "less than". */
export function errorText(error: number, unit: Unit): string {
  const text = amount(error, unit, false)
  return `± ${isNonzero(text) || error === 0 ? text : `<${text.replace(/0(%?)$/, '1$1')}`}`
}

/** Whether a formatted amount is not zero. */
export function isNonzero(amount: string): boolean {
  return /[1-9]/.test(amount)
}

/** The result compared with the expectation. */
export function headline(found: Review, player: SeatReview, name: string): string {
  const { result, expected } = player
  const sign = found.unit === 'rounds' ? -1 : 1 // rounds are lost, so fewer are better
  return say(`review-result-${found.unit}`, {
    name,
    outcome: result <= 0 ? 'lost' : result >= 1 ? 'won' : 'shared',
    result: sign < 0 ? Math.abs(Math.round(result)) : amount(result, found.unit, false),
    expected: amount(sign * expected, found.unit, false),
  })
}

/** From which size on an amount is mentioned. */
const NOTABLE: Record<Unit, number> = { points: 10, wins: 0.1, rounds: 0.2 }

/** Whether players had to decide without knowing everything. Reviews of older versions lack this field. */
export const hides = (found: Review): boolean => found.seats > 1 && found.hides !== false

/** Whether there were dice or cards in the game. */
export const hasChance = (player: SeatReview): boolean => player.steps.some(({ actor }) => actor === CHANCE)

/** Whether luck, hidden information or skill decided. */
export function sentence(found: Review, player: SeatReview): string {
  const size = NOTABLE[found.unit]
  const luck = player.luck > size ? 'good' : player.luck < -size ? 'bad' : 'even'
  const told = hasChance(player) ? [say(`review-${luck}-luck`)] : []
  if (hides(found) && Math.abs(player.hidden) > Math.max(size, Math.abs(player.luck)))
    told.push(say(`review-${player.hidden > 0 ? 'good' : 'bad'}-hidden`))
  told.push(say('review-mistakes', { count: costliest(player).length }))
  return told.join(say('review-gap'))
}

/** Adds the sentences of the game in the current language to a review that was made on this device without any. */
export function worded(review: Review): Review {
  const { game, players } = review
  return {
    ...review,
    players: players.map((player) => ({ ...player, decisions: player.decisions.map((one) => wordedDecision(game, one)) })),
  }
}

function wordedDecision(game: string, one: Decision): Decision {
  const options = one.options.map((option) => ({ ...option, said: called(game, option) }))
  const played = options.find(({ action }) => action === one.played)
  return { ...one, options, reasons: sure(one) && played ? reasonsFor(game, played, options[0]!) : [] }
}

function called(game: string, { phrase, action }: Phrased): string {
  return phrase ? phraseOf(game, phrase as unknown as Phrase) : action
}

/** Why an option is better than another, as sentences of the game. */
export function reasonsFor(game: string, played: ReviewOption, better: ReviewOption): string[] {
  return Object.entries(better.leaves ?? {}).flatMap(([name, has_]) => {
    const had = played.leaves?.[name]
    const key = `reason-${name}`
    if (had === undefined || had === has_ || !has(key, game)) return []
    return word(key, game, { played: played.said || played.action, better: better.said || better.action, had, has: has_ })
  })
}

/** One of the options of a decision in the game's words. */
export function saidOf(one: Decision, action: string): string {
  return one.options.find((option) => option.action === action)?.said || action
}

/** The decisions that certainly cost something, the costliest first. */
export function costliest(player: SeatReview): Decision[] {
  return player.decisions.filter(sure).sort((a, b) => b.cost - a.cost || a.ply - b.ply)
}

export function sure({ verdict }: Decision): boolean {
  return verdict !== 'best' && verdict !== 'close'
}
