/** The vote at the switch. It uses chat messages that begin with a sign, so that boards in every language understand them. */

import type { Said } from '../game'

export type Branch = 'short' | 'long'
/** As in the picture: the short track goes up, the long one down. */
const SIGNS: Record<Branch, string> = { short: '↗', long: '↘' }
const QUESTION = SIGNS.short + SIGNS.long

export const question = (text: string): string => `${QUESTION} ${text}`
export const vote = (branch: Branch, text: string): string => `${SIGNS[branch]} ${text}`

/** Whether this seat has asked. */
export function isAsked(said: Said[], seat: number): boolean {
  return said.some((one) => one.seat === seat && one.text.startsWith(QUESTION))
}

/** The branch that a chat message votes for. */
export function voteOf({ text }: Said): Branch | null {
  if (text.startsWith(QUESTION)) return null
  if (text.startsWith(SIGNS.short)) return 'short'
  return text.startsWith(SIGNS.long) ? 'long' : null
}

/** The number of votes of the other players for each track. The last vote of each seat counts. */
export function votes(said: Said[], engineer: number): Record<Branch, number> {
  const last = new Map<number, Branch>()
  for (const one of said) {
    const branch = voteOf(one)
    if (branch && one.seat !== null && one.seat !== engineer) last.set(one.seat, branch)
  }
  const all = [...last.values()]
  return { short: all.filter((one) => one === 'short').length, long: all.filter((one) => one === 'long').length }
}

/** A fair coin. */
export function toss(): Branch {
  return crypto.getRandomValues(new Uint8Array(1))[0]! & 1 ? 'long' : 'short'
}
