/** Studies positions with a game's core: what a seat saw, which states are consistent with that, and how they continue. */

import type { Core, State, Stream } from '../core/core'
import { CoreError } from '../core/memory'
import { toText } from '../core/positions'
import type { ActionInfo, AnyEvent, AnyView, Review, Step } from '../protocol'

export type Line = [actor: number, text: string]
export type Unit = Review['unit']

/** What a seat sees when it must decide, and its legal actions. */
export interface Moment {
  game: string
  seats: number
  seat: number
  /** The bytes of the view, in base 64. */
  bytes: string
  view: AnyView
  actions: ActionInfo[]
}

/** The results of an action in states that look the same to the seat, compared with those of another action with the same luck. */
export interface Comparison {
  games: number
  worse: number
  better: number
  /** The state in which it does worst; null if there is none. */
  world: World | null
}

export interface World {
  /** The table after the action, all hands visible. */
  view: AnyView
  /** What happened next. */
  steps: Step[]
  /** The seat's final result, and its result with the other action. */
  result: number
  instead: number
}

/** What a seat saw after some lines. In a simultaneous decision, the view is from before anybody has chosen. */
export function viewAt(core: Core, laid: State, lines: readonly Line[], ply: number, seat: number): State {
  let state = laid
  let before = state // before the first choice of a simultaneous decision
  for (const [actor, text] of lines.slice(0, ply)) {
    const action = core.parse(actor, text)
    if (action === undefined) throw new CoreError('damaged', `There is no action ${text}.`)
    const waited = core.actors(state)
    const after = core.play(state, actor, action)
    const still = core.actors(after)
    const together =
      actor !== core.about.chance && still.length > 0 && still.length < waited.length && still.every((one) => waited.includes(one))
    state = after
    if (!together) before = state
  }
  return core.view(before, seat)
}

export function momentOf(core: Core, view: State): Moment {
  const seat = core.viewer(view)
  const actions = core.actors(view).includes(seat) ? core.legal(view, seat) : []
  return {
    game: core.about.game,
    seats: core.seats(view),
    seat,
    bytes: toText(view),
    view: core.json(view),
    actions: actions.map((action) => ({ text: core.say(seat, action), parts: core.parts(seat, action) })),
  }
}

/** A state that is consistent with this view. It depends on nothing but the view. */
export function anotherWorld(core: Core, view: State, seed: bigint): State {
  return core.imagine(view, core.stream(seed))
}

/** Plays out both actions in the same states with the same luck, with bots of a level, until there are enough games or the time is over. */
export function compare(
  core: Core,
  view: State,
  wrong: string,
  best: string,
  { unit, level, games, enough }: { unit: Unit; level: string; games: number; enough: () => boolean },
): Comparison {
  const found: Comparison = { games: 0, worse: 0, better: 0, world: null }
  const seat = core.viewer(view)
  const [one, other] = [core.parse(seat, wrong), core.parse(seat, best)]
  if (one === undefined || other === undefined) return found
  let most = 0
  for (let number = 0; number < games && !enough(); number++) {
    const world = anotherWorld(core, view, BigInt(number))
    const [end, instead] = [one, other].map((action) => valueOf(core, playedOut(core, world, seat, action, number, level), seat, unit))
    const gap = instead! - end!
    found.games += 1
    if (gap > 0) found.worse += 1
    if (gap < 0) found.better += 1
    if (gap > most) {
      most = gap
      found.world = { ...told(core, world, seat, one, number, level), result: end!, instead: instead! }
    }
  }
  return found
}

/** A seat's final result: its score, or its share of the win if the unit is wins. */
function valueOf(core: Core, state: State, seat: number, unit: Unit): number {
  if (unit !== 'wins') return core.scores(state)[seat]!
  const ranks = core.ranks(state)
  return ranks[seat] === 1 ? 1 / ranks.filter((rank) => rank === 1).length : 0
}

interface Luck {
  dice: Stream
  thoughts: Stream
}

/** Luck that is the same for each action, with separate streams for dice and bots. */
function luckOf(core: Core, number: number): Luck {
  return { dice: core.stream(number, 1), thoughts: core.stream(number, 2) }
}

type Acted = (before: State, after: State, actor: number, action: number) => boolean

/** Applies the action and lets bots play on. `acted` is called after each step and may stop it. */
function playedOut(core: Core, world: State, seat: number, action: number, number: number, level: string, acted?: Acted): State {
  const luck = luckOf(core, number)
  let state = world
  let mine: number | null = action
  for (let actors = core.actors(state); actors.length; actors = core.actors(state)) {
    const actor = actors[0]!
    let chosen: number
    if (actor === core.about.chance) chosen = core.draw(state, luck.dice)
    else if (actor === seat && mine !== null) {
      chosen = mine
      mine = null
    } else chosen = core.choose(level, core.view(state, actor), luck.thoughts)
    const before = state
    state = core.apply(state, actor, chosen)
    if (acted && !acted(before, state, actor, chosen)) break
  }
  return state
}

/** The number of steps that are shown. */
const TOLD = 12

/** The table after the action, and what happened until the seat decides again. */
function told(core: Core, world: State, seat: number, action: number, number: number, level: string): Pick<World, 'view' | 'steps'> {
  const all = core.about.all_seeing
  const steps: Step[] = []
  let view: State | null = null
  let turns = 0
  playedOut(core, world, seat, action, number, level, (before, after, actor, acted) => {
    if (actor === seat) {
      turns += 1
      if (turns > 1) return false
      view = after
    }
    const events = core.stepEvents(before, after, actor, acted, all) as unknown as AnyEvent[]
    steps.push({ ply: steps.length + 1, actor, action: core.say(actor, acted), events })
    return steps.length < TOLD
  })
  return { view: core.json(view ?? world), steps }
}
