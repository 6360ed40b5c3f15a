import { describe, expect, it } from 'vitest'
import { coloursOf, faceFor, isFace } from './faces'
import type { Face } from '../protocol'
import { COLOURS } from './trains'

const face = (body: Face['body']): Face => ({ body, stripe: 'white', nose: 'round', eyes: 'calm' })
const person = (name: string, body: Face['body']) => ({ name, bot: null, face: face(body) })
const bot = (name: string, body: Face['body']) => ({ name, bot: 'easy' as const, face: face(body) })

describe('colours', () => {
  it('are those that people have chosen, and those of bots if they are still free', () => {
    expect(coloursOf([bot('Kodama', 'blue'), person('Aki', 'blue'), bot('Sakura', 'green')])).toEqual(['red', 'blue', 'green'])
  })

  it('stay with their players when the players change seats', () => {
    const players = [person('Aki', 'red'), person('Ben', 'red'), bot('Kodama', 'white'), bot('Nozomi', 'pink'), person('Cy', 'green')]
    const first = coloursOf(players)
    const turned = coloursOf([...players.slice(1), players[0]!])
    expect([...turned.slice(-1), ...turned.slice(0, -1)]).toEqual(first)
    expect(new Set(first).size).toBe(5)
  })

  it('are different for up to six players, and further players have one, too', () => {
    for (let count = 1; count <= 8; count++) {
      const found = coloursOf(Array.from({ length: count }, (_, at) => person(`P${at}`, 'purple')))
      expect(new Set(found).size).toBe(Math.min(count, COLOURS.length))
      expect(found).toHaveLength(count)
    }
  })
})

it('gives players without a chosen face always the same one', () => {
  for (const name of ['Aki', 'Ben', '春', 'Guest']) {
    expect(isFace(faceFor(name))).toBe(true)
    expect(faceFor(name)).toEqual(faceFor(name))
    expect(faceFor(name).stripe).not.toBe(faceFor(name).body)
  }
})

it('recognizes faces', () => {
  expect(isFace({ ...face('red'), nose: 'long' })).toBe(false)
  expect(isFace('red')).toBe(false)
  expect(isFace(null)).toBe(false)
})
