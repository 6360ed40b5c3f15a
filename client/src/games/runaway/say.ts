/** Cards in words. */

import { t } from './words'
import type { CardName } from './look'

export function cardInWords(card: CardName): string {
  if (card === 'P') return t('passenger')
  return card === 'C' ? t('conductor') : t('suitcase', { value: card })
}

/** 'passenger and suitcase 4', 'no cards'. */
export function pairInWords(cards: CardName[]): string {
  const [one, other] = cards
  if (one === undefined) return t('no-cards')
  return other === undefined ? cardInWords(one) : t('and', { one: cardInWords(one), other: cardInWords(other) })
}

/** What two cards do. */
export function aimInWords(cards: CardName[]): string {
  const [passenger, conductor] = [cards.includes('P'), cards.includes('C')]
  if (cards.length === 0) return t('aim-none')
  if (passenger && conductor) return t('aim-off')
  if (passenger) return t('aim-passenger')
  return t(conductor ? 'aim-conductor' : 'aim-bluff')
}

/** A letter for each player: the initial of the name, or the seat number if initials are the same. */
export function initials(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '')
  return letters.map((letter, seat) => (letter && letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : String(seat + 1)))
}
