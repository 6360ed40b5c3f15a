import { createEmptyCard } from 'ts-fsrs'
import { beforeEach, expect, it } from 'vitest'
import { keepLine, lines, type Line } from './results'
import { days, mistakes, remember, answered, solved } from './memory'
import { savedPractice, takePractice } from './saved'

const options = [
  { action: 'go', value: 1, error: 0, leaves: {}, said: '' },
  { action: 'stay', value: 0, error: 0, leaves: {}, said: '' },
]
const exercise = { id: 'one', game: 'some', seats: 2, seat: 0, bytes: 'AAAA', kind: 'choosing', unit: 'wins' as const, options }
const line: Line = {
  id: 'own~0123456789',
  game: 'some',
  seats: 2,
  unit: 'wins',
  date: '2026-11-01T10:00:00Z',
  expected: 0.5,
  result: 1,
  luck: 0.2,
  own: -0.1,
  kinds: { choosing: { count: 3, cost: 0.1 } },
}

beforeEach(() => localStorage.clear())

it('brings everything to another device', () => {
  remember([exercise], new Date('2026-11-01'))
  answered('puzzle', true, 20000)
  keepLine(line)
  const text = JSON.stringify(savedPractice())
  localStorage.clear()
  expect(mistakes()).toEqual([])
  takePractice(JSON.parse(text))
  expect(JSON.stringify(savedPractice())).toBe(text)
  takePractice(JSON.parse(text))
  expect(JSON.stringify(savedPractice())).toBe(text)
})

it('does not replace data that is already on the device', () => {
  remember([exercise], new Date('2026-11-01'))
  answered('puzzle', false, 20000)
  keepLine(line)
  const card = createEmptyCard(new Date('2020-01-01'))
  takePractice({
    mistakes: [{ exercise, card: JSON.parse(JSON.stringify(card)) as object }],
    puzzles: { puzzle: true, other: true },
    days: [20000, 20001],
    reviews: [{ ...line, luck: 9 }],
  })
  expect(new Date(mistakes()[0]!.card.due).getFullYear()).toBe(2026)
  expect(solved()).toEqual({ puzzle: false, other: true })
  expect(days()).toEqual([20000, 20001])
  expect(lines()[0]!.luck).toBe(0.2)
})

it('leaves out damaged entries', () => {
  for (const wrong of [undefined, null, 7, [], { mistakes: 3, puzzles: [], days: {}, reviews: 'x' }]) takePractice(wrong)
  takePractice({
    mistakes: [{ exercise: { ...exercise, options: [] }, card: { due: '2026-11-01' } }, { exercise, card: { due: 'soon' } }, 5],
    puzzles: { puzzle: 'yes' },
    days: ['today', 1.5],
    reviews: [{ ...line, luck: null }, { ...line, kinds: { choosing: 3 } }, null],
  })
  expect(savedPractice()).toEqual({ mistakes: [], puzzles: {}, days: [], reviews: [] })
})
