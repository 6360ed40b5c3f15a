/**
 * The socket of one table. It says hello, reconnects when the connection is lost, and repeats a command with the same id until
 * the server has answered it. So a command is either carried out once or refused; it is never lost silently.
 */

import { href } from './lib/root'
import { VERSION, type Command, type Message } from './protocol'

export type LineState = 'connecting' | 'open' | 'lost' | 'closed'
type Named = Extract<Command, { id: string }>
/** A command without the fields that the socket adds. */
export type Order = Named extends infer C ? (C extends Named ? Omit<C, 'id'> : never) : never

export interface SocketListener {
  heard: (message: Message) => void
  line: (state: LineState, closeCode: number) => void
}

interface Wire {
  readyState: number
  send(data: string): void
  close(): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
}

const OPEN = 1 // WebSocket.OPEN
/** Close codes after which reconnecting is useless: another attempt would end the same way. */
const FINAL = new Set([4000, 4001, 4003, 4004, 4011, 4012])
/** While the page is visible, a dead connection is noticed within five seconds. */
const QUIET = 2200 // after this many ms of silence the server is pinged
const PATIENCE = 2200 // the server must answer within this time
const HIDDEN = 20_000 // a hidden page pings less often
const CONNECTING = 12_000 // the longest time for connecting and hello
const TICK = 400

export class TableSocket {
  private wire: Wire | null = null
  private waiting = new Map<string, Named>()
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private pulse: ReturnType<typeof setInterval> | undefined
  private lastHeard = 0
  private askedAt = 0 // when the unanswered ping was sent; 0: none
  private count = 0
  private ended = false
  private greeted = false
  private readonly prefix = Math.random().toString(36).slice(2, 10)

  constructor(
    private readonly url: string,
    private readonly token: string | null,
    private readonly listener: SocketListener,
    private readonly dial: (url: string) => Wire = (to) => new WebSocket(to),
  ) {
    this.connect()
    addEventListener('online', this.hurry)
    addEventListener('pageshow', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
  }

  /** Sends a command and returns its id. Without a connection the command waits. */
  order(order: Order): string {
    this.count += 1
    const id = `${this.prefix}-${this.count}`
    const command = { ...order, id }
    this.waiting.set(id, command)
    if (this.greeted) this.write(command)
    return id
  }

  close(): void {
    this.ended = true
    clearTimeout(this.timer)
    clearInterval(this.pulse)
    removeEventListener('online', this.hurry)
    removeEventListener('pageshow', this.hurry)
    document.removeEventListener('visibilitychange', this.hurry)
    this.wire?.close()
  }

  private connect(): void {
    this.listener.line('connecting', 0)
    const wire = this.dial(this.url)
    this.wire = wire
    this.greeted = false
    wire.onopen = () => wire.send(JSON.stringify({ type: 'hello', version: VERSION, token: this.token } satisfies Command))
    wire.onmessage = (event: { data: unknown }) => this.receive(JSON.parse(String(event.data)) as Message)
    wire.onclose = (event: { code: number }) => wire === this.wire && this.lost(event.code)
    this.lastHeard = Date.now()
    this.askedAt = 0
    clearInterval(this.pulse)
    this.pulse = setInterval(() => this.beat(), TICK)
  }

  private receive(message: Message): void {
    this.lastHeard = Date.now()
    this.askedAt = 0
    if (message.type === 'welcome') {
      this.tries = 0
      this.greeted = true
      this.listener.line('open', 0)
      for (const command of this.waiting.values()) this.write(command)
    }
    if ('id' in message && message.id) this.waiting.delete(message.id)
    if (message.type !== 'pong') this.listener.heard(message)
  }

  private beat(): void {
    const now = Date.now()
    if (!this.greeted) {
      if (now - this.lastHeard > CONNECTING) this.giveUp()
    } else if (this.askedAt && now - this.askedAt > PATIENCE) this.giveUp()
    else if (!this.askedAt && now - this.lastHeard > (document.visibilityState === 'hidden' ? HIDDEN : QUIET)) this.ask()
  }

  /** Pings the server. */
  private ask(): void {
    if (this.wire?.readyState !== OPEN) return
    this.askedAt = Date.now()
    this.wire.send(JSON.stringify({ type: 'ping', id: 'beat' } satisfies Command))
  }

  /** Gives up a connection that does not answer. The browser has not reported its end. */
  private giveUp(): void {
    const dead = this.wire
    this.lost(4009)
    dead?.close()
  }

  private lost(code: number): void {
    clearInterval(this.pulse)
    this.wire = null
    this.greeted = false
    if (this.ended) return
    if (FINAL.has(code)) {
      this.ended = true
      this.listener.line('closed', code)
      return
    }
    this.listener.line('lost', code)
    this.tries += 1
    this.timer = setTimeout(() => this.connect(), delay(this.tries, Math.random()))
  }

  private readonly hurry = (): void => {
    if (this.ended || document.visibilityState === 'hidden') return
    if (this.greeted) {
      // After a sleep, the connection may be dead although nobody has reported it.
      if (!this.askedAt) this.ask()
      return
    }
    if (this.wire) {
      // An attempt that began before the sleep, or over another network, may never end.
      if (Date.now() - this.lastHeard <= QUIET) return
      this.giveUp()
    }
    clearTimeout(this.timer)
    this.connect()
  }

  private write(command: Named): void {
    if (this.wire?.readyState === OPEN) this.wire.send(JSON.stringify(command))
  }
}

/** The delay before the n-th attempt in milliseconds: short at first, never more than 8 s, and random. */
export function delay(attempt: number, chance: number): number {
  return Math.min(8000, 250 * 2 ** (attempt - 1)) * (0.6 + 0.4 * chance)
}

export function socketUrl(table: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${href(`/api/tables/${encodeURIComponent(table)}/socket`)}`
}
