/** The cores that were built with this page, by game. Each is loaded when it is needed. */

import { Core, load } from './core'
import { CoreError } from './memory'
import type { Learned } from './generated'
import { inflated } from './inflated'

const modules = import.meta.glob<string>('./built/*.wasm', { query: '?url', import: 'default', eager: true })
const numbers = import.meta.glob<string>('./built/*.bin', { query: '?url', import: 'default', eager: true })

/** Whether a game can be played on this device. */
export function hasCore(game: string): boolean {
  return `./built/${game}.wasm` in modules
}

/** Load a game's core. What its levels have learned is loaded by `teach`. */
export async function openCore(game: string): Promise<Core> {
  const address = modules[`./built/${game}.wasm`]
  if (!address) throw new CoreError('missing', `This page was built without the game ${game}; it can be played with a server.`)
  return mended(address, (bytes) => load(bytes))
}

/** Load what a level has learned, if it is not loaded yet. */
export async function teach(core: Core, level: string): Promise<void> {
  await teachFile(core, core.lacks(level))
}

/** Load what hints need. */
export async function teachHints(core: Core): Promise<void> {
  await teachFile(core, core.lacksForHints)
}

/** Load what reviews of games with this number of seats need. */
export async function teachReviews(core: Core, seats: number): Promise<void> {
  for (const learned of core.lacksForReviews(seats)) await teachFile(core, learned)
}

async function teachFile(core: Core, learned: Learned | null): Promise<void> {
  if (!learned) return
  const address = numbers[`./built/${learned.file}`]
  if (!address) throw new CoreError('missing', `This page was built without ${learned.file}.`)
  await mended(address, async (bytes) => core.learn(learned, await inflated(bytes)))
}

/** Read a file. A damaged file is fetched once more from the server. */
async function mended<T>(address: string, read: (bytes: ArrayBuffer) => Promise<T>): Promise<T> {
  try {
    return await read(await fetched(address))
  } catch (error) {
    if (error instanceof CoreError && error.code !== 'damaged') throw error
    console.warn(error)
    const again = await fetched(address, 'reload').catch(() => {
      throw new CoreError('damaged', `${address} is damaged, and there is no connection.`)
    })
    return read(again).catch((still: unknown) => {
      throw still instanceof CoreError ? still : new CoreError('damaged', `${address} is damaged: ${String(still)}`)
    })
  }
}

async function fetched(address: string, cache: RequestCache = 'default'): Promise<ArrayBuffer> {
  let answer: Response
  try {
    answer = await fetch(address, { cache })
  } catch {
    throw new CoreError('offline', 'The game could not be loaded: there is no connection.')
  }
  if (answer.status === 500) throw new CoreError('damaged', `${address} is damaged.`) // the answer of the service worker
  if (!answer.ok) throw new CoreError('missing', `The game could not be loaded: the server answered ${answer.status}.`)
  return answer.arrayBuffer()
}
