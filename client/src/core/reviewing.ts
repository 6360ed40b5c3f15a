/**
 * Reviews a finished game with its core. reviews/review.py does the same with the same compiled functions, so both get the
 * same numbers. Results are available step by step:
 *
 *     const reviewing = new Reviewing(core, past, seat)
 *     reviewing.fit(3000, () => performance.now())      // a smaller budget on a slow device
 *     while (reviewing.next()) show(reviewing.soFar)    // after each position and each decision
 *     reviewing.soFar                                   // the whole review
 *
 * No sentences are made here: every option has its `phrase`, from which the page makes sentences in its language.
 */

import type { Decision, Review, ReviewOption, ReviewStep, SeatReview } from '../protocol'
import type { Core, State } from './core'
import { CoreError } from './memory'
import type { ReviewAt, ReviewOf } from './generated'
import { logReader, type Json } from './reading'
import { hex, Sha256, sha256 } from './sha256'

/** A finished game. */
export interface Past {
  game: string
  seats: number
  lines: [actor: number, text: string][]
  /** The names of the players, by seat. */
  names: string[]
  /** The board as the rules take it, if it is not the game's own. */
  laid?: readonly number[]
}

/** An option with its name as data: `phrase.phrase` is the name of a message, the rest of `phrase` are its variables. */
export type Phrased = ReviewOption & { phrase?: Json }

/** The price of a decision: every legal action, best first. */
interface Price {
  actions: number[]
  values: number[]
  errors: number[]
}

interface Step {
  actor: number
  action: number
  text: string
  before: State
}

/** The most steps of a game that can be reviewed. No game has so many. */
const MOST_STEPS = 4096
/**
 * How `fit` finds a budget: the number of decisions that it tries, the part of the budget that it gives them (one fourth),
 * the least time for that in milliseconds, and the smallest share of the budget that it may choose.
 */
const SAMPLE = 6
const EFFORT = 4
const WARM = 150
const LEAST = 1 / 8
/** Sums over the steps: luck, own decisions, decisions of the others, hidden information. */
type Parts = [luck: number, own: number, others: number, hidden: number]

/** Whether the core can review games with this number of seats. */
export function canReview(core: Core, seats: number): boolean {
  return core.about.review?.seats[seats] !== undefined
}

export class Reviewing {
  private readonly how: ReviewOf
  private readonly at: ReviewAt
  private readonly judge: Judge
  private readonly value: Value
  private readonly steps: Step[] = []
  /** Before the first step and after each step: who must act, as bits; and in `values`, the value for the seat. */
  private readonly waiting: number[] = []
  private readonly values: number[] = []
  private readonly costs: number[] = []
  private readonly decisions: Decision[] = []
  private acted = 0
  private done = 0

  constructor(
    private readonly core: Core,
    private readonly past: Past,
    private readonly seat: number,
    private budget = core.about.review?.budget ?? 0,
  ) {
    const at = core.about.review?.seats[past.seats]
    if (!at || past.lines.length > MOST_STEPS) throw new CoreError('partial', `This game of ${core.about.title} cannot be reviewed here.`)
    this.how = core.about.review!
    this.at = at
    let state = core.start(past.seats, past.laid)
    this.value = past.laid ? fitted(core, at, past.seats, state) : learnedValue(core, at, past.seats)
    this.judge = Judge.of(core, this.how, this.value)
    this.waiting.push(mask(core, state))
    for (const [actor, text] of past.lines) {
      const action = core.parse(actor, text)
      if (action === undefined) throw new CoreError('partial', `${text} is not an action of ${core.about.title}.`)
      this.steps.push({ actor, action, text, before: state })
      state = core.play(state, actor, action)
      this.waiting.push(mask(core, state))
    }
    if (!core.over(state)) throw new CoreError('partial', 'Only a finished game can be reviewed.')
    this.last = state
    this.values.push(this.judge.value(this.steps[0]?.before ?? state, seat))
  }

  /** The final position. */
  readonly last: State

  /**
   * Lower the budget if this device would need more than `most` milliseconds for the prices. To estimate the time, some
   * decisions are priced with a small budget; the time grows with the budget. The review contains the budget that was used.
   */
  fit(most: number, now: () => number): void {
    const { core, seat, budget } = this
    const own = this.steps.filter(({ actor, before }) => actor === seat && core.legal(before, seat).length > 1)
    const sample = own.filter((_, k) => k % Math.ceil(own.length / SAMPLE) === 0).map(({ before }) => core.view(before, seat))
    if (!sample.length) return
    const little = Math.max(1, Math.round(budget / EFFORT))
    const first = now()
    let took = 0
    for (let round = 0; round < 2 || (now() - first < WARM && round < EFFORT); round++) {
      const began = now() // the code gets faster while it runs, so only the last round counts
      for (const view of sample) this.judge.price(view, little)
      took = now() - began
    }
    const whole = (took * own.length * budget) / (sample.length * little)
    let share = 1
    while (share * whole > most && share > LEAST) share /= 2
    this.budget = Math.max(1, Math.round(budget * share))
  }

  /** Review the next step. False if there is none. */
  next(): boolean {
    const step = this.steps[this.done]
    if (!step) return false
    const { core, seat } = this
    let cost = 0
    if (step.actor === seat) {
      this.acted += 1
      if (core.legal(step.before, seat).length > 1) {
        const decision = this.decision(step, this.done)
        this.decisions.push(decision)
        cost = decision.cost
      }
    }
    this.costs.push(cost)
    this.done += 1
    this.values.push(this.judge.value(this.steps[this.done]?.before ?? this.last, seat))
    return true
  }

  private decision({ action, text, before }: Step, ply: number): Decision {
    const { core, seat, how } = this
    const view = core.view(before, seat)
    const price = this.judge.price(view, this.budget)
    const played = price.actions.indexOf(action)
    const verdict = this.judge.verdict(played)
    const sure = verdict > 1
    const { phase } = core.json(view)
    const options = price.actions.flatMap((one, k): Phrased[] => {
      if (!sure && k >= how.listed && one !== action) return []
      const { phrase, leaves } = this.judge.explained(view, one)
      return [
        { action: core.say(seat, one), value: price.values[k]!, error: price.errors[k]!, leaves: sure ? leaves : {}, said: '', phrase },
      ]
    })
    return {
      ply,
      kind: typeof phase === 'string' ? phase : text.split(' ')[0]!,
      played: text,
      best: core.say(seat, price.actions[0]!),
      cost: sure ? price.values[0]! - price.values[played]! : 0,
      error: price.errors[played]!,
      verdict: how.verdicts[verdict] as Decision['verdict'],
      options,
      reasons: [],
    }
  }

  /** The review of the steps so far. */
  get soFar(): Review {
    const { past, at, budget, value, how } = this
    return {
      game: past.game,
      seats: past.seats,
      unit: value.unit,
      method: value.method,
      values: hex(sha256(new TextEncoder().encode(`${value.hash}${how.prices} ${budget}`))).slice(0, 16),
      budget,
      players: [this.player()],
      hides: at.hides,
      format: 1,
    }
  }

  private player(): SeatReview {
    const { seat, past, steps, values, done } = this
    const actors = steps.slice(0, done).map(({ actor }) => actor)
    const { shown, parts } = this.judge.decompose(actors, this.waiting, values, this.costs, seat)
    const sums: Parts = [0, 0, 0, 0]
    for (const row of parts) row.forEach((part, k) => (sums[k]! += part))
    const [luck, own, others, hidden] = sums
    return {
      seat,
      name: past.names[seat] ?? '',
      expected: values[0]!,
      result: values.at(-1)!,
      ...{ luck, own, others, hidden },
      steps: parts.map(([luck, own, others, hidden], k): ReviewStep => {
        const { actor, text } = steps[k]!
        return { actor, action: text, value: shown[k + 1]!, luck, own, others, hidden }
      }),
      decisions: [...this.decisions],
      forced: this.acted - this.decisions.length,
    }
  }
}

/** How positions are valued: one of the core's functions, with what it has learned. */
interface Value {
  call: 'weigh' | 'weigh_out'
  method: Review['method']
  seats: number
  unit: Review['unit']
  learned: [at: number, numbers: number]
  /** The bytes of its working record. */
  workspace: number
  hash: string
}

const values = new WeakMap<Core, Map<string, Value>>()

/** The learned value on the game's own board. There is one for each core and number of seats, because its memory is never freed. */
function learnedValue(core: Core, at: ReviewAt, seats: number): Value {
  const known = values.get(core) ?? new Map<string, Value>()
  values.set(core, known)
  const { unit, hash } = at
  const { workspace } = core.about.review!
  const value = known.get(hash) ?? {
    ...({ call: 'weigh', method: 'learned', seats, unit: unit as Review['unit'], workspace, hash } as const),
    learned: joined(core, at),
  }
  known.set(hash, value)
  return value
}

/** The value on another board: what was learned, if it can be fitted to this board, otherwise playouts. */
function fitted(core: Core, at: ReviewAt, seats: number, laid: State): Value {
  const own = learnedValue(core, at, seats)
  const { learned, workspace, units } = core.about.review!.played_out
  const [from, n] = own.learned
  const place = core.reserve(4 * n)
  new Uint8Array(core.memory.buffer).copyWithin(place, from, from + 4 * n)
  const tables = core.reserve(3 * laid.length)
  core.blank(tables, 3 * laid.length)
  if (core.call('fit', core.in(laid, tables), place, n)) {
    const value: Value = { ...own, learned: [place, n] }
    return { ...value, hash: hashOf(core, value) }
  }
  if (units[seats] !== at.unit) throw new CoreError('partial', `On this board, ${core.about.title} cannot be reviewed here.`)
  const value: Value = { ...own, call: 'weigh_out', method: 'played_out', learned: core.knowledge(learned), workspace }
  return { ...value, hash: hashOf(core, value) }
}

/** The hash of a value, as bots/outlook.py computes it. */
function hashOf(core: Core, { method, seats, unit, learned: [at, n] }: Value): string {
  const { game, review } = core.about
  const head = `${game} ${seats} ${unit} ${method === 'learned' ? 'True' : 'False'} ${review!.played_out.playouts}`
  const sha = new Sha256().update(new TextEncoder().encode(head)).update(core.out(at, 4 * n))
  return hex(sha.digest()).slice(0, 16)
}

/** The compiled functions of a review, with their places in the core's memory. */
class Judge {
  private readonly memory: Record<'tables' | 'work' | 'menu' | 'shares' | 'out' | 'values' | 'errors' | 'log', number>
  private readonly steps: Record<'actors' | 'waiting' | 'values' | 'costs' | 'shown' | 'parts', number>
  private readonly read: (record: Uint8Array) => Json[]

  private static readonly known = new WeakMap<Core, Map<string, Judge>>()

  /** There is one for each core and value, because its memory is never freed. */
  static of(core: Core, how: ReviewOf, by: Value): Judge {
    const known = Judge.known.get(core) ?? new Map<string, Judge>()
    Judge.known.set(core, known)
    const judge = known.get(by.hash) ?? new Judge(core, how, by)
    known.set(by.hash, judge)
    return judge
  }

  private constructor(
    private readonly core: Core,
    private readonly how: ReviewOf,
    private readonly by: Value,
  ) {
    const { state, log, most_actions, nothing } = core.about
    this.memory = {
      tables: core.reserve((how.waiting + 3) * state.size),
      work: core.reserve(by.workspace),
      menu: core.reserve(2 * most_actions),
      shares: core.reserve(8 * (how.waiting + 1)),
      out: core.reserve(8 * 16), // by seat; the second half is for the outcomes of chance
      values: core.reserve(8 * most_actions),
      errors: core.reserve(8 * most_actions),
      log: core.reserve(log.size),
    }
    const numbers = () => core.reserve(8 * (MOST_STEPS + 1))
    this.steps = {
      actors: numbers(),
      waiting: numbers(),
      values: numbers(),
      costs: numbers(),
      shown: numbers(),
      parts: core.reserve(8 * how.parts * MOST_STEPS),
    }
    core.blank(this.memory.tables, (how.waiting + 3) * state.size)
    core.blank(this.memory.work, by.workspace)
    this.read = logReader(log, how.phrases, 'phrase', nothing)
  }

  /** What a seat can expect in a position with all hands known. */
  value(state: State, seat: number): number {
    const { core, memory, by } = this
    const [at, n] = by.learned
    core.in(state, memory.tables)
    const known = core.call(by.call, memory.tables, at, n, memory.work, memory.menu, memory.shares, memory.out + 64, memory.out, by.seats)
    if (!known) throw new CoreError('fault', `Chance acts too often in a row in ${core.about.title} to value all its outcomes.`)
    return new Float64Array(core.memory.buffer, memory.out, by.seats)[seat]!
  }

  /** The price of a decision from the view of its seat. */
  price(view: State, budget: number): Price {
    const { core, memory } = this
    const [at, n] = core.knowledge(core.about.hints?.learned ?? null)
    const found = core.call('price', core.in(view), at, n, budget, memory.menu, memory.values, memory.errors)
    return {
      actions: Array.from(new Int16Array(core.memory.buffer, memory.menu, found)),
      values: Array.from(new Float64Array(core.memory.buffer, memory.values, found)),
      errors: Array.from(new Float64Array(core.memory.buffer, memory.errors, found)),
    }
  }

  /** The verdict on one of the actions of the last price. */
  verdict(at: number): number {
    return this.core.call('verdict', this.memory.values, this.memory.errors, at, this.how.units.indexOf(this.by.unit))
  }

  /** The name of an action as data, and the facts about the position after it that a reason can mention. */
  explained(view: State, action: number): { phrase?: Json; leaves: Record<string, number> } {
    const { core, memory, how } = this
    if (!how.phrases.length) return { leaves: {} }
    core.blank(memory.log, core.about.log.size)
    core.call('explain', core.in(view), core.in(view, memory.tables), action, memory.log)
    const [phrase, left] = this.read(core.out(memory.log, core.about.log.size))
    if (!left) return { phrase, leaves: {} }
    const { phrase: _, ...leaves } = left
    return { phrase, leaves: leaves as Record<string, number> }
  }

  /** The value that is shown after each step, and the parts of each change: luck, decisions, hidden information. */
  decompose(actors: number[], waiting: number[], values: number[], costs: number[], seat: number): { shown: Float64Array; parts: Parts[] } {
    const { core, steps, how } = this
    const n = actors.length
    const { buffer } = core.memory
    new BigInt64Array(buffer, steps.actors, n).set(actors.map(BigInt))
    new BigInt64Array(buffer, steps.waiting, n + 1).set(waiting.slice(0, n + 1).map(BigInt))
    new Float64Array(buffer, steps.values, n + 1).set(values.slice(0, n + 1))
    new Float64Array(buffer, steps.costs, n).set(costs.slice(0, n))
    core.call('decompose', steps.actors, steps.waiting, steps.values, steps.costs, n, seat, steps.shown, steps.parts)
    const rows = new Float64Array(core.memory.buffer, steps.parts, how.parts * n)
    return {
      shown: new Float64Array(core.memory.buffer, steps.shown, n + 1).slice(),
      parts: actors.map((_, k) => Array.from(rows.subarray(how.parts * k, how.parts * (k + 1))) as Parts),
    }
  }
}

/** The numbers of several files one after the other, as the value of a position takes them. */
function joined(core: Core, { learned }: ReviewAt): [at: number, numbers: number] {
  if (learned.length === 1) return core.knowledge(learned[0]!)
  const numbers = learned.reduce((sum, one) => sum + one.numbers, 0)
  const whole = core.reserve(4 * numbers)
  let end = whole
  for (const one of learned) {
    const [at, n] = core.knowledge(one)
    new Uint8Array(core.memory.buffer).copyWithin(end, at, at + 4 * n)
    end += 4 * n
  }
  return [whole, numbers]
}

function mask(core: Core, state: State): number {
  return core.actors(state).reduce((bits, actor) => bits | (1 << actor), 0)
}
