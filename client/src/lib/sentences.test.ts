import { beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../games'
import { loadMessages } from './i18n.svelte'
import { callAction } from './sentences'

const CALLED: Record<string, [parts: object, words: string, view?: object][]> = {
  runaway: [
    [{ do: 'cards', cards: [] }, 'No cards'],
    [{ do: 'cards', cards: ['P', 'C'] }, 'Passenger and conductor, to get off'],
    [{ do: 'cards', cards: ['P', 3] }, 'Passenger with suitcase 3'],
    [{ do: 'cards', cards: ['C', 7] }, 'Conductor with suitcase 7'],
    [{ do: 'cards', cards: [6, 2] }, 'Suitcases 2 and 6, a bluff'],
    [{ do: 'track', track: 'long' }, 'The long track'],
    [{ do: 'jump' }, 'Jump off'],
    [{ do: 'stay' }, 'Stay aboard'],
  ],
  hachi: [
    [{ do: 'pass' }, 'Pass', { pending: [] }],
    [{ do: 'play', number: 5, count: 2, place: 0 }, 'Play two 5s from place 1', { pending: [] }],
    [{ do: 'insert', place: 2 }, 'The 4 at place 3', { pending: [4] }],
  ],
  miyajima: [
    [{ do: 'roll', die: 'red' }, 'The red die'],
    [
      { do: 'load', colour: 'red', train: 'heavy' },
      '5 into the heavy red train',
      { cargo_now: [5, 0, 0, 0, 0, 0], made_with: [null, null, null, null, null, null], die: 'red' },
    ],
  ],
}

describe.each(Object.entries(CALLED))('actions of %s', (game, all) => {
  beforeAll(() => loadMessages(game))
  it.each(all)('%o is called “%s”', (parts, words, view = {}) => {
    expect(callAction(clientOf(game), { text: 'text', parts }, view)).toBe(words)
  })
})

it('calls an action of a game without words by its text form', () => {
  expect(callAction(clientOf('other'), { text: 'move 1', parts: {} }, {})).toBe('move 1')
})
