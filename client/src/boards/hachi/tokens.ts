/**
 * Cards have no names on the table, but on the screen they must: so that a card is seen to travel from a hand to the field
 * and from there into another hand. Each view is matched with the one before it, and every card keeps its number.
 */

import type { Card, View } from './view'

/** Where a card came from that was not in sight before. */
export type Origin = { from: 'seat'; seat: number } | { from: 'stock' } | { from: 'deal' } | null

export interface Token {
  id: number
  card: Card
  origin: Origin
}

export interface Tokens {
  hand: Token[]
  field: Token[]
  pending: Token[]
}

export const NOTHING: Tokens = { hand: [], field: [], pending: [] }

let last = 0

/** The tokens of a view, given those of the view before (null: nothing has a past). */
export function follow(old: Tokens, before: View | null, after: View): Tokens {
  const mine = after.viewer === null ? [] : (after.players[after.viewer]?.hand ?? [])
  const fresh = (card: Card, origin: Origin): Token => ({ id: ++last, card, origin: before ? origin : null })
  const again = (token: Token, card: Card): Token => ({ id: token.id, card, origin: null })

  const held = before?.round === after.round ? old.hand : []
  const kept = align(
    held.map((token) => name(token.card)),
    mine.map(name),
  )
  const gone = held.filter((_, i) => !kept.includes(i))
  const inserted = before?.turn === after.viewer ? old.pending.slice() : []
  const hand = mine.map((card, i) => {
    const from = kept[i]
    const token = from === undefined || from < 0 ? undefined : held[from]
    if (token) return again(token, card)
    const waiting = inserted.findIndex((token) => name(token.card) === name(card))
    if (waiting >= 0) return again(inserted.splice(waiting, 1)[0]!, card)
    return fresh(card, { from: 'deal' })
  })

  const same = before?.field && after.field && before.field.owner === after.field.owner && cards(before.field.cards) === cards(after.field.cards)
  const field = (after.field?.cards ?? []).map((card, i) => {
    if (same && old.field[i]) return again(old.field[i], card)
    if (after.field?.owner === after.viewer && gone[i]) return again(gone[i], card)
    return fresh(card, { from: 'seat', seat: after.field?.owner ?? 0 })
  })

  const collected = !same && before?.field && cards(before.field.cards) === cards(after.pending)
  const rest = old.pending.slice(old.pending.length - after.pending.length)
  const pending = after.pending.map((card, i) => {
    if (collected && old.field[i]) return again(old.field[i], card)
    if (!collected && rest[i] && name(rest[i].card) === name(card)) return again(rest[i], card)
    return fresh(card, { from: 'stock' })
  })
  return { hand, field, pending }
}

function name(card: Card): string {
  return card.face ?? card.kind
}

function cards(list: Card[]): string {
  return list.map(name).join(' ')
}

/** For each of the new names, the index of its counterpart among the old (-1: none), order kept: their longest common part. */
export function align(old: string[], next: string[]): number[] {
  const best: number[][] = Array.from({ length: old.length + 1 }, () => Array<number>(next.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      best[i]![j] = old[i] === next[j] ? 1 + best[i + 1]![j + 1]! : Math.max(best[i + 1]![j]!, best[i]![j + 1]!)
    }
  }
  const found = Array<number>(next.length).fill(-1)
  for (let i = 0, j = 0; i < old.length && j < next.length; ) {
    if (old[i] === next[j]) found[j++] = i++
    else if (best[i + 1]![j]! >= best[i]![j + 1]!) i++
    else j++
  }
  return found
}
