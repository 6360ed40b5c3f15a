import { describe, expect, it } from 'vitest'
import { recordings } from '../../present/recordings.testing'
import { fold } from './fold'
import type { Event, View } from './generated'
import { arrange } from './seen'
import { tokensOf, type Tokens } from './tokens'

const GAMES = recordings<View, Event>('hachi').map(
  (one) => [`${one.seats} seats, viewer ${one.viewer}${one.memory ? '' : ', without the memory aid'}`, one] as const,
)

/** During the deal, the turn is the seat that gets the next card. No board shows that. */
function drawn(view: View, memory: boolean) {
  const seen = arrange(view, memory)
  return view.phase === 'dealing' ? { ...seen, turn: null } : seen
}

describe('what the events add up to', () => {
  it.each(GAMES)('is what the views show: %s', (_, { first, steps, memory }) => {
    let shown = first
    for (const { ply, events, view } of steps) {
      for (const event of events) shown = fold(shown, event)
      expect(drawn(shown, memory), `after step ${ply}`).toEqual(drawn(view, memory))
      if (memory) expect({ ...shown, turn: 0 }, `the whole view after step ${ply}`).toEqual({ ...view, turn: 0 })
    }
    expect(shown.phase).toBe('over')
  })
})

describe('the numbers of cards', () => {
  const all = ({ hands, field, pending }: Tokens) => [...hands.flat(), ...field, ...pending]

  it.each(GAMES)('stay with their cards: %s', (_, { first, steps }) => {
    let shown = first
    const faces = new Map<number, number>()
    for (const { events } of steps) {
      for (const event of events) {
        shown = fold(shown, event)
        const tokens = tokensOf(shown)
        expect(new Set(all(tokens)).size, 'each number once').toBe(all(tokens).length)
        expect([tokens.hands.map((hand) => hand.length), tokens.field.length, tokens.pending.length]).toEqual([
          shown.held,
          shown.field_count,
          shown.pending.length,
        ])
        const cards = [...shown.hand.flat(), ...shown.field_cards, ...shown.pending].map((card) => card & 0x0f)
        all(tokens).forEach((id, at) => {
          const [was, is] = [faces.get(id), cards[at] ?? 0]
          if (was !== undefined && was <= 12 && is <= 12) expect(is, `card ${id} after ${event.event}`).toBe(was)
          faces.set(id, is <= 12 ? is : (was ?? is))
        })
      }
    }
  })

  it('are kept if the same position comes again, and are new in another one', () => {
    const [, { first, steps }] = GAMES[0]!
    const views = steps.map(({ view }) => view)
    let shown = first
    for (const { events } of steps.slice(0, 60)) for (const event of events) shown = fold(shown, event)
    expect(tokensOf({ ...views[59]! }, shown)).toBe(tokensOf(shown))
    expect(tokensOf({ ...views[200]! }, shown)).not.toBe(tokensOf(shown))
  })
})
