/** Requests to the server. A refusal becomes a Problem with the server's message. */

import type {
  Daily,
  Entered,
  GameInfo,
  NewSubscription,
  OwnFigures,
  Problem as Told,
  PushOffer,
  Listed,
  NewSolo,
  NewTable,
  Place,
  Played,
  Replay,
  Review,
  RulesPage,
  Seated,
  Subscribed,
  TableInfo,
  Unsubscribed,
  Verdict,
} from '../protocol'
import { isLocal, local } from '../local'
import { together } from '../local/figures'
import { beginning } from './chance'
import { href, SERVER } from './root'
import { rulebook } from './rulebook'
import { browserSecret, keepSeat } from './settings.svelte'

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The key of the message in the catalogs, and its variables. */
    readonly key: string | null = null,
    readonly args: Record<string, string | number> = {},
  ) {
    super(message)
  }
}

async function ask<T>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> {
  if (SERVER) throw new Problem('offline', '', 'no-server')
  let answer: Response
  try {
    answer = await fetch(href(`/api${url}`), {
      method,
      headers: { 'Allaboard-Browser': browserSecret(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Problem('offline', '')
  }
  if (answer.ok) return (await answer.json()) as T
  const told = (await answer.json().catch(() => ({}))) as Partial<Told>
  throw new Problem(told.code ?? 'bad_request', told.message ?? answer.statusText, told.key, told.args)
}

/** Stores the secret of a new seat before the page moves on. */
async function seated(asked: Promise<Seated>): Promise<Seated> {
  const seat = await asked
  keepSeat(seat.table, seat.token)
  return seat
}

const code = encodeURIComponent

export const api = {
  open: (body: NewTable) => seated(ask('POST', '/tables', body)),
  /** The game starts when this browser has added its nonce, see `LiveTable`. */
  solo: async (body: NewSolo) => {
    const seat = await seated(ask('POST', '/solo', { ...body, begin: false }))
    beginning.add(seat.table)
    return seat
  },
  join: (table: string, name: string) => seated(ask('POST', `/tables/${code(table)}/join`, { name })),
  tryDaily: (game: string, name: string, again: boolean) => seated(ask('POST', `/daily/${game}`, { name, again })),
  daily: (game: string) => ask<Daily>('GET', `/daily/${game}`),
  tables: () => ask<Listed[]>('GET', '/tables?limit=12'),
  byCode: (typed: string) => ask<TableInfo>('GET', `/tables/by-code/${code(typed)}`),
  /** The player's games: those on this device, and those on the server if it can be reached. */
  history: async () => {
    const [{ games, entered }, there] = await Promise.all([local.history(), ask<Played[]>('GET', '/history?limit=40').catch(() => [])])
    return [...games, ...there.filter(({ id }) => !entered.has(id))].sort((a, b) => b.date.localeCompare(a.date))
  },
  /** The player's results, on this device and on the server if it can be reached. */
  figures: async () => together((await Promise.all([local.figures(), ask<OwnFigures[]>('GET', '/figures').catch(() => [])])).flat()),
  push: () => ask<PushOffer>('GET', '/push'),
  subscribe: (table: string, body: NewSubscription) => ask<Subscribed>('POST', `/tables/${code(table)}/push`, body),
  unsubscribe: (endpoint: string) => ask<Unsubscribed>('POST', '/push/end', { endpoint }),
  games: () => ask<GameInfo[]>('GET', '/games'),
  leaderboard: (game: string) => ask<Place[]>('GET', `/leaderboard/${code(game)}?limit=10`),
  /** The rulebooks of built-in games are part of the page; those of other games are on the server. */
  rules: async (game: string, language: string) =>
    (await rulebook(game, language)) ?? ask<RulesPage>('GET', `/rules/${code(game)}?language=${language}`),
  replay: (id: string, seat: number | null) =>
    isLocal(id) ? local.replay(id, seat) : ask<Replay>('GET', `/games/${code(id)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  /** The review of a seat. The record of a game on this device is sent to the server. */
  review: async (id: string, seat: number, language: string) =>
    isLocal(id)
      ? ask<Review>('POST', '/review', { record: await local.record(id), seat, language })
      : ask<Review>('GET', `/games/${code(id)}/review?seat=${seat}&language=${language}`),
  /** Enters a solo game of this device into the server's leaderboard. */
  enter: async (id: string, name: string) => {
    const entered = await ask<Entered>('POST', '/leaderboard', { record: await local.record(id), name })
    await local.entered(id, entered.table).catch(() => undefined)
    return entered
  },
  verify: (id: string) => (isLocal(id) ? local.verify(id) : ask<Verdict>('GET', `/games/${code(id)}/verify`)),
}
