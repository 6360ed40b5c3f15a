/** What the player has selected: the tapped card, the play with it, the gap that is open for a card. */

import { announce } from '../../lib/announcer'
import { hinted, type Hints } from '../../lib/hints'
import { t } from './words'
import { choices, covers, type Option } from './runs'
import { setInWords } from './say'
import type { Card } from './seen'

export class Choosing {
  tapped = $state<number | null>(null)
  chosen = $state.raw<Option | null>(null)
  gap = $state<number | null>(null)
  /** The plays that the tapped card can be part of. */
  readonly near = $derived.by(() => (this.tapped === null ? [] : this.at(this.tapped)))

  constructor(
    private readonly offered: () => Option[],
    private readonly cards: () => Card[],
    private readonly hints: () => Hints,
  ) {}

  forget(): void {
    this.tapped = this.chosen = this.gap = null
  }

  choose(place: number | null, option: Option | null): void {
    this.tapped = place
    this.chosen = option
    if (option) announce(hinted(t('chosen', { set: setInWords(option.number, option.count) }), this.hints().get(option.text)))
  }

  /** Handles a tap on a card. A second tap selects the next play with it. Returns false if there is no play with it. */
  tap(place: number): boolean {
    const list = this.at(place)
    const i = this.chosen && covers(this.chosen, place) ? list.findIndex((option) => option.text === this.chosen?.text) : -1
    if (!list.length || (i >= 0 && list.length === 1)) this.choose(null, null)
    else this.choose(place, list[(i + 1) % list.length] ?? null)
    return list.length > 0
  }

  /** Handles the keyboard focus on a card. */
  focus(place: number): void {
    const list = this.at(place)
    this.choose(list.length ? place : null, list[0] ?? null)
  }

  /** Selects the next or previous play with the tapped card. */
  turn(place: number, by: 1 | -1): void {
    const i = this.near.findIndex((option) => option.text === this.chosen?.text)
    this.choose(place, this.near[(i + by + this.near.length) % this.near.length] ?? null)
  }

  private at(place: number): Option[] {
    return choices(this.offered(), place, this.cards())
  }
}
