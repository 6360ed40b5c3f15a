/** What is known about single cars: a view has a train's last sum; the earlier cars come from events. */

import { COLOURS, type Colour } from '../../lib/trains'
import type { Told } from '../../present/presenter.svelte'
import type { Event, View } from './generated'
import { TRAINS, type Train } from './look'

export type Load = Extract<Event, { event: 'loaded' }>
type History = readonly Pick<Told<Event>, 'events'>[]
/** By train: the load of each of its cars, as far as it is known. */
export type Loads = ReadonlyMap<string, (Load | undefined)[]>

const key = (seat: number, colour: Colour, train: Train): string => `${seat} ${colour} ${train}`

export function loadsOf(history: History): Loads {
  const loads = new Map<string, (Load | undefined)[]>()
  for (const event of history.flatMap(({ events }) => events)) {
    if (event.event !== 'loaded') continue
    const at = key(event.seat, event.colour, event.train)
    const cars = loads.get(at) ?? []
    cars[event.cars - 1] = event
    loads.set(at, cars)
  }
  return loads
}

/** The running sum on a car; null if it is not known. */
export function sumOf(loads: Loads | undefined, seat: number, colour: Colour, train: Train, car: number): number | null {
  return loads?.get(key(seat, colour, train))?.[car]?.sum ?? null
}

/** The last load of a seat that is on its sheet in this view. */
export function lastLoad(history: History, view: Pick<View, 'cars'>, seat: number): Load | null {
  for (let step = history.length - 1; step >= 0; step--) {
    const found = history[step]!.events.find((event): event is Load => event.event === 'loaded' && event.seat === seat && isOn(view, event))
    if (found) return found
  }
  return null
}

function isOn({ cars }: Pick<View, 'cars'>, { seat, colour, train, cars: car }: Load): boolean {
  return (cars[seat]?.[COLOURS.indexOf(colour)]?.[TRAINS.indexOf(train)] ?? 0) >= car
}
