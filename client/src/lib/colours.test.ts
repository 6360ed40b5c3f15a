import css from '../theme.css?raw'
import { describe, expect, it } from 'vitest'
import { COLOURS, LETTERS, PATTERNS } from './trains'

const themes: Record<'light' | 'night', Record<string, string>> = { light: {}, night: {} }
for (const [, name, day, dark] of css.matchAll(/--([\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?/g)) {
  themes.light[name!] = day!
  themes.night[name!] = dark ?? day!
}

type Rgb = [number, number, number]
const linear = (hex: string): Rgb => {
  const part = (at: number) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

/** Machado, Oliveira & Fernandes 2009, severity 1. */
const SIGHTS: Record<string, number[][]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const seen = (hex: string, sight: number[][]): Rgb => {
  const rgb = linear(hex)
  return sight.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, i) => sum + weight * rgb[i]!, 0),
      ),
    ),
  ) as Rgb
}
const lab = ([r, g, b]: Rgb): Rgb => {
  const f = (v: number) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const distance = (a: Rgb, b: Rgb) => Math.hypot(...lab(a).map((v, i) => v - lab(b)[i]!))
const pairs = COLOURS.flatMap((a, i) => COLOURS.slice(i + 1).map((b) => [a, b] as const))

describe('the six train colours', () => {
  it('differ in letter and in pattern, so that nothing depends on colour alone', () => {
    expect(new Set(Object.values(LETTERS)).size).toBe(6)
    expect(new Set(Object.values(PATTERNS)).size).toBe(6)
  })

  it.each(Object.keys(themes))('differ by day and night for every sight (%s)', (name) => {
    const theme = themes[name as keyof typeof themes]
    for (const [a, b] of pairs) {
      const plain = distance(linear(theme[`train-${a}`]!), linear(theme[`train-${b}`]!))
      expect(plain, `${a} and ${b}`).toBeGreaterThan(25)
      for (const [sight, matrix] of Object.entries(SIGHTS)) {
        // Most people can see the remaining difference; the pattern and the letter help the others.
        const apart = distance(seen(theme[`train-${a}`]!, matrix), seen(theme[`train-${b}`]!, matrix))
        expect(apart, `${a} and ${b} with ${sight}`).toBeGreaterThan(11)
      }
    }
  })

  it.each(Object.keys(themes))('can be read: what stands on them, and their ink on paper (%s)', (name) => {
    const theme = themes[name as keyof typeof themes]
    for (const colour of COLOURS) {
      expect(contrast(theme[`train-${colour}`]!, theme[`train-${colour}-on`]!), colour).toBeGreaterThan(4.5)
      for (const under of ['paper', 'paper-raised', `train-${colour}-tint`]) {
        expect(contrast(theme[`train-${colour}-text`]!, theme[under]!), `${colour} on ${under}`).toBeGreaterThan(4.5)
      }
    }
  })
})

describe('the theme', () => {
  it('has each colour once in each theme', () => {
    const said = [...css.matchAll(/^ +--([\w-]+):/gm)].map((found) => found[1])
    expect(new Set(said).size).toBe(said.length)
    const same = Object.keys(themes.light).filter((name) => themes.light[name] === themes.night[name])
    expect(same).toEqual(['night-ink'])
  })

  it.each(Object.keys(themes))('has ink that reads on every paper (%s)', (name) => {
    const theme = themes[name as keyof typeof themes]
    for (const ink of ['ink', 'ink-soft', 'accent', 'good', 'bad', 'warn']) {
      for (const paper of ['paper', 'paper-raised', 'paper-sunken']) {
        expect(contrast(theme[ink]!, theme[paper]!), `${ink} on ${paper}`).toBeGreaterThan(4.5)
      }
    }
    expect(contrast(theme.accent!, theme['accent-ink']!)).toBeGreaterThan(4.5)
    expect(contrast(theme.night!, theme['night-ink']!)).toBeGreaterThan(4.5)
  })
})
