/** The colour of a seat on the board: the colour of its player, or if that is unknown, the colour with the number of the seat. */

import { getContext, setContext } from 'svelte'
import { COLOURS, type Colour } from '../../lib/trains'
import type { Player } from '../game'

const KEY = Symbol('colours')

export function colourAt(players: readonly Player[], seat: number): Colour {
  return players[seat]?.colour ?? COLOURS[seat % COLOURS.length]!
}

/** Makes the players known to the components of a board. */
export function provideColours(players: () => readonly Player[]): void {
  setContext(KEY, players)
}

export function useColours(): (seat: number) => Colour {
  const players = getContext<(() => readonly Player[]) | undefined>(KEY)
  return (seat) => colourAt(players?.() ?? [], seat)
}
