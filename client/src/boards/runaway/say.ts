/** Cards in words. */

import { t } from '../../lib/i18n.svelte'
import type { CardName } from './view'

export function cardInWords(card: CardName): string {
  if (card === 'P') return t('runaway.passenger')
  return card === 'C' ? t('runaway.conductor') : t('runaway.suitcase', { value: card })
}

/** 'passenger and suitcase 4', 'no cards'. */
export function pairInWords(cards: CardName[]): string {
  const [one, other] = cards
  if (one === undefined) return t('runaway.noCards')
  return other === undefined ? cardInWords(one) : t('runaway.and', { one: cardInWords(one), other: cardInWords(other) })
}

/** What two cards are for. */
export function aimInWords(cards: CardName[]): string {
  const [passenger, conductor] = [cards.includes('P'), cards.includes('C')]
  if (cards.length === 0) return t('runaway.aimNone')
  if (passenger && conductor) return t('runaway.aimOff')
  if (passenger) return t('runaway.aimPassenger')
  return t(conductor ? 'runaway.aimConductor' : 'runaway.aimBluff')
}

/** A letter for each player: the initial of the name, or the number of the seat where initials would be the same. */
export function initials(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '')
  return letters.map((letter, seat) => (letter && letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : String(seat + 1)))
}
