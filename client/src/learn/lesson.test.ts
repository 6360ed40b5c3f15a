import { describe, expect, it } from 'vitest'
import { answer, historyOf, loadLesson } from './lesson'

describe.each(['miyajima', 'hachi', 'runaway'])('the lesson of %s', (game) => {
  it('can be played through, with words in both languages', async () => {
    const lesson = await loadLesson(game)
    if (!lesson) return // not written yet
    expect(lesson.steps.length).toBeGreaterThan(7)
    for (const step of lesson.steps) {
      expect(step.say.en).toBeTruthy()
      expect(step.say.ja).toMatch(/[ぁ-んァ-ヶ一-龠]/)
      if (step.expect && step.expect !== '*') expect(step.actions.map((action) => action.text)).toContain(step.expect)
      if (step.expect === '*') expect(step.actions.length).toBeGreaterThan(0)
    }
  })
})

describe('a step', () => {
  it('leads on by what it expects, and hints otherwise', async () => {
    const { steps } = (await loadLesson('miyajima'))!
    const choice = steps.find((step) => step.expect === 'load red heavy')!
    expect(answer(choice, 'load red heavy')).toBe('on')
    expect(answer(choice, 'load red fast')).toBe('hint')
    expect(answer(steps.find((step) => step.expect === '*')!, 'load yellow fast')).toBe('on')
  })

  it('knows what was told since the table was laid', async () => {
    const { steps } = (await loadLesson('miyajima'))!
    const restart = steps.findIndex((step, i) => i > 0 && step.restart)
    expect(historyOf(steps, restart)).toEqual(steps[restart]!.events)
    expect(historyOf(steps, restart + 1).length).toBe(steps[restart]!.events.length + steps[restart + 1]!.events.length)
  })
})
