/** How long each event is shown at normal speed, in ms: long enough to read, shorter if many players do the same. */

import type { Event } from './look'

const PLAIN: Partial<Record<Event['event'], number>> = {
  rolled: 250,
  destinations: 900,
  last_round: 1900,
  ended: 1000,
  won: 1600,
  ranked: 1600,
  goal_met: 1000,
  no_goal_met: 800,
}

/** The throw of a die. */
export const THROW = 900

export function paceOf(event: Event, you: number | null, seats: number): number {
  switch (event.event) {
    case 'took':
      return event.forced ? 500 : event.seat === you ? 0 : 800
    case 'cannot_load':
      return event.seat === you ? 1400 : seats > 4 ? 400 : 700
    case 'scored': // a load is shown together with its score
      return event.seat === you ? 450 : seats > 5 ? 550 : seats > 3 ? 750 : 1000
    case 'reached':
      return event.seat === you ? 1800 : seats > 4 ? 900 : event.first ? 1600 : 1200
    case 'round_began':
      return event.seat === you ? 500 : 900
    default:
      return PLAIN[event.event] ?? 0
  }
}
