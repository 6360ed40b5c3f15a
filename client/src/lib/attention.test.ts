import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ScreenLock } from './attention.svelte'

/** Locks that were granted and not released. */
let held: number
/** Grants the requests so far. */
let grant: () => void
let awake: ScreenLock

function letGo(lock: { released: boolean }): Promise<void> {
  if (!lock.released) held -= 1
  lock.released = true
  return Promise.resolve()
}

beforeEach(() => {
  held = 0
  const waiting: (() => void)[] = []
  grant = () => waiting.splice(0).forEach((done) => done())
  const request = () =>
    new Promise((done) =>
      waiting.push(() => {
        held += 1
        const lock = { released: false, release: () => letGo(lock) }
        done(lock)
      }),
    )
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { wakeLock: { request } }))
  awake = new ScreenLock()
})
afterEach(() => {
  awake.end()
  vi.unstubAllGlobals()
})
const soon = () => new Promise((done) => setTimeout(done))

it('keeps the screen on with one lock, however often the table changes', async () => {
  awake.tableChanged(true)
  awake.tableChanged(true) // before the first lock was granted
  grant()
  await soon()
  awake.tableChanged(true)
  grant()
  await soon()
  expect(held).toBe(1)
  awake.end()
  expect(held).toBe(0)
})

it('releases a lock that is granted after it is no longer wanted', async () => {
  awake.tableChanged(true)
  awake.tableChanged(false)
  grant()
  await soon()
  expect(held).toBe(0)
})
