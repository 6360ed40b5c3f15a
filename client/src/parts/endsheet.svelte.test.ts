import { flushSync, mount, unmount } from 'svelte'
import { beforeEach, expect, it } from 'vitest'
import { setLanguage } from '../lib/i18n.svelte'
import { LiveTable } from '../lib/table.svelte'
import type { Message } from '../protocol'
import type { Order } from '../socket'
import EndSheet from './EndSheet.svelte'

beforeEach(() => setLanguage('en'))

it('offers the rematch again if it was refused, and says why', () => {
  const sent: Order[] = []
  let hear!: (message: Message) => void
  const table = new LiveTable('t', 'secret', ({ heard }) => {
    hear = heard
    return { order: (order) => `c${sent.push(order)}`, close: () => undefined }
  })
  const players = [0, 1].map((seat) => ({ name: `P${seat}`, bot: null, connected: true }))
  const info = { id: 't', title: '', phase: 'over', settings: { game: 'toy' }, players, nonces: [], daily: null }
  hear({ type: 'welcome', version: 2, you: 0, table: info, remarks: [] } as unknown as Message)
  hear({ type: 'over', scores: [1, 2], ranks: [2, 1], record: '', seed: 's', nonces: [] } as unknown as Message)
  const sheet = mount(EndSheet, { target: document.body, props: { table, players } })
  flushSync()
  const rematch = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Rematch')!
  rematch.click()
  flushSync()
  expect([rematch.disabled, sent.filter(({ type }) => type === 'rematch').length]).toEqual([true, 1])
  hear({
    type: 'error',
    id: `c${sent.length}`,
    code: 'too_fast',
    message: 'too fast',
    key: null,
    args: {},
    reason: null,
    clause: null,
  } as never)
  flushSync()
  expect([rematch.disabled, document.querySelector('dialog [role=alert]')?.textContent]).toEqual([false, 'Too fast'])
  rematch.click()
  flushSync()
  expect([sent.filter(({ type }) => type === 'rematch').length, document.querySelector('dialog [role=alert]')]).toEqual([2, null])
  table.leave()
  void unmount(sheet)
  document.body.innerHTML = ''
})
