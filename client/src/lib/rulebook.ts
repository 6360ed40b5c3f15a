/** The rulebooks of the built-in games by section and clause, in the same form as those from the server. */

import type { RuleSection, RulesPage } from '../protocol'

const texts = import.meta.glob<string>('../../../src/allaboard/games/*/rulebook*.md', { query: '?raw', import: 'default' })
const CLAUSE = /^\*\*([A-Z]+[0-9]+)\*\*\s*/m

/** A rulebook in a language, or in English if there is no translation; null if there is none. */
export async function rulebook(game: string, language: string): Promise<RulesPage | null> {
  const folder = `../../../src/allaboard/games/${game}`
  const text = texts[`${folder}/rulebook.${language}.md`] ?? texts[`${folder}/rulebook.md`]
  const english = texts[`${folder}/rulebook.md`]
  return text ? read(game, await text(), english ? await english() : '') : null
}

/** A rulebook by section and clause. The English one says which clauses have a ruling. */
export function read(game: string, markdown: string, english = markdown): RulesPage {
  const rulings = new Set(
    clausesOf(english)
      .filter(([, text]) => text.toLowerCase().includes('ruling'))
      .map(([id]) => id),
  )
  const end = markdown.indexOf('\n')
  const [before = '', ...pieces] = markdown.slice(end + 1).split(/^## +(.+)$/m)
  const sections: RuleSection[] = before.trim() ? [section('', before, rulings)] : []
  for (let at = 0; at < pieces.length; at += 2) sections.push(section(pieces[at]!.trim(), pieces[at + 1]!, rulings))
  return {
    game,
    title: markdown
      .slice(0, end)
      .replace(/^[# ]+/, '')
      .trim(),
    markdown,
    sections,
  }
}

function clausesOf(text: string): [string, string][] {
  const [, ...pieces] = text.trim().split(CLAUSE)
  return pieces.flatMap((id, at) => (at % 2 ? [] : [[id, pieces[at + 1]!.trim()] as [string, string]]))
}

function section(title: string, body: string, rulings: Set<string>): RuleSection {
  const [text = ''] = body.trim().split(CLAUSE)
  const clauses = clausesOf(body).map(([id, told]) => ({ id, text: told, ruling: rulings.has(id) }))
  return { title, text: text.trim(), clauses }
}
