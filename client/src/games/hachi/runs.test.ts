import { describe, expect, it } from 'vitest'
import { choices, coupled, joins, options, playable } from './runs'
import type { Card } from './seen'

const card = (face: string, shown = false): Card => ({
  face,
  kind: face.includes('/') ? 'special' : 'numbered',
  numbers: face.split('/').map(Number),
  shown,
})
const play = (text: string) => {
  const [, number, count, place] = /^play (\d)x(\d)@(\d+)$/.exec(text)!.map(Number)
  return { text, parts: { do: 'play' as const, number: number!, count: count!, place: place! } }
}
const texts = (list: { text: string }[]) => list.map((option) => option.text)

describe('the plays on offer', () => {
  const offered = options([{ text: 'pass', parts: { do: 'pass' } }, ...['play 5x1@1', 'play 5x1@2', 'play 5x2@1', 'play 6x1@2'].map(play)])

  it('are the plays among the actions, and nothing else', () => {
    expect(texts(offered)).toEqual(['play 5x1@1', 'play 5x1@2', 'play 5x2@1', 'play 6x1@2'])
  })
  it('lift the cards that they need', () => {
    expect([...playable(offered)].sort()).toEqual([1, 2])
    expect([...coupled(offered)]).toEqual([1])
  })
  it('of a tapped card come longest first, then the higher number', () => {
    const hand = ['2', '5', '5/6', '1'].map((face) => card(face))
    expect(texts(choices(offered, 2, hand))).toEqual(['play 5x2@1', 'play 6x1@2', 'play 5x1@2'])
    expect(choices(offered, 0, hand)).toEqual([])
  })
})

describe('overlapping runs', () => {
  const offered = options(['play 5x2@0', 'play 5x2@1', 'play 5x3@0'].map(play))

  it('that leave the same hand are one choice', () => {
    const hand = ['5', '5', '5'].map((face) => card(face))
    expect(texts(choices(offered, 1, hand))).toEqual(['play 5x3@0', 'play 5x2@0'])
  })
  it('stay apart where a special, or a card that everyone knows, makes a difference', () => {
    const special = ['5', '5', '5/6'].map((face) => card(face))
    expect(texts(choices(offered, 1, special))).toEqual(['play 5x3@0', 'play 5x2@0', 'play 5x2@1'])
    const known = [card('5'), card('5'), card('5', true)]
    expect(choices(offered, 1, known)).toHaveLength(3)
  })
  it('of specials only can have either number', () => {
    const both = options(['play 3x2@0', 'play 4x2@0'].map(play))
    expect(texts(choices(both, 0, [card('3/4'), card('3/4')]))).toEqual(['play 4x2@0', 'play 3x2@0'])
  })
})

describe('a card in a gap', () => {
  const hand = ['5', '5/6', '6', '2'].map((face) => card(face))

  it('joins the longer run of its neighbours', () => {
    expect(joins(card('5'), 1, hand)).toEqual({ number: 5, count: 3 })
    expect(joins(card('5/6'), 2, hand)).toEqual({ number: 6, count: 3 })
    expect(joins(card('2'), 0, hand)).toBeNull()
    expect(joins(card('2'), 4, hand)).toEqual({ number: 2, count: 2 })
  })
})
