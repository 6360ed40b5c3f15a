/** Recorded games for tests, made by `python client/fixtures.py`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Happening, Told } from './presenter.svelte'

export interface Recording<V, E extends Happening> {
  game: string
  seats: number
  viewer: number
  /** Whether the memory aid is on. */
  memory: boolean
  first: V
  steps: (Told<E> & { view: V })[]
}

const FOLDER = `${process.cwd()}/fixtures`

export function recordings<V, E extends Happening>(game: string): Recording<V, E>[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.startsWith(`${game}-`)) : []
  if (!files.length)
    throw new Error('there are no recordings: run `python client/fixtures.py`, or the tests by `python client/run.py test`')
  return files.flatMap((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf-8')) as Recording<V, E>[])
}
