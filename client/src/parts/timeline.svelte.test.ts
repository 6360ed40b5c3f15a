import { flushSync, mount, unmount } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import { setLanguage } from '../lib/i18n.svelte'
import { loadReviewMessages } from '../lib/review.svelte'
import type { Review, SeatReview } from '../protocol'
import Timeline from './Timeline.svelte'

const CHANCE = 8

beforeAll(async () => {
  await setLanguage('en')
  await loadReviewMessages('en')
})

it.each([
  [CHANCE, 1],
  [0, 0],
])('speaks of luck only if chance acts: actor %i', (actor, keys) => {
  const step = { actor, value: 0.5, luck: 0, own: 0 }
  const player = { expected: 0.5, steps: [step] } as unknown as SeatReview
  const shown = mount(Timeline, {
    target: document.body,
    props: { found: { unit: 'wins' } as Review, player, total: 1, at: 0 },
  })
  flushSync()
  expect(document.querySelectorAll('.key.own')).toHaveLength(1)
  expect(document.querySelectorAll('.key.luck')).toHaveLength(keys)
  void unmount(shown)
  document.body.innerHTML = ''
})
