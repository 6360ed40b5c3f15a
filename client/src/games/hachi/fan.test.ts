import { describe, expect, it } from 'vitest'
import { fan, gapAt } from './fan'

const phone = { width: 344, height: 211 }
const desk = { width: 1248, height: 216 }

describe('the fan', () => {
  it.each([1, 2, 8, 12, 20, 24, 30, 48])('of %i cards stays inside a phone and can be tapped', (count) => {
    const laid = fan(count, phone)
    expect(laid.spots).toHaveLength(count)
    for (const spot of laid.spots) {
      expect(spot.x).toBeGreaterThanOrEqual(0)
      expect(spot.x + laid.width).toBeLessThanOrEqual(phone.width)
      expect(spot.y + laid.height).toBeLessThanOrEqual(phone.height)
    }
    if (count <= 30) expect(laid.step).toBeGreaterThanOrEqual(24)
  })

  it('is one arc on a desk, even of many cards', () => {
    expect(fan(24, desk).rows).toBe(1)
  })

  it.each([phone, desk])('keeps the order of the hand', (area) => {
    const { spots, perRow } = fan(20, area)
    spots.forEach((spot, i) => {
      if (i % perRow) expect(spot.x).toBeGreaterThan(spots[i - 1]!.x)
      else if (i) expect(spot.y).toBeGreaterThan(spots[i - 1]!.y)
    })
  })

  it('opens a gap between neighbours, without moving anything out of sight', () => {
    const closed = fan(10, desk)
    const open = fan(10, desk, 4)
    const apart = (laid: typeof open, i: number) => laid.spots[i]!.x - laid.spots[i - 1]!.x
    expect(apart(open, 4)).toBeGreaterThan(apart(closed, 4) * 1.4)
    expect(open.gap!.x).toBeGreaterThan(open.spots[3]!.x)
    expect(open.gap!.x).toBeLessThan(open.spots[4]!.x)
    expect(open.spots[0]!.x).toBeGreaterThanOrEqual(0)
    expect(open.spots[9]!.x + open.width).toBeLessThanOrEqual(desk.width)
  })

  it.each([phone, desk])('finds the gap under a finger', (area) => {
    const laid = fan(20, area)
    laid.spots.forEach((spot, i) => {
      const left = spot.x + 1
      expect(gapAt(left, spot.y + laid.height / 2, laid)).toBe(i)
    })
    const end = laid.spots[19]!
    expect(gapAt(end.x + laid.width - 1, end.y + 5, laid)).toBe(20)
    expect(gapAt(10, 10, fan(0, area))).toBe(0)
  })
})
