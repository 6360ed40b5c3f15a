import { beforeAll, expect, it } from 'vitest'
import { loadMessages, setLanguage } from './i18n.svelte'
import { headlineOf, resultText } from './sharing'

beforeAll(() => loadMessages('miyajima'))

it('is in the language of the player, with the rank of a solo game', async () => {
  await setLanguage('ja')
  const alone = resultText('miyajima', '2026-11-17', { scores: [220], ranks: [1] }, ['Aki'])
  expect(alone).toBe('オール・アボード：宮島行き快速列車、今日の一戦 2026-11-17\n220点、検査官')
  await setLanguage('en')
  expect(resultText('miyajima', null, { scores: [1], ranks: [1] }, ['Aki'])).toBe(
    'All Aboard: Fast Train to Miyajima\n1 point, Gandy Dancer',
  )
})

it('lists the places, the best first', async () => {
  await setLanguage('en')
  const text = resultText('miyajima', null, { scores: [70, 90, 80], ranks: [3, 1, 2] }, ['Aki', 'Bo', 'Cleo'])
  expect(text.split('\n').slice(1)).toEqual(['1. Bo: 90', '2. Cleo: 80', '3. Aki: 70'])
})

it('says who has won, and that nobody has', async () => {
  await setLanguage('en')
  const names = ['Aki', 'Bo', 'Cleo']
  const said = (ranks: number[], you: number | null) => headlineOf({ scores: [7, 7, 7], ranks }, names, you)
  expect([
    said([3, 3, 3], 0),
    said([1, 3, 3], 0),
    said([1, 1, 3], 1),
    said([1, 1, 3], 2),
    said([1, 1, 1], 0),
    said([2, 1, 3], null),
  ]).toEqual(['Nobody wins', 'You win!', 'You share the win!', 'Aki, Bo win', 'You share the win!', 'Bo wins'])
})
