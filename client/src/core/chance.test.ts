import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { commitment, newSeed, number, outcome, readSeed, seedText } from './chance'
import { hex, hmac, sha256 } from './sha256'

const ZERO = new Uint8Array(32)

it('computes SHA-256 and HMAC for data of every length', () => {
  for (let length = 0; length < 200; length++) {
    const data = randomBytes(length)
    expect(hex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'))
    expect(hex(hmac(data, ZERO))).toBe(createHmac('sha256', data).update(ZERO).digest('hex'))
  }
})

// the same numbers as in the examples of fair.py
it('draws what the server draws', () => {
  expect(commitment(ZERO).slice(0, 16)).toBe('66687aadf862bd77')
  expect(Array.from({ length: 8 }, (_, draw) => number(ZERO, draw, 6) + 1)).toEqual([6, 3, 2, 1, 1, 6, 5, 4])
})

it('takes outcomes by their weight, in the order of their numbers', () => {
  const ticket = number(ZERO, 0, 6)
  expect(ticket).toBe(5)
  expect(
    outcome(ZERO, 0, [
      [9, 1],
      [3, 5],
    ]),
  ).toBe(9)
  expect(
    outcome(ZERO, 0, [
      [9, 5],
      [3, 1],
    ]),
  ).toBe(9)
  expect(outcome(ZERO, 0, [[3, 6]])).toBe(3)
})

it('writes and reads seeds', () => {
  const seed = newSeed()
  expect(readSeed(seedText(seed))).toEqual(seed)
  expect(newSeed()).not.toEqual(seed)
  expect(() => readSeed('xyz')).toThrow('64 digits')
})
