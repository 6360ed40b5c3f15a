/** One table as this browser knows it: what the socket told, in one reactive place. Nothing here decides anything. */

import type { BoardEvent, Countdown } from '../boards/types'
import type { Advice, Decided, Message, Over, Position, TableInfo } from '../protocol'
import { socketUrl, TableSocket, type Line, type Order } from '../socket'
import { announce } from './announcer'
import { nameOf } from './names'
import { sentence } from './sentences.svelte'
import { settings } from './settings.svelte'
import { play, soundOf } from './sounds'

export interface Remark {
  seat: number | null
  name: string
  text: string
}

export interface Notice {
  message: string
  code: string
  clause: string | null
}

export class LiveTable {
  info = $state.raw<TableInfo | null>(null)
  you = $state.raw<number | null>(null)
  position = $state.raw<Position | null>(null)
  history = $state.raw<BoardEvent[]>([])
  over = $state.raw<Over | null>(null)
  remarks = $state.raw<Remark[]>([])
  emotes = $state.raw<{ seat: number; name: string; key: number }[]>([])
  notice = $state.raw<Notice | null>(null)
  countdown = $state.raw<Countdown | null>(null)
  line = $state.raw<Line>('connecting')
  /** Whether the player wants hints, and the last that came. */
  hinting = $state(false)
  advice = $state.raw<Advice | null>(null)
  closeCode = $state.raw(0)
  rematch = $state.raw<string | null>(null)
  /** When the decision's time is over, on performance.now(). */
  deadline = $state.raw<number | null>(null)

  private readonly socket: TableSocket
  private emoteCount = 0
  private asked = ''

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.socket = new TableSocket(socketUrl(id), token, {
      heard: (message) => this.hear(message),
      line: (state, code) => {
        this.line = state
        this.closeCode = code
      },
    })
  }

  order(order: Order): void {
    this.socket.order(order)
  }

  act(action: string): void {
    if (!this.position) return
    this.notice = null
    this.order({ type: 'act', ply: this.position.ply, action })
  }

  withdraw(): void {
    if (this.position) this.order({ type: 'withdraw', ply: this.position.ply })
  }

  undo(): void {
    if (this.position) this.order({ type: 'undo', ply: this.position.ply })
  }

  call(): void {
    if (this.position) this.order({ type: 'call', ply: this.position.ply })
  }

  /** Hints on or off; while they are on, every decision is asked about. */
  hint(wanted: boolean): void {
    this.hinting = wanted
    if (wanted) this.ask()
  }

  private ask(): void {
    const { position } = this
    if (!this.hinting || !this.info?.hints || !position || position.actions.length < 2 || this.advice?.ply === position.ply) return
    this.asked = this.socket.order({ type: 'advise', ply: position.ply })
  }

  leave(): void {
    this.socket.close()
  }

  names(): string[] {
    return (this.info?.players ?? []).map(nameOf)
  }

  private hear(message: Message): void {
    switch (message.type) {
      case 'welcome':
        this.info = message.table
        this.you = message.you
        // What was missed, and what was before: the log and the sums in earlier cars.
        if (message.table.phase !== 'gathering') this.order({ type: 'story', last: 400 })
        break
      case 'table':
        if (this.info?.phase === 'gathering' && message.table.phase === 'playing') play('start')
        this.info = message.table
        this.you = message.you
        break
      case 'position':
        this.place(message)
        break
      case 'decided':
        this.choose(message)
        break
      case 'story':
        this.history = merged(message.events, this.history)
        break
      case 'advice':
        this.advice = message
        break
      case 'countdown':
        play('tick')
        this.countdown = { from: message.count, deadline: performance.now() + message.left_ms }
        break
      case 'chat':
        this.remarks = [...this.remarks.slice(-99), message]
        announce(`${message.name}: ${message.text}`)
        play('chat')
        break
      case 'emote': {
        const key = ++this.emoteCount
        this.emotes = [...this.emotes, { seat: message.seat, name: message.name, key }]
        setTimeout(() => (this.emotes = this.emotes.filter((emote) => emote.key !== key)), 3500)
        play('chat')
        break
      }
      case 'error':
        if (message.id === this.asked) {
          // Nobody waits for a hint: it comes later, or the table has moved on.
          if (message.code === 'not_now' || message.code === 'too_fast') setTimeout(() => this.ask(), 1500)
          break
        }
        this.notice = { message: message.message, code: message.code, clause: message.clause ?? null }
        announce(message.message)
        break
      case 'over':
        this.over = message
        if (this.info) this.info = { ...this.info, phase: 'over' }
        break
      case 'rematch':
        this.rematch = message.table
        break
      case 'ack':
      case 'pong':
        break
    }
  }

  private place(position: Position): void {
    const back = this.position !== null && position.ply < this.position.ply
    const stirred = this.position === null || position.ply !== this.position.ply
    if (stirred) this.notice = null
    if (this.countdown && stirred) this.countdown = null
    this.position = position
    this.deadline = position.clock_ms == null ? null : performance.now() + position.clock_ms
    if (back) this.history = this.history.filter((event) => event.ply <= position.ply)
    this.history = merged(this.history, position.events)
    const told = position.events.flatMap((event) => event.sentences)
    const names = this.names()
    announce(told.slice(-6).map((said) => sentence(said, names, settings.language)).join(' '))
    const sound = soundOf(this.info?.settings.game ?? '', position.events)
    if (sound) play(sound)
    if (told.length && position.actions.length) play('turn', sound ? 0.25 : 0)
    this.ask()
  }

  private choose(decided: Decided): void {
    if (!this.position || decided.ply !== this.position.ply) return
    this.position = { ...this.position, decided: decided.decided, choice: decided.choice, may_call: decided.may_call, undo: decided.undo, events: [] }
  }
}

/** Two stretches of the same story as one. */
export function merged(first: BoardEvent[], second: BoardEvent[]): BoardEvent[] {
  if (!second.length) return first
  if (!first.length) return second
  const plies = new Map(first.map((event) => [event.ply, event]))
  for (const event of second) plies.set(event.ply, event)
  return [...plies.values()].sort((a, b) => a.ply - b.ply)
}
