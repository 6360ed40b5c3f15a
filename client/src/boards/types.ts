/** The contract between the shell and a board. A board draws the view and offers the actions; it knows no rules. */

import type { Component } from 'svelte'
import type { Hints } from '../lib/hints'

/** One legal action: its text form, and the same thing in parts. */
export interface Action<Parts = Record<string, unknown>> {
  text: string
  parts: Parts
}

export interface Player {
  name: string
  bot: string | null
  connected: boolean
}

/** Something that happened, as the viewer saw it. */
export interface BoardEvent {
  ply: number
  actor: number // a seat, or CHANCE
  action: string | null // null: hidden from this viewer
  sentences: string[]
  facts: Record<string, unknown>[] // the same in parts, where a board keeps it
}

export const CHANCE = 8

export interface Countdown {
  from: number // what it counts down from: 3
  deadline: number // performance.now() time at which it is zero
}

export interface BoardProps<View = unknown, Parts = Record<string, unknown>> {
  view: View
  actions: Action<Parts>[]
  act: (text: string) => void
  players: Player[] // by seat
  you: number | null // null: a spectator
  choice: string | null // own choice that waits for the others
  decided: number[] // seats that have chosen in a simultaneous decision
  events: BoardEvent[] // what led to this view, newest last, for animation
  history?: BoardEvent[] // everything told so far
  hints?: Hints // what expert expects of the actions
  memory?: boolean // the memory aid is on
  replay?: boolean
  countdown?: Countdown | null
  /** Tells the shell whether the board is still showing how it came to this view. */
  telling?: (busy: boolean) => void
  /** Takes back the own choice while others still choose. */
  withdraw?: () => void
  /** The engineer calls the countdown; absent where it may not be called. */
  call?: () => void
  /** Asks the server why this action is not open; the answer, with its clause, is shown by the shell. */
  why?: (text: string) => void
  /** Opens the rules at a clause, such as "M5". */
  explain?: (clause: string) => void
}

export interface BoardModule {
  default: Component<BoardProps<never, never>>
}
