/** The contract between the shell and a game. A board draws views and offers actions; it knows no rules. */

import type { Component } from 'svelte'
import type { Hints } from '../lib/hints'
import type { Roles } from '../lib/sentences'
import type { Sound } from '../lib/sounds'
import type { Level } from '../protocol'
import type { Folding, Happening, Presenter, Told } from '../present/presenter.svelte'

/** What is to be known of a game before any of it is loaded. */
export interface About {
  name: string
  title: string
  least: number
  most: number
  usual: number
  levels: Level[]
  solo: boolean
  aid: boolean
  hints: boolean
}

/** One legal action: its text form, and the same thing in parts. */
export interface Action<P = unknown> {
  text: string
  parts: P
}

export interface Player {
  name: string
  bot: string | null
  connected: boolean
}

export const CHANCE = 8

export interface Countdown {
  ply: number
  from: number // what it counts down from: 3
  deadline: number // performance.now() time at which it is zero
  seat: number // who counts
  why: 'called' | 'clock'
  binding: boolean // late seats lose their choice
}

/** Something that a seat said to the table. */
export interface Said {
  seat: number | null
  text: string
  /** After which ply. */
  ply: number
}

export interface BoardProps<V = unknown, E extends Happening = Happening, P = unknown> {
  /** The position, which is final: what one may do belongs to it. */
  view: V
  /** The position as far as it has been shown: what happened is still being told. */
  shown: V
  presenter: Presenter<V, E>
  actions: Action<P>[]
  act: (text: string) => void
  /** An action is on its way to the server. */
  sending: boolean
  /** Which decision this is: nothing is sent twice for one. */
  ply?: number
  /** A decision that is none (only one action is legal) may be left to the board. */
  automatic?: boolean
  players: Player[] // by seat
  you: number | null // null: a spectator
  choice: string | null // own choice that waits for the others
  decided: number[] // seats that have chosen in a simultaneous decision
  hints?: Hints // what the best bot expects of the actions
  memory?: boolean // the memory aid is on
  replay?: boolean
  countdown?: Countdown | null
  /** The table as plain text, for games without a board. */
  text?: string | null
  /** Takes back the own choice while others still choose. */
  withdraw?: () => void
  /** Calls the countdown; absent where it may not be called. */
  call?: () => void
  /** Says something to the table; absent where nobody would hear it. */
  say?: (text: string) => void
  /** What was said at this position. */
  said?: Said[]
  /** Asks why this action is not open; the answer, with its clause, is shown by the shell. */
  why?: (text: string) => void
  /** Opens the rules at a clause. */
  explain?: (clause: string) => void
}

/** How a game ended, for the sheet that says so. */
export interface EndProps<V = unknown> {
  view: V
  players: Player[]
  you: number | null
}

export interface LessonStep<V = unknown, E extends Happening = Happening, P = unknown> {
  say: { en: string; ja: string }
  expect: string | null // the action that leads on; '*' is any; null: the Next button
  restart: boolean
  clause: string | null
  view: V
  actions: Action<P>[]
  steps: Told<E>[]
  decided: number[]
}

export interface Lesson {
  game: string
  players: string[]
  steps: LessonStep[]
}

/** Everything that the browser adds to a game. */
export interface GameClient<V = unknown, E extends Happening = Happening> extends Folding<V, E> {
  name: string
  about?: About
  board: () => Promise<Component<BoardProps<V, E, never>>>
  /** A picture for the front page. */
  cover?: () => Promise<Component>
  lesson?: () => Promise<Lesson>
  /** A page to print: an empty sheet, or that of a finished game. */
  print?: () => Promise<Component<{ id: string | null; seat: number }>>
  /** What the end sheet says beside the places: the breakdown. */
  end?: () => Promise<Component<EndProps<V>>>
  /** How the fields of events read in sentences. */
  roles: Record<string, Roles>
  /** Events that have no sentence. */
  silent: readonly string[]
  sound?: (event: E) => Sound | null
  /** The name of a moment that an event begins, such as a round: for the list in a replay. */
  moment?: (event: E, names: string[]) => string | null
}

/** A declaration with its own types, which the shell need not know. */
export function declare<V, E extends Happening>(game: GameClient<V, E>): GameClient {
  return game as unknown as GameClient
}
