/** Animates cards that change their place: a picture of each flies over the board while the card itself is hidden. */

import type { Card } from './seen'

/** A box on the board, in pixels from its corner. */
export interface Box {
  x: number
  y: number
  width: number
}

export interface Flight {
  id: number
  card: Card
  from: Box
}

const RATIO = 1.4

/** The boxes of the cards of a board, by their number. */
export function survey(root: HTMLElement | undefined): Map<number, Box> {
  const found = new Map<number, Box>()
  for (const element of root?.querySelectorAll<HTMLElement>('[data-token]') ?? []) {
    const box = root && boxOf(root, element)
    if (box) found.set(Number(element.dataset.token), box)
  }
  return found
}

/** A box of a card's shape in the middle of an element. */
export function boxOf(root: HTMLElement, element: Element | null): Box | null {
  if (!element) return null
  const [corner, box] = [root.getBoundingClientRect(), element.getBoundingClientRect()]
  const width = Math.min(box.width, box.height / RATIO)
  return { x: box.left - corner.left + (box.width - width) / 2, y: box.top - corner.top + (box.height - width * RATIO) / 2, width }
}

/** Keyframes from one box to another, for a picture with the width of the wider one. */
export function path(from: Box, to: Box): Keyframe[] {
  const whole = Math.max(from.width, to.width, 1)
  const at = ({ x, y, width }: Box) => `translate(${x}px, ${y}px) scale(${width / whole})`
  return [{ transform: at(from) }, { transform: at(to) }]
}
