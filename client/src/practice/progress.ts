/** The player's progress, from reviews: results without luck, costs by kind of decision, and exports. */

import type { Line } from './results'

export interface Kind {
  kind: string
  count: number
  /** The average cost of a decision. */
  cost: number
}

/** The result compared with the expectation, without luck. */
export function withoutLuck({ result, expected, luck }: Line): number {
  return result - expected - luck
}

/** The games in groups that are counted in the same unit, the largest group first. */
export function groups(lines: readonly Line[]): { game: string; unit: Line['unit']; lines: Line[] }[] {
  const found = new Map<string, Line[]>()
  for (const line of lines) {
    const key = `${line.game} ${line.unit}`
    found.set(key, [...(found.get(key) ?? []), line])
  }
  return [...found.values()]
    .map((group) => ({ game: group[0]!.game, unit: group[0]!.unit, lines: group }))
    .sort((a, b) => b.lines.length - a.lines.length)
}

/** The moving averages: for each game, the mean of the last ones up to it. */
export function running(values: readonly number[], last = 10): number[] {
  return values.map((_, at) => mean(values.slice(Math.max(0, at + 1 - last), at + 1)))
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
}

/** The average cost of each kind of decision, the costliest first. */
export function kindsOf(lines: readonly Line[]): Kind[] {
  const found = new Map<string, { count: number; cost: number }>()
  for (const { kinds } of lines) {
    for (const [kind, { count, cost }] of Object.entries(kinds)) {
      const known = found.get(kind) ?? { count: 0, cost: 0 }
      found.set(kind, { count: known.count + count, cost: known.cost + cost })
    }
  }
  return [...found].map(([kind, { count, cost }]) => ({ kind, count, cost: cost / count })).sort((a, b) => b.cost - a.cost)
}

const COLUMNS = ['date', 'id', 'game', 'seats', 'unit', 'expected', 'result', 'luck', 'own', 'without_luck'] as const

/** One line per game, for spreadsheets. */
export function csv(lines: readonly Line[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(column === 'without_luck' ? withoutLuck(line) : line[column])).join(','))
  return [COLUMNS.join(','), ...rows, ''].join('\n')
}

function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6) : value
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
