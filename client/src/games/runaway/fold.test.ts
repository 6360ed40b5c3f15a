import { describe, expect, it } from 'vitest'
import { recordings } from '../../present/recordings.testing'
import { fold } from './fold'
import type { Event, View } from './generated'

/** What the board draws from a shown view. */
const DRAWN = [
  'speed',
  'position',
  'track',
  'multiplier',
  'points',
  'suitcases',
  'aboard',
  'engineer',
  'turn',
  'ending',
  'revealed',
  'gained',
  'cancelled',
  'scores',
] as const

describe('what the events add up to', () => {
  it.each(recordings<View, Event>('runaway').map((one) => [`${one.seats} seats, viewer ${one.viewer}`, one] as const))(
    'is what the views show: %s',
    (_, { first, steps }) => {
      let shown = first
      for (const { ply, events, view } of steps) {
        for (const event of events) shown = fold(shown, event)
        for (const field of DRAWN) expect(shown[field], `${field} after step ${ply}`).toEqual(view[field])
      }
    },
  )
})
