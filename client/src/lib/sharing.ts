/** The result of a game as text in the player's language. */

import { soloRank, titleOf } from '../games'
import type { Over, TableInfo } from '../protocol'
import { t, word } from './i18n.svelte'

type Result = Pick<Over, 'scores' | 'ranks'>

export function resultText(game: string, daily: TableInfo['daily'], { scores, ranks }: Result, names: readonly string[]): string {
  const title = titleOf(game)
  const points = scores[0] ?? 0
  const rank = soloRank(game, points)
  const order = ranks.map((_, seat) => seat).sort((a, b) => ranks[a]! - ranks[b]! || scores[b]! - scores[a]!)
  const places = order.map((seat) => t('share-place', { rank: ranks[seat]!, name: names[seat] ?? '?', points: scores[seat]! }))
  const alone = rank ? t('share-alone', { points, rank: word(`rank-${rank}`, game) }) : t('end-alone', { points })
  return [
    daily ? t('share-daily', { game: title, date: daily }) : t('share-title', { game: title }),
    ...(scores.length === 1 ? [alone] : places),
  ].join('\n')
}

/** A headline that says who has won. A game can end without a winner. */
export function headlineOf({ scores, ranks }: Result, names: readonly string[], you: number | null): string {
  if (ranks.length === 1) return t('end-alone', { points: scores[0] ?? 0 })
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))
  if (!winners.length) return t('end-nobody')
  if (you !== null && winners.includes(you)) return t(winners.length > 1 ? 'end-you-share' : 'end-you-win')
  return t('end-wins', { names: winners.map((seat) => names[seat] ?? '?').join(', '), count: winners.length })
}
