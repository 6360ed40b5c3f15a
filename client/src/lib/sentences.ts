/** Events as sentences, by the same rules as `allaboard.catalog` in Python. */

import type { FluentBundle, FluentVariable } from '@fluent/bundle'
import { CHANCE, type Action, type GameClient, type Phrase } from '../games/game'
import type { AnyEvent, AnyReason } from '../protocol'
import { bundleOf, word } from './i18n.svelte'

type Told = object
/** The roles of event fields: seats, lists of seats, places and booleans. All other fields are shown as they are. */
export interface Roles {
  [field: string]: 'seat' | 'seats' | 'place' | 'truth' | 'list' | 'word' | 'number'
}

/** An event's sentence; null if it has none. */
export function tell(game: string, event: AnyEvent, roles: Roles, names: readonly string[], you: number | null): string | null {
  return said(game, event.event, event, roles, names, you)
}

/** Why an action was refused. */
export function explain(game: string, reason: AnyReason, roles: Roles, names: readonly string[], you: number | null): string | null {
  return said(game, `refusal-${reason.reason}`, reason, roles, names, you)
}

/** The name of an action in the game's words, or its text form. */
export function callAction(game: GameClient, { text, parts }: Action, view: unknown): string {
  const named = game.phrase?.(parts as never, view)
  return named ? phraseOf(game.name, named) : text
}

/** A phrase for an option of a game. */
export function phraseOf(game: string, { phrase: name, ...variables }: Phrase): string {
  return word(`option-${name}`, `${game}/told`, variables)
}

function said(game: string, key: string, told: Told, roles: Roles, names: readonly string[], you: number | null): string | null {
  const bundle = bundleOf(game, key)
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return null
  const errors: Error[] = []
  const sentence = bundle.formatPattern(pattern, variables(bundle, told, roles, names, you), errors)
  for (const error of errors) console.error(`${game}: ${key}: ${error.message}`)
  return sentence
}

export function variables(
  bundle: FluentBundle,
  told: Told,
  roles: Roles,
  names: readonly string[],
  you: number | null,
): Record<string, FluentVariable> {
  const name = (seat: number) =>
    seat === CHANCE ? phrase(bundle, 'chance-name', {}) : (names[seat] ?? phrase(bundle, 'seat-name', { number: seat }))
  const found: Record<string, FluentVariable> = {}
  for (const [field, value] of Object.entries(told)) {
    const role = roles[field] ?? 'word'
    if (role === 'seat' && typeof value === 'number') {
      found[field] = name(value)
      found[`${field}-is`] = value === you ? 'you' : 'other'
    } else if (role === 'seats' && Array.isArray(value)) {
      found[field] = listed(bundle, value.map(name))
      found[`${field}-count`] = value.length
      found[`${field}-is`] = value.length === 1 && value[0] === you ? 'you' : 'other'
    } else if (Array.isArray(value)) {
      found[field] = listed(bundle, value.map(String))
      found[`${field}-count`] = value.length
    } else if (role === 'place' && typeof value === 'number') found[field] = value + 1
    else if (typeof value === 'boolean') found[field] = value ? 'yes' : 'no'
    else found[field] = value === null ? 'hidden' : (value as FluentVariable)
  }
  return found
}

/** A list of words, joined as usual in the language. */
export function listed(bundle: FluentBundle, words: string[]): string {
  const last = words.at(-1)
  if (last === undefined) return phrase(bundle, 'list-empty', {})
  return words
    .slice(0, -1)
    .reduceRight((rest, first, at) => phrase(bundle, at === words.length - 2 ? 'list-pair' : 'list-more', { first, rest }), last)
}

function phrase(bundle: FluentBundle, key: string, args: Record<string, FluentVariable>): string {
  const pattern = bundle.getMessage(key)?.value
  return pattern ? bundle.formatPattern(pattern, args) : key
}
