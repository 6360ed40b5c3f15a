/** Cards that change their zone are seen to travel: from where they lay before the update to where they lie after it. */

import { flyFrom, reduced } from '../../lib/motion'
import type { Token, Tokens } from './tokens'

const FLIGHT = 460

interface Seen {
  zone: string
  box: DOMRect
  element: HTMLElement
}

export type Scene = Map<number, Seen>

/** Where every card is now, by its token. */
export function survey(root: HTMLElement | undefined): Scene {
  const scene: Scene = new Map()
  for (const element of root?.querySelectorAll<HTMLElement>('[data-token]') ?? []) {
    scene.set(Number(element.dataset.token), { zone: element.dataset.zone ?? '', box: element.getBoundingClientRect(), element })
  }
  return scene
}

/** After the update: lets cards fly in from their last place or their origin, and what has left fly to the discards. */
export function fly(root: HTMLElement, before: Scene, tokens: Tokens): void {
  if (reduced()) return
  const after = survey(root)
  const known = new Map<number, Token>([...tokens.hand, ...tokens.field, ...tokens.pending].map((token) => [token.id, token]))
  let dealt = 0
  for (const [id, { zone, element }] of after) {
    const old = before.get(id)
    const origin = known.get(id)?.origin
    if (old && old.zone !== zone) void flyFrom(element, old.box, FLIGHT)
    else if (!old && origin) {
      const from = root.querySelector(origin.from === 'seat' ? `[data-hand="${origin.seat}"]` : '[data-anchor="stock"]')
      if (from) late(element, shrunk(from.getBoundingClientRect(), element), origin.from === 'deal' ? dealt++ * 55 : 0)
    }
  }
  const pile = root.querySelector('[data-anchor="discard"]')?.getBoundingClientRect()
  for (const [id, { zone, box, element }] of before) {
    if (zone === 'field' && !after.has(id) && pile) depart(element, box, pile)
  }
}

function late(element: HTMLElement, from: DOMRect, wait: number): void {
  if (!wait) return void flyFrom(element, from, FLIGHT)
  element.style.visibility = 'hidden'
  setTimeout(() => {
    element.style.visibility = ''
    void flyFrom(element, from, FLIGHT)
  }, wait)
}

/** A card-shaped box in the middle of a place that may be wide. */
function shrunk(box: DOMRect, card: HTMLElement): DOMRect {
  const ratio = card.offsetHeight / (card.offsetWidth || 1)
  const width = Math.min(box.width, box.height / ratio)
  return new DOMRect(box.left + (box.width - width) / 2, box.top, width, width * ratio)
}

/** A picture of a card that is no longer there goes to the pile, and vanishes. */
function depart(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const copy = element.cloneNode(true) as HTMLElement
  delete copy.dataset.token
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, { position: 'fixed', left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px`, zIndex: '50', pointerEvents: 'none' })
  document.body.append(copy)
  const move = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width}) rotate(8deg)`
  const done = () => copy.remove()
  copy
    .animate([{ transformOrigin: '0 0' }, { transform: move, transformOrigin: '0 0', opacity: 0.4 }], { duration: FLIGHT, easing: 'cubic-bezier(.4,0,.6,1)' })
    .finished.then(done, done)
}
