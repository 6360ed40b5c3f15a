/** The interface between the shell and a game. A board draws views and offers actions; it knows no rules. */

import type { Component } from 'svelte'
import type { Hints } from '../lib/hints'
import { loaded } from '../lib/loading'
import type { Roles } from '../lib/sentences'
import type { Sound } from '../lib/sounds'
import type { Colour } from '../lib/trains'
import type { Face, Level } from '../protocol'
import type { Folding, Happening, Presenter, Told } from '../present/presenter.svelte'

/** What the shell knows about a game before its code is loaded. */
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
  /** Whether it has a rulebook. */
  rulebook: boolean
  /** The lowest score and the name of each solo rank, the highest first. */
  ranks?: readonly (readonly [number, string])[]
  /** The options that a board file can change, if the server has sent them. */
  options?: Record<string, number | number[]>
}

/** One legal action: its text form, and its parts. */
export interface Action<P = unknown> {
  text: string
  parts: P
}

export interface Player {
  name: string
  bot: string | null
  connected: boolean
  /** How the player looks, and their colour at this table; a lesson has neither. */
  face?: Face
  colour?: Colour
}

export const CHANCE = 8

export interface Countdown {
  ply: number
  from: number // what it counts down from: 3
  deadline: number // performance.now() time at which it is zero
  seat: number // the seat that counts
  why: 'called' | 'clock'
  binding: boolean // seats that have not chosen in time lose their choice
}

/** A chat message of a seat. */
export interface Said {
  seat: number | null
  text: string
  /** The ply after which it was sent. */
  ply: number
}

export interface BoardProps<V = unknown, E extends Happening = Happening, P = unknown> {
  /** The current position. The offered actions belong to it. */
  view: V
  /** The position as far as it has been shown. Later events are still being shown. */
  shown: V
  presenter: Presenter<V, E>
  actions: Action<P>[]
  act: (text: string) => void
  /** Whether an action was sent and has not been answered yet. */
  sending: boolean
  /** Identifies the decision, so that nothing is sent twice for it. */
  ply?: number
  /** Whether the board may take the only legal action for the player. */
  automatic?: boolean
  players: Player[] // by seat
  you: number | null // null: a spectator
  choice: string | null // the player's choice, while others still choose
  decided: number[] // seats that have chosen in a simultaneous decision
  hints?: Hints // what the strongest bot expects of each action
  memory?: boolean // the memory aid is on
  replay?: boolean
  /** Whether the game is over. */
  over?: boolean
  countdown?: Countdown | null
  /** The table as plain text, for games without a board. */
  text?: string | null
  /** Withdraws the player's choice while others still choose. */
  withdraw?: () => void
  /** Calls the countdown; undefined if that is not allowed. */
  call?: () => void
  /** Sends a chat message; undefined if nobody would get it. */
  say?: (text: string) => void
  /** The chat messages at this position. */
  said?: Said[]
  /** Asks why an action is not legal. The shell shows the answer with its clause. */
  why?: (text: string) => void
  /** Opens the rules at a clause. */
  explain?: (clause: string) => void
}

/** A message `option-…` of a game, with its variables. */
export interface Phrase {
  phrase: string
  [variable: string]: string | number
}

/** How a game ended, for the end sheet. */
export interface EndProps<V = unknown> {
  view: V
  players: Player[]
  you: number | null
}

export interface LessonStep<V = unknown, E extends Happening = Happening, P = unknown> {
  say: { en: string; ja: string }
  expect: string | null // the action that leads on; '*': any action; null: the Next button
  restart: boolean
  clause: string | null
  view: V
  actions: Action<P>[]
  steps: Told<E>[]
  decided: number[]
}

export interface Lesson {
  game: string
  /** The names of the other players. */
  others: { en: string[]; ja: string[] }
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
  /** A page to print: an empty sheet, or the sheet of a finished game. */
  print?: () => Promise<Component<{ id: string | null; seat: number }>>
  /** The breakdown of the scores on the end sheet. */
  end?: () => Promise<Component<EndProps<V>>>
  /** A remark beside a player's place on the end sheet, such as why they are last in spite of their points. */
  remark?: (view: V, seat: number) => string | null
  /** The name of an action: one of the game's phrases for options, with its variables. */
  phrase?: (parts: never, view: V) => Phrase | null
  /** Whether a player can call a countdown for players who have not chosen yet. */
  countdown?: boolean
  /** The roles of event fields in sentences. */
  roles: Record<string, Roles>
  /** Events without a sentence. */
  silent: readonly string[]
  sound?: (event: E) => Sound | null
  /** The name of a section that an event starts, such as a round, for the list in a replay. */
  moment?: (event: E, names: string[]) => string | null
}

/** Declares a game. The shell does not need to know its types. If a part of the game cannot be loaded, that is tried again. */
export function declare<V, E extends Happening>(game: GameClient<V, E>): GameClient {
  const { board, cover, lesson, print, end } = game
  const parts: Partial<GameClient<V, E>> = { board: () => loaded(board) }
  if (cover) parts.cover = () => loaded(cover)
  if (lesson) parts.lesson = () => loaded(lesson)
  if (print) parts.print = () => loaded(print)
  if (end) parts.end = () => loaded(end)
  return { ...game, ...parts } as unknown as GameClient
}
