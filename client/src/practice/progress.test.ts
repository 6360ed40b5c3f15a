import { expect, it } from 'vitest'
import type { Line } from './results'
import { csv, groups, kindsOf, running, withoutLuck } from './progress'

const line = (id: string, more: Partial<Line> = {}): Line => ({
  id,
  game: 'g',
  seats: 3,
  unit: 'wins',
  date: '2030-01-01',
  expected: 0.25,
  result: 1,
  luck: 0.5,
  own: -0.1,
  kinds: { dice: { count: 4, cost: 0.1 } },
  ...more,
})

it('takes luck out of results', () => {
  expect(withoutLuck(line('a'))).toBeCloseTo(0.25)
  expect(running([1, 3, 5], 2)).toEqual([1, 2, 4])
})

it('adds up the costs of each kind of decision', () => {
  const lines = [line('a'), line('b', { kinds: { dice: { count: 1, cost: 0.4 }, load: { count: 2, cost: 2 } } })]
  expect(kindsOf(lines)).toEqual([
    { kind: 'load', count: 2, cost: 1 },
    { kind: 'dice', count: 5, cost: 0.1 },
  ])
})

it('separates games that are counted in different units', () => {
  const found = groups([line('a', { unit: 'points', seats: 1 }), line('b'), line('c'), line('d', { game: 'h' })])
  expect(found.map(({ game, unit, lines }) => [game, unit, lines.length])).toEqual([
    ['g', 'wins', 2],
    ['g', 'points', 1],
    ['h', 'wins', 1],
  ])
})

it('is written for spreadsheets', () => {
  const text = csv([line('a'), line('b "x", y', { luck: 1 / 3 })])
  expect(text.split('\n')).toEqual([
    'date,id,game,seats,unit,expected,result,luck,own,without_luck',
    '2030-01-01,a,g,3,wins,0.25,1,0.5,-0.1,0.25',
    '2030-01-01,"b ""x"", y",g,3,wins,0.25,1,0.333333,-0.1,0.416667',
    '',
  ])
})
