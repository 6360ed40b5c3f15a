/** Requests to the server. A refusal becomes a Problem with the server's words. */

import type { Daily, Listed, NewSolo, NewTable, Place, Played, Replay, RulesPage, Seated, TableInfo, Verdict } from '../protocol'
import type { GameName } from './games'
import { browserSecret, keepSeat } from './settings.svelte'

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function ask<T>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${url}`, {
      method,
      headers: { 'Allaboard-Browser': browserSecret(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Problem('offline', '')
  }
  if (answer.ok) return (await answer.json()) as T
  const told = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  throw new Problem(told.code ?? 'bad_request', told.message ?? answer.statusText)
}

/** Remembers the secret of a new seat; only then may the page move on. */
async function seated(asked: Promise<Seated>): Promise<Seated> {
  const seat = await asked
  keepSeat(seat.table, seat.token)
  return seat
}

const code = encodeURIComponent

export const api = {
  open: (body: NewTable) => seated(ask('POST', '/tables', body)),
  solo: (body: NewSolo) => seated(ask('POST', '/solo', body)),
  join: (table: string, name: string) => seated(ask('POST', `/tables/${code(table)}/join`, { name })),
  tryDaily: (game: GameName, name: string) => seated(ask('POST', `/daily/${game}`, { name })),
  daily: (game: GameName) => ask<Daily>('GET', `/daily/${game}`),
  tables: () => ask<Listed[]>('GET', '/tables?limit=12'),
  byCode: (typed: string) => ask<TableInfo>('GET', `/tables/by-code/${code(typed)}`),
  history: () => ask<Played[]>('GET', '/history?limit=12'),
  leaderboard: () => ask<Place[]>('GET', '/leaderboard/miyajima?limit=10'),
  rules: (game: GameName) => ask<RulesPage>('GET', `/rules/${game}`),
  replay: (id: string, seat: number | null) => ask<Replay>('GET', `/games/${code(id)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  verify: (id: string) => ask<Verdict>('GET', `/games/${code(id)}/verify`),
}
