/** A view in the form that the board uses: sheets by colour and train. It contains no decisions. */

import { COLOURS, type Colour } from '../../lib/trains'
import type { View } from './generated'

export type { Event, Parts, View } from './generated'

export type Die = View['die']
export type Train = 'fast' | 'heavy'
export const DICE: Die[] = ['red', 'yellow', 'blue']
export const TRAINS: Train[] = ['fast', 'heavy']

export interface TrainState {
  cars: number
  sum: number
  score: number
}

export type Pair = Record<Train, TrainState> & { adheres: boolean; reached: boolean }
export type SheetView = Record<Colour, Pair>
export type Edges = Record<Colour, Record<Train, number[]>>

/** Cargo that the die just rolled makes. */
export interface Cargo {
  colour: Colour
  amount: number
  dice: Die[]
}

export function cargoes(view: View): Cargo[] {
  return COLOURS.flatMap((colour, at) => {
    const [amount, other] = [view.cargo_now[at] ?? 0, view.made_with[at]]
    return amount ? [{ colour, amount, dice: other ? [view.die, other] : [view.die] }] : []
  })
}

/** The face of a die; null if it has not been rolled in this round. */
export function faceOf(view: View, die: Die): number | null {
  return view.faces[DICE.indexOf(die)] || null
}

/** The number that a train's next car would show. */
export function nextSum(view: View, seat: number, colour: Colour, train: Train): number {
  return view.next_sum[seat]?.[COLOURS.indexOf(colour)]?.[TRAINS.indexOf(train)] ?? 0
}

export function reachedBy(view: View, colour: Colour): number[] {
  const at = COLOURS.indexOf(colour)
  return view.arrived.flatMap((arrived, seat) => (arrived.includes(at) ? [seat] : []))
}

export function sheetOf(view: View, seat: number): SheetView {
  const train = (colour: number, at: number): TrainState => ({
    cars: view.cars[seat]![colour]![at]!,
    sum: view.cargo[seat]![colour]![at]!,
    score: view.points[seat]![colour]![at]!,
  })
  return Object.fromEntries(
    COLOURS.map((name, colour) => [
      name,
      {
        adheres: Boolean(view.adheres[seat]![colour]),
        reached: view.arrived[seat]!.includes(colour),
        fast: train(colour, 0),
        heavy: train(colour, 1),
      },
    ]),
  ) as SheetView
}

export function edgesOf(view: View): Edges {
  return Object.fromEntries(
    COLOURS.map((name, colour) => [name, { fast: view.edges[colour]![0]!.slice(1), heavy: view.edges[colour]![1]!.slice(1) }]),
  ) as Edges
}
