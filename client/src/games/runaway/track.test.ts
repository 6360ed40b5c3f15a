import { describe, expect, it } from 'vitest'
import { GROUNDS, along, lay, line, path, routeOf, smooth, spotOf, ties, yellows } from './track'
import type { Board } from './look'

const board: Board = {
  main: { scores_x2: 12, brake_half: 24, scores_x3: 30, brake_full: 40, switch: 44 },
  short: { scores_x4: 50, end: 58 },
  long: { scores_x4: 56, end: 70 },
  stop: { short: [2], long: [2] },
}
const tiny: Board = {
  main: { scores_x2: 1, brake_half: 2, scores_x3: 3, brake_full: 4, switch: 5 },
  short: { scores_x4: 6, end: 7 },
  long: { scores_x4: 8, end: 400 },
  stop: { short: [2], long: [2] },
}

describe('a line', () => {
  const corner = line([
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ])
  it('has a length, and a spot at every distance', () => {
    expect(corner.length).toBe(20)
    expect(along(corner, 4)).toEqual({ x: 4, y: 0, angle: 0 })
    expect(along(corner, 15)).toEqual({ x: 10, y: 5, angle: Math.PI / 2 })
  })
  it('continues straight beyond its ends', () => {
    expect(along(corner, -3)).toMatchObject({ x: -3, y: 0 })
    expect(along(corner, 24)).toMatchObject({ x: 10, y: 14 })
  })
  it('passes through its points when smooth', () => {
    const drawn = smooth(GROUNDS.wide.main)
    for (const point of GROUNDS.wide.main) expect(drawn.points).toContainEqual(point)
  })
  it('can be drawn with a shift to the side', () => {
    expect(path(corner)).toBe('M0.0 0.0L10.0 0.0L10.0 10.0')
    expect(
      path(
        line([
          { x: 0, y: 0 },
          { x: 5, y: 0 },
        ]),
        2,
      ),
    ).toBe('M0.0 2.0L5.0 2.0')
  })
})

describe.each(['wide', 'tall'] as const)('the %s picture', (shape) => {
  it.each([board, tiny])('has every space in sight for all lengths', (given) => {
    const tracks = lay(given, shape)
    for (const track of ['short', 'long'] as const) {
      for (let space = 0; space <= given[track].end; space++) {
        const spot = spotOf(tracks, track, space)
        expect(spot.x).toBeGreaterThan(0)
        expect(spot.x).toBeLessThan(tracks.width)
        expect(spot.y).toBeGreaterThan(0)
        expect(spot.y).toBeLessThan(tracks.height)
      }
    }
  })
  it('has one main line for both branches, and a separate end for each', () => {
    const tracks = lay(board, shape)
    expect(spotOf(tracks, 'short', 30)).toEqual(spotOf(tracks, 'long', 30))
    expect(spotOf(tracks, 'short', 44)).toMatchObject(GROUNDS[shape].short[0]!)
    expect(spotOf(tracks, 'long', 70).x).toBeCloseTo(GROUNDS[shape].long.at(-1)!.x, 3)
  })
  it('leads forward: the distance grows with the spaces', () => {
    const route = routeOf(lay(board, shape), 'long')
    for (let space = 0; space < 70; space++) expect(route.way(space + 1)).toBeGreaterThan(route.way(space))
    expect(route.way(70)).toBeCloseTo(route.end, 6)
    expect(route.line.length).toBeGreaterThan(route.end) // there is a fall beyond the end
  })
  it('marks the nine yellow spaces, and limits the number of ties', () => {
    expect(yellows(lay(board, shape)).map(({ label }) => label)).toEqual(['×2', '½', '×3', '1×', '', '×4', '', '×4', ''])
    expect(ties(lay(tiny, shape), 'long').length).toBeLessThan(150)
    expect(ties(lay(board, shape), 'short')).toHaveLength(14)
  })
})
