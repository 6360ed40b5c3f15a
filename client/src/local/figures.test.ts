import { expect, it } from 'vitest'
import type { OwnFigures } from '../protocol'
import { figuresOf, together } from './figures'
import type { StoredGame } from './stored'

const kept = (score: number, rank: number, more: Partial<StoredGame> = {}): StoredGame =>
  ({ game: 'hachi', sitters: [{}, {}, {}], you: 1, scores: [0, score, 0], ranks: [3, rank, 3], ...more }) as StoredGame

it('adds up finished games of this device and of the server', () => {
  const server: OwnFigures = { game: 'hachi', seats: 3, played: 2, won: 0, best: 1, mean: 0.5, place: 2.5 }
  const solo: OwnFigures = { game: 'miyajima', seats: 1, played: 1, won: 1, best: 170, mean: 170, place: 1 }
  const here = [kept(2, 1), kept(2, 1), kept(1, 2)].flatMap(figuresOf)
  expect(together([...here, solo, server])).toEqual([{ game: 'hachi', seats: 3, played: 5, won: 2, best: 2, mean: 1.2, place: 1.8 }, solo])
})

it('counts no game that is unfinished, continues another one, or is on the server, too', () => {
  const others = [kept(1, 1, { scores: null, ranks: null }), kept(1, 1, { start: 'AAAA' }), kept(1, 1, { entered: 'lusab' })]
  expect(others.flatMap(figuresOf)).toEqual([])
})
