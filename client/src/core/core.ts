/**
 * A game's core: its rules, events and bots as WebAssembly, compiled from the same code as the server's.
 *
 * States and views are bytes that never change: `apply` gives a new one. Every call copies what it needs into the core's
 * memory and copies its result out, so that nothing has to be freed. A search blocks its thread until it is done (about
 * as long as the server's bots think), so a page should open its core in a worker:
 *
 *     const core = await openCore(game)                       // cores.ts; throws a CoreError if that is impossible
 *     let state = core.start(seats)
 *     for (const actor of core.actors(state)) …               // empty: the game is over; several: they choose at once
 *     const view = core.view(state, seat)                     // what a seat may know; core.json(view) is the server's JSON
 *     core.legal(state, seat).map((action) => [core.say(seat, action), core.parts(seat, action)])
 *     const after = core.play(state, seat, action)            // throws Refused with its reason, clause and legal actions
 *     core.stepEvents(state, after, seat, action, viewer)     // the events of this step for a viewer
 *
 *     if (core.actors(state)[0] === core.about.chance)        // chance.ts: as the server draws, from a committed seed
 *       state = core.apply(state, core.about.chance, outcome(seed, draw, core.weights(state)))
 *
 *     await teach(core, level)                                // cores.ts: loads what a level has learned, once
 *     core.choose(level, view, core.stream(number), { style: core.about.styles[0] })
 *     await teachHints(core)
 *     core.advise(view)                                       // every action, best first, as the server's hints
 *
 * Bots and hints get views, never states.
 */

import type { Description, Forms, Learned } from './generated'
import { CoreError, Memory } from './memory'
import { bits, logReader, recordReader, type Json } from './reading'

const SECTION = 'allaboard'
const FORMAT = 1
/** The states that a digest needs, as in digest.py. */
const ROWS = 6

export type State = Uint8Array
export type Weights = [action: number, weight: number][]

/** A random stream, the same as in rng.py. Choices and draws advance it. */
export interface Stream {
  words: Uint8Array
}

/** How a bot of a level plays: one of `about.styles`, and its search budget. */
export interface Habits {
  style?: string
  budget?: number
}

export interface Hint {
  action: number
  text: string
  value: number
}

export interface Advice {
  expects: string
  hints: Hint[]
}

/** An action was refused: the reason as data, its clause, and the legal actions. */
export class Refused extends Error {
  constructor(
    readonly reason: Json,
    readonly clause: string,
    readonly legal: string[],
  ) {
    super(`not legal: ${String(reason.reason)}`)
  }
}

/** Compile a core from its bytes. */
export async function load(bytes: BufferSource): Promise<Core> {
  if (typeof WebAssembly === 'undefined') {
    throw new CoreError('unsupported', 'This browser cannot run the games: it has no WebAssembly.')
  }
  let module: WebAssembly.Module
  let instance: WebAssembly.Instance
  try {
    module = await WebAssembly.compile(bytes)
    instance = await WebAssembly.instantiate(module)
  } catch (error) {
    if (error instanceof RangeError) throw new CoreError('memory', 'There is not enough memory for the game.')
    const old = !WebAssembly.validate(SIMD)
    throw old
      ? new CoreError('unsupported', 'This browser is too old to run the games: its WebAssembly has no SIMD.')
      : new CoreError('damaged', 'The file with the game is damaged; load it again.')
  }
  return new Core(described(module), instance.exports)
}

/** The smallest module that needs SIMD: a function that returns a vector. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11)

function described(module: WebAssembly.Module): Description {
  const [section] = WebAssembly.Module.customSections(module, SECTION)
  if (!section) throw new CoreError('damaged', 'The file holds no game; load it again.')
  const found = JSON.parse(new TextDecoder().decode(section)) as Description
  if (found.format !== FORMAT) {
    throw new CoreError('damaged', `The file with the game is of format ${found.format}, and this page reads ${FORMAT}; load both again.`)
  }
  return found
}

export class Core extends Memory {
  private readonly at: Record<'one' | 'two' | 'log' | 'standing' | 'stream' | 'menu' | 'values' | 'options', number>
  private digesting: number[] | undefined
  private readonly numbers: { seat: Map<string, number>; chance: Map<string, number> }
  private readonly readState: (record: Uint8Array) => Json
  private readonly readStanding: ((record: Uint8Array) => Json) | null
  private readonly readEvents: (record: Uint8Array) => Json[]
  private readonly readReasons: (record: Uint8Array) => Json[]

  constructor(
    readonly about: Description,
    exports: WebAssembly.Exports,
  ) {
    super(about.title, exports)
    const { state, standing, log, most_actions, laid } = about
    this.at = {
      one: this.reserve(state.size),
      two: this.reserve(state.size),
      log: this.reserve(log.size),
      standing: this.reserve(standing?.size ?? 0),
      stream: this.reserve(32),
      menu: this.reserve(2 * most_actions),
      values: this.reserve(8 * most_actions),
      options: this.reserve(8 * laid.length),
    }
    const numbers = (forms: Forms) => new Map(forms.texts.map((text, action) => [text, action]))
    this.numbers = { seat: numbers(about.actions), chance: numbers(about.outcomes) }
    this.readState = recordReader(state)
    this.readStanding = standing && recordReader(standing)
    this.readEvents = logReader(log, about.events ?? [], 'event', about.nothing)
    this.readReasons = logReader(log, about.reasons ?? [], 'reason', about.nothing)
  }

  // ---- playing

  /** Start a game for a number of players, on the game's own board unless another one is given. */
  start(seats: number, options: readonly number[] = this.about.laid): State {
    if (!this.about.seats.includes(seats)) throw new Error(`${this.about.title} is not for ${seats} players`)
    if (options.length !== this.about.laid.length) {
      throw new Error(`${this.about.title} takes ${this.about.laid.length} numbers as its options, not ${options.length}`)
    }
    const data = new DataView(this.memory.buffer)
    options.forEach((option, k) => data.setBigInt64(this.at.options + 8 * k, BigInt(option), true))
    this.blank(this.at.one, this.about.state.size)
    this.call('start', this.at.one, seats, this.at.options, options.length)
    return this.out(this.at.one, this.about.state.size)
  }

  seats(state: State): number {
    const field = this.about.state.fields.find(({ name }) => name === 'seats')!
    return state[field.at]!
  }

  viewer(state: State): number {
    const field = this.about.state.fields.find(({ name }) => name === 'viewer')!
    return (state[field.at]! << 24) >> 24
  }

  /** The seats that must act now, in order. Empty when the game is over. */
  actors(state: State): number[] {
    return bits(this.call('actors', this.in(state)))
  }

  over(state: State): boolean {
    return this.call('actors', this.in(state)) === 0
  }

  /** The legal actions of a seat, or of chance; none if it is not its turn. */
  legal(state: State, actor: number): number[] {
    const at = this.in(state)
    if (!((this.call('actors', at) >> actor) & 1)) return []
    const n = this.call('legal', at, actor, this.at.menu)
    return Array.from(new Int16Array(this.memory.buffer, this.at.menu, n))
  }

  /** The state after an action that is known to be legal. */
  apply(state: State, actor: number, action: number): State {
    this.call('apply', this.in(state), actor, action)
    return this.out(this.at.one, this.about.state.size)
  }

  /** The state after an action if it is legal; otherwise a Refused says why. */
  play(state: State, actor: number, action: number): State {
    if (!this.legal(state, actor).includes(action)) throw this.refused(state, actor, action)
    return this.apply(state, actor, action)
  }

  /** Chance's outcomes, each with its weight. */
  weights(state: State): Weights {
    const outcomes = this.legal(state, this.about.chance)
    const at = this.in(state)
    return outcomes.map((action) => [action, this.call('weight', at, action)])
  }

  /** What a seat, or a spectator, may know. */
  view(state: State, seat: number): State {
    this.blank(this.at.two, this.about.state.size)
    this.call('observe', this.in(state), seat, this.at.two)
    return this.out(this.at.two, this.about.state.size)
  }

  /** A view without the memory aid, if the game has one. */
  forget(view: State): State {
    if (!this.about.forgets) return view
    this.call('forget', this.in(view))
    return this.out(this.at.one, this.about.state.size)
  }

  /** A complete state that is consistent with this view. */
  imagine(view: State, stream: Stream): State {
    this.blank(this.at.two, this.about.state.size)
    this.withStream(stream, (at) => this.call('imagine', this.in(view), at, this.at.two))
    return this.out(this.at.two, this.about.state.size)
  }

  scores(state: State): number[] {
    return this.bySeat('score', state)
  }

  ranks(state: State): number[] {
    return this.bySeat('rank', state)
  }

  // ---- as text and as data

  /** A view as the server would send it. */
  json(view: State): Json {
    const found = this.readState(view)
    found.scores = this.scores(view)
    found.ranks = this.ranks(view)
    if (this.readStanding) {
      const size = this.about.standing!.size
      this.blank(this.at.standing, size)
      this.call('stand', this.in(view), this.at.standing)
      Object.assign(found, this.readStanding(this.out(this.at.standing, size)))
    }
    return found
  }

  say(actor: number, action: number): string {
    return this.forms(actor).texts[action] ?? String(action)
  }

  parts(actor: number, action: number): Json {
    return this.forms(actor).parts[action] as Json
  }

  /** The action of a text form, if there is one. */
  parse(actor: number, text: string): number | undefined {
    return (actor === this.about.chance ? this.numbers.chance : this.numbers.seat).get(text)
  }

  // ---- what happened

  /** Whether a viewer sees an action at the moment when it is taken. */
  sees(state: State, actor: number, action: number, viewer: number): boolean {
    if (viewer === actor || viewer === this.about.all_seeing) return true
    if (this.about.events) return this.call('sees', this.in(state), actor, action, viewer) !== 0
    return this.tellsApart(state, actor, action, viewer)
  }

  /** Whether an action shows another viewer what they could not know, see `Game.reveals`. */
  reveals(state: State, actor: number, action: number, viewer: number): boolean {
    if (actor === this.about.chance) return this.sees(state, actor, action, viewer)
    return !this.legal(this.view(state, viewer), actor).includes(action)
  }

  /** The events of a step for the viewer of these two views. The action is `about.hidden` if the viewer cannot see it. */
  events(before: State, after: State, actor: number, action: number): Json[] {
    if (!this.about.events) {
      return [{ event: 'acted', seat: actor, action: action === this.about.hidden ? null : this.say(actor, action) }]
    }
    this.blank(this.at.log, this.about.log.size)
    this.call('tell', this.in(before), this.in(after, this.at.two), actor, action, this.at.log)
    return this.readEvents(this.out(this.at.log, this.about.log.size))
  }

  /** The events of a step for one viewer, from complete states. */
  stepEvents(before: State, after: State, actor: number, action: number, viewer: number): Json[] {
    const seen = this.sees(before, actor, action, viewer) ? action : this.about.hidden
    if (viewer === this.about.all_seeing) return this.events(before, after, actor, seen)
    return this.events(this.view(before, viewer), this.view(after, viewer), actor, seen)
  }

  /** The reason why an illegal action is illegal. */
  refused(state: State, actor: number, action: number): Refused {
    const legal = this.legal(state, actor).map((one) => this.say(actor, one))
    if (!this.about.reasons) return new Refused(this.plainReason(state, actor, action), '', legal)
    this.blank(this.at.log, this.about.log.size)
    this.call('refuse', this.in(state), actor, action, this.at.log)
    const reason = this.readReasons(this.out(this.at.log, this.about.log.size))[0]!
    const clause = this.about.clauses[this.about.reasons.findIndex(({ tag }) => tag === reason.reason)]!
    return new Refused(reason, clause.of[clause.by.map((name) => String(reason[name])).join(' ')] ?? '', legal)
  }

  // ---- chance and bots

  /** A random stream. Every pair of seed and number gives another sequence. */
  stream(seed: number | bigint, number: number | bigint = 0): Stream {
    const stream = { words: new Uint8Array(32) }
    const wide = (x: number | bigint) => BigInt.asIntN(64, BigInt(x))
    this.withStream(stream, (at) => this.call('reseed', at, wide(seed), wide(number)))
    return stream
  }

  /** The next 32 random bits. */
  word(stream: Stream): number {
    return this.withStream(stream, (at) => this.call('word', at)) >>> 0
  }

  /** A number from 0 to n-1. */
  below(stream: Stream, n: number): number {
    return this.withStream(stream, (at) => this.call('below', at, n))
  }

  /** An outcome of chance by its weight. Games that people play draw from a committed seed instead, see chance.ts. */
  draw(state: State, stream: Stream): number {
    return this.withStream(stream, (at) => this.call('draw', this.in(state), at, this.at.menu))
  }

  /** The file that a level needs before it can choose; null if it is loaded. */
  lacks(level: string): Learned | null {
    const { learned } = this.level(level)
    return learned && !this.knows(learned.file) ? learned : null
  }

  /** The file that hints need; null if it is loaded. */
  get lacksForHints(): Learned | null {
    const learned = this.about.hints?.learned ?? null
    return learned && !this.knows(learned.file) ? learned : null
  }

  /** The files that are needed to review games with this number of seats, on any board, and that are not loaded yet. */
  lacksForReviews(seats: number): Learned[] {
    const { review, hints } = this.about
    const found = [...(review?.seats[seats]?.learned ?? []), hints?.learned, review?.played_out.learned]
    const needed = found.filter((one): one is Learned => Boolean(one))
    return needed.filter(({ file }, k) => !this.knows(file) && needed.findIndex((one) => one.file === file) === k)
  }

  /** The choice of a bot from its view. A budget replaces the level's own. Without a style, different seats get different ones. */
  choose(level: string, view: State, stream: Stream, { style, budget }: Habits = {}): number {
    const known = this.level(level)
    const [at, n] = this.knowledge(known.learned)
    const number = style === undefined ? this.viewer(view) % Math.max(this.about.styles.length, 1) : this.about.styles.indexOf(style)
    if (number < 0) throw new Error(`${this.about.title} has no style ${style}`)
    return this.withStream(stream, (rng) => this.call(`choose_${level}`, this.in(view), rng, at, n, budget ?? known.budget, number))
  }

  /** Every legal action of the view's own seat with its expected result, in the order of `legal`. */
  evaluate(view: State, stream: Stream, budget?: number): [action: number, value: number][] {
    const hints = this.about.hints
    if (!hints) throw new Error(`there are no hints for ${this.about.title}`)
    const [at, n] = this.knowledge(hints.learned)
    const found = this.withStream(stream, (rng) =>
      this.call('evaluate', this.in(view), rng, at, n, budget ?? hints.budget, this.at.menu, this.at.values),
    )
    const actions = new Int16Array(this.memory.buffer, this.at.menu, found)
    const values = new Float64Array(this.memory.buffer, this.at.values, found)
    return Array.from(actions, (action, k) => [action, values[k]!])
  }

  /** The server's hints: best action first, and the unit of the values. */
  advise(view: State, seed: number | bigint = 0, budget?: number): Advice {
    const viewer = this.viewer(view)
    const hints = this.evaluate(view, this.stream(seed), budget).map(([action, value]) => ({
      action,
      text: this.say(viewer, action),
      value,
    }))
    hints.sort((a, b) => b.value - a.value || a.action - b.action)
    return { expects: this.about.hints!.expects[this.seats(view)]!, hints }
  }

  /** The hash of a random game that starts from this state, played and hashed in compiled code: see digest.py. */
  digest(laid: State, seed: number, limit = 2 ** 31 - 1, every = 0): number {
    const { state, standing, log } = this.about
    this.digesting ??= [ROWS * state.size, 2 * log.size, 2 * (standing?.size ?? log.size)].map((size) => {
      const at = this.reserve(size)
      this.blank(at, size)
      return at
    })
    const [rows, logs, standings] = this.digesting as [number, number, number]
    this.in(laid, rows)
    const { stream, menu } = this.at
    return this.call('digest', rows, rows, logs, standings, standings, stream, menu, this.seats(laid), seed, limit, every) >>> 0
  }

  // ---- for the other files of this folder

  /** Copy a state into the core's memory. */
  in(state: State, at = this.at.one): number {
    if (state.length !== this.about.state.size) throw new Error(`this is not a state of ${this.about.title}`)
    new Uint8Array(this.memory.buffer, at, state.length).set(state)
    return at
  }

  private withStream(stream: Stream, work: (at: number) => number): number {
    new Uint8Array(this.memory.buffer, this.at.stream, 32).set(stream.words)
    const found = work(this.at.stream)
    stream.words = this.out(this.at.stream, 32)
    return found
  }

  private level(name: string): Description['levels'][number] {
    const found = this.about.levels.find((level) => level.name === name)
    if (!found) throw new Error(`${this.about.title} has no level ${name}`)
    return found
  }

  private forms(actor: number): Forms {
    return actor === this.about.chance ? this.about.outcomes : this.about.actions
  }

  private bySeat(word: string, state: State): number[] {
    const at = this.in(state)
    return Array.from({ length: this.seats(state) }, (_, seat) => this.call(word, at, seat))
  }

  // ---- games without events

  /** Whether every other action would have given the viewer a different view. */
  private tellsApart(state: State, actor: number, action: number, viewer: number): boolean {
    const done = this.apply(state, actor, action)
    const view = this.view(done, viewer)
    return this.legal(state, actor).every((other) => {
      if (other === action) return true
      const after = this.apply(state, actor, other)
      return same(after, done) || !same(this.view(after, viewer), view)
    })
  }

  private plainReason(state: State, actor: number, action: number): Json {
    if (this.over(state)) return { reason: 'game_is_over' }
    if (!this.actors(state).includes(actor)) return { reason: 'not_its_turn', seat: actor }
    return { reason: 'not_legal', action: this.say(actor, action) }
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, k) => byte === other[k])
}
