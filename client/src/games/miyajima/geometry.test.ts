import { describe, expect, it } from 'vitest'
import { EDGES } from './blank'
import { carPath, cars, measure, place } from './geometry'
import { TRAINS } from './look'
import { COLOURS } from '../../lib/trains'

const xs = (path: string) => {
  // All commands are absolute; numbers come in pairs.
  const numbers = path.match(/-?\d+(\.\d+)?/g)!.map(Number)
  return numbers.filter((_, i) => i % 2 === 0)
}

describe('the sheet’s geometry', () => {
  it('puts a car’s end exactly at its edge, which decides which train is closer', () => {
    const { track } = measure(1000, 700, 60)
    for (const colour of COLOURS) {
      for (const train of TRAINS) {
        const found = cars(track, EDGES[colour][train])
        expect(found[0]!.from).toBe(track.left)
        expect(found[5]!.to).toBeCloseTo(track.left + track.width)
        found.forEach((car, i) => expect(car.to).toBeCloseTo(place(track, EDGES[colour][train][i]!)))
      }
    }
  })

  it('draws no slant or nose beyond a car’s edge', () => {
    for (const train of TRAINS) {
      for (const nose of [false, true]) {
        for (const [from, to] of [
          [0, 100],
          [50, 72],
          [200, 226],
        ] as const) {
          const path = carPath(train, { from, to, top: 0, height: 40, tail: false, nose })
          expect(Math.max(...xs(path)), `${train} ${nose}`).toBeLessThanOrEqual(to + 0.1)
          if (nose) expect(Math.max(...xs(path))).toBeCloseTo(to, 0)
        }
      }
    }
  })

  it('shows that two heavy purple cars are ahead of three fast ones', () => {
    const { track } = measure(360, 500, 60)
    expect(cars(track, EDGES.purple.heavy)[1]!.to).toBeGreaterThan(cars(track, EDGES.purple.fast)[2]!.to)
  })

  it('fits a phone and a very large screen', () => {
    for (const width of [340, 600, 900, 1500]) {
      const m = measure(width, 700, 60)
      expect(m.track.left + m.track.width).toBeLessThanOrEqual(m.iconX)
      expect(m.iconX + m.icon).toBeLessThanOrEqual(width)
      expect(2 * m.train + 6).toBeLessThanOrEqual(m.row)
    }
  })
})
