/** A lesson: positions of a real game, each with something to say and something to do. */

import type { Action, BoardEvent } from '../boards/types'

export interface Step {
  say: { en: string; ja: string }
  expect: string | null // the action that leads on; '*' is any; null: the Next button
  restart: boolean
  clause: string | null
  view: unknown
  actions: Action[]
  events: BoardEvent[]
  decided: number[]
}

export interface Lesson {
  game: string
  players: string[]
  steps: Step[]
}

const lessons = import.meta.glob<{ default: Lesson }>('./*.json')

export async function loadLesson(game: string): Promise<Lesson | null> {
  return (await lessons[`./${game}.json`]?.())?.default ?? null
}

/** Where an action leads from a step: on, or nowhere. */
export function answer(step: Step, action: string): 'on' | 'hint' {
  return step.expect === '*' || step.expect === action ? 'on' : 'hint'
}

/** Everything told since the table was last laid. */
export function historyOf(steps: Step[], at: number): BoardEvent[] {
  let first = at
  while (first > 0 && !steps[first]!.restart) first -= 1
  return steps.slice(first, at + 1).flatMap((step) => step.events)
}
