/** A pass that is the only thing one can do is made by the board, after a moment in which one sees it. */

import { SvelteSet } from 'svelte/reactivity'

const MOMENT = 1600 // ms

export class Forced {
  /** The decisions for which a pass was sent: each once, also when an undo or a new connection brings one back. */
  private readonly sent = new SvelteSet<number>()
  /** The pass is about to be made. */
  readonly soon: boolean = $derived.by(() => this.pass() !== null && !this.sent.has(this.ply()))

  /** @param pass The text of the pass, if it is all that one can do and may be left to the board. */
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
