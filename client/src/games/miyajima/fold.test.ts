import { describe, expect, it, vi } from 'vitest'
import { recordings } from '../../present/recordings.testing'
import { fold } from './fold'
import type { Event, View } from './generated'

/** What the board draws from a shown view. */
const DRAWN = [
  'phase',
  'active',
  'rounds',
  'die',
  'faces',
  'awaited',
  'reached',
  'arrived',
  'choice',
  'loaded',
  'cars',
  'cargo',
  'needed',
  'last_round',
  'adheres',
  'points',
  'cargo_now',
  'made_with',
  'idle',
  'scores',
] as const

vi.setConfig({ testTimeout: 120_000 }) // a busy machine needs more time

const games = recordings<View, Event>('miyajima')

describe('what the events add up to', () => {
  it('is tried with every number of players', () => {
    expect([...new Set(games.map(({ seats }) => seats))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it.each(games.map((one) => [`${one.seats} seats, viewer ${one.viewer}`, one] as const))(
    'is what the views show: %s',
    (_, { first, steps }) => {
      let shown = first
      for (const { ply, events, view } of steps) {
        for (const event of events) shown = fold(shown, event)
        for (const field of DRAWN) expect(shown[field], `${field} after step ${ply}`).toEqual(view[field])
      }
      expect(shown.phase).toBe('over')
    },
  )

  it('keeps the view that it was given', () => {
    const { first, steps } = games[0]!
    const before = JSON.stringify(first)
    let shown = first
    for (const event of steps.flatMap(({ events }) => events)) shown = fold(shown, event)
    expect(JSON.stringify(first)).toBe(before)
  })
})
