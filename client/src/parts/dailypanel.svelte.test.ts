import { mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api'
import { setLanguage } from '../lib/i18n.svelte'
import type { Daily } from '../protocol'
import DailyPanel from './DailyPanel.svelte'

let panel: ReturnType<typeof mount>

afterEach(async () => {
  await unmount(panel)
  vi.restoreAllMocks()
  await setLanguage('en')
})

it('says which day it is, the streak, and the time to the next challenge', async () => {
  await setLanguage('ja')
  const today = { date: '2026-03-03', streak: 4, next_ms: 3_720_000, best: [], table: null, finished: false, unrated: null }
  vi.spyOn(api, 'daily').mockResolvedValue(today as unknown as Daily)
  panel = mount(DailyPanel, { target: document.body, props: { game: 'hachi', close: () => undefined } })
  await vi.waitFor(() => expect(document.querySelector('.daily b')?.textContent).toBe('2026/03/03'))
  const said = document.querySelector('.daily')!.textContent
  expect(said).toContain('4 日連続')
  expect(said).toMatch(/1\s*時間\s*2\s*分/)
})

it('has its button before the small print, so that a phone shows it at once', async () => {
  const today = { date: '2026-03-03', streak: 0, next_ms: 0, best: [], table: null, finished: false, unrated: null }
  vi.spyOn(api, 'daily').mockResolvedValue(today as unknown as Daily)
  panel = mount(DailyPanel, { target: document.body, props: { game: 'hachi', close: () => undefined } })
  await vi.waitFor(() => expect(document.querySelector('.daily')).not.toBeNull())
  const said = document.querySelector('.daily')!.textContent
  expect(said.indexOf("Start today's challenge")).toBeLessThan(said.indexOf('A try does not count'))
})

it('starts one try when its button is pressed twice', async () => {
  const today = { date: '2026-03-03', streak: 0, next_ms: 0, best: [], table: 'old', finished: true, unrated: null }
  vi.spyOn(api, 'daily').mockResolvedValue(today as unknown as Daily)
  const tried = vi.spyOn(api, 'tryDaily').mockReturnValue(new Promise(() => undefined))
  panel = mount(DailyPanel, { target: document.body, props: { game: 'hachi', close: () => undefined } })
  const again = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Try again'))
    if (!found) throw new Error('not there yet')
    return found
  })
  again.click()
  again.click()
  expect(tried).toHaveBeenCalledTimes(1)
})
