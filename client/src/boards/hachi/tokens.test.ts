import { describe, expect, it } from 'vitest'
import { NOTHING, align, follow } from './tokens'
import { passed, type Card, type View } from './view'

const card = (face: string | null): Card => ({ face, kind: face?.includes('/') ? 'special' : 'numbered', numbers: face ? face.split('/').map(Number) : [], shown: false })
const cards = (faces: string) => (faces ? faces.split(' ').map(card) : [])

function view(mine: string, more: Partial<View> = {}): View {
  const player = (seat: number, hand: Card[]) => ({ seat, assets: 2, held: hand.length, hand, rank: 1 })
  return {
    game: 'hachi',
    seats: 3,
    viewer: 0,
    phase: 'turn',
    turn: 0,
    leader: 0,
    round: 1,
    rounds: 4,
    stock: 8,
    field: null,
    passes: 0,
    cleared_by: null,
    pending: [],
    discarded: {},
    players: [player(0, cards(mine)), player(1, [card(null)]), player(2, [card(null)])],
    ...more,
  }
}
const field = (owner: number, faces: string) => ({ owner, number: 5, count: faces.split(' ').length, cards: cards(faces) })
const ids = (list: { id: number }[]) => list.map((token) => token.id)

describe('cards keep their identity', () => {
  const before = view('1 5 5 3', { field: field(2, '4') })
  const first = follow(NOTHING, null, before)

  it('from the hand to the field, and from the field to those that wait', () => {
    const after = view('1 3', { field: field(0, '5 5'), pending: cards('4'), phase: 'inserting' })
    const then = follow(first, before, after)
    expect(ids(then.field)).toEqual(ids(first.hand.slice(1, 3)))
    expect(ids(then.hand)).toEqual([first.hand[0]!.id, first.hand[3]!.id])
    expect(ids(then.pending)).toEqual(ids(first.field))

    const inserted = follow(then, after, view('1 4 3', { field: field(0, '5 5'), turn: 1 }))
    expect(ids(inserted.hand)).toEqual([first.hand[0]!.id, first.field[0]!.id, first.hand[3]!.id])
  })
  it('and new ones know where they come from', () => {
    const after = view('1 5 5 3', { field: field(1, '6'), turn: 2 })
    expect(follow(first, before, after).field[0]!.origin).toEqual({ from: 'seat', seat: 1 })
    const drawn = view('1 5 5 3', { field: before.field, pending: cards('7/8'), phase: 'inserting' })
    expect(follow(first, before, drawn).pending[0]!.origin).toEqual({ from: 'stock' })
  })
  it('but not into the next round', () => {
    const next = follow(first, before, view('1 5 5 3', { round: 2 }))
    expect(next.hand.some((token) => ids(first.hand).includes(token.id))).toBe(false)
    expect(next.hand[0]!.origin).toEqual({ from: 'deal' })
  })
})

describe('alignment', () => {
  it('finds what was taken out and what was put in', () => {
    expect(align(['1', '5', '5', '3'], ['1', '3'])).toEqual([0, 3])
    expect(align(['1', '3'], ['1', '8', '3'])).toEqual([0, -1, 1])
    expect(align([], ['2'])).toEqual([-1])
  })
})

describe('who has passed', () => {
  it('are the players just before the one at turn', () => {
    expect(passed(view('1 2', { passes: 2, field: field(0, '5') }))).toEqual([1, 2])
    expect(passed(view('1 2', { passes: 0, field: field(2, '5') }))).toEqual([])
  })
  it('with the one who still puts in the drawn card', () => {
    expect(passed(view('1 2', { passes: 2, turn: 2, phase: 'inserting', field: field(0, '5') }))).toEqual([1, 2])
  })
  it('but never one who is out', () => {
    const there = view('1 2', { passes: 1, turn: 0, field: field(0, '5') })
    there.players[2]!.held = 0
    expect(passed(there)).toEqual([1])
  })
})
