/** Animations that explain what happened. They respect the preference for reduced motion. */

const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** Whether the player prefers reduced motion. */
export function reduced(): boolean {
  return still?.matches ?? false
}

/** A duration in ms: as given, or almost zero with reduced motion. */
export function span(ms: number): number {
  return reduced() ? 1 : ms
}

/** Waits for a duration (hardly at all with reduced motion). */
export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, span(ms)))
}

/** Plays keyframes on an element; resolves when they end. Does nothing with reduced motion. */
export async function animate(element: Element, frames: Keyframe[], ms: number, easing = 'cubic-bezier(.3,.7,.2,1)'): Promise<void> {
  if (reduced() || !element.animate) return
  await element.animate(frames, { duration: ms, easing, fill: 'none' }).finished.catch(() => undefined)
}

/** Moves an element from the position of another one to its own. */
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
