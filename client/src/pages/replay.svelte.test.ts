import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api'
import { setLanguage } from '../lib/i18n.svelte'
import type { Replay as Story } from '../protocol'
import Replay from './Replay.svelte'

const STEPS = 3
let page: ReturnType<typeof mount>

beforeEach(async () => {
  await setLanguage('en')
  vi.spyOn(api, 'games').mockResolvedValue([])
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')))
  vi.spyOn(api, 'replay').mockResolvedValue({
    table: { title: 'Toy', settings: { game: 'toy' }, players: [] },
    first: {},
    steps: Array.from({ length: STEPS }, (_, ply) => ({
      ply,
      actor: 0,
      action: 'go',
      events: [{ event: 'acted', seat: 0, action: 'go' }],
      view: {},
    })),
    texts: Array.from({ length: STEPS + 1 }, (_, step) => `table ${step}`),
  } as unknown as Story)
  page = mount(Replay, { target: document.body, props: { id: 'abc', seat: null, move: '1' } })
  await vi.waitFor(() => expect(shown()).toBe('1'), 60_000)
})
afterEach(() => {
  void unmount(page)
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const shown = () => document.querySelector('main')?.dataset.move
const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label='${name}']`)!

/** Presses a key on an element. Returns whether the page has handled it. */
function press(key: string, on: EventTarget = document.body, more: KeyboardEventInit = {}): boolean {
  const handled = !on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  flushSync()
  return handled
}

it('is stepped through with the arrow keys', () => {
  expect(press('ArrowLeft')).toBe(true)
  expect(shown()).toBe('0')
  press('End')
  expect(shown()).toBe('3')
})

it('leaves the space bar to a focused button, and elsewhere starts and stops with it', () => {
  expect(press(' ', button('One move back'))).toBe(false)
  expect(button('Play')).not.toBeNull()
  expect(press(' ')).toBe(true)
  expect(button('Stop')).not.toBeNull()
})

it('leaves commands of the browser alone', () => {
  expect(press('ArrowLeft', document.body, { altKey: true })).toBe(false) // back
  expect(press('ArrowRight', document.body, { metaKey: true })).toBe(false)
  expect(shown()).toBe('1')
})
