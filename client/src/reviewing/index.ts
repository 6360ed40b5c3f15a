/** Reviews of finished games: on this device where the game's core can do it, otherwise on the server. */

import { api, Problem } from '../lib/api'
import { loadGame } from '../games'
import { type Language } from '../lib/i18n.svelte'
import { worded } from '../lib/review.svelte'
import { isLocal, laidOf, local, playsHere } from '../local'
import type { Replay, Review } from '../protocol'
import type { Answer, Asked } from './worker'

/** A review as far as it is known. */
export interface Found {
  review: Review
  /** The number of steps of the game. */
  total: number
  /** Whether it was made here, without sentences: see `worded`. */
  here: boolean
}

export interface Wanted {
  id: string
  seat: number
  language: Language
  /** Called with results as they come. */
  heard?: (found: Found) => void
  /** Ends the work when the page is left. */
  signal?: AbortSignal
}

/** The last reviews that were made here, by game and seat. The review, practice and progress pages use the same ones. */
const kept = new Map<string, Review>()
const MOST_KEPT = 8

/** The whole review of a seat. */
export async function reviewOf({ id, seat, language, heard = () => undefined, signal }: Wanted): Promise<Found> {
  const key = `${id} ${seat}`
  const known = kept.get(key)
  if (known) return tell(heard, whole(known, true))
  const asked = await onDevice(id, seat)
  const found = asked && (await reviewHere(asked, heard, signal))
  if (!found) return tell(heard, whole(await api.review(id, seat, language), false))
  kept.set(key, found.review)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return found
}

/** The whole review of a seat with its sentences. */
export async function wordedReview(wanted: Wanted): Promise<Review> {
  const { review, here } = await reviewOf(wanted)
  await loadGame(review.game)
  return here ? worded(review) : review
}

function whole(review: Review, here: boolean): Found {
  return { review, total: review.players[0]!.steps.length, here }
}

export function isWhole({ review, total }: Found): boolean {
  return review.players[0]!.steps.length === total
}

function tell(heard: (found: Found) => void, found: Found): Found {
  heard(found)
  return found
}

/** The request for the worker. Null if this device cannot review the game: it has no core for it, or does not know its board. */
async function onDevice(id: string, seat: number): Promise<Asked | null> {
  if (isLocal(id)) await local.record(id) // throws if the game began in the middle
  let past: Replay
  try {
    past = await api.replay(id, null)
  } catch (error) {
    if (isLocal(id)) throw error
    return null // the server's answer says what is wrong
  }
  const { players, settings } = past.table
  const lines = past.steps.map(({ actor, action }): [number, string] => [actor, action ?? ''])
  if (seat >= players.length) return null // the server's answer says so
  const laid = await laidOf(past)
  if (!playsHere(settings.game) || laid === 'unknown' || !past.scores || !past.ranks) return null
  const names = players.map((player) => player?.name ?? '')
  return { past: { game: settings.game, seats: players.length, lines, names, laid }, seat, scores: past.scores, ranks: past.ranks }
}

/** The review by this device. Null if it cannot review the game. Throws an AbortError if it is not wanted any more. */
function reviewHere(asked: Asked, heard: (found: Found) => void, signal?: AbortSignal): Promise<Found | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'review' })
    const end = () => {
      worker.terminate()
      signal?.removeEventListener('abort', leave)
    }
    const leave = () => {
      end()
      reject(new DOMException('The review is not wanted any more.', 'AbortError'))
    }
    if (signal?.aborted) return leave()
    signal?.addEventListener('abort', leave)
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ('problem' in data) {
        end()
        console.warn(`The game cannot be reviewed here: ${data.problem}`)
        return resolve(null)
      }
      const found = { review: data.review, total: asked.past.lines.length, here: true }
      heard(found)
      if (!isWhole(found)) return
      end()
      resolve(found)
    }
    worker.onerror = (event) => {
      end()
      console.error(event.message)
      reject(new Problem('not_found', '', 'table-closed-4021'))
    }
    worker.postMessage(asked)
  })
}
