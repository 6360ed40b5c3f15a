/** Stores the results of a review of the player's own game: a line for the progress page, and mistakes to practise. */

import { api } from '../lib/api'
import { costliest } from '../lib/review.svelte'
import { keep, read } from '../lib/storage.svelte'
import { laidOf, playsHere } from '../local'
import type { Review } from '../protocol'
import { study } from '.'
import { ofDecision } from './exercise'
import { remember } from './memory'

/** A summary of a reviewed game, in the unit of the game. */
export interface Line {
  id: string
  game: string
  seats: number
  unit: Review['unit']
  date: string
  expected: number
  result: number
  luck: number
  own: number
  /** By kind of decision: the number of decisions with a choice, and their cost. */
  kinds: Record<string, { count: number; cost: number }>
}

const KEY = 'allaboard.reviews'
const MOST = 500
/** The number of mistakes of a game that are stored for practice. */
const MISTAKES = 5

export function lines(): Line[] {
  return read<Line[]>(KEY, [])
}

export function lineOf(id: string, date: string, { game, seats, unit, players }: Review): Line {
  const { expected, result, luck, own, decisions } = players[0]!
  const kinds: Line['kinds'] = {}
  for (const { kind, cost } of decisions) {
    const known = (kinds[kind] ??= { count: 0, cost: 0 })
    known.count += 1
    known.cost += cost
  }
  return { id, game, seats, unit, date, expected, result, luck, own, kinds }
}

export function keepLine(line: Line): void {
  const all = [...lines().filter(({ id }) => id !== line.id), line]
  all.sort((a, b) => a.date.localeCompare(b.date))
  keep(KEY, all.slice(-MOST))
}

/** Stores the results of a review, if the game is the player's own. */
export async function keepReview(id: string, seat: number, review: Review): Promise<void> {
  const game = (await api.history()).find((played) => played.id === id)
  if (game?.seat !== seat) return
  keepLine(lineOf(id, game.date, review))
  const wrong = costliest(review.players[0]!)
    .filter(({ verdict }) => verdict !== 'inaccuracy')
    .slice(0, MISTAKES)
  if (!wrong.length || !playsHere(review.game)) return
  const past = await api.replay(id, null)
  if ((await laidOf(past)) === 'unknown') return
  const plies = wrong.map(({ ply }) => ply)
  const moments = await study.moments(past, plies, seat)
  remember(
    wrong.map((one, k) => ofDecision(review, one, moments[k]!)),
    new Date(),
  )
}
