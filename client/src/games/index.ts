/** Every game that this client has something for, found by its folder; the others get a plain board. */

import { api } from '../lib/api'
import type { About, GameClient } from './game'
import plain from './plain'

const found = import.meta.glob<{ default: GameClient }>('./*/index.ts', { eager: true })
const own = new Map(Object.values(found).flatMap(({ default: game }) => (game.name === plain.name ? [] : [[game.name, game]])))

/** What the browser adds to a game. */
export function clientOf(name: string): GameClient {
  return own.get(name) ?? { ...plain, name }
}

const byTitle = (one: About, other: About) => one.title.localeCompare(other.title, 'en')
const shipped = [...own.values()].flatMap(({ about }) => about ?? []).sort(byTitle)

/** All games that can be played, those of this client first; the server may have more. */
export async function allGames(): Promise<About[]> {
  const served = await api.games().catch(() => [])
  const more = served.filter(({ name }) => !own.has(name))
  return [...shipped, ...more]
}

export function aboutOf(name: string): About | null {
  return own.get(name)?.about ?? null
}

export const GAMES: readonly About[] = shipped
