/** The data of practice and reviews on this device, for the file with all its data. */

import { keepLine, lines, type Line } from './results'
import { days, keepMistakes, keepSolved, mistakes, solved, type Mistake } from './memory'

export interface Saved {
  mistakes: Mistake[]
  puzzles: Record<string, boolean>
  days: number[]
  reviews: Line[]
}

export function savedPractice(): Saved {
  return { mistakes: mistakes(), puzzles: solved(), days: days(), reviews: lines() }
}

/** Adds the data of a file. Data that is already on the device is not replaced, and damaged entries are left out. */
export function takePractice(found: unknown): void {
  if (!isObject(found)) return
  const puzzles = isObject(found.puzzles) ? found.puzzles : {}
  const answers = Object.entries(puzzles).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
  keepSolved({ ...Object.fromEntries(answers), ...solved() }, [...days(), ...list(found.days).filter(Number.isSafeInteger)] as number[])
  const known = new Set(mistakes().map(({ exercise }) => exercise.id))
  keepMistakes([...mistakes(), ...list(found.mistakes).filter((one): one is Mistake => isMistake(one) && !known.has(one.exercise.id))])
  const reviewed = new Set(lines().map(({ id }) => id))
  for (const line of list(found.reviews)) if (isLine(line) && !reviewed.has(line.id)) keepLine(line)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isDate = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value))

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMistake(value: unknown): value is Mistake {
  if (!isObject(value) || !isObject(value.exercise) || !isObject(value.card) || !isDate(value.card.due)) return false
  const { id, game, bytes, kind, unit, seats, seat, options } = value.exercise
  return (
    [id, game, bytes, kind, unit].every(isText) &&
    [seats, seat].every(isNumber) &&
    list(options).length > 1 &&
    list(options).every(isOption)
  )
}

function isOption(value: unknown): boolean {
  return isObject(value) && isText(value.action) && isNumber(value.value) && isNumber(value.error)
}

function isLine(value: unknown): value is Line {
  if (!isObject(value) || !isDate(value.date) || !isObject(value.kinds)) return false
  const { id, game, unit, seats, expected, result, luck, own, kinds } = value
  const counts = Object.values(kinds).every((kind) => isObject(kind) && isNumber(kind.count) && isNumber(kind.cost))
  return counts && [id, game, unit].every(isText) && [seats, expected, result, luck, own].every(isNumber)
}
