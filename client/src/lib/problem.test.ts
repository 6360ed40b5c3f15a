import { expect, it } from 'vitest'
import { saidBy } from './problem'

it('begins a message that stands alone with a capital letter', () => {
  expect(saidBy(null, {}, 'there is no such table')).toBe('There is no such table')
  expect(saidBy(null, {}, '卓がありません')).toBe('卓がありません')
  expect(saidBy(null, {}, '')).toBe('')
})
