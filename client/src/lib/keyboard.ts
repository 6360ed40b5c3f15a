/** By keyboard the focus stays in the game: when what had it is gone or closed, the next open thing takes it. */

let pressing = false
addEventListener('keydown', () => (pressing = true), true)
addEventListener('pointerdown', () => (pressing = false), true)

/** Gives the focus to this if a keyboard is used and nothing has it. */
export function takeFocus(next: HTMLElement | SVGElement | null | undefined): void {
  const active = document.activeElement
  if (pressing && (!active || active === document.body || active.matches(':disabled'))) next?.focus({ preventScroll: true })
}
