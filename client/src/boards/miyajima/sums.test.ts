import { describe, expect, it } from 'vitest'
import { lessonEvents } from './lesson.testing'
import { runningSums, trainKey } from './sums'

describe('running sums', () => {
  it('are kept for every car that was filled', () => {
    const red = { do: 'load', seat: 0, colour: 'red', train: 'fast' }
    const sums = runningSums([
      { facts: [{ ...red, cars: 1, sum: 5 }] },
      { facts: [] },
      { facts: [{ ...red, cars: 2, sum: 7 }, { do: 'load', seat: 1, colour: 'blue', train: 'heavy', cars: 6, sum: 36 }] },
    ])
    expect(sums.get(trainKey(0, 'red', 'fast'))).toEqual([5, 7])
    expect(sums.get(trainKey(1, 'blue', 'heavy'))?.[5]).toBe(36)
  })

  it('agree with the view of a real game', () => {
    const { view, events } = lessonEvents()
    const sums = runningSums(events)
    for (const [colour, pair] of Object.entries(view.sheets[0]!)) {
      for (const train of ['fast', 'heavy'] as const) {
        const told = sums.get(trainKey(0, colour as 'red', train)) ?? []
        expect(told.length, `${colour} ${train}`).toBe(pair[train].cars)
        expect(told.at(-1) ?? 0).toBe(pair[train].sum)
      }
    }
  })
})
