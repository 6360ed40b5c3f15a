import { beforeAll, describe, expect, it } from 'vitest'
import type { Pair } from '../games/runaway/picks'
import { within } from '../games/runaway/picks'
import { setLanguage } from './i18n.svelte'
import type { Advice } from '../protocol'
import { bestOf, hinted, hintsOf } from './hints'

const advice = (expects: Advice['expects'], ...values: [string, number][]): Advice => ({
  type: 'advice',
  id: '1',
  ply: 3,
  expects,
  hints: values.map(([text, value]) => ({ text, value })),
})

describe('hints', () => {
  beforeAll(() => setLanguage('en'))

  it('are whole points or percent, with the best marked', () => {
    const scores = hintsOf(advice('score', ['roll red', 212.4], ['roll blue', 199.6]))
    expect(scores.get('roll red')).toMatchObject({ shown: '212', unit: '', best: true, words: 'best: 212 points expected' })
    expect(scores.get('roll blue')).toMatchObject({ shown: '200', best: false, words: '200 points expected' })
    expect(hintsOf(advice('chance to win', ['jump', 0.314])).get('jump')).toMatchObject({ shown: '31', unit: '%' })
  })

  it('show on a card the best play that it is part of', () => {
    const hints = hintsOf(advice('chance not to lose the round', ['play 5x2@0', 0.9], ['play 5x1@0', 0.7], ['pass', 0.95]))
    expect(bestOf(hints, ['play 5x1@0', 'play 5x2@0'])?.shown).toBe('90')
    expect(bestOf(hints, [])).toBeUndefined()
    expect(hinted('Pass', hints.get('pass'))).toBe('Pass, best: 95% not to lose the round')
    expect(hinted('Pass', undefined)).toBe('Pass')
  })
})

describe('the pairs that a card could become part of', () => {
  const pair = (...cards: Pair['cards']): Pair => ({ text: `cards ${cards.join('')}`, cards })
  const offered = [pair('P', 1), pair('P', 2), pair('C', 1), pair(1, 2), { text: 'cards none', cards: [] }]
  const texts = (found: Pair[]) => found.map(({ text }) => text)

  it('are all pairs with it, then those with the picked card', () => {
    expect(texts(within(offered, [], 'P'))).toEqual(['cards P1', 'cards P2'])
    expect(texts(within(offered, ['P'], 1))).toEqual(['cards P1'])
    expect(texts(within(offered, ['P'], 'P'))).toEqual(['cards P1', 'cards P2'])
    expect(texts(within(offered, ['P'], 'C'))).toEqual([])
  })

  it('are, with two picked cards, the pair that a tap would make', () => {
    expect(texts(within(offered, ['P', 1], 1))).toEqual(['cards P1'])
    expect(texts(within(offered, ['P', 1], 'C'))).toEqual(['cards C1'])
  })
})
