/** All games that this client has a board for, found by their folders. Other games get a plain board. */

import { api } from '../lib/api'
import { SvelteMap } from 'svelte/reactivity'
import { loadMessages, titleOf as named } from '../lib/i18n.svelte'
import type { Roles } from '../lib/sentences'
import type { About, GameClient } from './game'
import plain from './plain'

const found = import.meta.glob<{ default: GameClient }>('./*/index.ts', { eager: true })
const own = new Map(Object.values(found).flatMap(({ default: game }) => (game.name === plain.name ? [] : [[game.name, game]])))

/** Games without a folder here, and the roles of their event fields, as the server describes them. */
const others = new SvelteMap<string, About>()
const roles = new Map<string, Record<string, Roles>>()

/** What the browser adds to a game. */
export function clientOf(name: string): GameClient {
  return (
    own.get(name) ?? {
      ...plain,
      name,
      get roles() {
        return roles.get(name) ?? plain.roles
      },
    }
  )
}

/** Like `clientOf`, but first loads what the game's sentences need: its messages and the roles of its event fields. */
export async function loadGame(name: string): Promise<GameClient> {
  if (!own.has(name) && !roles.has(name)) await allGames()
  await loadMessages(name)
  return clientOf(name)
}

const byTitle = (one: About, other: About) => one.title.localeCompare(other.title, 'en')
const shipped = [...own.values()].flatMap(({ about }) => about ?? []).sort(byTitle)

/** All games that can be played, those of this client first. The server may have more. */
export async function allGames(): Promise<About[]> {
  const served = await api.games().catch(() => [])
  const more = served.filter(({ name }) => !own.has(name))
  for (const game of more) {
    others.set(game.name, game)
    roles.set(game.name, game.roles as Record<string, Roles>)
  }
  return [...shipped, ...more]
}

/** What is known about a game. Games without a folder here are known once `loadGame` or `allGames` has asked the server. */
export function aboutOf(name: string): About | null {
  return own.get(name)?.about ?? others.get(name) ?? null
}

/** A game's title in the player's language, or the title that it was declared with. */
export const titleOf = (name: string): string => named(name, aboutOf(name)?.title)

/** The rank that a score earns in solo play: a key of the game's messages `rank-…`. */
export function soloRank(game: string, score: number): string | undefined {
  const ranks = aboutOf(game)?.ranks ?? []
  return (ranks.find(([least]) => score >= least) ?? ranks.at(-1))?.[1]
}

export const GAMES: readonly About[] = shipped
