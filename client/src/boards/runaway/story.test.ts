import { describe, expect, it } from 'vitest'
import { chips, follows, inTheAir, stages } from './story'
import { fits, match, pairs, tap } from './picks'
import { initials } from './say'
import { cardsOf, type Player, type View } from './view'

const traveller = (more: Partial<Player> = {}): Player => ({
  aboard: true,
  points: 0,
  score: 0,
  rank: null,
  suitcases: [1, 2, 3, 4, 5, 6, 7],
  chosen: false,
  choice: null,
  revealed: null,
  cancelled: false,
  gained: 0,
  ...more,
})

function view(more: Partial<View> = {}): View {
  return {
    seats: 3,
    viewer: 0,
    phase: 'choosing',
    ending: null,
    turn: 4,
    engineer: 0,
    speed: 3,
    position: 9,
    track: 'main',
    to_move: 0,
    multiplier: 1,
    die: 4,
    roll_to_stop: null,
    awaited: [0],
    jumper: null,
    players: [traveller(), traveller(), traveller()],
    board: {
      main: { scores_x2: 12, brake_half: 24, scores_x3: 30, brake_full: 40, switch: 44 },
      short: { scores_x4: 50, end: 58 },
      long: { scores_x4: 56, end: 70 },
      stop: { short: [2], long: [2] },
    },
    ...more,
  }
}
const kinds = (before: View, after: View) => stages(before, after).map((stage) => stage.kind)

describe('the story between two views', () => {
  it('of a reveal: the cards, then what flies off', () => {
    const players = [traveller({ revealed: 'cards P4', gained: 4 }), traveller({ revealed: 'cards PC', aboard: false }), traveller({ revealed: 'cards 37' })]
    const told = stages(view(), view({ phase: 'jumping', jumper: 0, players }))
    expect(told).toEqual([{ kind: 'reveal' }, { kind: 'thrown', suitcases: [{ seat: 0, value: 4 }], passengers: [1] }])
    expect(inTheAir(told[1] as never).map(({ value, colour }) => [value, colour])).toEqual([
      [4, 'red'],
      [null, 'orange'],
    ])
  })
  it('of a roll: the die, the speed, the way', () => {
    expect(kinds(view({ phase: 'speed' }), view({ speed: 4, position: 13, die: 5 }))).toEqual(['roll', 'speed', 'move'])
    expect(kinds(view({ phase: 'speed' }), view({ die: 1, position: 12 }))).toEqual(['roll', 'move'])
  })
  it('of a brake and of the end say why the die is rolled', () => {
    expect(stages(view({ phase: 'brake', position: 24 }), view({ phase: 'choosing', position: 24, speed: 1, die: 5 }))[0]).toEqual({ kind: 'roll', why: 'brake', die: 5 })
    expect(stages(view({ phase: 'stopping' }), view({ phase: 'over', ending: 'plunged', die: 2 }))).toEqual([
      { kind: 'roll', why: 'stopping', die: 2 },
      { kind: 'end', ending: 'plunged' },
    ])
  })
  it('of a whole turn at once is told in order', () => {
    const after = view({ turn: 5, speed: 4, position: 13, die: 3 })
    expect(kinds(view(), after)).toEqual(['reveal', 'roll', 'speed', 'move'])
  })
  it('of a choice that others do not see is empty', () => {
    expect(kinds(view(), view({ awaited: [] }))).toEqual([])
  })
  it('cannot be told backwards or over a gap', () => {
    expect(follows(view(), view({ turn: 3 }))).toBe(false)
    expect(follows(view(), view({ turn: 9 }))).toBe(false)
    expect(follows(view(), view({ turn: 5 }))).toBe(true)
  })
})

describe('two cards', () => {
  const offered = pairs([
    { text: 'cards none', parts: { do: 'cards', cards: [] } },
    { text: 'cards P4', parts: { do: 'cards', cards: ['P', 4] } },
    { text: 'cards PC', parts: { do: 'cards', cards: ['P', 'C'] } },
    { text: 'cards 47', parts: { do: 'cards', cards: [4, 7] } },
    { text: 'jump', parts: { do: 'jump' } },
  ])

  it('match an action in any order', () => {
    expect(match(offered, [4, 'P'])?.text).toBe('cards P4')
    expect(match(offered, [])?.text).toBe('cards none')
    expect(match(offered, [4])).toBeNull()
  })
  it('are picked one after the other, and a third replaces the first', () => {
    expect(tap(offered, ['P'], 4)).toEqual(['P', 4])
    expect(tap(offered, ['P', 4], 7)).toEqual([4, 7])
    expect(tap(offered, ['P', 4], 'P')).toEqual([4])
  })
  it('that no action has cannot be picked', () => {
    expect(fits(offered, ['P'], 7)).toBe(false)
    expect(tap(offered, ['P'], 7)).toEqual(['P'])
  })
  it('are read from the text of an action', () => {
    expect(cardsOf('cards C7')).toEqual(['C', 7])
    expect(cardsOf('cards none')).toEqual([])
    expect(cardsOf('jump')).toBeNull()
  })
})

it('chips are as few as can be', () => {
  expect(chips(0)).toEqual({ blue: 0, red: 0, white: 0 })
  expect(chips(38)).toEqual({ blue: 3, red: 1, white: 3 })
})

it('players have a letter of their own, or a number', () => {
  expect(initials(['Aki', 'bea', 'Chidi'])).toEqual(['A', 'B', 'C'])
  expect(initials(['Aki', 'medium bot', 'medium bot', ''])).toEqual(['A', '2', '3', '4'])
})
