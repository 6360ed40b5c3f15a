/** What happened between two views, in the order in which it is to be shown. */

import { COLOURS, type Colour } from '../../lib/trains'
import { cardsOf, type Ending, type TrackName, type View } from './view'

export type Stage =
  | { kind: 'reveal' }
  | { kind: 'thrown'; suitcases: { seat: number; value: number }[]; passengers: number[] }
  | { kind: 'roll'; why: 'speed' | 'brake' | 'stopping'; die: number }
  | { kind: 'speed'; from: number; to: number }
  | { kind: 'move'; track: TrackName; from: number; to: number }
  | { kind: 'end'; ending: Ending }

/** Something in the air: a suitcase, or (without a value) a passenger. */
export interface Thrown {
  id: number
  colour: Colour
  value: number | null
  side: number
  spread: number
}

/** Whether the views follow each other closely enough to tell what happened between them. */
export function follows(before: View, after: View): boolean {
  return after.turn >= before.turn && after.turn - before.turn <= 1 && after.position >= before.position && before.phase !== 'over'
}

export function stages(before: View, after: View): Stage[] {
  const found: Stage[] = []
  const later = after.turn > before.turn
  if (before.phase === 'choosing' && (later || after.phase === 'jumping' || after.phase === 'over')) {
    found.push({ kind: 'reveal' })
    const suitcases = after.players.flatMap(({ revealed, gained }, seat) => {
      const value = cardsOf(revealed)?.find((card): card is number => typeof card === 'number')
      return gained > 0 && value !== undefined ? [{ seat, value }] : []
    })
    pushThrown(found, suitcases, before, after)
  } else pushThrown(found, [], before, after)

  const slower = after.speed < before.speed // which only a brake can do
  const why = before.phase === 'stopping' ? 'stopping' : before.phase === 'brake' || slower ? 'brake' : 'speed'
  const moved = after.position !== before.position || after.track !== before.track
  const rolling = before.phase === 'speed' || before.phase === 'brake' || before.phase === 'stopping'
  const rolled = (rolling && (before.phase !== after.phase || moved)) || (later && after.phase !== 'speed' && after.phase !== 'over')
  if (rolled && after.die !== null) found.push({ kind: 'roll', why, die: after.die })
  if (after.speed !== before.speed) found.push({ kind: 'speed', from: before.speed, to: after.speed })
  if (moved) found.push({ kind: 'move', track: after.track, from: before.position, to: after.position })
  if (after.ending) found.push({ kind: 'end', ending: after.ending })
  return found
}

function pushThrown(found: Stage[], suitcases: { seat: number; value: number }[], before: View, after: View): void {
  const passengers = after.players.flatMap((player, seat) => (before.players[seat]?.aboard && !player.aboard ? [seat] : []))
  if (suitcases.length || passengers.length) found.push({ kind: 'thrown', suitcases, passengers })
}

let last = 0

/** The things that a stage throws, each a little further than the one before. */
export function inTheAir(stage: Extract<Stage, { kind: 'thrown' }>): Thrown[] {
  const all = [...stage.suitcases, ...stage.passengers.map((seat) => ({ seat, value: null }))]
  return all.map(({ seat, value }, i) => ({ id: ++last, colour: COLOURS[seat % COLOURS.length]!, value, side: i % 2 ? -1 : 1, spread: i }))
}

/** The fewest chips that make a number of points: blue for 10, red for 5, white for 1. */
export function chips(points: number): { blue: number; red: number; white: number } {
  return { blue: Math.floor(points / 10), red: Math.floor((points % 10) / 5), white: points % 5 }
}
