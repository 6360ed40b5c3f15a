import { describe, expect, it } from 'vitest'
import { CHANCE, type BoardEvent } from '../boards/types'
import { soundOf } from './sounds'

const event = (actor: number, action: string | null, facts: BoardEvent['facts'] = []): BoardEvent => ({ ply: 1, actor, action, sentences: [], facts })

describe('what happened', () => {
  it('sounds like the last of it', () => {
    expect(soundOf('miyajima', [event(0, 'roll red'), event(CHANCE, '4')])).toBe('dice')
    expect(soundOf('miyajima', [event(0, 'load red fast'), event(1, null, [{ do: 'load' }])])).toBe('load')
    expect(soundOf('hachi', [event(1, 'play 5x2@4')])).toBe('card')
    expect(soundOf('hachi', [event(1, 'pass')])).toBe('pass')
    expect(soundOf('hachi', [event(1, 'pass'), event(CHANCE, null)])).toBe('slip')
  })

  it('is silent where nothing happened, and where the board tells it itself', () => {
    expect(soundOf('hachi', [])).toBeNull()
    expect(soundOf('runaway', [event(CHANCE, '4')])).toBeNull()
  })
})
