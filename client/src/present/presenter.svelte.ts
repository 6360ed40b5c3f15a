/**
 * Shows what happened, one event at a time, over a position that is already final.
 *
 * The presenter holds the view as far as it has been shown. It takes the next event, lets the board show it, folds it into
 * the shown view, and reports it: log, scores, sounds and announcements follow what was shown, never what was received.
 * The plan, which is the queue of events, can be replaced at any time (a step back, a hidden tab, a lost connection). Then
 * the animation under way is aborted and may not change anything any more. An error in one event does not stop the others.
 */

import { SvelteSet } from 'svelte/reactivity'
import { reduced } from '../lib/motion'

export interface Happening {
  event: string
}

/** One step of the game: its events, in order. */
export interface Told<E extends Happening = Happening> {
  ply: number
  actor: number
  action: string | null
  events: E[]
}

/** An event with the step that it belongs to. */
export interface Shown<E extends Happening = Happening> {
  ply: number
  index: number
  actor: number
  event: E
}

/** What a board needs while it shows an event. Every promise here is rejected when the plan is replaced. */
export interface Scene {
  signal: AbortSignal
  /** Folds the event into the shown view now, instead of at the end. */
  commit(): void
  /** Waits for some milliseconds at normal speed. A skip ends the wait. */
  hold(ms: number): Promise<void>
  /** Calls `draw` with 0 to 1 over some milliseconds, or once with 1 if motion is reduced. */
  sweep(ms: number, draw: (part: number) => void): Promise<void>
  /** Plays keyframes on an element, and waits for their end. */
  animate(element: Element | null | undefined, frames: Keyframe[], ms: number, easing?: string): Promise<void>
}

/** The board's part: it shows events, and can show a view as it is. */
export interface Director<V, E extends Happening> {
  show(event: E, scene: Scene, before: V): Promise<void>
  /** Shows this view, and discards everything that was being shown. */
  settle(view: V): void
}

/** What the presenter needs to know about a game. */
export interface Folding<V, E extends Happening> {
  fold(view: V, event: E): V
  /** The events without a sentence. They are no steps of their own when a player looks back. */
  silent?: readonly string[]
}

export type Speed = 'calm' | 'normal' | 'brisk' | 'instant'
export const SPEEDS: Record<Speed, number> = { calm: 1.6, normal: 1, brisk: 0.5, instant: 0 }

export interface Hooks<E extends Happening> {
  speed(): Speed
  /** Whether a board will be attached. Then events wait for it. */
  board?: boolean
  /** An event is about to be shown. */
  begins?(shown: Shown<E>): void
  /** An event has been shown. */
  told?(shown: Shown<E>): void
  /** Something failed; the presenter goes on. */
  failed?(error: unknown): void
}

interface Item<E extends Happening> extends Shown<E> {
  again: boolean // whether it was shown before; then it is not logged or announced again
  part: number // the message that it came with
}

/** How long events wait for the board, in milliseconds. A board that never comes must not stop the log. */
const WAIT_FOR_BOARD = 8000

class Replaced extends Error {}

export class Presenter<V, E extends Happening> {
  /** The view as far as it has been shown. */
  shown = $state.raw<V | null>(null)
  /** The steps that have been shown, each with the events shown so far. */
  log = $state.raw<Told<E>[]>([])
  /** What is being shown. */
  now = $state.raw<Item<E> | null>(null)
  /** What was shown last. It stays marked. */
  last = $state.raw<Shown<E> | null>(null)
  busy = $state(false)
  /** Whether a board is attached. It may be loaded later than the page around it. */
  ready = $state(false)
  /** What happened since the player's last decision, to look at again. */
  since = $state.raw<{ view: V; steps: Told<E>[] } | null>(null)
  /** Looking back: the number of steps of `since` that are shown; null: the present. */
  looking = $state.raw<number | null>(null)
  /** The seats whose choice has been shown. */
  readonly chosen = new SvelteSet<number>()

  private final: V | null = null
  private queue: Item<E>[] = []
  private open: Item<E> | null = null // being shown, and not reported yet
  private director: Director<V, E> | null = null
  private control = new AbortController()
  private hurried = -1 // messages up to this one are skipped
  private missed = false // the board did not show some events: it must be given the current view
  private readonly waits = new Set<() => void>() // the functions that end the current waits
  private running = false
  private parts = 0
  private attached: (() => void) | null = null
  private expectsBoard: boolean // a board that breaks later is not waited for

  constructor(
    private readonly game: Folding<V, E>,
    private readonly hooks: Hooks<E>,
  ) {
    this.expectsBoard = hooks.board ?? false
    document.addEventListener('visibilitychange', this.hidden)
  }

  destroy(): void {
    document.removeEventListener('visibilitychange', this.hidden)
    this.replace()
    this.director = null
  }

  /** Attaches the board. It gets every event from now on. */
  attach(director: Director<V, E>): () => void {
    this.director = director
    this.ready = true
    this.expectsBoard = false
    if (this.shown !== null) director.settle(this.shown)
    this.attached?.()
    return () => {
      if (this.director !== director) return
      this.director = null
      this.ready = false
    }
  }

  // ---- what is to be shown

  /** Adds a position, and the steps that led to it. */
  place(view: V, steps: Told<E>[], undone: readonly number[] = []): void {
    if (undone.length) {
      const kept = (step: { ply: number }) => !undone.includes(step.ply)
      this.log = this.log.filter(kept)
      this.queue = this.queue.filter(kept)
      if (this.open && !kept(this.open)) this.open = null
      if (this.since) this.since = { ...this.since, steps: this.since.steps.filter(kept) }
      this.settle(view, steps)
      return
    }
    if (this.since) this.since = { ...this.since, steps: [...this.since.steps, ...steps] }
    // Without steps, some were missed: no events lead to the view.
    const untold = !steps.length && !this.running && this.looking === null
    if (this.shown === null || untold || document.hidden || this.hooks.speed() === 'instant') {
      this.settle(view, steps)
      return
    }
    if (this.looking !== null) this.present()
    this.final = view
    this.parts += 1
    for (const item of items(steps, false, this.parts)) this.queue.push(item)
    void this.run()
  }

  /** Shows a view as it is. All earlier events count as shown. */
  settle(view: V, steps: Told<E>[] = []): void {
    const rest = [...this.untold(), ...items(steps, false)]
    this.replace()
    for (const item of rest) this.tell(item)
    this.final = view
    this.shown = view
    this.looking = null
    this.director?.settle(view)
  }

  /** The steps before this page was opened. */
  remember(steps: Told<E>[]): void {
    const known = new Map([...steps, ...this.log].map((step) => [step.ply, step]))
    const waiting = new Set(this.queue.map((item) => item.ply))
    if (this.now) waiting.add(this.now.ply)
    this.log = [...known.values()].filter((step) => !waiting.has(step.ply) || this.log.includes(step)).sort((a, b) => a.ply - b.ply)
  }

  /**
   * After a lost connection: the view, and the steps that led to it. Steps that were not shown count as shown now, together
   * with the view. Steps that are missing from the story were undone.
   */
  renew(view: V, steps: Told<E>[]): void {
    this.flush()
    const known = new Set(this.log.map((step) => step.ply))
    this.since = null
    this.log = steps.filter((step) => known.has(step.ply))
    this.settle(
      view,
      steps.filter((step) => !known.has(step.ply)),
    )
  }

  /** Empties the log. */
  forget(): void {
    this.log = []
    this.since = null
  }

  /** Skips to the end of the story. Later events are shown as usual. */
  skip(): void {
    if (!this.running) return
    this.hurried = this.parts
    this.next()
  }

  /** Ends the current wait. Everything after it is still shown. */
  next(): void {
    for (const end of [...this.waits]) end()
  }

  /** Marks the player's own decision: events are remembered from here on. */
  mark(): void {
    if (this.final !== null) this.since = { view: this.final, steps: [] }
    this.skip()
  }

  // ---- looking back at what happened since

  /** How many steps there are to look back at. */
  get past(): number {
    return this.stages().length
  }

  /** The events to look back at. Each step begins with an event that has a sentence, or before the first of them. */
  private stages(): Item<E>[][] {
    const found: Item<E>[][] = []
    let told = false // whether the last step has a sentence
    for (const item of items(this.since?.steps ?? [], true)) {
      const says = !this.game.silent?.includes(item.event.event)
      if (!found.length || (says && told)) {
        found.push([])
        told = false
      }
      found.at(-1)!.push(item)
      told ||= says
    }
    return told ? found : []
  }

  /** Shows some of the steps since the player's last decision. The newest of them is animated. */
  look(count: number): void {
    const { since } = this
    if (!since) return
    const all = this.stages()
    const at = Math.max(0, Math.min(all.length, count))
    const back = this.looking === null || at !== this.looking + 1
    this.flush()
    this.looking = at
    if (back) {
      const before = all.slice(0, Math.max(0, at - 1)).flat()
      this.shown = before.reduce((view, item) => this.folded(view, item.event), since.view)
      this.director?.settle(this.shown)
    }
    this.queue = [...(all[at - 1] ?? [])]
    if (this.queue.length) void this.run()
  }

  /** Returns to the present. */
  present(): void {
    this.looking = null
    this.replace()
    if (this.final !== null) {
      this.shown = this.final
      this.director?.settle(this.final)
    }
  }

  // ---- the plan

  private async run(): Promise<void> {
    if (this.running) return
    this.running = this.busy = true
    const { signal } = this.control
    try {
      if (this.expectsBoard && !this.director) await this.arrival(signal)
      if (signal.aborted) return
      for (let item = this.queue.shift(); item; item = this.queue.shift()) {
        await this.show(item, signal)
        if (signal.aborted) return
      }
    } finally {
      if (!signal.aborted) {
        this.running = this.busy = false
        this.hurried = -1
        this.now = null
        if (this.final !== null && this.looking === null) this.shown = this.final
        this.catchUp()
      }
    }
  }

  /** Resolves when the board is there, has taken too long, or is no longer needed. */
  private arrival(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer)
        this.attached = null
        done()
      }
      const timer = setTimeout(() => {
        this.expectsBoard = false
        end()
      }, WAIT_FOR_BOARD)
      this.attached = end
      signal.addEventListener('abort', end, { once: true })
    })
  }

  private async show(item: Item<E>, signal: AbortSignal): Promise<void> {
    let done = false
    const commit = () => {
      if (done || signal.aborted) return
      done = true
      this.open = null
      if (this.shown !== null) this.shown = this.folded(this.shown, item.event)
      this.tell(item)
    }
    this.now = this.open = item
    if (!item.again) this.attempt(() => this.hooks.begins?.(item))
    try {
      if (this.director && this.shown !== null && this.pace() > 0) {
        this.catchUp()
        await this.director.show(item.event, this.scene(signal, commit), this.shown)
      } else this.missed = true
    } catch (error) {
      if (error instanceof Replaced || signal.aborted) return
      this.hooks.failed?.(error)
    }
    commit()
  }

  /** Gives the board the current view, if it has not shown the events that led to it. */
  private catchUp(): void {
    if (this.missed && this.shown !== null) this.director?.settle(this.shown)
    this.missed = false
  }

  private folded(view: V, event: E): V {
    try {
      return this.game.fold(view, event)
    } catch (error) {
      this.hooks.failed?.(error)
      return view
    }
  }

  private tell(item: Item<E>): void {
    this.last = item
    if (item.again) return
    const { ply, actor, event } = item
    const last = this.log.at(-1)
    if (last?.ply === ply) this.log = [...this.log.slice(0, -1), { ...last, events: [...last.events, event] }]
    else if (!this.log.some((step) => step.ply === ply)) this.log = [...this.log, { ply, actor, action: null, events: [event] }]
    this.attempt(() => this.hooks.told?.(item))
  }

  private attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.hooks.failed?.(error)
    }
  }

  private replace(): void {
    this.control.abort(new Replaced())
    this.control = new AbortController()
    this.queue = []
    this.open = null
    this.waits.clear()
    this.missed = false
    this.running = this.busy = false
    this.hurried = -1
    this.now = null
  }

  /** Stops the plan. Events that were not shown count as shown. */
  private flush(): void {
    const rest = this.untold()
    this.replace()
    for (const item of rest) this.tell(item)
  }

  /** The events that were not shown, the current one first. */
  private untold(): Item<E>[] {
    return [...(this.open ? [this.open] : []), ...this.queue].filter((item) => !item.again)
  }

  private readonly hidden = (): void => {
    if (document.hidden && this.busy && this.final !== null) this.settle(this.final)
  }

  // ---- time

  /** The factor for all durations: the player's setting, and less if many messages wait. One long message is not hurried. */
  private pace(): number {
    if ((this.now?.part ?? 0) <= this.hurried) return 0
    const waiting = (this.queue.at(-1)?.part ?? 0) - (this.now?.part ?? 0)
    return SPEEDS[this.hooks.speed()] * (waiting > 24 ? 0.25 : waiting > 12 ? 0.5 : waiting > 6 ? 0.75 : 1)
  }

  private scene(signal: AbortSignal, commit: () => void): Scene {
    const hold = (ms: number) => this.wait(ms * this.pace(), signal)
    return {
      signal,
      commit,
      hold,
      sweep: (ms, draw) => this.sweep(ms, signal, draw),
      animate: async (element, frames, ms, easing = 'cubic-bezier(.3,.7,.2,1)') => {
        const whole = ms * this.pace()
        if (!element?.animate || reduced() || whole < 20) return
        const playing = element.animate(frames, { duration: whole, easing, fill: 'none' })
        playing.finished.catch(() => undefined) // a cancelled animation is not a failure
        const stop = () => playing.cancel()
        signal.addEventListener('abort', stop, { once: true })
        try {
          await this.wait(whole, signal)
        } finally {
          signal.removeEventListener('abort', stop)
          if (this.pace() === 0) playing.finish()
        }
      },
    }
  }

  private wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((done, fail) => {
      if (signal.aborted) return fail(new Replaced())
      if (ms <= 0) return done()
      const end = (how: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', gone)
        this.waits.delete(wake)
        how()
      }
      const wake = () => end(done)
      const gone = () => end(() => fail(new Replaced()))
      const timer = setTimeout(wake, ms)
      signal.addEventListener('abort', gone, { once: true })
      this.waits.add(wake)
    })
  }

  private sweep(ms: number, signal: AbortSignal, draw: (part: number) => void): Promise<void> {
    const began = performance.now()
    return new Promise((done, fail) => {
      const frame = () => {
        if (signal.aborted) return fail(new Replaced())
        const whole = reduced() ? 0 : ms * this.pace()
        const part = whole > 0 ? Math.min(1, (performance.now() - began) / whole) : 1
        draw(part)
        if (part < 1) requestAnimationFrame(frame)
        else done()
      }
      frame()
    })
  }
}

function items<E extends Happening>(steps: Told<E>[], again: boolean, part = 0): Item<E>[] {
  return steps.flatMap(({ ply, actor, events }) => events.map((event, index) => ({ ply, index, actor, event, again, part })))
}
