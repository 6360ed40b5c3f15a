/** The running sums in a train's earlier cars. The view holds the latest; the others are kept from what happened. */

import type { Colour } from '../../lib/trains'
import type { BoardEvent } from '../types'
import type { Train } from './view'

export type Sums = Map<string, number[]>

/** A car that was filled, and the sum that it shows. */
interface Load {
  do: 'load'
  seat: number
  colour: Colour
  train: Train
  cars: number
  sum: number
}

export const trainKey = (seat: number, colour: Colour, train: Train): string => `${seat} ${colour} ${train}`

/** By train: what each car shows, as far as it is known. */
export function runningSums(history: Pick<BoardEvent, 'facts'>[]): Sums {
  const sums: Sums = new Map()
  for (const { seat, colour, train, cars, sum } of history.flatMap(({ facts }) => facts as unknown as Load[])) {
    const key = trainKey(seat, colour, train)
    const shown = sums.get(key) ?? []
    shown[cars - 1] = sum
    sums.set(key, shown)
  }
  return sums
}
