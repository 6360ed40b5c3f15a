/** Things in the air: suitcases and passengers that leave the train. */

import { COLOURS, type Colour } from '../../lib/trains'

/** A suitcase, or (without a value) a passenger. */
export interface Thrown {
  id: number
  colour: Colour
  value: number | null
  side: number
  spread: number
}

let last = 0

export function thrown(seat: number, value: number | null): Thrown {
  last += 1
  return { id: last, colour: COLOURS[seat % COLOURS.length]!, value, side: last % 2 ? -1 : 1, spread: last % 3 }
}
