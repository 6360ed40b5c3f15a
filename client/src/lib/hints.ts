/** The expected result of each action, as drawn on the options. */

import type { Advice } from '../protocol'
import { t } from './i18n.svelte'

export interface Hint {
  /** In short: a score, or a chance in percent. */
  shown: string
  unit: '%' | ''
  /** For screen readers. */
  words: string
  best: boolean
  value: number
}

/** By action text. */
export type Hints = ReadonlyMap<string, Hint>

export const NO_HINTS: Hints = new Map()

const WORDS = { score: 'hints-score', 'chance to win': 'hints-win', 'chance not to lose the round': 'hints-safe' } as const

export function hintsOf(advice: Advice): Hints {
  const most = Math.max(...advice.hints.map((hint) => hint.value))
  const score = advice.expects === 'score'
  return new Map(
    advice.hints.map(({ text, value }) => {
      const shown = String(Math.round(score ? value : value * 100))
      const best = value === most
      const said = t(WORDS[advice.expects], { value: shown })
      return [text, { shown, unit: score ? '' : '%', words: best ? t('hints-best', { said }) : said, best, value } satisfies Hint]
    }),
  )
}

/** The best of several actions. */
export function bestOf(hints: Hints, texts: string[]): Hint | undefined {
  return texts
    .flatMap((text) => hints.get(text) ?? [])
    .reduce<Hint | undefined>((one, other) => (one && one.value >= other.value ? one : other), undefined)
}

/** A name with its expected result. */
export function hinted(name: string, hint: Hint | undefined): string {
  return hint ? `${name}, ${hint.words}` : name
}

export function whatHintsAre(advice: Advice): string {
  return t(`${WORDS[advice.expects]}-what`)
}
