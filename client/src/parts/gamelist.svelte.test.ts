import { mount, unmount } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.svelte'
import type { Played } from '../protocol'
import GameList from './GameList.svelte'

const game: Played = {
  id: 'abc',
  game: 'hachi',
  date: '2026-03-02T10:00:00Z',
  phase: 'over',
  seat: 0,
  name: 'Aki',
  players: ['Aki', 'Kodama'],
  bots: [null, 'medium'],
  scores: [2, 3],
  ranks: [2, 1],
  daily: null,
  turn: false,
}
let list: ReturnType<typeof mount> | undefined

beforeAll(() => setLanguage('en'))
beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 2, 3, 12) }))
afterEach(() => {
  vi.useRealTimers()
  if (list) void unmount(list)
})

function links(...games: Played[]): (string | null)[] {
  list = mount(GameList, { target: document.body, props: { games } })
  return [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
}

it('says when a game was played', () => {
  expect(links(game)).toEqual(['/replay/abc'])
  expect(document.body.textContent).toContain('Mar 2, 2026')
})

it('does not offer the replay of a challenge before its day is over', () => {
  expect(links({ ...game, daily: '2026-03-03' }, { ...game, id: 'old', daily: '2026-03-02' })).toEqual(['/table/abc', '/replay/old'])
  expect(document.body.textContent).toContain('Daily challenge, Mar 3, 2026')
})

it('says that a table for friends waits for them', () => {
  links({ ...game, phase: 'gathering', players: ['Aki'], bots: [null], scores: null, ranks: null })
  expect(document.body.textContent).toContain('waiting for players')
})
