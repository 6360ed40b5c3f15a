import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Lesson } from '../games/game'
import { setLanguage } from '../lib/i18n.svelte'
import { change } from '../lib/settings.svelte'
import lessons from '../games/runaway/lesson.json'
import Learn from './Learn.svelte'

const { steps } = lessons as unknown as Lesson
let page: ReturnType<typeof mount>

beforeEach(() => {
  change({ speed: 'normal' }) // other tests in this process change it
  return setLanguage('en')
})
afterEach(() => {
  void unmount(page)
  document.body.innerHTML = ''
  localStorage.clear()
})

const said = () => document.querySelector('.said')?.textContent
const at = () => document.querySelectorAll('.progress .done').length - 1
const click = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('.coach button')].find(({ textContent }) => textContent === name)
  found!.click()
  flushSync()
}
async function begin(step: number) {
  localStorage['allaboard.lesson.runaway'] = step
  page = mount(Learn, { target: document.body, props: { game: 'runaway' } })
  await vi.waitFor(() => expect(document.querySelector('.board-room [data-space]')).not.toBeNull(), 60_000)
  expect(at()).toBe(step)
}

it('asks for nothing before the board has shown what the coach speaks of', async () => {
  await begin(0)
  click('Next')
  expect([at(), said()]).toEqual([1, steps[0]!.say.en])
  expect(document.querySelectorAll('[data-wanted], .hint-badge.best')).toHaveLength(0)
  document.querySelector<HTMLElement>('.stage')!.click() // skips
  await vi.waitFor(() => expect(said()).toBe(steps[1]!.say.en))
  expect(document.querySelector<HTMLElement>('[data-wanted]')?.dataset.wanted).toBe(steps[1]!.expect)
})

it('passes over no words of the coach when Next is pressed twice', async () => {
  const step = steps.findIndex(({ expect: asked, steps: shown }, n) => n > 1 && !asked && !steps[n - 1]!.expect && shown.length)
  await begin(step - 1)
  click('Next')
  expect([at(), said()]).toEqual([step, steps[step - 1]!.say.en])
  click('Next')
  await vi.waitFor(() => expect([at(), said()]).toEqual([step, steps[step]!.say.en]))
})
