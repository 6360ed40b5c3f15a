/** The legal plays by card: which cards can be played, and which plays a tapped card can be part of. */

import type { Action } from '../game'
import type { Card, Parts, Play } from './seen'

export interface Option extends Play {
  text: string
}

export function options(actions: Action<Parts>[]): Option[] {
  return actions.flatMap(({ text, parts }) => (parts.do === 'play' ? [{ text, ...parts }] : []))
}

export function covers(option: Option, place: number): boolean {
  return option.place <= place && place < option.place + option.count
}

/** The places of cards that are part of a legal play. */
export function playable(offered: Option[]): Set<number> {
  return new Set(offered.flatMap((option) => places(option)))
}

export function places(option: Option): number[] {
  return Array.from({ length: option.count }, (_, i) => option.place + i)
}

/** The places that can be played together with their right neighbour. */
export function coupled(offered: Option[]): Set<number> {
  return new Set(offered.flatMap((option) => places(option).slice(0, -1)))
}

/**
 * The plays that the card at a place can be part of: the longest first, then the highest number, then the leftmost.
 * Of plays that would leave the same hand, only the leftmost is listed.
 */
export function choices(offered: Option[], place: number, hand: Card[]): Option[] {
  const found = offered.filter((option) => covers(option, place))
  found.sort((a, b) => b.count - a.count || b.number - a.number || a.place - b.place)
  return found.filter((option, i) => !found.slice(0, i).some((other) => alike(option, other, hand)))
}

/** Whether two plays differ only in which of several equal neighbours are played. */
function alike(one: Option, other: Option, hand: Card[]): boolean {
  if (one.number !== other.number || one.count !== other.count) return false
  const from = Math.min(one.place, other.place)
  const stretch = hand.slice(from, Math.max(one.place, other.place) + one.count)
  return stretch.every((card) => card.face === stretch[0]?.face && card.shown === stretch[0]?.shown)
}

/** The longest row of equal numbers that a card would be part of in a gap: the number, and how many cards it would have. */
export function joins(card: Card, gap: number, hand: Card[]): { number: number; count: number } | null {
  let best: { number: number; count: number } | null = null
  for (const number of card.numbers) {
    let count = 1
    for (let i = gap - 1; hand[i]?.numbers.includes(number); i--) count++
    for (let i = gap; hand[i]?.numbers.includes(number); i++) count++
    if (count > 1 && (!best || count >= best.count)) best = { number, count }
  }
  return best
}
