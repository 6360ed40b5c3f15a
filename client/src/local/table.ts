/**
 * A table on this device. It handles the commands of the server's protocol and sends the server's messages, so a board
 * sees no difference. The rules, the events and the bots are those of the game's core.
 */

import type { Core, State } from '../core/core'
import { Refused } from '../core/core'
import { CoreError } from '../core/memory'
import { commitment, outcome, readSeed } from '../core/chance'
import { fromText } from '../core/positions'
import { sha256 } from '../core/sha256'
import type {
  ActionInfo,
  AnyEvent,
  AnyReason,
  AnyView,
  Code,
  Command,
  Face,
  Message,
  Over,
  Replay,
  Step,
  TableInfo,
  Verdict,
} from '../protocol'
import { PERSONAS, VERSION } from '../protocol'
import type { StoredGame, Line } from './stored'

export type Named = Extract<Command, { id: string }>
/** Stores a game before its command is acknowledged. */
export type Save = (game: StoredGame) => Promise<void>

/** As many undos in a row as on the server. */
const MOST_UNDOS = 20

class Refusal extends Error {
  constructor(
    readonly code: Code,
    readonly key: string,
    readonly args: Record<string, string | number> = {},
  ) {
    super(key)
  }
}

interface Played {
  ply: number
  actor: number
  action: number
  before: State
  after: State
}

export class LocalTable {
  /** The positions before the first line and after each line. */
  private readonly states: State[]
  private readonly seed: Uint8Array
  private readonly committed: string
  /** The number of lines before each of the player's actions that can be undone. */
  private marks: number[] = []
  private undos = 0
  /** The ply of the last line that was undone. */
  private undone = 0

  constructor(
    private readonly core: Core,
    readonly game: StoredGame,
    private readonly tell: (message: Message) => void,
    private readonly save: Save,
  ) {
    this.seed = readSeed(game.seed)
    this.committed = commitment(this.seed)
    this.states = [game.start === undefined ? core.start(game.sitters.length, game.board?.laid) : fromText(core, game.start)]
    for (const [actor, text] of game.lines) this.states.push(core.play(this.state, actor, this.parse(actor, text)))
    this.markAll()
  }

  // ---- reading

  get state(): State {
    return this.states.at(-1)!
  }

  get over(): boolean {
    return this.core.over(this.state)
  }

  /** The seats that must act now. Chance acts as soon as it can. */
  get actors(): number[] {
    return this.core.actors(this.state)
  }

  /** The bots that have not decided yet. */
  get waiting(): number[] {
    return this.undecided.filter((seat) => this.game.sitters[seat]?.bot)
  }

  private get undecided(): number[] {
    return this.actors.filter((seat) => !(seat in this.game.pending))
  }

  get info(): TableInfo {
    const { id, game, level, memory_aid, sitters, following } = this.game
    return {
      id,
      title: this.core.about.title,
      phase: this.over ? 'over' : 'playing',
      settings: {
        game,
        seats: sitters.length,
        options: this.game.board?.options ?? {},
        clock: 0,
        patience: 0,
        level,
        public: false,
        spectators: false,
        memory_aid,
        hints: true,
      },
      players: sitters.map(({ name, bot, face }) => ({
        name,
        bot,
        connected: true,
        autopilot: false,
        ready: true,
        style: bot ? (this.style(name) ?? null) : null,
        face: face ?? ((bot && PERSONAS.find((one) => one.name === name)?.face) || null),
        stand_in: null,
      })),
      host: this.game.you,
      spectators: 0,
      hints: this.core.about.hints !== null,
      commitment: this.committed,
      daily: null,
      rematch: following,
      nonces: sitters.map(() => null),
      unrated: null,
    }
  }

  /** The style of a bot with this name. It is the same in every game. */
  style(name: string): string | undefined {
    const { styles } = this.core.about
    const known = PERSONAS.find((one) => one.name === name)
    return known && styles[known.temper % styles.length]
  }

  /** The delay of a bot in seconds, similar to a person's. It depends on public information only. */
  pause(seat: number): number {
    const digest = sha256(new TextEncoder().encode(`${this.committed} pause ${seat} at ${this.game.ply}`))
    const goesOn = this.game.lines.findLast(([actor]) => actor !== this.core.about.chance)?.[0] === seat
    return (goesOn ? 0.2 : 0.4) + (new DataView(digest.buffer).getUint32(0) / 2 ** 32) * 0.3
  }

  /** The seed of a bot's random stream for this decision. It is the same after the page was closed and opened again. */
  luck(seat: number): bigint {
    const words = new TextEncoder().encode(` bot ${seat} at ${this.game.ply}`)
    return new DataView(sha256(Uint8Array.from([...this.seed, ...words])).buffer).getBigUint64(0) >> 1n
  }

  view(seat: number): State {
    return this.core.view(this.state, seat)
  }

  // ---- commands

  /** Answers a new connection. If the game begins with chance, the draws are made now, so that the page sees the deal or the first roll. */
  async hello(): Promise<void> {
    this.tell({ type: 'welcome', version: VERSION, you: this.game.you, table: this.info, remarks: [] })
    if (this.game.ply === 0 && this.actors[0] === this.core.about.chance) return this.play([], '')
    this.tellPosition([])
    if (this.over) this.tell(this.ending)
  }

  /** Carries out a command, or refuses it. Hints and rematches are handled elsewhere. */
  async order(command: Named): Promise<void> {
    try {
      await this.carryOut(command)
    } catch (error) {
      this.refuse(command.id, error)
    }
  }

  /** Applies the choice of a bot, unless the table has changed. */
  async decide(seat: number, action: number, ply: number): Promise<void> {
    if (ply === this.game.ply && this.undecided.includes(seat)) await this.choose(seat, this.core.say(seat, action), '')
  }

  refuse(id: string, error: unknown): void {
    const told = { type: 'error' as const, id, key: null, args: {}, clause: null, reason: null, legal: [] }
    if (error instanceof Refused) {
      const code: Code = this.actors.includes(this.game.you) ? 'illegal' : 'not_your_turn'
      const { reason, clause, legal, message } = error
      this.tell({ ...told, code, message, clause, reason: reason as unknown as AnyReason, legal })
    } else if (error instanceof Refusal) {
      this.tell({ ...told, code: error.code, message: error.message, key: error.key, args: error.args as never })
    } else throw error
  }

  private async carryOut(command: Named): Promise<void> {
    const { you } = this.game
    switch (command.type) {
      case 'act':
        this.need(command.ply)
        return this.choose(you, command.action, command.id)
      case 'withdraw':
        this.need(command.ply)
        if (!(you in this.game.pending)) throw new Refusal('not_your_turn', 'error-nothing-to-withdraw')
        return this.wait(you, null, command.id)
      case 'undo':
        return this.undo(command.ply, command.id)
      case 'choose_face':
        return this.chooseFace(command.face, command.id)
      case 'story':
        this.tell({ type: 'story', id: command.id, steps: this.told(this.replayed().slice(-(command.last ?? 100)), you) })
        return
      case 'ping':
        this.tell({ type: 'pong', id: command.id })
        return
      default:
        throw new Refusal('not_now', 'local-not-here')
    }
  }

  private need(ply: number): void {
    if (this.over) throw new Refusal('not_now', 'error-over')
    if (ply < this.game.ply) throw new Refusal('stale', 'error-stale', { ply: this.game.ply, answers: ply })
    if (ply > this.game.ply) throw new Refusal('ahead', 'error-ahead', { ply: this.game.ply, answers: ply })
  }

  private parse(actor: number, text: string): number {
    const action = this.core.parse(actor, text)
    if (action === undefined) throw new Refusal('illegal', 'error-text', { text })
    return action
  }

  private async choose(seat: number, text: string, id: string): Promise<void> {
    const action = this.parse(seat, text)
    if (!this.core.legal(this.state, seat).includes(action)) throw this.core.refused(this.state, seat, action)
    const { actors, undecided } = this
    if (actors.length > 1 && undecided.some((other) => other !== seat)) return this.wait(seat, text, id)
    const choices: Record<number, string> = { ...this.game.pending, [seat]: text }
    await this.play(
      actors.map((actor): Line => [actor, choices[actor]!]),
      id,
    )
  }

  /** Stores or withdraws a choice that waits for other seats. */
  private async wait(seat: number, text: string | null, id: string): Promise<void> {
    const pending = { ...this.game.pending }
    if (text === null) delete pending[seat]
    else pending[seat] = text
    await this.keep({ pending })
    this.acknowledge(id)
    const { ply, you } = this.game
    const decided = Object.keys(pending).map(Number)
    this.tell({ type: 'decided', ply, decided, choice: pending[you] ?? null, undo: this.undoable, may_call: false, pad: '' })
  }

  private async chooseFace(face: Face, id: string): Promise<void> {
    const { sitters, you } = this.game
    await this.keep({ sitters: sitters.map((sitter, seat) => (seat === you ? { ...sitter, face } : sitter)) })
    this.acknowledge(id)
    this.tell({ type: 'table', table: this.info, you })
  }

  /** Applies lines of players, and then the draws of chance. */
  private async play(lines: Line[], id: string): Promise<void> {
    const { chance } = this.core.about
    const steps: Played[] = []
    const played: Line[] = []
    let { state } = this
    const step = (actor: number, action: number) => {
      const after = this.core.play(state, actor, action)
      steps.push({ ply: this.game.ply + steps.length + 1, actor, action, before: state, after })
      played.push([actor, this.core.say(actor, action)])
      state = after
    }
    for (const [actor, text] of lines) step(actor, this.parse(actor, text))
    let draws = this.game.lines.filter(([actor]) => actor === chance).length
    while (this.core.actors(state)[0] === chance) step(chance, outcome(this.seed, draws++, this.core.weights(state)))
    const over = this.core.over(state)
    await this.keep({
      lines: [...this.game.lines, ...played],
      plies: [...this.game.plies, ...steps.map(({ ply }) => ply)],
      ply: this.game.ply + steps.length,
      pending: {},
      ...(over ? { scores: this.core.scores(state), ranks: this.core.ranks(state) } : {}),
    })
    this.states.push(...steps.map(({ after }) => after))
    this.mark(steps, lines.length > 1 || over)
    this.acknowledge(id)
    this.tellPosition(steps)
    if (over) this.tell(this.ending)
  }

  private get undoable(): boolean {
    return this.marks.length > 0 && !(this.game.you in this.game.pending)
  }

  /** Updates which actions can be undone. A roll, a reveal or the end makes all earlier actions final; other moves of bots do not. */
  private mark(steps: Played[], ends: boolean, first = this.game.lines.length - steps.length): void {
    const { you } = this.game
    for (const [at, { actor, action, before }] of steps.entries()) {
      if (ends || (actor !== you && this.marks.length && this.core.reveals(before, actor, action, you))) {
        this.marks = []
        this.undos = 0
      } else if (actor === you) this.marks.push(first + at)
    }
  }

  /** Finds the actions that can be undone when the table of a game is opened again. */
  private markAll(): void {
    const steps = this.over ? [] : this.replayed()
    for (let first = 0; first < steps.length;) {
      const deciding = this.core.actors(steps[first]!.before).length
      this.mark(steps.slice(first, first + deciding), deciding > 1, first)
      first += deciding
    }
  }

  /** Takes back the player's last action. Bots may have moved meanwhile, so the command may answer any ply since that action. */
  private async undo(ply: number, id: string): Promise<void> {
    const { game, undoable } = this
    const mark = this.marks.at(-1) ?? 0
    const since = undoable ? Math.max(game.plies[mark]!, this.undone + 1) : game.ply
    if (this.over || ply > game.ply || ply < since) this.need(ply)
    if (!undoable) throw new Refusal('no_undo', 'error-no-undo')
    if (this.undos >= MOST_UNDOS) throw new Refusal('no_undo', 'error-too-many-undos', { most: MOST_UNDOS })
    const undone = game.plies.slice(mark)
    await this.keep({ lines: game.lines.slice(0, mark), plies: game.plies.slice(0, mark), ply: game.ply + 1, pending: {} })
    this.states.length = mark + 1
    this.marks.pop()
    this.undos += 1
    this.undone = undone.at(-1)!
    this.acknowledge(id)
    this.tellPosition([], undone)
  }

  /** Stores a change before it takes effect. */
  private async keep(changed: Partial<StoredGame>): Promise<void> {
    const next = { ...changed, revision: (this.game.revision ?? 0) + 1 }
    await this.save({ ...this.game, ...next })
    Object.assign(this.game, next)
  }

  /** Stores the id of the next game, or the table under which this one is in the leaderboard. */
  async note(found: Pick<Partial<StoredGame>, 'following' | 'entered'>): Promise<void> {
    await this.keep(found)
  }

  // ---- messages

  private acknowledge(id: string): void {
    if (id) this.tell({ type: 'ack', id, ply: this.game.ply })
  }

  private get ending(): Over {
    return {
      type: 'over',
      scores: this.core.scores(this.state),
      ranks: this.core.ranks(this.state),
      record_url: '',
      seed: this.game.seed,
      nonces: this.game.sitters.map(() => null),
    }
  }

  private tellPosition(steps: Played[], undone: number[] = []): void {
    const { you, pending, ply } = this.game
    const { actors } = this
    this.tell({
      type: 'position',
      ply,
      view: this.seen(this.state, you),
      actors,
      decided: actors.length > 1 ? Object.keys(pending).map(Number) : [],
      choice: pending[you] ?? null,
      actions: actors.includes(you) ? this.core.legal(this.state, you).map((action) => this.action(action)) : [],
      undo: this.undoable,
      may_call: false,
      clock_ms: null,
      steps: this.told(steps, you),
      undone,
      first: steps[0]?.ply === 1 ? this.seen(steps[0].before, you) : null,
      text: null,
      translations: {},
      pad: '',
    })
  }

  private action(action: number): ActionInfo {
    return { text: this.core.say(0, action), parts: this.core.parts(0, action) }
  }

  private seen(state: State, viewer: number): AnyView {
    const view = viewer === this.core.about.all_seeing ? state : this.core.view(state, viewer)
    return this.core.json(this.game.memory_aid ? view : this.core.forget(view))
  }

  private told(steps: Played[], viewer: number): Step[] {
    return steps.map(({ ply, actor, action, before, after }) => ({
      ply,
      actor,
      action: this.core.sees(before, actor, action, viewer) ? this.core.say(actor, action) : null,
      events: this.core.stepEvents(before, after, actor, action, viewer) as unknown as AnyEvent[],
    }))
  }

  private replayed(): Played[] {
    return this.game.lines.map(([actor, text], at) => ({
      ply: this.game.plies[at]!,
      actor,
      action: this.parse(actor, text),
      before: this.states[at]!,
      after: this.states[at + 1]!,
    }))
  }

  // ---- after the end

  /** A replay of the game, as a seat saw it, or with all hands visible. */
  replay(seat: number | null): Replay {
    const viewer = seat ?? this.core.about.all_seeing
    const steps = this.replayed()
    return {
      table: this.info,
      seat,
      first: this.seen(this.states[0]!, viewer),
      steps: this.told(steps, viewer).map((step, at) => ({ ...step, view: this.seen(steps[at]!.after, viewer) })),
      scores: this.core.scores(this.state),
      ranks: this.core.ranks(this.state),
      seed: this.game.seed,
      texts: null,
      translations: [],
    }
  }

  /** The game as a record that `allaboard verify` can check. A game that continued a position has none. */
  record(): string {
    if (this.game.start !== undefined) throw new CoreError('partial', 'This game has no beginning of its own.')
    const { game, sitters, began, lines } = this.game
    const { chance } = this.core.about
    const head = [`game ${game}`, `seats ${sitters.length}`]
    head.push(...sitters.map(({ name, bot }, seat) => `player ${seat} ${bot ? `bot:${bot}` : name}`))
    for (const [name, value] of Object.entries(this.game.board?.options ?? {})) head.push(`option ${name} ${[value].flat().join(' ')}`)
    head.push(`date ${began.slice(0, 10)}`, `commitment ${this.committed}`)
    if (this.over) head.push(`seed ${this.game.seed}`)
    const body = lines.map(([actor, text]) => `${actor === chance ? 'chance' : `s${actor}`} ${text}`)
    const tail = this.over ? ['', `score ${this.core.scores(this.state).join(' ')}`, `rank ${this.core.ranks(this.state).join(' ')}`] : []
    return ['allaboard 1', ...head, '', ...body, ...tail, ''].join('\n')
  }

  /** Checks a game from elsewhere: its chance, its results and its pending choices. */
  get holds(): boolean {
    const { scores, ranks, pending } = this.game
    const results = this.over ? [this.core.scores(this.state), this.core.ranks(this.state)] : [null, null]
    const waits = Object.entries(pending).every(([seat, text]) => {
      const action = this.core.parse(Number(seat), text)
      return action !== undefined && this.actors.includes(Number(seat)) && this.core.legal(this.state, Number(seat)).includes(action)
    })
    return waits && JSON.stringify([scores, ranks]) === JSON.stringify(results) && this.verify().holds
  }

  /** Whether every draw of chance follows from the seed. */
  verify(): Verdict {
    const { chance } = this.core.about
    let draws = 0
    for (const { actor, action, before } of this.replayed()) {
      if (actor === chance && outcome(this.seed, draws++, this.core.weights(before)) !== action) {
        return { holds: false, commitment: this.committed, seed: this.game.seed, draws, reason: `draw ${draws}`, line: null }
      }
    }
    return { holds: true, commitment: this.committed, seed: this.game.seed, draws, reason: null, line: null }
  }
}
