import { beforeEach, expect, it } from 'vitest'
import { once } from './announcer'

const said = () => [...document.querySelectorAll('[data-announcer] p')].map((line) => line.textContent)

beforeEach(() => {
  document.body.innerHTML = ''
})

it('announces a decision once, after the events that led to it', () => {
  const ask = once()
  ask('Load 4 red.', false)
  expect(said()).toEqual([])
  for (const told of [true, false, true]) ask('Load 4 red.', told) // others decide meanwhile
  expect(said()).toEqual(['Load 4 red.'])
})

it('announces the same decision again after it was taken back', () => {
  const ask = once()
  ask('Load 4 red.', true)
  ask('', true)
  ask('Load 4 red.', true)
  expect(said()).toEqual(['Load 4 red.', 'Load 4 red.'])
})
