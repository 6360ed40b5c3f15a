/** The running sums in a train's earlier cars. The view holds the latest; the others are read from what was told. */

import type { Colour } from '../../lib/trains'
import type { BoardEvent } from '../types'
import type { Train } from './view'

export type Sums = Map<string, number[]>

const LOAD = /^Seat (\d+) loads \d+ into the (fast|heavy) (\w+) train, which now carries (\d+) in (\d) cars?/

export const trainKey = (seat: number, colour: Colour, train: Train): string => `${seat} ${colour} ${train}`

/** By train: what each car shows, as far as it has been told. */
export function runningSums(history: BoardEvent[]): Sums {
  const sums: Sums = new Map()
  for (const event of history) {
    for (const sentence of event.sentences) {
      const told = LOAD.exec(sentence)
      if (!told) continue
      const key = trainKey(Number(told[1]), told[3] as Colour, told[2] as Train)
      const train = sums.get(key) ?? []
      train[Number(told[5]) - 1] = Number(told[4])
      sums.set(key, train)
    }
  }
  return sums
}
