/** Things in the air: suitcases and passengers that leave the train. */

/** A suitcase, or (without a value) a passenger. */
export interface Thrown {
  id: number
  seat: number
  value: number | null
  side: number
  spread: number
}

let last = 0

export function thrown(seat: number, value: number | null): Thrown {
  last += 1
  return { id: last, seat, value, side: last % 2 ? -1 : 1, spread: last % 3 }
}
