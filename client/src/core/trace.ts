/** Hashes of games over everything that a core can do. trace.py does the same step by step. */

import type { Core, State, Stream } from './core'
import { hex, Sha256 } from './sha256'

export interface Job {
  game: string
  seats: number[]
  games: number
  first?: number
  levels?: Record<string, number>
  styles?: boolean
  hints?: number
  limit?: number
  laid?: number[]
  digests?: boolean
  every?: number
  steps?: boolean
}

export function* traces(core: Core, job: Job): Generator<string> {
  const first = job.first ?? 0
  for (const seats of job.seats) {
    for (let seed = first; seed < first + job.games; seed++) {
      if (job.digests) yield `${seats} ${seed} ${core.digest(laid(core, job, seats), seed, job.limit, job.every)}`
      else yield* new Trace(core, job, seats, seed).lines()
    }
  }
}

function laid(core: Core, job: Job, seats: number): State {
  return core.start(seats, job.laid?.length ? job.laid : undefined)
}

class Trace {
  private readonly dice: Stream
  private readonly thoughts: Stream
  private readonly hash = new Sha256()
  private readonly text = new TextEncoder()
  private readonly levels: [string, number][]
  private state: State
  private decisions = 0

  constructor(
    private readonly core: Core,
    private readonly job: Job,
    private readonly seats: number,
    private readonly seed: number,
  ) {
    this.dice = core.stream(seed, 0)
    this.thoughts = core.stream(seed, 1)
    this.state = laid(core, job, seats)
    this.levels = Object.entries(job.levels ?? {})
  }

  *lines(): Generator<string> {
    const { core, job, seats } = this
    let ply = 0
    let actors: number[]
    while ((actors = core.actors(this.state)).length > 0 && ply < (job.limit ?? Infinity)) {
      this.numbers(actors)
      const actor = actors[core.below(this.dice, actors.length)]!
      const place = ply % (seats + 1)
      const viewer = place === seats ? core.about.watcher : place
      this.look(viewer, ply)
      const action = this.choose(actor)
      this.step(actor, action, viewer)
      this.refuse()
      ply++
      if (job.steps) yield `${seats} ${this.seed} ${ply} ${actor} ${core.say(actor, action)} ${this.digest()}`
    }
    this.numbers([...actors, ...core.scores(this.state), ...core.ranks(this.state)])
    yield `${seats} ${this.seed} ${ply} ${this.digest()}`
  }

  private look(viewer: number, ply: number): void {
    const view = this.core.view(this.state, viewer)
    this.hash.update(view)
    this.json(this.core.json(view))
    if (ply % 4 === 0 && viewer !== this.core.about.watcher) this.hash.update(this.core.imagine(view, this.dice))
  }

  private choose(actor: number): number {
    const { core, job } = this
    const menu = core.legal(this.state, actor)
    this.numbers(menu)
    if (actor === core.about.chance) {
      this.numbers(core.weights(this.state).map(([, weight]) => weight))
      return core.draw(this.state, this.dice)
    }
    if (this.levels.length === 0) return menu[core.below(this.dice, menu.length)]!
    this.decisions++
    const view = core.view(this.state, actor)
    if (job.hints && this.decisions % 8 === 1) this.hint(view, job.hints)
    const [level, budget] = this.levels[(actor + this.seed) % this.levels.length]!
    const style = job.styles ? core.about.styles[this.decisions % core.about.styles.length] : undefined
    return core.choose(level, view, this.thoughts, { budget, style })
  }

  private hint(view: State, budget: number): void {
    if (!this.core.about.hints) return
    const found = this.core.evaluate(view, this.thoughts, budget)
    this.numbers(found.map(([action]) => action))
    this.hash.update(new Uint8Array(Float64Array.from(found, ([, value]) => value).buffer))
  }

  private step(actor: number, action: number, viewer: number): void {
    const before = this.state
    this.state = this.core.apply(before, actor, action)
    this.hash.update(this.state)
    for (const eyes of [viewer, this.core.about.all_seeing]) {
      this.json(this.core.stepEvents(before, this.state, actor, action, eyes))
    }
  }

  private refuse(): void {
    const { core, dice } = this
    const seat = core.below(dice, this.seats)
    const action = core.below(dice, core.about.actions.texts.length)
    if (!core.legal(this.state, seat).includes(action)) {
      const why = core.refused(this.state, seat, action)
      this.json([why.reason])
      this.json(why.clause)
    }
  }

  private numbers(numbers: number[]): void {
    this.hash.update(new Uint8Array(Int32Array.of(numbers.length, ...numbers).buffer))
  }

  private json(told: unknown): void {
    this.hash.update(this.text.encode(JSON.stringify(told)))
  }

  private digest(): string {
    return hex(this.hash.copy().digest()).slice(0, 16)
  }
}
