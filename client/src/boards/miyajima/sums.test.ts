import { describe, expect, it } from 'vitest'
import { lessonEvents } from './lesson.testing'
import { runningSums, trainKey } from './sums'

describe('running sums', () => {
  it('are read from what was told, for every car', () => {
    const sums = runningSums([
      { ply: 3, actor: 0, action: 'load red fast', sentences: ['Seat 0 loads 5 into the fast red train, which now carries 5 in 1 car.'] },
      { ply: 9, actor: 0, action: 'load red fast', sentences: ['Seat 0 loads 2 into the fast red train, which now carries 7 in 2 cars.', 'Seat 1 loads 6 into the heavy blue train, which now carries 36 in 6 cars and has reached Paris.'] },
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
