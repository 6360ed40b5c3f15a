/** Plays the games of a job as trace.py does. The tests that compare cores with the server run it in a browser and in Node. */

import { load, type Core } from './core'
import type { Learned } from './generated'
import { inflated } from './inflated'
import { traces, type Job } from './trace'

type Read = (file: string) => Promise<BlobPart & BufferSource>

/** A core with everything that its levels have learned. */
export async function open(game: string, read: Read): Promise<Core> {
  const core = await load(await read(`${game}.wasm`))
  const files = core.about.levels.map((level) => level.learned).filter((one): one is Learned => one !== null)
  for (const learned of files) core.learn(learned, await inflated(await read(learned.file)))
  return core
}

export async function play(job: Job, read: Read): Promise<string[]> {
  return [...traces(await open(job.game, read), job)]
}
