/// <reference lib="webworker" />
/** Studies positions in a worker, so that the page never waits for playouts. */

import type { Core } from '../core/core'
import { CoreError } from '../core/memory'
import { openCore, teach } from '../core/cores'
import { fromText, toText } from '../core/positions'
import { anotherWorld, compare, momentOf, viewAt, type Line, type Unit } from './study'

export type Question =
  | { ask: 'moments'; game: string; seats: number; laid?: readonly number[]; lines: Line[]; plies: number[]; seat: number }
  | { ask: 'moment'; game: string; bytes: string }
  | { ask: 'compare'; game: string; bytes: string; wrong: string; best: string; unit: Unit }
  | { ask: 'world'; game: string; bytes: string; seed: bigint }

export type Answer = { number: number; found: unknown } | { number: number; problem: CoreError['code'] }

const scope = self as unknown as DedicatedWorkerGlobalScope
const cores = new Map<string, Promise<Core>>()
/** The time limit for playouts in milliseconds. */
const MOST_MS = 1500
const GAMES = 100

function coreOf(game: string): Promise<Core> {
  let core = cores.get(game)
  if (!core) {
    core = openCore(game)
    cores.set(game, core)
    core.catch(() => cores.delete(game))
  }
  return core
}

async function answer(asked: Question): Promise<unknown> {
  const core = await coreOf(asked.game)
  if (asked.ask === 'moments') {
    const { seats, laid, lines, plies, seat } = asked
    return plies.map((ply) => momentOf(core, viewAt(core, core.start(seats, laid), lines, ply, seat)))
  }
  const view = fromText(core, asked.bytes)
  if (asked.ask === 'moment') return momentOf(core, view)
  if (asked.ask === 'world') return toText(anotherWorld(core, view, asked.seed))
  // A fast level: many games tell more than a few good ones.
  const level = core.about.levels.findLast(({ budget }) => budget <= 10)!.name
  await teach(core, level)
  const began = performance.now()
  const { unit, wrong, best } = asked
  return compare(core, view, wrong, best, { unit, level, games: GAMES, enough: () => performance.now() - began > MOST_MS })
}

scope.onmessage = ({ data }: MessageEvent<Question & { number: number }>) => {
  const { number } = data
  answer(data)
    .then((found) => scope.postMessage({ number, found } satisfies Answer))
    .catch((error: unknown) => {
      const problem = error instanceof CoreError ? error.code : 'fault'
      if (problem === 'fault') console.error(error)
      scope.postMessage({ number, problem } satisfies Answer)
    })
}
