/// <reference lib="webworker" />
/** Reviews one game in a worker and sends the results as they come. The page stops it by ending the worker. */

import { CoreError } from '../core/memory'
import { openCore, teachReviews } from '../core/cores'
import { canReview, Reviewing, type Past } from '../core/reviewing'
import type { Review } from '../protocol'

export interface Asked {
  past: Past
  seat: number
  /** The results of the game. If the core finds others, it cannot review the game. */
  scores: number[]
  ranks: number[]
}

export type Answer = { review: Review } | { problem: CoreError['code'] }

const scope = self as unknown as DedicatedWorkerGlobalScope
/** The time limit for the prices of all decisions in milliseconds. The values of the positions take less than a second more. */
const MOST_MS = 3000
/** The time between two messages in milliseconds. */
const PAUSE = 100

async function review({ past, seat, scores, ranks }: Asked): Promise<void> {
  const core = await openCore(past.game)
  if (!canReview(core, past.seats)) throw new CoreError('partial', `${past.game} cannot be reviewed here`)
  await teachReviews(core, past.seats)
  const reviewing = new Reviewing(core, past, seat)
  const found = [core.scores(reviewing.last), core.ranks(reviewing.last)]
  if (JSON.stringify(found) !== JSON.stringify([scores, ranks])) {
    throw new CoreError('partial', 'The game was played by other rules.')
  }
  reviewing.fit(MOST_MS, () => performance.now())
  const say = () => scope.postMessage({ review: reviewing.soFar } satisfies Answer)
  let told = performance.now()
  while (reviewing.next()) {
    if (performance.now() - told < PAUSE) continue
    say()
    told = performance.now()
  }
  say()
}

scope.onmessage = ({ data }: MessageEvent<Asked>) => {
  review(data).catch((error: unknown) => {
    const problem = error instanceof CoreError ? error.code : 'fault'
    if (problem === 'fault') console.error(error)
    scope.postMessage({ problem } satisfies Answer)
  })
}
