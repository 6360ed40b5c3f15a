/** Shows what happened, event by event. Contains what the board adds to the shown view meanwhile. */

import { tick } from 'svelte'
import { tell } from '../../lib/sentences'
import type { Director, Scene } from '../../present/presenter.svelte'
import type { Ending } from './ending'
import { boxOf, path, survey, type Box, type Flight } from './flights'
import { ROLES, type Event, type View } from './generated'
import { arrange, card, cardOf, type Card } from './seen'
import { tokensOf, type Tokens } from './tokens'

const DEAL = 900 // ms for all cards together

/** Cards that move. `from` and `to` are selectors, for a start or an end that is not the place of a card. */
interface Journey {
  cards: Card[]
  ids: (after: Tokens, before: Tokens) => number[]
  from?: string
  to?: string
  ms: number
}

/** What `TableDirector` needs from the board. */
export interface Stage {
  root(): HTMLElement | undefined
  shown(): View
  names(): string[]
  you(): number | null
  memory(): boolean
}

export class TableDirector implements Director<View, Event> {
  flights = $state.raw<Flight[]>([])
  /** The sentence over the table. */
  note = $state('')
  ending = $state.raw<Ending | null>(null)
  /** The cards that are moving. Their places are empty until they arrive. */
  readonly flying: ReadonlySet<number> = $derived(new Set(this.flights.map(({ id }) => id)))
  private hasty = false // whether the player has closed the end of the round

  constructor(private readonly stage: Stage) {}

  settle(): void {
    this.flights = []
    this.note = ''
    this.ending = null
  }

  /** Closes the end of the round. */
  goOn(): void {
    this.hasty = true
  }

  async show(event: Event, scene: Scene, before: View): Promise<void> {
    this.flights = []
    this.note = ''
    if (!LAST.has(event.event)) this.ending = null
    const mine = 'seat' in event && event.seat === this.stage.you()
    switch (event.event) {
      case 'dealt':
        scene.commit()
        return scene.hold(DEAL / (before.hand_size * before.seats))
      case 'round_began':
        return this.say(event, 1300, scene)
      case 'played':
        await this.fly(scene, before, { cards: event.cards.map(cardOf), ids: ({ field }) => field, ms: 430 })
        return scene.hold(mine ? 150 : 420)
      case 'beat':
        await scene.hold(mine ? 0 : 150)
        await this.fly(scene, before, { cards: event.cards.map(cardOf), ids: ({ pending }) => pending, ms: 430 })
        return scene.hold(mine ? 0 : 300)
      case 'discarded':
        return this.discard(event, scene, before)
      case 'out':
        return this.say(event, 1300, scene)
      case 'passed':
        scene.commit()
        return scene.hold(mine ? 250 : 550)
      case 'drew':
        await this.fly(scene, before, {
          cards: [event.face === null ? UNKNOWN : cardOf(event.face)],
          ids: ({ pending }) => pending,
          from: '[data-anchor="stock"]',
          ms: 430,
        })
        return scene.hold(mine ? 0 : 150)
      case 'inserted':
        await this.fly(scene, before, {
          cards: before.pending.slice(0, 1).map(card),
          ids: (_, { pending }) => pending.slice(0, 1),
          ms: mine ? 260 : 400,
        })
        return scene.hold(mine ? 0 : 120)
      case 'leads':
        return this.say(event, event.why === 'owner' ? 1000 : 1800, scene)
      case 'at_turn':
        scene.commit()
        return scene.hold(120)
      case 'round_lost':
        return this.lose(event, scene, before)
      case 'gathered':
        if (this.ending) this.ending = { ...this.ending, next: event }
        await this.wait(7000, scene)
        this.ending = null
        scene.commit()
        return scene.hold(200)
      case 'game_ended':
        if (this.ending) this.ending = { ...this.ending, why: event.why }
        return this.wait(2600, scene)
      case 'result':
        this.ending = null
        scene.commit()
        return scene.hold(600)
    }
  }

  /** Shows a sentence over the table. */
  private async say(event: Event, ms: number, scene: Scene): Promise<void> {
    this.note = tell('hachi', event, ROLES[event.event as keyof typeof ROLES] ?? {}, this.stage.names(), this.stage.you()) ?? ''
    scene.commit()
    await scene.hold(ms)
    this.note = ''
  }

  private async discard(event: Extract<Event, { event: 'discarded' }>, scene: Scene, before: View): Promise<void> {
    const cleared = event.why === 'cleared'
    if (cleared) {
      this.note = tell('hachi', event, ROLES.discarded, this.stage.names(), this.stage.you()) ?? ''
      await scene.hold(1100)
      this.note = ''
    } else await scene.hold(200)
    await this.fly(scene, before, {
      cards: event.cards.map(cardOf),
      ids: (_, { field, pending }) => (cleared ? field : pending),
      to: '[data-anchor="discard"]',
      ms: 450,
    })
    await scene.hold(100)
  }

  /** Shows the end of a round: first whose cards are left, then what that costs. */
  private async lose(event: Extract<Event, { event: 'round_lost' }>, scene: Scene, before: View): Promise<void> {
    this.hasty = false
    const cards = arrange(before, this.stage.memory()).players[event.seat]?.hand ?? []
    this.ending = { round: event.round, seat: event.seat, cards, paid: false, next: null, why: null }
    await this.wait(1300, scene)
    this.ending = { ...this.ending, paid: true }
    scene.commit()
    await this.wait(1500, scene)
  }

  private async wait(ms: number, scene: Scene): Promise<void> {
    if (!this.hasty) await scene.hold(ms)
  }

  /** Folds the event into the shown view, and animates its cards from their old to their new places. */
  private async fly(scene: Scene, before: View, { cards, ids, from, to, ms }: Journey): Promise<void> {
    const root = this.stage.root()
    const old = tokensOf(before)
    const places = survey(root)
    const anchor = (selector: string): Box | null => (root ? boxOf(root, root.querySelector(selector)) : null)
    const origin = from ? anchor(from) : null
    scene.commit()
    this.flights = ids(tokensOf(this.stage.shown()), old).flatMap((id, at) => {
      const [start, card] = [origin ?? places.get(id), cards[at]]
      return start && card ? [{ id, card, from: start }] : []
    })
    await tick()
    if (scene.signal.aborted || !root) return
    const arrived = survey(root)
    const end = to ? anchor(to) : null
    await Promise.all(this.flights.map((flight) => this.move(scene, root, flight, end ?? arrived.get(flight.id), ms)))
    this.flights = []
  }

  private async move(scene: Scene, root: HTMLElement, { id, from }: Flight, to: Box | undefined, ms: number): Promise<void> {
    const picture = root.querySelector<HTMLElement>(`[data-flight="${id}"]`)
    if (!picture || !to) return
    const frames = path(from, to)
    picture.style.width = `${Math.max(from.width, to.width)}px`
    picture.style.transform = String(frames.at(-1)?.transform) // it stays there until the card itself is shown
    await scene.animate(picture, frames, ms)
  }
}

/** The events during which the end of a round stays visible. */
const LAST: ReadonlySet<Event['event']> = new Set(['round_lost', 'gathered', 'game_ended', 'result'])
const UNKNOWN: Card = { face: null, kind: 'special', numbers: [], shown: false }
