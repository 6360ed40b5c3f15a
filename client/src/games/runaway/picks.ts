/** Choosing two cards: which cards can be combined, according to the legal actions. */

import type { Action } from '../game'
import type { CardName, Parts } from './look'

export interface Pair {
  text: string
  cards: CardName[]
}

export function pairs(actions: Action<Parts>[]): Pair[] {
  return actions.flatMap(({ text, parts }) => (parts.do === 'cards' ? [{ text, cards: parts.cards }] : []))
}

/** The action with exactly these cards, in any order. */
export function match(offered: Pair[], picked: CardName[]): Pair | null {
  return offered.find(({ cards }) => cards.length === picked.length && picked.every((card) => cards.includes(card))) ?? null
}

/** Whether a card can still be added to (or removed from) the picked cards. */
export function fits(offered: Pair[], picked: CardName[], card: CardName): boolean {
  if (picked.includes(card)) return true
  const wanted = picked.length < 2 ? [...picked, card] : [picked[1]!, card]
  return offered.some(({ cards }) => wanted.every((one) => cards.includes(one)))
}

/** The pairs that a card could still become part of. If two are picked, those with the second one. */
export function within(offered: Pair[], picked: CardName[], card: CardName): Pair[] {
  const others = picked.filter((one) => one !== card)
  const kept = picked.includes(card) || others.length < 2 ? others : others.slice(1)
  return offered.filter(({ cards }) => [...kept, card].every((one) => cards.includes(one)))
}

/** The picked cards after a tap: the card is added or removed; a third card replaces the first. */
export function tap(offered: Pair[], picked: CardName[], card: CardName): CardName[] {
  if (picked.includes(card)) return picked.filter((one) => one !== card)
  if (!fits(offered, picked, card)) return picked
  return picked.length < 2 ? [...picked, card] : [picked[1]!, card]
}
