/** The player's results by game and number of seats: those of games on this device, together with the server's. */

import type { OwnFigures } from '../protocol'
import type { StoredGame } from './stored'

/** The result of a finished game. Games that continue another one do not count, and the server counts those it has entered. */
export function figuresOf({ game, sitters, you, scores, ranks, start, entered }: StoredGame): OwnFigures[] {
  const [score, rank] = [scores?.[you], ranks?.[you]]
  if (score === undefined || rank === undefined || start || entered) return []
  return [{ game, seats: sitters.length, played: 1, won: rank === 1 ? 1 : 0, best: score, mean: score, place: rank }]
}

/** Adds up figures of the same game with the same number of seats. */
export function together(figures: readonly OwnFigures[]): OwnFigures[] {
  const sums = new Map<string, OwnFigures>()
  for (const one of figures) {
    const key = `${one.game} ${one.seats}`
    const other = sums.get(key)
    sums.set(key, other ? added(one, other) : one)
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, mean: Math.round(sum.mean * 10) / 10, place: Math.round(sum.place * 100) / 100 }))
    .sort((a, b) => a.game.localeCompare(b.game) || a.seats - b.seats)
}

function added(one: OwnFigures, other: OwnFigures): OwnFigures {
  const played = one.played + other.played
  const mean = (of: 'mean' | 'place') => (one[of] * one.played + other[of] * other.played) / played
  return { ...one, played, won: one.won + other.won, best: Math.max(one.best, other.best), mean: mean('mean'), place: mean('place') }
}
