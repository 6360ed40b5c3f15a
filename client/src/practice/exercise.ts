/** An exercise: a position with the value of each action. Actions that are not clearly worse than the best one are right, too. */

import { reasonsFor } from '../lib/review.svelte'
import type { Decision, Puzzle, Review, ReviewOption } from '../protocol'
import type { Moment, Unit } from './study'

export interface Exercise {
  id: string
  game: string
  seats: number
  seat: number
  /** The bytes of the view, in base 64. */
  bytes: string
  kind: string
  unit: Unit
  /** Every legal action, best first. */
  options: ReviewOption[]
  /** The right actions, if they were found with a large budget. Otherwise all that are not clearly worse than the best one. */
  right?: string[]
  /** By level: how often it does not find a right action. Only for the built-in puzzles. */
  missed?: Record<string, number>
}

/** Differences of up to this many standard errors are too close to call. */
const CLOSE = 2

export function optionOf({ options }: Exercise, text: string): ReviewOption | undefined {
  return options.find(({ action }) => action === text)
}

export function costOf({ options }: Exercise, option: ReviewOption): number {
  return options[0]!.value - option.value
}

export function isRight(exercise: Exercise, text: string): boolean {
  if (exercise.right) return exercise.right.includes(text)
  const option = optionOf(exercise, text)
  return option !== undefined && costOf(exercise, option) <= CLOSE * option.error
}

/** Why the best action is better than this one, as sentences of the game. */
export function reasonsOf({ game, options }: Exercise, option: ReviewOption): string[] {
  return reasonsFor(game, option, options[0]!)
}

/** The number of the weakest level that is right in at least half of its tries, from 1; one more than the last if none is. */
export function gradeOf(missed: Record<string, number>): number {
  const found = Object.values(missed).findIndex((share) => share <= 0.5)
  return found < 0 ? Object.keys(missed).length + 1 : found + 1
}

export function ofPuzzle({ id, game, seats, seat, view, kind, unit, options, right, missed }: Puzzle): Exercise {
  return { id, game, seats, seat, bytes: view, kind, unit, options, right, missed }
}

/** A decision of a review as an exercise. */
export function ofDecision(review: Review, one: Decision, { game, seats, seat, bytes }: Moment): Exercise {
  return { id: `${game}:${bytes}`, game, seats, seat, bytes, kind: one.kind, unit: review.unit, options: one.options }
}
