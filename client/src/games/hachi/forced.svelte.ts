/** Passes automatically if that is the only legal action, after a short delay in which the player can see it. */

import { SvelteSet } from 'svelte/reactivity'

const MOMENT = 1600 // ms

export class Forced {
  /** The decisions for which a pass was sent. It is sent only once for each, also after an undo or a new connection. */
  private readonly sent = new SvelteSet<number>()
  /** Whether the pass is about to be made. */
  readonly soon: boolean = $derived.by(() => this.pass() !== null && !this.sent.has(this.ply()))

  /** @param pass The text of the pass, if it is the only legal action and may be made automatically. */
  constructor(
    private readonly pass: () => string | null,
    private readonly ply: () => number,
    act: (text: string) => void,
  ) {
    $effect(() => {
      const [text, ply] = [this.pass(), this.ply()]
      if (!this.soon || text === null) return
      const timer = setTimeout(() => {
        this.sent.add(ply)
        act(text)
      }, MOMENT)
      return () => clearTimeout(timer)
    })
  }
}

export { MOMENT }
