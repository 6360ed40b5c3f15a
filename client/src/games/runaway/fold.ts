/** The view after an event has been shown. */

import type { Event, View } from './generated'

export function fold(view: View, event: Event): View {
  switch (event.event) {
    case 'rolled':
      return { ...view, die: event.face, speed: event.speed, phase: PHASES[event.why] }
    case 'moved':
      return { ...view, track: event.track, position: event.end }
    case 'passed':
      return event.multiplier === null ? view : { ...view, multiplier: event.multiplier }
    case 'switched':
      return { ...view, track: event.track, phase: 'switch' }
    case 'at_the_end':
      return { ...view, phase: 'stopping', needed: event.needed }
    case 'chose':
      return { ...view, phase: 'choosing', awaited: view.awaited.filter((seat) => seat !== event.seat) }
    case 'revealed': {
      // Players who are off the train did not choose.
      const took = (seat: number) => seat !== event.seat && view.aboard.includes(seat)
      return {
        ...view,
        phase: 'choosing',
        revealed: view.revealed.map((cards, seat) => (seat === event.seat ? (`cards ${event.cards}` as const) : took(seat) ? cards : null)),
        choice: put(view.choice, event.seat, null),
        gained: view.gained.map((points, seat) => (took(seat) ? points : 0)),
        cancelled: view.cancelled.filter(took),
      }
    }
    case 'cancelled':
      return { ...view, cancelled: [...new Set([...view.cancelled, ...event.seats])].sort() }
    case 'tossed': {
      const left = (view.suitcases[event.seat] ?? []).filter((value) => value !== event.suitcase)
      return {
        ...view,
        points: put(view.points, event.seat, event.total),
        scores: put(view.scores, event.seat, event.total),
        gained: put(view.gained, event.seat, event.points),
        suitcases: put(view.suitcases, event.seat, left),
      }
    }
    case 'got_off':
      return { ...view, aboard: view.aboard.filter((seat) => seat !== event.seat), suitcases: put(view.suitcases, event.seat, []) }
    case 'new_engineer':
      return { ...view, engineer: event.seat, turn: event.turn, phase: 'speed', tosser: null }
    case 'ended':
      return { ...view, ending: event.how }
    case 'kept':
      return { ...view, scores: put(view.scores, event.seat, event.total) }
    default:
      return view
  }
}

const PHASES = { speed: 'speed', brake_half: 'brake', brake_full: 'brake', stop: 'stopping' } as const

function put<T>(list: T[], at: number, value: NoInfer<T>): T[] {
  return list.map((old, i) => (i === at ? value : old))
}
