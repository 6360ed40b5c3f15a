import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages } from '../../lib/i18n.svelte'
import * as sounds from '../../lib/sounds'
import Face from './Countdown.svelte'

let target: HTMLElement
beforeAll(() => loadMessages('runaway'))
beforeEach(() => {
  vi.useFakeTimers()
  target = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  target.remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Case = [why: 'called' | 'clock', yours: boolean, waited: boolean, binding: boolean, words: string]

describe('the countdown', () => {
  it.each<Case>([
    ['called', false, true, true, 'Aki counts down: choose now!'],
    ['called', false, true, false, 'Aki counts down: everybody is waiting for you'],
    ['called', false, false, true, 'Aki counts down'],
    ['called', true, false, true, 'You count down'],
    ['clock', false, true, true, 'Your time runs out: choose now!'],
    ['clock', true, true, true, 'Your time runs out: choose now!'],
    ['clock', true, false, true, 'The time runs out: you count down'],
    ['clock', false, false, true, 'The time runs out: Aki counts down'],
  ])('says who counts and why, and counts the last three seconds: %s, yours %s, waited %s', (why, yours, waited, binding, words) => {
    const countdown = { ply: 1, from: 3, deadline: performance.now() + 5000, seat: 1, why, binding }
    const face = mount(Face, { target, props: { countdown, name: 'Aki', yours, waited } })
    flushSync()
    const counted: string[] = []
    const ticks: number[] = []
    const played = vi.spyOn(sounds, 'play')
    for (let ms = 0; ms < 6200; ms += 100) {
      const said = target.querySelector('.countdown')
      expect(said?.querySelector('.digit'), 'has its place before the digit comes').not.toBeNull()
      counted.push(said ? `${said.querySelector('p')!.textContent} ${said.querySelector('span')?.textContent ?? '…'}` : '')
      vi.advanceTimersByTime(100)
      flushSync()
      if (played.mock.calls.length > ticks.length) ticks.push(Number(target.querySelector('.countdown span')!.textContent))
    }
    expect(counted.filter((one, at) => one !== counted[at - 1])).toEqual([...['…', '3', '2', '1', '0'].map((n) => `${words} ${n}`), ''])
    expect(ticks).toEqual([3, 2, 1, 0])
    void unmount(face)
  })
})
