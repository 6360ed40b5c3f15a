/** How players look: everybody is the front of a train, in a colour of their own. */

import type { Face, Player } from '../protocol'
import { COLOURS, type Colour } from './trains'

export const NOSES: readonly Face['nose'][] = ['round', 'pointed', 'flat', 'duck']
export const EYES: readonly Face['eyes'][] = ['wide', 'calm', 'sharp']
export const STRIPES: readonly Face['stripe'][] = ['white', 'silver', 'yellow', 'orange', 'red', 'pink', 'purple', 'blue', 'green']

/** The face of a player who has chosen none: always the same one for a name. */
export function faceFor(name: string): Face {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003
  const pick = <T>(from: readonly T[], place: number): T => from[Math.floor(sum / place) % from.length]!
  const body = pick(COLOURS, 1)
  const others = STRIPES.filter((stripe) => stripe !== body)
  return { body, stripe: pick(others, 6), nose: pick(NOSES, 48), eyes: pick(EYES, 192) }
}

export function faceOf(player: Pick<Player, 'name' | 'face'>): Face {
  return player.face ?? faceFor(player.name)
}

/** Whether a value, for example from a file, is a face. */
export function isFace(found: unknown): found is Face {
  if (typeof found !== 'object' || found === null) return false
  const { body, stripe, nose, eyes } = found as Record<string, unknown>
  const one = (of: readonly string[], it: unknown) => typeof it === 'string' && of.includes(it)
  return one(STRIPES, body) && one(STRIPES, stripe) && one(NOSES, nose) && one(EYES, eyes)
}

/**
 * A different colour for each player, as long as there are enough. First people get the colour of their train if it is free,
 * then bots, and at last everybody else. The result does not depend on the seats, so that a rematch keeps the colours.
 */
export function coloursOf(players: readonly (Pick<Player, 'name' | 'bot' | 'face'> | null)[]): Colour[] {
  const order = players
    .flatMap((player, seat) => (player ? [{ seat, player, wanted: faceOf(player).body }] : []))
    .sort((a, b) => Number(a.player.bot !== null) - Number(b.player.bot !== null) || (a.player.name < b.player.name ? -1 : 1))
  const found = new Map<number, Colour>()
  const free = new Set<Colour>(COLOURS)
  const give = (seat: number, colour: Colour) => {
    found.set(seat, colour)
    free.delete(colour)
    if (!free.size) for (const one of COLOURS) free.add(one)
  }
  for (const { seat, wanted } of order) {
    const colour = COLOURS.find((one) => one === wanted && free.has(one))
    if (colour) give(seat, colour)
  }
  for (const { seat } of order) if (!found.has(seat)) give(seat, [...free][0]!)
  return players.map((_, seat) => found.get(seat) ?? COLOURS[seat % COLOURS.length]!)
}
