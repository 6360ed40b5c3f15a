import { mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api'
import { setLanguage } from '../lib/i18n.svelte'
import type { Played } from '../protocol'
import Front from './Front.svelte'

const game = {
  id: 'abc',
  game: 'hachi',
  date: '2026-03-02T10:00:00Z',
  phase: 'playing',
  seat: 0,
  players: ['Aki', 'Bea'],
  bots: [null, null],
}
const played = (...turns: boolean[]) =>
  turns.map((turn, at) => ({ ...game, id: `g${at}`, scores: null, ranks: null, daily: null, turn })) as unknown as Played[]
let page: ReturnType<typeof mount>

beforeEach(async () => {
  await setLanguage('en')
  for (const asked of ['games', 'tables', 'figures', 'leaderboard'] as const) vi.spyOn(api, asked).mockResolvedValue([])
})
afterEach(() => {
  void unmount(page)
  vi.restoreAllMocks()
})

function visit(...answers: Played[][]): void {
  const asked = vi.spyOn(api, 'history')
  for (const one of answers) asked.mockResolvedValueOnce(one)
  page = mount(Front, { target: document.body })
}
const links = () => [...document.querySelectorAll('.unfinished li a')].map((link) => link.getAttribute('href'))

it('shows whose turn it is now when the player comes back to it', async () => {
  visit(played(false), played(true))
  const turn = () => document.querySelector('.unfinished .turn')?.textContent
  await vi.waitFor(() => expect(document.querySelector('.unfinished li')).not.toBeNull())
  expect(turn()).toBeUndefined()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(turn()).toBe('Your turn'))
})

it('gives the tab its own title, whatever the page before has called it', async () => {
  document.title = '● Hachi Train · All Aboard'
  visit(played(true))
  await vi.waitFor(() => expect(document.title).toBe('All Aboard'))
})

it('begins with the games that wait for the player, and a long list is short at first', async () => {
  visit(played(false, false, false, false, false, false, true))
  await vi.waitFor(() => expect(links()).toEqual(['g6', 'g0', 'g1', 'g2', 'g3'].map((id) => `/table/${id}`)))
  const more = [...document.querySelectorAll<HTMLElement>('.unfinished button')].find(({ textContent }) => textContent === 'Show all 7')
  more!.click()
  await vi.waitFor(() => expect(links()).toHaveLength(7))
})

it('offers no replay of a daily challenge whose day is not over', async () => {
  const place = { place: 1, name: 'Aki', score: 90, title: 'tycoon', date: '2026-03-02', device: false }
  const now = new Date().toISOString().slice(0, 10)
  vi.spyOn(api, 'leaderboard').mockImplementation(async (game) =>
    game === 'miyajima'
      ? [
          { ...place, game_id: 'today', daily: now },
          { ...place, game_id: 'before', daily: '2026-03-02' },
          { ...place, game_id: 'other', daily: null },
        ]
      : [],
  )
  visit([])
  const replays = () => [...document.querySelectorAll('.lists ol a')].map((link) => link.getAttribute('href'))
  await vi.waitFor(() => expect(replays()).toEqual(['/replay/before', '/replay/other']))
})
