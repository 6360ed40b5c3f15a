/** Shows what happens on the train, one event at a time. Contains what the picture adds to the shown view meanwhile. */

import { play } from '../../lib/sounds'
import type { Director, Scene } from '../../present/presenter.svelte'
import { cardsOf, type CardName, type Ending, type Event, type TrackName, type View } from './look'
import { thrown, type Thrown } from './throwing'
import { t } from './words'

type Rolled = Extract<Event, { event: 'rolled' }>
type Tossed = Extract<Event, { event: 'tossed' }>

/** One player's part of a reveal, as far as it has been shown. */
export interface Showing {
  seat: number
  /** null: still face down. */
  cards: CardName[] | null
  /** Players who cancel each other share a number. */
  crossed: number | null
  /** The result: '+12', or that the passenger is off. */
  gain: string
  /** How the result is computed. */
  note: string
  /** Whether the passenger is off: the result says so. */
  off: boolean
}

/** A die roll: its purpose, and its effect. */
export interface Roll {
  why: Rolled['why']
  face: number
  tumbling: boolean
  before: number
  /** The speed afterwards; null: not shown yet. */
  after: number | null
}

/** At the end of the track: the number needed, the die, and whether it was enough. */
export interface Cliff {
  needed: number
  speed: number
  track: TrackName
  face: number | null
  rolling: boolean
  enough: boolean | null
}

export interface Outcome {
  how: Ending
  /** Who has won or lost, line by line as it is shown. */
  lines: string[]
}

const FALL = 27 // spaces beyond the end, until the last car is in the sea
/** The spaces where the train stops on the way. */
const HALTS: Record<string, 'at-brake-half' | 'at-brake-full' | 'at-switch'> = {
  brake_half: 'at-brake-half',
  brake_full: 'at-brake-full',
  switch: 'at-switch',
}

export class Story implements Director<View, Event> {
  /** The position of the train, also between two spaces and beyond the end. */
  space = $state(0)
  moving = $state(false)
  braking = $state(false)
  /** The face of the die in the cab. */
  face = $state<number | null>(null)
  roll = $state.raw<Roll | null>(null)
  caption = $state.raw<{ text: string; loud: boolean } | null>(null)
  reveal = $state.raw<Showing[]>([])
  verdict = $state('')
  flying = $state.raw<Thrown[]>([])
  cliff = $state.raw<Cliff | null>(null)
  outcome = $state.raw<Outcome | null>(null)

  constructor(private readonly names: () => string[]) {}

  /** Shows a view as it is, without events. */
  settle(view: View): void {
    this.clear()
    this.flying = []
    this.face = view.die || null
    this.space = view.ending === 'plunged' ? view.position + FALL : view.position
    this.outcome = view.ending && view.phase === 'over' ? { how: view.ending, lines: this.meaning(view) } : null
    if (view.phase === 'jumping') this.reveal = revealed(view)
  }

  async show(event: Event, scene: Scene, before: View): Promise<void> {
    switch (event.event) {
      case 'all_aboard':
        return this.say(t('all-aboard'), 1700, scene, true)
      case 'rolled':
        return event.why === 'stop' ? this.decide(event, scene, before) : this.rolled(event, scene)
      case 'moved':
        return this.travel(event.end, Math.min(1800, 250 + 110 * (event.end - event.start)), scene)
      case 'passed':
        scene.commit()
        return this.say(
          event.multiplier === null ? t(HALTS[event.space] ?? 'at-end') : t('now-times', { times: event.multiplier }),
          event.multiplier === null ? 600 : 1100,
          scene,
        )
      case 'switched':
        scene.commit()
        return this.say(t(event.track === 'long' ? 'takes-long' : 'takes-short', { name: this.name(event.seat) }), 1300, scene)
      case 'at_the_end':
        this.clear()
        this.cliff = { needed: event.needed, speed: event.speed, track: before.track, face: null, rolling: false, enough: null }
        scene.commit()
        return scene.hold(1900)
      case 'revealed':
        return this.turnOver(event, scene, before)
      case 'cancelled':
        this.change(event.seats, { crossed: Math.min(...event.seats) })
        scene.commit()
        return scene.hold(1400)
      case 'tossed':
        this.change([event.seat], { gain: `+${event.points}`, note: sum(event) })
        return this.leave(thrown(event.seat, event.suitcase), 1700, scene)
      case 'got_off':
        this.getOff(event.seat)
        this.verdict = t(event.how === 'jumped' ? 'jumped-off' : 'got-off', { name: this.name(event.seat) })
        return this.leave(thrown(event.seat, null), 1400, scene)
      case 'nothing_got_off':
        this.verdict = t('nothing-off')
        return scene.hold(900)
      case 'stayed':
        this.verdict = t('stayed-aboard', { name: this.name(event.seat) })
        return scene.hold(900)
      case 'new_engineer':
        await scene.hold(this.reveal.length ? 400 : 150)
        this.clear()
        return
      case 'ended':
        return this.end(event.how, scene)
      case 'kept':
      case 'lost':
      case 'won':
      case 'nobody_won':
        return this.result(event, scene)
    }
  }

  /** A roll for speed or for a brake: its purpose, the face, and then its effect on the speed. */
  private async rolled(event: Rolled, scene: Scene): Promise<void> {
    this.clear()
    const brake = event.why !== 'speed'
    const roll: Roll = { why: event.why, face: event.face, tumbling: true, before: event.speed_before, after: null }
    this.roll = roll
    this.braking = brake
    await scene.hold(brake ? 800 : 600)
    this.roll = { ...roll, tumbling: false }
    this.face = event.face
    await scene.hold(brake ? 500 : 250)
    if (brake) play('brake')
    this.roll = { ...roll, tumbling: false, after: event.speed }
    scene.commit()
    await scene.hold(brake ? 1100 : 550)
    this.braking = false
    this.roll = null
  }

  /** The roll at the cliff: the number needed, the die, and whether it is enough. */
  private async decide(event: Rolled, scene: Scene, before: View): Promise<void> {
    this.clear()
    const needed = event.needed ?? 7
    const cliff: Cliff = { needed, speed: event.speed_before, track: before.track, face: null, rolling: false, enough: null }
    this.cliff = cliff
    await scene.hold(500)
    this.cliff = { ...cliff, face: event.face, rolling: true }
    await scene.hold(1500)
    this.cliff = { ...cliff, face: event.face }
    this.face = event.face
    await scene.hold(900)
    this.cliff = { ...cliff, face: event.face, enough: event.face >= needed }
    scene.commit()
    await scene.hold(1400)
  }

  /** Moves the train along the track. */
  private async travel(to: number, ms: number, scene: Scene): Promise<void> {
    const from = this.space
    this.moving = true
    await scene.sweep(ms, (part) => (this.space = from + (to - from) * (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2)))
    this.moving = false
  }

  private async say(text: string, ms: number, scene: Scene, loud = false): Promise<void> {
    this.caption = { text, loud }
    await scene.hold(ms)
    this.caption = null
  }

  /** The cards of all players aboard are face down; then one after the other is turned over. */
  private async turnOver({ seat, cards }: Extract<Event, { event: 'revealed' }>, scene: Scene, before: View): Promise<void> {
    const known = this.reveal.find((one) => one.seat === seat)
    if (!known || known.cards !== null) {
      this.clear()
      this.reveal = before.aboard.map((one) => ({ seat: one, cards: null, crossed: null, gain: '', note: '', off: false }))
      await scene.hold(250)
    }
    this.change([seat], { cards: cardsOf(cards) ?? [] })
    scene.commit()
    await scene.hold(450)
  }

  private async leave(what: Thrown, ms: number, scene: Scene): Promise<void> {
    this.flying = [what]
    scene.commit()
    await scene.hold(ms)
    this.flying = []
  }

  private async end(how: Ending, scene: Scene): Promise<void> {
    this.clear()
    if (how === 'plunged') {
      play('plunge')
      const from = this.space
      await scene.sweep(3000, (part) => (this.space = from + FALL * part ** 1.7))
    } else if (how === 'stopped') {
      this.braking = true
      play('brake')
      await scene.hold(1100)
      this.braking = false
    }
    this.outcome = { how, lines: [] }
    scene.commit()
    await scene.hold(900)
  }

  private async result(event: Event, scene: Scene): Promise<void> {
    const line = this.line(event)
    if (this.outcome && line) this.outcome = { ...this.outcome, lines: [...this.outcome.lines, line] }
    scene.commit()
    await scene.hold(event.event === 'kept' ? 800 : 1500)
  }

  private line(event: Event): string {
    if (event.event === 'kept') return t('kept-points', { name: this.name(event.seat), points: event.points })
    if (event.event === 'lost') return t('lost-over', { names: this.list(event.seats) })
    if (event.event === 'won')
      return t('winners', { names: this.list(event.seats), 'names-count': event.seats.length, points: event.points })
    return event.event === 'nobody_won' ? t('nobody-wins') : ''
  }

  /** Who has won or lost, when a view is shown without events. */
  private meaning(view: View): string[] {
    const lost = view.ending === 'plunged' ? view.aboard : []
    const lines = lost.length ? [t('lost-over', { names: this.list(lost) })] : []
    const winners = view.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))
    if (!winners.length) return [...lines, t('nobody-wins')]
    return [...lines, t('winners', { names: this.list(winners), 'names-count': winners.length, points: view.scores[winners[0]!] ?? 0 })]
  }

  /** The points that were gained before the jump stay visible, below. */
  private getOff(seat: number): void {
    const gained = this.reveal.find((one) => one.seat === seat)?.gain ?? ''
    this.change([seat], { gain: t('off'), note: gained, off: true })
  }

  private change(seats: number[], some: Partial<Showing>): void {
    this.reveal = this.reveal.map((one) => (seats.includes(one.seat) ? { ...one, ...some } : one))
  }

  private clear(): void {
    this.moving = this.braking = false
    this.roll = this.caption = this.cliff = null
    this.reveal = []
    this.verdict = ''
  }

  private name(seat: number): string {
    return this.names()[seat] ?? ''
  }

  private list(seats: number[]): string {
    return seats.map((seat) => this.name(seat)).join(', ')
  }
}

/** How a throw is computed, if that is more than the value of the suitcase. */
function sum({ suitcase, multiplier, tip }: Tossed): string {
  if (tip) return t('sum-tip', { suitcase, times: multiplier, tip })
  return multiplier > 1 ? t('sum', { suitcase, times: multiplier }) : ''
}

/** The last reveal, which stays on the table while somebody decides whether to jump. */
function revealed(view: View): Showing[] {
  return view.revealed.flatMap((text, seat) => {
    const cards = cardsOf(text)
    if (!cards) return []
    const gained = view.gained[seat] ?? 0
    const crossed = view.cancelled.includes(seat) ? Math.min(...view.cancelled.filter((other) => view.revealed[other] === text)) : null
    const off = !gained && !view.aboard.includes(seat)
    return [{ seat, cards, crossed, gain: gained ? `+${gained}` : off ? t('off') : '', note: '', off }]
  })
}
