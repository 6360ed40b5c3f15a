/** The Markdown of the rulebooks as data that a component can draw. HTML is never parsed. */

export type Span = { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
export type Block = { kind: 'p'; spans: Span[] } | { kind: 'ul'; items: Span[][] } | { kind: 'table'; head: Span[][]; rows: Span[][][] }

export function blocks(markdown: string): Block[] {
  return markdown
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(block)
}

function block(part: string): Block {
  const lines = part.split('\n')
  if (lines[0]!.startsWith('|')) {
    const rows = lines
      .filter((line) => !/^\|[\s|:-]+\|$/.test(line))
      .map((line) =>
        line
          .replace(/^\||\|$/g, '')
          .split('|')
          .map((cell) => spans(cell.trim())),
      )
    return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) }
  }
  if (/^[-*] /.test(lines[0]!)) {
    const items = part.split(/\n(?=[-*] )/).map((item) => spans(item.replace(/^[-*] /, '').replace(/\s+/g, ' ')))
    return { kind: 'ul', items }
  }
  return { kind: 'p', spans: spans(part.replace(/\s+/g, ' ')) }
}

export function spans(text: string): Span[] {
  const found: Span[] = []
  for (const piece of text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)) {
    if (piece.startsWith('**') && piece.length > 4) found.push({ kind: 'strong', text: piece.slice(2, -2) })
    else if (piece.startsWith('*') && piece.length > 2) found.push({ kind: 'em', text: piece.slice(1, -1) })
    else if (piece.startsWith('`') && piece.length > 2) found.push({ kind: 'code', text: piece.slice(1, -1) })
    else if (piece) found.push({ kind: 'text', text: piece })
  }
  return found
}
