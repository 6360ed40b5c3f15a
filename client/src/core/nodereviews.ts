/**
 * Reviews in Node, for tests and measurements:
 *
 *     node nodereviews.mjs FOLDER < GAMES      prints a review as JSON for each game and seat, and the seconds that it took
 *
 * GAMES is JSON: a list of games as in reviewing.ts, each with the seats to review and perhaps a budget, or the most
 * milliseconds for the prices.
 */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load, type Core } from './core'
import { inflated } from './inflated'
import { Reviewing, type Past } from './reviewing'

const folder = process.argv[2]!
const games = JSON.parse(readFileSync(0, 'utf-8')) as (Past & { wanted: number[]; budget?: number; most?: number })[]
const cores = new Map<string, Core>()

/** The processor time so far in milliseconds: other programs do not count. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

for (const past of games) {
  const core = cores.get(past.game) ?? (await load(await readFile(join(folder, `${past.game}.wasm`))))
  cores.set(past.game, core)
  for (const learned of core.lacksForReviews(past.seats)) core.learn(learned, await inflated(await readFile(join(folder, learned.file))))
  for (const seat of past.wanted) {
    const began = spent()
    const reviewing = new Reviewing(core, past, seat, past.budget)
    if (past.most) reviewing.fit(past.most, spent)
    let identity = 0 // how far the equation is off in any of the partial reviews
    while (reviewing.next()) {
      const { expected, luck, own, others, hidden, steps } = reviewing.soFar.players[0]!
      const shown = steps.at(-1)!.value
      identity = Math.max(identity, Math.abs(shown - expected - luck - own - others - hidden))
    }
    console.log(JSON.stringify({ review: reviewing.soFar, identity, seconds: (spent() - began) / 1000 }))
  }
}
