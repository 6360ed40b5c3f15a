import { describe, expect, it } from 'vitest'
import { COLOURS } from '../../lib/trains'
import { recordings } from '../../present/recordings.testing'
import type { Event, View } from './generated'
import { lastLoad, loadsOf, sumOf } from './loads'
import { TRAINS } from './look'

const { first, steps } = recordings<View, Event>('miyajima').find(({ seats }) => seats === 2)!

describe('what single cars show', () => {
  it('is the running sum that the views had when the car was loaded', () => {
    const loads = loadsOf(steps)
    let before = first
    for (const { view } of steps) {
      view.cars.forEach((sheet, seat) =>
        COLOURS.forEach((colour, c) =>
          TRAINS.forEach((train, t) => {
            const cars = sheet[c]![t]!
            if (cars > before.cars[seat]![c]![t]!) expect(sumOf(loads, seat, colour, train, cars - 1)).toBe(view.cargo[seat]![c]![t]!)
          }),
        ),
      )
      before = view
    }
  })

  it('is unknown without an event', () => {
    const last = steps.findLast(({ events }) => events.some((event) => event.event === 'loaded'))!
    const loads = loadsOf([last])
    const load = last.events.find((event) => event.event === 'loaded')!
    expect(sumOf(loads, load.seat, load.colour, load.train, load.cars - 1)).toBe(load.sum)
    expect(sumOf(loads, load.seat, load.colour, load.train, load.cars - 2)).toBe(null)
    expect(sumOf(undefined, 0, 'red', 'fast', 0)).toBe(null)
  })
})

describe('the last load', () => {
  it('is the one that the view marks, as long as it marks one', () => {
    steps.forEach(({ view }, at) =>
      view.loaded.forEach((text, seat) => {
        const load = lastLoad(steps.slice(0, at + 1), view, seat)
        if (text) expect(`load ${load?.colour} ${load?.train}`).toBe(text)
      }),
    )
  })

  it('in an earlier view is not a load that came later', () => {
    const reveals = steps.flatMap(({ view, events }, at) => (events.some((event) => event.event === 'loaded') ? [{ view, at }] : []))
    const [early, later] = [reveals[3]!, reveals.at(-1)!]
    expect(lastLoad(steps, early.view, 0)).toEqual(lastLoad(steps.slice(0, early.at + 1), early.view, 0))
    expect(lastLoad(steps, early.view, 0)).not.toEqual(lastLoad(steps, later.view, 0))
    expect(lastLoad(steps, first, 0)).toBe(null)
  })
})
