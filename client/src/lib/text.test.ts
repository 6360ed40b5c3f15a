import { beforeAll, describe, expect, it } from 'vitest'
import { blocks, spans } from './markdown'
import TOLD from '../messages/sentences.json'
import { inJapanese, ready, sentence, worthLogging } from './sentences.svelte'
import { merged } from './table.svelte'

describe('sentences', () => {
  const names = ['Aki', 'Bea', 'Chidi']
  beforeAll(ready)

  it('call players by their names', () => {
    expect(sentence('Seat 0 beats Seat 2 and collects a single 5.', names, 'en')).toBe('Aki beats Chidi and collects a single 5.')
    expect(sentence('Seats 0, 1 and 2 choose cards.', names, 'en')).toBe('Aki, Bea and Chidi choose cards.')
    expect(sentence('Round 3 begins; the dice go to seat 1.', names, 'en')).toBe('Round 3 begins; the dice go to Bea.')
    expect(sentence('Seat 7 passes.', names, 'en')).toBe('Seat 7 passes.')
  })

  it('are told in Japanese, the order of words changed', () => {
    expect(sentence('Seat 1 loads 7 into the heavy purple train, which now carries 12 in 2 cars.', names, 'ja')).toBe('Beaが紫の貨物に7を積む。2両で合計12。')
    expect(sentence("Seat 0's conductor gets suitcase 7 off, less a tip of 6, for 15 points.", names, 'ja')).toBe('Akiの車掌がかばん7を降ろし、チップ6を引いて15点。')
    expect(sentence('Seat 2 beats Seat 0 and collects a single 4.', names, 'ja')).toContain('Chidi')
  })

  it.each(TOLD)('of every kind are told in Japanese: %s', (told) => {
    const said = inJapanese(told, ['アキ', 'ビー', 'チディ', 'ダイ', 'エリ', 'フミ'])
    expect(said).not.toBeNull()
    expect(said).not.toMatch(/[A-Za-z]{2}/)
    expect(said).toMatch(/[。！]$/)
    expect(said).not.toMatch(/undefined|\$\d(?!\d*m)/)
  })

  it('fall back to English where no Japanese is known', () => {
    expect(sentence('Something new for Seat 0.', names, 'ja')).toBe('Something new for Aki.')
  })

  it('leave out of the log that somebody has chosen', () => {
    expect(worthLogging('Seat 1 has chosen a load.')).toBe(false)
    expect(worthLogging('Seat 1 passes.')).toBe(true)
  })
})

describe('markdown', () => {
  it('knows paragraphs, lists, tables and emphasis', () => {
    const found = blocks('One\ntwo **three**.\n\n- a\n- b\n\n| x | y |\n| --- | --- |\n| 1 | 2 |')
    expect(found.map((block) => block.kind)).toEqual(['p', 'ul', 'table'])
    expect(spans('a **b** *c* `d`').map((span) => span.kind)).toEqual(['text', 'strong', 'text', 'em', 'text', 'code'])
  })

  it('draws no HTML', () => {
    expect(spans('<img onerror=x>')).toEqual([{ kind: 'text', text: '<img onerror=x>' }])
  })
})

describe('the story', () => {
  const event = (ply: number) => ({ ply, actor: 0, action: null, sentences: [], facts: [] })
  it('of two stretches is one, each ply once, in order', () => {
    expect(merged([event(1), event(2)], [event(2), event(3)]).map((e) => e.ply)).toEqual([1, 2, 3])
    expect(merged([], [event(5)])).toHaveLength(1)
  })
})
