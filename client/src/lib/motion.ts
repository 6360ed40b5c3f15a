/** Movement that explains what happened, and that keeps still for those who ask for it. */

const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** Whether the player asks for less motion. */
export function reduced(): boolean {
  return still?.matches ?? false
}

/** A duration in ms: as given, or next to nothing where motion is reduced. */
export function span(ms: number): number {
  return reduced() ? 1 : ms
}

/** Wait for so long (hardly at all where motion is reduced). */
export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, span(ms)))
}

/** Plays keyframes on an element; resolves when they end. Does nothing, at once, where motion is reduced. */
export async function animate(element: Element, frames: Keyframe[], ms: number, easing = 'cubic-bezier(.3,.7,.2,1)'): Promise<void> {
  if (reduced() || !element.animate) return
  await element.animate(frames, { duration: ms, easing, fill: 'none' }).finished.catch(() => undefined)
}

/** Lets an element fly from where another one is (or was) to its own place. */
export function flyFrom(element: Element, from: DOMRect, ms: number): Promise<void> {
  const to = element.getBoundingClientRect()
  const move = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / (to.width || 1)}, ${from.height / (to.height || 1)})`
  return animate(
    element,
    [
      { transform: move, transformOrigin: '0 0' },
      { transform: 'none', transformOrigin: '0 0' },
    ],
    ms,
  )
}
