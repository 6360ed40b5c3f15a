/**
 * What this device remembers about practice: mistakes with the time at which each is due again (FSRS), the answers to
 * puzzles, and the days with a puzzle of the day. It is stored in the browser only.
 */

import { createEmptyCard, fsrs, Rating, type Card } from 'ts-fsrs'
import { keep, read } from '../lib/storage.svelte'
import type { Exercise } from './exercise'

/** A mistake of the player. */
export interface Mistake {
  exercise: Exercise
  card: Card
}

/** The number of mistakes that are stored. Those that are due last are dropped first. */
const MOST = 200
const MISTAKES = 'allaboard.mistakes'
const SOLVED = 'allaboard.puzzles'
const DAYS = 'allaboard.days'
const schedule = fsrs({ enable_fuzz: false })

export function mistakes(): Mistake[] {
  return read<Mistake[]>(MISTAKES, [])
}

/** The mistakes that are due, the longest due first. */
export function due(now: Date): Mistake[] {
  return mistakes()
    .filter(({ card }) => new Date(card.due).getTime() <= now.getTime())
    .sort((a, b) => new Date(a.card.due).getTime() - new Date(b.card.due).getTime())
}

/** Adds mistakes. Known ones are not changed. */
export function remember(exercises: readonly Exercise[], now: Date): void {
  const known = mistakes()
  const fresh = exercises.filter(({ id }) => !known.some(({ exercise }) => exercise.id === id))
  if (!fresh.length) return
  keepMistakes([...known, ...fresh.map((exercise) => ({ exercise, card: createEmptyCard(now) }))])
}

/** Stores these mistakes and no others, as many as fit. */
export function keepMistakes(all: readonly Mistake[]): void {
  const sorted = [...all].sort((a, b) => new Date(a.card.due).getTime() - new Date(b.card.due).getTime())
  keep(MISTAKES, sorted.slice(0, MOST))
}

/** Schedules a mistake again after an answer. */
export function recall(id: string, right: boolean, now: Date): void {
  const moved = mistakes().map((one) => {
    if (one.exercise.id !== id) return one
    return { ...one, card: schedule.next(one.card, now, right ? Rating.Good : Rating.Again).card }
  })
  keep(MISTAKES, moved)
}

/** By puzzle: whether the first answer was right. */
export function solved(): Record<string, boolean> {
  return read<Record<string, boolean>>(SOLVED, {})
}

/** Stores the first answer to a puzzle. An answer to the puzzle of the day counts for the days in a row. */
export function answered(id: string, right: boolean, day: number | null): void {
  const known = solved()
  if (!(id in known)) keep(SOLVED, { ...known, [id]: right })
  if (day !== null && !days().includes(day)) keep(DAYS, [...days(), day].slice(-1000))
}

/** Stores these answers to puzzles, and these days on which the puzzle of the day was answered. */
export function keepSolved(answers: Record<string, boolean>, on: readonly number[]): void {
  if (Object.keys(answers).length) keep(SOLVED, answers)
  if (on.length) keep(DAYS, [...new Set(on)].sort((a, b) => a - b).slice(-1000))
}

/** The days on which the puzzle of the day was answered. */
export function days(): number[] {
  return read<number[]>(DAYS, [])
}

/** The number of days in a row up to today or yesterday, and the most days in a row ever. */
export function streaks(found: readonly number[], today: number): { now: number; most: number } {
  const all = [...new Set(found)].sort((a, b) => a - b)
  let [run, most, last] = [0, 0, Number.NaN]
  for (const day of all) {
    run = day === last + 1 ? run + 1 : 1
    most = Math.max(most, run)
    last = day
  }
  return { now: today - last <= 1 ? run : 0, most }
}
