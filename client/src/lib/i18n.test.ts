import { describe, expect, it } from 'vitest'
import { en } from '../messages/en'
import { ja } from '../messages/ja'
import { fill, preferredLanguage, speak, t } from './i18n.svelte'

const holes = (message: string) => [...new Set([...message.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort()

describe('messages', () => {
  it('say in Japanese everything that they say in English, and nothing else', () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort())
  })

  it('fill the same holes in both languages', () => {
    for (const [key, message] of Object.entries(en)) {
      for (const hole of holes(ja[key] ?? '')) expect(holes(message), key).toContain(hole)
    }
  })

  it('are sorted into the areas of the house', () => {
    for (const key of Object.keys(en)) expect(key).toMatch(/^(shell|miyajima|hachi|runaway)\./)
  })
})

describe('t', () => {
  it('fills names and counts', () => {
    expect(fill('{n} {n|car|cars} of {name}', { n: 1, name: 'Aki' })).toBe('1 car of Aki')
    expect(fill('{n} {n|car|cars}', { n: 2 })).toBe('2 cars')
    expect(fill('{unknown}', {})).toBe('{unknown}')
  })

  it('speaks the language that was chosen', async () => {
    await speak('ja')
    expect(t('shell.rules')).toBe('ルール')
    expect(document.documentElement.lang).toBe('ja')
    await speak('en')
    expect(t('shell.rules')).toBe('Rules')
  })

  it('begins with the language kept, else the browser’s', () => {
    expect(preferredLanguage('ja', ['en'])).toBe('ja')
    expect(preferredLanguage(undefined, ['fr', 'ja-JP', 'en'])).toBe('ja')
    expect(preferredLanguage(undefined, ['fr'])).toBe('en')
  })
})
