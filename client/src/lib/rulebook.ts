/** The rulebooks of the built-in games by section and clause, in the same form as those from the server. */

import type { RuleSection, RulesPage } from '../protocol'

const texts = import.meta.glob<string>('../../../src/allaboard/games/*/rulebook*.md', { query: '?raw', import: 'default' })
const CLAUSE = /^\*\*([A-Z]+[0-9]+)\*\*\s*/m

/** A rulebook in a language, or in English if there is no translation; null if there is none. */
export async function rulebook(game: string, language: string): Promise<RulesPage | null> {
  const folder = `../../../src/allaboard/games/${game}`
  const text = texts[`${folder}/rulebook.${language}.md`] ?? texts[`${folder}/rulebook.md`]
  return text ? read(game, await text()) : null
}

export function read(game: string, markdown: string): RulesPage {
  const end = markdown.indexOf('\n')
  const [before = '', ...pieces] = markdown.slice(end + 1).split(/^## +(.+)$/m)
  const sections: RuleSection[] = before.trim() ? [section('', before)] : []
  for (let at = 0; at < pieces.length; at += 2) sections.push(section(pieces[at]!.trim(), pieces[at + 1]!))
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

function section(title: string, body: string): RuleSection {
  const [text = '', ...pieces] = body.trim().split(CLAUSE)
  const clauses = []
  for (let at = 0; at < pieces.length; at += 2) {
    const told = pieces[at + 1]!.trim()
    clauses.push({ id: pieces[at]!, text: told, ruling: told.toLowerCase().includes('ruling') })
  }
  return { title, text: text.trim(), clauses }
}
