/** The end of the lesson, which is a real game told by the real rules: for tests. */

import lesson from '../../learn/miyajima.json'
import { historyOf, type Step } from '../../learn/lesson'
import type { BoardEvent } from '../types'
import type { MiyajimaView } from './view'

export function lessonEvents(): { view: MiyajimaView; events: BoardEvent[] } {
  const steps = lesson.steps as unknown as Step[]
  return { view: steps.at(-1)!.view as MiyajimaView, events: historyOf(steps, steps.length - 1) }
}
