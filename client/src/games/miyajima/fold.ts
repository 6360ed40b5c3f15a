/** The view after an event has been shown. */

import { COLOURS } from '../../lib/trains'
import type { Event, View } from './generated'
import { DICE, TRAINS } from './look'

export function fold(view: View, event: Event): View {
  switch (event.event) {
    case 'took':
      return { ...view, phase: 'roll', active: event.seat, die: event.die }
    case 'rolled':
      return {
        ...view,
        phase: 'load',
        die: event.die,
        faces: put(view.faces, DICE.indexOf(event.die), event.face),
        awaited: view.cars.map((_, seat) => seat),
        loaded: view.loaded.map(() => null),
        idle: [],
      }
    case 'made': {
      const colour = COLOURS.indexOf(event.colour)
      return { ...view, cargo_now: put(view.cargo_now, colour, event.cargo), made_with: put(view.made_with, colour, event.other) }
    }
    case 'cannot_load':
      return decided({ ...view, idle: [...view.idle, event.seat] }, event.seat)
    case 'chose':
      return decided({ ...view, choice: put(view.choice, event.seat, event.load && `load ${event.load}`) }, event.seat)
    case 'loaded': {
      const at = [event.seat, COLOURS.indexOf(event.colour), TRAINS.indexOf(event.train)] as const
      return {
        ...view,
        choice: put(view.choice, event.seat, null),
        loaded: put(view.loaded, event.seat, `load ${event.colour} ${event.train}`),
        cars: write(view.cars, at, event.cars),
        cargo: write(view.cargo, at, event.sum),
      }
    }
    case 'scored': {
      const [seat, colour] = [event.seat, COLOURS.indexOf(event.colour)]
      return {
        ...view,
        adheres: put(view.adheres, seat, put(view.adheres[seat]!, colour, event.adheres ? 1 : 0)),
        points: put(view.points, seat, put(view.points[seat]!, colour, [event.fast, event.heavy])),
        scores: put(view.scores, seat, event.total),
      }
    }
    case 'reached': {
      const colour = COLOURS.indexOf(event.colour)
      return {
        ...view,
        arrived: put(view.arrived, event.seat, joined(view.arrived[event.seat]!, colour)),
        reached: joined(view.reached, colour),
      }
    }
    case 'destinations':
      return { ...view, needed: event.needed }
    case 'last_round':
      return { ...view, last_round: 1 }
    case 'round_began':
      return { ...view, phase: 'choose', rounds: event.round, active: event.seat, faces: DICE.map(() => 0) }
    case 'ended':
      return { ...view, phase: 'over', last_round: 0, scores: event.totals }
    case 'won':
      return { ...view, ranks: view.ranks.map((rank, seat) => (event.seats.includes(seat) ? 1 : rank)) }
    case 'ranked':
      return { ...view, solo_rank: event.rank }
    case 'goal_met':
    case 'no_goal_met':
      return view
  }
}

/** Marks a seat as finished with this roll. After the last one the next die is chosen, unless another event follows. */
function decided(view: View, seat: number): View {
  const awaited = view.awaited.filter((other) => other !== seat)
  if (awaited.length) return { ...view, awaited }
  return { ...view, awaited, phase: 'choose', cargo_now: view.cargo_now.map(() => 0), made_with: view.made_with.map(() => null) }
}

function put<T>(list: T[], at: number, value: NoInfer<T>): T[] {
  return list.map((old, i) => (i === at ? value : old))
}

function write(sheets: number[][][], [seat, colour, train]: readonly [number, number, number], value: number): number[][][] {
  return put(sheets, seat, put(sheets[seat]!, colour, put(sheets[seat]![colour]!, train, value)))
}

function joined(list: number[], one: number): number[] {
  return list.includes(one) ? list : [...list, one].sort((a, b) => a - b)
}
