import { flushSync, mount, unmount } from 'svelte'
import { describe, expect, it } from 'vitest'
import Asset from './Asset.svelte'

/** What is written on the front of an asset card. */
function front(assets: number): string {
  const drawn = mount(Asset, { target: document.body, props: { assets } })
  flushSync()
  const written = document.querySelector('.asset svg:not(.reverse) text')!.textContent
  void unmount(drawn)
  return written
}

describe('an asset card', () => {
  it('shows the assets of a player, also on boards with more than two assets', () => {
    expect([0, 1, 2, 3, 9].map(front)).toEqual(['$200m', '$200m', '$200m', '$300m', '$900m'])
  })
})
