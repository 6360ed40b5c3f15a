import { expect, it } from 'vitest'
import { BadBackup, readBackup, writeBackup } from './backup'
import type { StoredGame } from './stored'
import { newGame } from './new'

const game = newGame({ game: 'some', seats: 2, name: 'Aki', level: 'easy' })

function refusal(text: string): string {
  try {
    readBackup(text)
  } catch (error) {
    if (error instanceof BadBackup) return error.message
    throw error
  }
  return 'taken'
}

it('reads what it writes', () => {
  const played: StoredGame = { ...game, lines: [[0, 'go 1']], plies: [1], ply: 1, pending: { 1: 'stay' }, revision: 3 }
  const all = { settings: { name: 'Aki' }, games: [played, newGame({ game: 'some', seats: 1, name: 'Aki', level: 'easy' })] }
  expect(readBackup(writeBackup(all))).toEqual(all)
})

it('reports foreign files, newer versions and damaged games', () => {
  const text = writeBackup({ settings: {}, games: [game] })
  const changed = (change: Record<string, unknown>) => JSON.stringify({ ...(JSON.parse(text) as object), ...change })
  const damaged = (change: Record<string, unknown>) =>
    refusal(changed({ games: [game, { ...newGame({ ...game, seats: 2, name: 'B' }), ...change }] }))
  expect(refusal(text)).toBe('taken')
  expect(refusal('')).toBe('foreign 0')
  expect(refusal('[1, 2]')).toBe('foreign 0')
  expect(refusal('null')).toBe('foreign 0')
  expect(refusal(changed({ kind: 'other' }))).toBe('foreign 0')
  expect(refusal(changed({ format: 2 }))).toBe('newer 0')
  expect(refusal(text.slice(0, -9))).toBe('damaged 0')
  expect(refusal(changed({ games: {} }))).toBe('damaged 0')
  expect(refusal(changed({ games: [game, game] }))).toBe('damaged 0')
  expect(damaged({})).toBe('taken')
  expect(damaged({ board: { options: { 'a.b': 1, c: [2] }, laid: [1, 2] } })).toBe('taken')
  for (const board of [7, {}, { options: { 'a\nscore': 1 }, laid: [] }, { options: { a: 'b' }, laid: [] }, { options: {}, laid: ['x'] }])
    expect(damaged({ board })).toBe('damaged 2')
  for (const [field, value] of Object.entries({
    id: 'lusab-babad',
    seed: 'ab',
    you: 2,
    lines: [['s0', 'go']],
    plies: [1],
    pending: { 0: 7 },
    scores: ['many'],
    sitters: [{ name: 'Aki' }],
    began: 'yesterday',
    format: 2,
    revision: -1,
  }))
    expect(damaged({ [field]: value }), field).toBe('damaged 2')
})
