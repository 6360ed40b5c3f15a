import { mount, unmount } from 'svelte'
import { afterEach, expect, it } from 'vitest'
import { loadMessages } from '../../lib/i18n.svelte'
import End from './End.svelte'
import type { View } from './generated'

let sheet: ReturnType<typeof mount>

afterEach(() => void unmount(sheet))

it('counts lost rounds and assets also on a board with more assets', async () => {
  await loadMessages('hachi')
  const view = { first_assets: 4, assets: [3, 1, 0], ranks: [1, 2, 3] } as View
  const players = ['Ann', 'Ben', 'Cleo'].map((name) => ({ name, bot: null, connected: true }))
  sheet = mount(End, { target: document.body, props: { view, players, you: 0 } })
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td, text')].map((one) => one.textContent.trim()),
  )
  expect(rows.map(([lost]) => lost)).toEqual(['1', '3', '4'])
  expect(rows[0]).toContain('$300m')
})
