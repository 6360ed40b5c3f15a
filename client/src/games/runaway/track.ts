/** The geometry of the tracks: winding lines for any number of spaces, and the position of a train on them. */

import type { Board, TrackName } from './look'

export interface Point {
  x: number
  y: number
}

/** A point on a line, and its direction there (radians). */
export interface Spot extends Point {
  angle: number
}

export interface Line {
  points: Point[]
  /** The distance of each point from the beginning. */
  ways: number[]
  length: number
}

export type Shape = 'wide' | 'tall'

interface Ground {
  width: number
  height: number
  main: Point[]
  short: Point[]
  long: Point[]
}

const p = (...xy: number[]): Point[] => Array.from({ length: xy.length / 2 }, (_, i) => ({ x: xy[2 * i]!, y: xy[2 * i + 1]! }))

/** Both pictures run from a station on the left to a cliff on the right. The main line begins before START, where the cars stand. */
export const GROUNDS: Record<Shape, Ground> = {
  wide: {
    width: 1200,
    height: 500,
    main: p(
      -150,
      176,
      -60,
      176,
      40,
      176,
      180,
      178,
      340,
      158,
      500,
      178,
      660,
      162,
      770,
      190,
      792,
      246,
      740,
      286,
      600,
      288,
      450,
      268,
      300,
      290,
      170,
      282,
      92,
      312,
      88,
      372,
      150,
      410,
      290,
      414,
      420,
      394,
      540,
      398,
    ),
    short: p(540, 398, 640, 388, 730, 350, 830, 330, 890, 270, 960, 238, 1050, 234),
    long: p(540, 398, 600, 420, 650, 452, 740, 466, 830, 452, 856, 410, 900, 366, 960, 366, 976, 400, 944, 432, 972, 450, 1050, 440),
  },
  tall: {
    width: 400,
    height: 288,
    main: p(
      -80,
      62,
      -30,
      62,
      20,
      62,
      90,
      63,
      160,
      53,
      230,
      63,
      290,
      58,
      322,
      81,
      306,
      109,
      250,
      114,
      180,
      106,
      110,
      114,
      56,
      113,
      30,
      137,
      40,
      167,
      90,
      176,
      150,
      167,
    ),
    short: p(150, 167, 190, 162, 226, 151, 270, 155, 300, 148, 346, 148),
    long: p(150, 167, 172, 180, 150, 208, 90, 209, 50, 222, 60, 250, 120, 259, 190, 248, 220, 218, 262, 209, 284, 234, 346, 236),
  },
}

/** A smooth line through points (Catmull–Rom), as many short straight segments. */
export function smooth(points: Point[], pieces = 14): Line {
  const drawn: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [points[Math.max(0, i - 1)]!, points[i]!, points[i + 1]!, points[Math.min(points.length - 1, i + 2)]!]
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces
      const mix = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
      drawn.push({ x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) })
    }
  }
  return line(drawn)
}

export function line(points: Point[]): Line {
  const ways = [0]
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!]
    ways.push(ways[i - 1]! + Math.hypot(b.x - a.x, b.y - a.y))
  }
  return { points, ways, length: ways[ways.length - 1]! }
}

/** The point at this distance. Before the beginning and beyond the end the line is straight. */
export function along({ points, ways, length }: Line, way: number): Spot {
  let low = 0
  let high = ways.length - 1
  const inside = Math.min(Math.max(way, 0), length)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (ways[middle]! <= inside) low = middle
    else high = middle
  }
  const [a, b] = [points[low]!, points[high]!]
  const part = (way - ways[low]!) / (ways[high]! - ways[low]! || 1)
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part, angle: Math.atan2(b.y - a.y, b.x - a.x) }
}

/** The whole route of a train on one branch, with the fall beyond its end. */
export interface Route {
  line: Line
  /** The distance of a space (also between two spaces). */
  way: (space: number) => number
  end: number
}

export interface Tracks {
  shape: Shape
  width: number
  height: number
  lines: Record<TrackName, Line>
  routes: Record<'short' | 'long', Route>
  board: Board
}

/** The length of the main line before START, where the cars stand at the beginning. */
const LEAD: Record<Shape, number> = { wide: 190, tall: 100 }

export function lay(board: Board, shape: Shape): Tracks {
  const ground = GROUNDS[shape]
  const lines = { main: smooth(ground.main), short: smooth(ground.short), long: smooth(ground.long) }
  const route = (branch: 'short' | 'long'): Route => {
    const { main, [branch]: tail } = lines
    const before = main.length - LEAD[shape]
    const last = board[branch].end - board.main.switch
    const end = main.length + tail.length
    const way = (space: number) =>
      space <= board.main.switch
        ? LEAD[shape] + (space / board.main.switch) * before
        : main.length + ((space - board.main.switch) / last) * tail.length
    return { line: line([...main.points, ...tail.points.slice(1), ...fall(tail, ground)]), way, end }
  }
  return { shape, width: ground.width, height: ground.height, lines, routes: { short: route('short'), long: route('long') }, board }
}

/** Beyond the cliff: a parabola down to the sea. */
function fall(tail: Line, ground: Ground): Point[] {
  const edge = tail.points[tail.points.length - 1]!
  const scale = ground.width / 1200
  return Array.from({ length: 30 }, (_, i) => {
    const x = (i + 1) * 7 * scale
    return { x: edge.x + x, y: edge.y + (x * x) / (48 * scale) }
  })
}

/** The route of a train on this track (before the switch both are the same). */
export function routeOf(tracks: Tracks, track: TrackName): Route {
  return tracks.routes[track === 'long' ? 'long' : 'short']
}

export function spotOf(tracks: Tracks, track: TrackName, space: number): Spot {
  const route = routeOf(tracks, track)
  return along(route.line, route.way(space))
}

/** An SVG path of a line, shifted to the side: the rails are beside the centre line. */
export function path(line: Line, aside = 0): string {
  return line.points
    .map((point, i) => {
      if (!aside) return `${i ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`
      const { angle } = along(line, line.ways[i]!)
      return `${i ? 'L' : 'M'}${(point.x - Math.sin(angle) * aside).toFixed(1)} ${(point.y + Math.cos(angle) * aside).toFixed(1)}`
    })
    .join('')
}

export interface Yellow {
  track: TrackName
  space: number
  kind: 'scores' | 'brake' | 'switch' | 'end'
  label: string
  spot: Spot
}

/** The yellow spaces with their positions. */
export function yellows(tracks: Tracks): Yellow[] {
  const { main, short, long } = tracks.board
  const list: [TrackName, number, Yellow['kind'], string][] = [
    ['main', main.scores_x2, 'scores', '×2'],
    ['main', main.brake_half, 'brake', '½'],
    ['main', main.scores_x3, 'scores', '×3'],
    ['main', main.brake_full, 'brake', '1×'],
    ['main', main.switch, 'switch', ''],
    ['short', short.scores_x4, 'scores', '×4'],
    ['short', short.end, 'end', ''],
    ['long', long.scores_x4, 'scores', '×4'],
    ['long', long.end, 'end', ''],
  ]
  return list.map(([track, space, kind, label]) => ({ track, space, kind, label, spot: spotOf(tracks, track, space) }))
}

/** The ties are between the spaces. If a board has very many spaces, only some are drawn. */
export function ties(tracks: Tracks, track: TrackName): Spot[] {
  const { board, lines } = tracks
  const first = track === 'main' ? -4 : board.main.switch
  const last = track === 'main' ? board.main.switch : board[track].end
  const each = Math.max(1, Math.ceil(((last - first) * 7) / lines[track].length))
  const found: Spot[] = []
  for (let space = first; space < last; space += each) found.push(spotOf(tracks, track, space + 0.5))
  return found
}
