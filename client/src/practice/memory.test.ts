import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { GAMES } from '../games'
import { dailyOf, dayOf, unpacked } from './collection'
import { gradeOf, isRight, ofPuzzle, type Exercise } from './exercise'
import { lineOf } from './results'
import { answered, days, due, mistakes, recall, remember, solved, streaks } from './memory'

const exercise = (id: string): Exercise => ({ id, game: 'g', seats: 2, seat: 0, bytes: '', kind: 'k', unit: 'wins', options: [] })
const HOUR = 60 * 60 * 1000
const later = (days: number) => new Date(Date.UTC(2030, 0, 1) + 24 * HOUR * days)

beforeEach(() => localStorage.clear())

describe('own mistakes', () => {
  it('are due at once, and later after each right answer', () => {
    remember([exercise('a'), exercise('b')], later(0))
    remember([exercise('a')], later(1))
    expect(mistakes().map(({ exercise: { id } }) => id)).toEqual(['a', 'b'])
    expect(due(later(0))).toHaveLength(2)
    let [now, gap] = [later(0), 0]
    for (let time = 0; time < 5; time++) {
      recall('a', true, now)
      const next = new Date(mistakes().find(({ exercise: { id } }) => id === 'a')!.card.due)
      expect(next.getTime()).toBeGreaterThan(now.getTime())
      if (time > 1) expect(next.getTime() - now.getTime()).toBeGreaterThan(gap)
      gap = next.getTime() - now.getTime()
      now = next
    }
    expect(gap).toBeGreaterThan(20 * 24 * HOUR)
    recall('a', false, now)
    expect(due(new Date(now.getTime() + HOUR)).map(({ exercise: { id } }) => id)).toContain('a')
  })

  it('are dropped if there are too many', () => {
    remember(
      Array.from({ length: 300 }, (_, k) => exercise(`x${k}`)),
      later(0),
    )
    expect(mistakes()).toHaveLength(200)
  })
})

it('counts the first answer to a puzzle, and days in a row', () => {
  answered('p', false, null)
  answered('p', true, 100)
  answered('p', true, 100)
  expect(solved()).toEqual({ p: false })
  expect(days()).toEqual([100])
  expect(streaks([], 5)).toEqual({ now: 0, most: 0 })
  expect(streaks([3, 1, 2, 7, 8], 9)).toEqual({ now: 2, most: 3 })
  expect(streaks([3, 1, 2, 7, 8], 10)).toEqual({ now: 0, most: 3 })
})

it('has one puzzle for each day', () => {
  const day = dayOf(new Date('2030-05-05T00:00:00Z'))
  expect(dayOf(new Date('2030-05-05T23:59:59Z'))).toBe(day)
  expect(dayOf(new Date('2030-05-06T00:00:00Z'))).toBe(day + 1)
  expect(dailyOf(['a', 'b', 'c'], 7)).toBe('b')
  expect(dailyOf([], 7)).toBeUndefined()
})

describe.each(GAMES.map(({ name }) => name))('the puzzles of %s', (name) => {
  it('can be read, and have right and wrong answers', async () => {
    const file = readFileSync(join(process.cwd(), `../src/allaboard/games/${name}/puzzles.jsonl.gz`))
    const bytes = new Uint8Array(file).buffer
    const all = await unpacked(bytes)
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(file.length).toBeLessThan(150_000)
    for (const puzzle of all) {
      const one = ofPuzzle(puzzle)
      const right = one.options.filter(({ action }) => isRight(one, action)).map(({ action }) => action)
      expect(right).toEqual(puzzle.right)
      expect(right.length).toBeLessThan(one.options.length)
      expect(gradeOf(puzzle.missed)).toBeGreaterThan(0)
    }
    const text = all.map((puzzle) => JSON.stringify(puzzle)).join('\n')
    expect(await unpacked(await new Blob([text]).arrayBuffer())).toEqual(all)
  })
})

it('makes from a review a line with the cost of each kind of decision', () => {
  const decision = (kind: string, cost: number) => ({
    ply: 0,
    kind,
    played: '',
    best: '',
    cost,
    error: 0,
    verdict: 'best' as const,
    options: [],
    reasons: [],
  })
  const player = { seat: 0, name: '', expected: 0.3, result: 1, luck: 0.2, own: -0.1, others: 0, hidden: 0, steps: [], forced: 0 }
  const decisions = [decision('dice', 0.05), decision('load', 0), decision('dice', 0.05)]
  const review = { game: 'g', seats: 3, unit: 'wins' as const, method: 'learned' as const, values: '', budget: 1, format: 1, hides: true }
  const line = lineOf('id', '2030-01-01', { ...review, players: [{ ...player, decisions }] })
  expect(line).toMatchObject({ id: 'id', expected: 0.3, result: 1, luck: 0.2 })
  expect(line.kinds.dice).toEqual({ count: 2, cost: 0.1 })
  expect(line.kinds.load).toEqual({ count: 1, cost: 0 })
})
