import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { change } from './settings.svelte'
import { play } from './sounds'

/** The notes that were started. */
let struck = 0
/** Lets the browser play sounds, as after the first tap. */
let allow: () => void
const silent = () => ({ setValueAtTime: () => 0, linearRampToValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 })
const node = () => ({
  gain: silent(),
  frequency: silent(),
  connect: () => ({ connect: () => 0 }),
  start: () => (struck += 1),
  stop: () => 0,
})
const audio = { state: 'suspended', currentTime: 0, createGain: node, createOscillator: node, resume: () => Promise.resolve() }
let now = 0

beforeEach(() => {
  struck = now = 0
  audio.state = 'suspended'
  const allowed = new Promise<void>((done) => (allow = done))
  audio.resume = () => allowed.then(() => void (audio.state = 'running'))
  vi.stubGlobal('AudioContext', function () {
    return audio
  })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  change({ sound: true })
})
afterEach(() => {
  change({ sound: false })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('are not heard all together after the first tap', async () => {
  for (let card = 0; card < 20; card++) play('tick')
  now = 5000
  allow()
  await new Promise((done) => setTimeout(done))
  expect(struck).toBe(0)
  play('tick')
  expect(struck).toBe(1)
})

it('are heard when the first tap asks for one', async () => {
  play('tick')
  allow()
  await new Promise((done) => setTimeout(done))
  expect(struck).toBe(1)
})
