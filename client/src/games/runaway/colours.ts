/** Which colour a seat has on the board: the one of its player, or that of its place where nobody says. */

import { getContext, setContext } from 'svelte'
import { COLOURS, type Colour } from '../../lib/trains'
import type { Player } from '../game'

const KEY = Symbol('colours')

export function colourAt(players: readonly Player[], seat: number): Colour {
  return players[seat]?.colour ?? COLOURS[seat % COLOURS.length]!
}

/** A board tells its parts who plays. */
export function provideColours(players: () => readonly Player[]): void {
  setContext(KEY, players)
}

export function useColours(): (seat: number) => Colour {
  const players = getContext<(() => readonly Player[]) | undefined>(KEY)
  return (seat) => colourAt(players?.() ?? [], seat)
}
