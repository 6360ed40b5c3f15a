/** A table as this browser knows it: the messages of the socket as reactive state. It makes no decisions. */

import type { Countdown, GameClient } from '../games/game'
import { clientOf, loadGame } from '../games'
import { Presenter, type Happening, type Shown, type Told } from '../present/presenter.svelte'
import type { Advice, AnyReason, Decided, Error as Refused, Face, Message, Over, Position, Said, TableInfo } from '../protocol'
import { socketUrl, TableSocket, type LineState, type Order } from '../socket'
import { announce } from './announcer'
import { addPart, beginning } from './chance'
import { t, word } from './i18n.svelte'
import { nameOf } from './names'
import { saidBy } from './problem'
import { explain, tell } from './sentences'
import { settings } from './settings.svelte'
import { play } from './sounds'

export interface Remark {
  seat: number | null
  name: string
  text: string
  /** The ply after which it was sent. Log and chat are shown in the order in which they happened. */
  ply: number
  at: number
  key: number
}

export interface Notice {
  message: string
  code: string
  clause: string | null
}

/** Sends commands to a table, on the server or on this device. */
export interface Channel {
  order(order: Order): string
  close(): void
}

export type Open = (listener: {
  heard: (message: Message) => void
  line: (state: LineState, closeCode: number) => void
  kept: (kept: boolean) => void
}) => Channel

export class LiveTable {
  info = $state.raw<TableInfo | null>(null)
  you = $state.raw<number | null>(null)
  position = $state.raw<Position | null>(null)
  presenter = $state.raw<Presenter<unknown, Happening> | null>(null)
  over = $state.raw<Over | null>(null)
  remarks = $state.raw<Remark[]>([])
  emotes = $state.raw<{ seat: number; name: string; key: number }[]>([])
  notice = $state.raw<Notice | null>(null)
  /** Whether the browser could not store the game of this device. */
  unsaved = $state(false)
  countdown = $state.raw<Countdown | null>(null)
  line = $state.raw<LineState>('connecting')
  /** Whether the player wants hints, and the last ones received. */
  hinting = $state(false)
  advice = $state.raw<Advice | null>(null)
  closeCode = $state.raw(0)
  rematch = $state.raw<string | null>(null)
  /** The performance.now() time at which the time for the decision is over. */
  deadline = $state.raw<number | null>(null)
  /** The id of the command for this decision that has no result yet; '': none. */
  sending = $state.raw('')

  /** Whether the game is about to start automatically. */
  beginning = $state(false)

  game: GameClient | null = null
  private readonly channel: Channel
  private count = 0
  private acknowledged = false // whether the command that is being sent was acknowledged
  private isVisible: () => boolean = () => true // whether the table shows its result
  private asked = '' // the id of the last request for hints
  private story = '' // the id of the `story` command
  /** After a lost connection: positions that arrived before the story. Board and log show both together. */
  private held = $state.raw<Position[] | null>(null)
  /** Whether the missed steps have not arrived yet. */
  catchingUp = $derived(this.held !== null)
  private readonly undone = new Set<number>()
  private dressing = '' // the id of the `choose_face` command
  private seeing = '' // the id of the `seen` command
  private seenPly = -1

  constructor(
    readonly id: string,
    readonly token: string | null,
    open: Open = (listener) => new TableSocket(socketUrl(id), token, listener),
  ) {
    this.channel = open({
      heard: (message) => this.hear(message),
      line: (state, code) => {
        this.line = state
        this.closeCode = code
        if (state === 'lost') this.presenter?.skip()
      },
      kept: (kept) => {
        this.unsaved = !kept
        if (kept) announce(t('local-kept-again')) // that it cannot be saved is an alert on the page
      },
    })
  }

  order(order: Order): string {
    return this.channel.order(order)
  }

  /** Sends an action. Nothing else is sent until the table shows its result. */
  act(action: string): void {
    if (!this.position || this.sending) return
    this.notice = null
    this.presenter?.mark()
    this.send({ type: 'act', ply: this.position.ply, action }, ({ choice }) => choice != null)
  }

  /** Asks why an action is not legal, by sending it: it is refused with the reason. */
  why(action: string): void {
    if (this.position && !this.sending) this.order({ type: 'act', ply: this.position.ply, action })
  }

  withdraw(): void {
    if (this.position && !this.sending) this.send({ type: 'withdraw', ply: this.position.ply }, ({ choice }) => choice == null)
  }

  undo(): void {
    if (this.position && !this.sending) this.send({ type: 'undo', ply: this.position.ply }, () => false)
  }

  /** Sends a command for this decision. `done` says whether its result is visible at the same ply. */
  private send(order: Order & { ply: number }, done: (position: Position) => boolean): void {
    this.acknowledged = false
    this.isVisible = () => this.position === null || this.position.ply !== order.ply || done(this.position)
    this.sending = this.order(order)
  }

  /** A command is acknowledged before its result arrives. Until then a second click would answer an old position. */
  private finish(): void {
    if (this.acknowledged && this.isVisible()) this.sending = ''
  }

  call(): void {
    if (this.position) this.order({ type: 'call', ply: this.position.ply })
  }

  /** Tells the table that the player has seen the events that led to this decision. A countdown does not begin earlier. */
  seen(): void {
    const { position } = this
    if (!this.game?.countdown || !position || position.ply === this.seenPly) return
    this.seenPly = position.ply
    this.seeing = this.order({ type: 'seen', ply: position.ply })
  }

  /** Switches hints on or off. While they are on, they are requested for every decision. */
  hint(wanted: boolean): void {
    this.hinting = wanted
    if (wanted) this.ask()
  }

  private ask(): void {
    const { position } = this
    if (!this.hinting || !this.info?.hints || !position || position.actions.length < 2 || this.advice?.ply === position.ply) return
    this.asked = this.order({ type: 'advise', ply: position.ply })
  }

  /** Sends the player's face, if the table has another one. */
  sendFace(): void {
    const { face } = settings
    const known = this.you === null ? null : this.info?.players[this.you]
    if (!face || !known || known.bot || this.info?.phase === 'over' || same(known.face, face)) return
    this.dressing = this.order({ type: 'choose_face', face: { ...face } })
  }

  leave(): void {
    this.channel.close()
    this.presenter?.destroy()
  }

  names(): string[] {
    return (this.info?.players ?? []).map(nameOf)
  }

  /** An event as a sentence; null if it has none. */
  sentence(event: Happening): string | null {
    if (!this.game || this.game.silent.includes(event.event)) return null
    return tell(this.game.name, event as never, this.game.roles[event.event] ?? {}, this.names(), this.you)
  }

  // ---- messages of the server

  private hear(message: Message): void {
    if ('id' in message && message.id && message.id === this.sending && message.type !== 'story') {
      this.acknowledged = message.type === 'ack'
      if (this.acknowledged) this.finish()
      else this.sending = ''
    }
    switch (message.type) {
      case 'welcome':
        this.prepare(message.table)
        this.you = message.you
        this.recollect(message.remarks)
        if (this.acknowledged) this.sending = '' // the next position shows its result; any other command was sent again
        this.seenPly = -1
        this.sendFace()
        this.held = null
        if (message.table.phase === 'gathering') this.share(message.table)
        else {
          // Requests the missed and the earlier steps. After a lost connection, the server's steps replace the log.
          if (this.presenter?.shown != null) this.held = []
          this.story = this.order({ type: 'story', last: 400 })
        }
        break
      case 'presence':
        if (this.info) {
          const players = this.info.players.map((player, seat) => player && { ...player, connected: message.connected.includes(seat) })
          this.info = { ...this.info, players, spectators: message.spectators }
        }
        break
      case 'table':
        if (this.info?.phase === 'gathering' && message.table.phase === 'playing') play('start')
        this.prepare(message.table)
        this.you = message.you
        break
      case 'position':
        this.place(message)
        break
      case 'decided':
        this.choose(message)
        break
      case 'story':
        if (message.id === this.story) this.recall(message.steps)
        break
      case 'advice':
        this.advice = message
        break
      case 'countdown':
        // Players who must hurry must see the countdown at once, however slowly their board shows the events.
        if (this.countdown?.ply !== message.ply && this.position?.actions.length && !this.position.choice) this.presenter?.skip()
        this.countdown = {
          ply: message.ply,
          from: message.count,
          deadline: performance.now() + message.left_ms,
          seat: message.seat,
          why: message.why,
          binding: message.binding,
        }
        break
      case 'chat':
        this.recollect([message])
        announce(`${message.name}: ${message.text}`)
        play('chat')
        break
      case 'emote': {
        const key = ++this.count
        this.emotes = [...this.emotes, { seat: message.seat, name: message.name, key }]
        announce(`${this.names()[message.seat] ?? ''}: ${word(`emote-${message.name}`)}`)
        setTimeout(() => (this.emotes = this.emotes.filter((emote) => emote.key !== key)), 3500)
        play('chat')
        break
      }
      case 'error':
        this.refused(message)
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

  /** Adds chat messages that this page has not heard. After a lost connection some come again. */
  private recollect(said: Said[]): void {
    const known = ({ at, seat, name, text }: Said): boolean =>
      this.remarks.some((one) => one.at === at && one.seat === seat && one.name === name && one.text === text)
    const later = said.filter((one) => !known(one))
    if (later.length) this.remarks = [...this.remarks, ...later.map((one) => ({ ...one, key: ++this.count }))].slice(-100)
  }

  /** Before the start: adds this browser's nonce, and starts a game that only waited for it. */
  private share(info: TableInfo): void {
    if (this.you === null || !info.nonces) return
    if (info.nonces[this.you] == null) this.order({ type: 'add_nonce', nonce: addPart(info.id, info.commitment) })
    if (beginning.delete(info.id)) this.order({ type: 'start' })
  }

  /** Stores what is known about the table. The first time, it also loads the game and makes the presenter. */
  private prepare(info: TableInfo): void {
    this.info = info
    this.beginning = info.phase === 'gathering' && (this.beginning || beginning.has(info.id))
    if (this.game) return
    const game = clientOf(info.settings.game)
    this.game = game
    void loadGame(game.name)
    this.presenter = new Presenter(game, {
      speed: () => settings.speed,
      board: true,
      begins: (shown) => this.sound(shown),
      told: (shown) => this.announce(shown),
      failed: (error) => console.error(error),
    })
  }

  private sound({ event }: Shown): void {
    const sound = this.game?.sound?.(event)
    if (sound) play(sound)
  }

  private announce({ event }: Shown): void {
    const said = this.sentence(event)
    if (said) announce(said)
  }

  private place(position: Position): void {
    const stirred = this.position === null || position.ply !== this.position.ply
    if (stirred) this.notice = null
    if (this.countdown && stirred) this.countdown = null
    const mine = position.actions.length > 0 && stirred
    this.position = position
    this.finish()
    this.deadline = position.clock_ms == null ? null : performance.now() + position.clock_ms
    // The board begins with the view before the first step, such as the deal or the first roll.
    if (position.first && this.presenter?.shown === null) this.presenter.settle(position.first)
    for (const ply of position.undone) this.undone.add(ply)
    if (this.held) this.held.push(position)
    else this.presenter?.place(position.view, position.steps, position.undone)
    if (mine && position.steps.length) play('turn', 0.25)
    this.ask()
  }

  /** The steps so far. Steps that are newer than the position come in their own message. */
  private recall(story: Told[]): void {
    const { held, presenter } = this
    this.held = null
    const ply = held?.[0]?.ply ?? this.position?.ply ?? 0
    const steps = story.filter((step) => step.ply <= ply && !this.undone.has(step.ply))
    const [first, ...later] = held ?? []
    if (first) presenter?.renew(first.view, steps)
    else presenter?.remember(steps)
    for (const one of later) presenter?.place(one.view, one.steps, one.undone)
  }

  private choose(decided: Decided): void {
    if (!this.position || decided.ply !== this.position.ply) return
    const { decided: seats, choice, may_call, undo } = decided
    this.position = { ...this.position, decided: seats, choice, may_call, undo, steps: [], undone: [] }
    this.finish()
  }

  private refused(error: Refused): void {
    if (error.id !== null && error.id === this.story) {
      // Without the story, the board shows the positions, and the log begins with them.
      for (const { view, steps, undone } of this.held?.splice(0) ?? []) this.presenter?.place(view, steps, undone)
      this.held = null
      return
    }
    if (error.id !== null && (error.id === this.dressing || error.id === this.seeing)) return // nothing depends on them
    if (error.id !== null && error.id === this.asked) {
      // A hint is not urgent: it is requested again later, unless the table has changed.
      if (error.code === 'not_now' || error.code === 'too_fast') setTimeout(() => this.ask(), 1500)
      return
    }
    this.beginning = false
    const message = this.reason(error.reason) ?? saidBy(error.key, error.args, error.message)
    this.notice = { message, code: error.code, clause: error.clause ?? null } // an alert on the page
  }

  private reason(reason: AnyReason | null): string | null {
    if (!reason || !this.game) return null
    return explain(this.game.name, reason, this.game.roles[`refusal-${reason.reason}`] ?? {}, this.names(), this.you)
  }
}

function same(one: Face | null, other: Face): boolean {
  return one !== null && (['body', 'stripe', 'nose', 'eyes'] as const).every((part) => one[part] === other[part])
}
