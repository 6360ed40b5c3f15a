/** Choosing two cards: which cards go together, by the actions on offer. */

import type { Action } from '../game'
import type { CardName, Parts } from './look'

export interface Pair {
  text: string
  cards: CardName[]
}

export function pairs(actions: Action<Parts>[]): Pair[] {
  return actions.flatMap(({ text, parts }) => (parts.do === 'cards' ? [{ text, cards: parts.cards }] : []))
}

/** The action that is exactly these cards, in whatever order they were picked. */
export function match(offered: Pair[], picked: CardName[]): Pair | null {
  return offered.find(({ cards }) => cards.length === picked.length && picked.every((card) => cards.includes(card))) ?? null
}

/** Whether a card can still be added to (or taken from) what is picked. */
export function fits(offered: Pair[], picked: CardName[], card: CardName): boolean {
  if (picked.includes(card)) return true
  const wanted = picked.length < 2 ? [...picked, card] : [picked[1]!, card]
  return offered.some(({ cards }) => wanted.every((one) => cards.includes(one)))
}

/** The pairs that a card could still become part of; where two are picked, those with the second of them. */
export function within(offered: Pair[], picked: CardName[], card: CardName): Pair[] {
  const others = picked.filter((one) => one !== card)
  const kept = picked.includes(card) || others.length < 2 ? others : others.slice(1)
  return offered.filter(({ cards }) => [...kept, card].every((one) => cards.includes(one)))
}

/** After a tap: the card comes or goes; a third card takes the place of the first. */
export function tap(offered: Pair[], picked: CardName[], card: CardName): CardName[] {
  if (picked.includes(card)) return picked.filter((one) => one !== card)
  if (!fits(offered, picked, card)) return picked
  return picked.length < 2 ? [...picked, card] : [picked[1]!, card]
}
