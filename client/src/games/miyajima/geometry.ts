/** The geometry of the sheet: the edges are exact (M7); slants, noses and chimneys are decoration within them. */

import type { Train } from './look'

export interface Track {
  left: number // px of edge 0
  width: number // px from edge 0 to the furthest edge
  far: number // the furthest edge
}

export function place(track: Track, edge: number): number {
  return track.left + (edge / track.far) * track.width
}

/** The cars of a train from left to right: where each begins and ends, in px. */
export function cars(track: Track, edges: number[]): { from: number; to: number }[] {
  return edges.map((edge, i) => ({ from: place(track, i === 0 ? 0 : edges[i - 1]!), to: place(track, edge) }))
}

export interface CarShape {
  from: number
  to: number
  top: number
  height: number
  tail: boolean // the first car
  nose: boolean // the foremost filled car
}

const r1 = (n: number) => Math.round(n * 10) / 10

/** The outline of a car. Its leading edge is exactly at `to`, and nothing is beyond it. */
export function carPath(train: Train, { from, to, top, height, tail, nose }: CarShape): string {
  const wide = to - from
  const gap = Math.min(1.5, wide * 0.06)
  const bottom = top + height
  const slant = Math.min(height * 0.22, wide * 0.24)
  const points = (list: (string | number)[]) => list.map((p) => (typeof p === 'number' ? r1(p) : p)).join(' ')
  if (train === 'fast') {
    const left = tail
      ? ['M', from + slant, top, 'Q', from, top, from, top + slant * 1.4, 'L', from, bottom]
      : ['M', from - slant + gap, top, 'L', from + gap, bottom]
    const front = Math.min(wide * 0.72, height * 0.95)
    const right = nose
      ? [
          'L',
          to,
          bottom,
          'L',
          to,
          bottom - height * 0.16,
          'C',
          to - front * 0.12,
          top + height * 0.42,
          to - front * 0.45,
          top,
          to - front,
          top,
        ]
      : ['L', to - gap, bottom, 'L', to - slant - gap, top]
    return points([...left, ...right, 'Z'])
  }
  const lean = slant * 0.8
  const left = tail ? ['M', from, top, 'L', from, bottom] : ['M', from + gap, top, 'L', from - lean + gap, bottom]
  const right = nose
    ? [
        'L',
        to,
        bottom,
        'L',
        to - lean * 0.9,
        bottom - height * 0.3,
        'L',
        to - lean * 0.9,
        top + 2,
        'Q',
        to - lean * 0.9,
        top,
        to - lean * 0.9 - 2,
        top,
      ]
    : ['L', to - lean - gap, bottom, 'L', to - gap, top]
  return points([...left, ...right, 'Z'])
}

/** The position of the number in a car. */
export function middle(train: Train, shape: CarShape): number {
  const lean = Math.min(shape.height * 0.22, (shape.to - shape.from) * 0.24)
  const centre = (shape.from + shape.to) / 2
  if (train === 'fast') return centre - (shape.nose ? lean * 0.9 : lean * 0.5)
  return centre - lean * 0.4
}

/** The measures of a sheet for the available space. */
export interface Measures {
  width: number
  row: number // height of a pair
  train: number // height of a train
  track: Track
  wide: boolean // names beside the trains, not above them
  iconX: number
  icon: number
  height: number
}

/** The smallest row on a phone: a finger can hit each of its two trains. */
export const LEAST_ROW = 60

export function measure(width: number, room: number, far: number, mini = false): Measures {
  if (mini) {
    const icon = 0
    const row = 16
    return { width, row, train: 6, wide: false, icon, iconX: width, height: 6 * row, track: { left: 1, width: width - 2, far } }
  }
  const wide = width >= 600
  const row = Math.max(wide ? 78 : LEAST_ROW, Math.min(wide ? 148 : 104, room / 6))
  const label = wide ? Math.max(142, Math.min(160, width * 0.15)) : 26
  const icon = wide ? Math.min(row - 22, width < 800 ? 66 : 84) : Math.min(38, row - 26)
  const right = wide ? icon + 76 : icon + 8
  const train = Math.min(52, (row - (wide ? 22 : 16)) / 2)
  return {
    width,
    row,
    train,
    wide,
    icon,
    iconX: width - right + 6,
    height: row * 6,
    track: { left: label, width: width - label - right - 4, far },
  }
}
