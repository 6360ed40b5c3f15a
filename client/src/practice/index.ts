/** Exercises on this device: from games, from puzzles, and games that continue from a position. */

import { Problem } from '../lib/api'
import { laidOf, playsHere } from '../local'
import type { Replay } from '../protocol'
import type { Comparison, Line, Moment, Unit } from './study'
import type { Answer, Question } from './worker'

export type { Comparison, Line, Moment, Unit }

let worker: Worker | null = null
let count = 0
const questions = new Map<number, { resolve: (found: never) => void; reject: (error: Error) => void }>()

function failed(problem: string): Problem {
  return new Problem('not_found', '', problem === 'offline' ? 'table-closed-4024' : 'practice-failed')
}

function ask<T>(question: Question): Promise<T> {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'practice' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = questions.get(data.number)
      questions.delete(data.number)
      if ('found' in data) asked?.resolve(data.found as never)
      else asked?.reject(failed(data.problem))
    }
    worker.onerror = (event) => {
      console.error(event.message)
      worker?.terminate()
      worker = null
      for (const { reject } of questions.values()) reject(failed('fault'))
      questions.clear()
    }
  }
  const number = ++count
  return new Promise((resolve, reject) => {
    questions.set(number, { resolve, reject })
    worker!.postMessage({ ...question, number })
  })
}

/** The lines of a finished game, from a replay with all hands visible. */
function linesOf(replay: Replay): Line[] {
  return replay.steps.map(({ actor, action }) => [actor, action ?? ''])
}

export const study = {
  /** What a seat saw at these plies of a finished game. A Problem says why that cannot be known here. */
  moments: async (replay: Replay, plies: number[], seat: number) => {
    const { game } = replay.table.settings
    const laid = await laidOf(replay)
    if (!playsHere(game) || laid === 'unknown') throw new Problem('not_found', '', 'practice-own-board')
    return ask<Moment[]>({ ask: 'moments', game, seats: replay.table.players.length, laid, lines: linesOf(replay), plies, seat })
  },
  moment: (game: string, bytes: string) => ask<Moment>({ ask: 'moment', game, bytes }),
  /** The results of an action compared with the best one. */
  compare: (game: string, bytes: string, wrong: string, best: string, unit: Unit) =>
    ask<Comparison>({ ask: 'compare', game, bytes, wrong, best, unit }),
  /** A state that is consistent with this view, as bytes in base 64. */
  world: (game: string, bytes: string) => {
    const [seed] = crypto.getRandomValues(new BigUint64Array(1))
    return ask<string>({ ask: 'world', game, bytes, seed: seed! >> 1n })
  },
}
