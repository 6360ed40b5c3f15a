/**
 * The messages of the interface in the player's language: `t('seat', { seat: 2 })`.
 *
 * The catalogs are Fluent files. The sentences of a game are in the Python package, and Python uses them, too. Messages that
 * only the browser needs are here. A game's board uses `words(game)`, which has the game's own messages and the common ones.
 */

import { FluentBundle, FluentResource } from '@fluent/bundle'
import type { Shell, Value } from '../messages/keys'
import { loaded as reliably } from './loading'
import { href } from './root'

export type Language = 'en' | 'ja'
export const LANGUAGES: Record<Language, string> = { en: 'English', ja: '日本語' }

/** The arguments after a key: none for a message without variables. */
export type Args<Messages, K extends keyof Messages> = Messages[K] extends null ? [] : [Messages[K]]
export type Translate<Messages> = <K extends keyof Messages>(key: K, ...args: Args<Messages, K>) => string
type Texts = { common: string; shell: string; game: string; board: string }

const common = import.meta.glob<string>('../../../src/allaboard/messages/*.ftl', { query: '?raw', import: 'default' })
const shell = import.meta.glob<string>('../messages/*.ftl', { query: '?raw', import: 'default' })
const games = import.meta.glob<string>('../../../src/allaboard/games/*/messages/*.ftl', { query: '?raw', import: 'default' })
const boards = import.meta.glob<string>('../games/*/messages/*.ftl', { query: '?raw', import: 'default' })

let spoken = $state.raw<Language>('en')
/** By scope: a game's name, `GAME/told` for its sentences only, or '' for the shell. The first bundle that has a message is used. */
let bundles = $state.raw<ReadonlyMap<string, FluentBundle[]>>(new Map())
let loaded: string[] = []
let wanted = 0

/** A message with its variables filled in. */
export const t: Translate<Shell> = (key, ...args) => text('', key, args[0] ?? {})

/** The messages of a game: those of its board, and the common ones. */
export function words<Messages>(game: string): Translate<Messages> {
  return (key, ...args) => text(game, String(key), args[0] ?? {})
}

/** A message with a composed name: `word('level-hard')`, `word('game-title', game)`. */
export function word(key: string, scope = '', args: Record<string, Value> = {}): string {
  return text(scope, key, args)
}

/** A game's title in the player's language. Until its messages are loaded, the title that it was declared with. */
export function titleOf(game: string, declared = game): string {
  return has('game-title', game) ? text(game, 'game-title', {}) : declared
}

/** Whether a message exists. */
export function has(key: string, scope = ''): boolean {
  return bundleWith(scope, key) !== undefined
}

function bundleWith(scope: string, key: string): FluentBundle | undefined {
  return bundles.get(scope)?.find((one) => one.hasMessage(key))
}

function text(scope: string, key: string, args: Record<string, Value>): string {
  const bundle = bundleWith(bundles.has(scope) ? scope : '', key)
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  return bundle.formatPattern(pattern, args)
}

export function language(): Language {
  return spoken
}

/** Changes the language. Of several changes in quick succession the last one counts. */
export async function setLanguage(language: Language): Promise<void> {
  const mine = ++wanted
  const found = new Map<string, FluentBundle[]>()
  // While messages are being loaded, another game may be needed.
  do for (const [scope, made] of await everything(language, loaded)) found.set(scope, made)
  while (mine === wanted && loaded.some((game) => !found.has(game)))
  if (mine !== wanted) return
  spoken = language
  bundles = found
  document.documentElement.lang = language
}

/** Loads a game's messages. Until then their keys are shown. If it fails, the next call tries again. */
export async function loadMessages(game: string): Promise<void> {
  if (!loaded.includes(game)) loaded = [...loaded, game]
  if (bundles.has(game)) return
  const language = spoken
  const found = await ofGame(game, language).catch(() => null)
  // If the language was changed meanwhile, `setLanguage` has loaded this game, too.
  if (found && language === spoken) bundles = new Map([...bundles, ...found])
}

async function everything(language: Language, known: string[]): Promise<Map<string, FluentBundle[]>> {
  const [base, ...rest] = await Promise.all([textsOf(null, language), ...known.map((game) => ofGame(game, language))])
  return new Map([['', [bundle(language, [base.common, base.shell])]], ...rest.flat()])
}

/** Messages that a game of the server lacks in this language are shown in English, with English plurals and lists. */
async function ofGame(game: string, language: Language): Promise<[string, FluentBundle[]][]> {
  const needsEnglish = language !== 'en' && !isBuiltIn(game)
  const [texts, english] = await Promise.all([textsOf(game, language), needsEnglish ? textsOf(game, 'en') : null])
  const instead = english ? [bundle('en', [english.common, english.game])] : []
  return [
    [game, [bundle(language, [texts.common, texts.shell, texts.game, texts.board]), ...instead]],
    [`${game}/told`, [bundle(language, [texts.common, texts.game]), ...instead]],
  ]
}

async function textsOf(game: string | null, language: Language): Promise<Texts> {
  const open = async (files: Record<string, () => Promise<string>>, path: string) => (files[path] ? await reliably(files[path]) : '')
  const [one, two, three, four] = await Promise.all([
    open(common, `../../../src/allaboard/messages/${language}.ftl`),
    open(shell, `../messages/${language}.ftl`),
    game ? ownTexts(game, language) : '',
    game ? open(boards, `../games/${game}/messages/${language}.ftl`) : '',
  ])
  return { common: one, shell: two, game: three, board: four }
}

const pathOf = (game: string, language: Language) => `../../../src/allaboard/games/${game}/messages/${language}.ftl`
const isBuiltIn = (game: string) => pathOf(game, 'en') in games

/** A game's sentences. Those of games that this client does not know come from the server. */
async function ownTexts(game: string, language: Language): Promise<string> {
  const file = games[pathOf(game, language)]
  if (isBuiltIn(game)) return file ? reliably(file) : ''
  const answer = await fetch(href(`/api/games/${encodeURIComponent(game)}/messages/${language}`)).catch(() => null)
  return answer?.ok ? answer.text() : ''
}

/** One bundle of several catalogs. Later catalogs take precedence. */
export function bundle(language: Language, texts: string[]): FluentBundle {
  const made: FluentBundle = new FluentBundle(language, {
    useIsolating: false,
    functions: { WORD: ([value], { of }) => wordOf(made, String(value), of === undefined ? '' : String(of)) },
  })
  for (const one of texts) made.addResource(new FluentResource(one), { allowOverrides: true })
  return made
}

function wordOf(bundle: FluentBundle, value: string, of: string): string {
  const key = of ? `${of}-${value}`.replaceAll('_', '-') : value
  const pattern = bundle.getMessage(key)?.value
  return pattern ? bundle.formatPattern(pattern) : value
}

/** The bundle with a game's sentence about an event. */
export function bundleOf(game: string, sentence: string): FluentBundle | undefined {
  return bundleWith(`${game}/told`, sentence)
}

/** The first language: the stored one, or the browser's. */
export function preferredLanguage(kept: string | undefined, browser: readonly string[]): Language {
  if (kept === 'en' || kept === 'ja') return kept
  const first = browser.find((tag) => /^(en|ja)\b/.test(tag))
  return first?.startsWith('ja') ? 'ja' : 'en'
}
