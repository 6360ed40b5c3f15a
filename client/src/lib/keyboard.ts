/** Keeps the keyboard focus in the game: if the focused element disappears, another one gets it. */

let pressing = false
addEventListener('keydown', () => (pressing = true), true)
addEventListener('pointerdown', () => (pressing = false), true)

/** Focuses this element if a keyboard is used and nothing is focused. */
export function takeFocus(next: HTMLElement | SVGElement | null | undefined): void {
  const active = document.activeElement
  if (pressing && (!active || active === document.body || active.matches(':disabled'))) next?.focus({ preventScroll: true })
}

/** Moves the focus to this element if a keyboard is used. */
export function moveFocus(next: HTMLElement | undefined): void {
  if (pressing) next?.focus({ preventScroll: true })
}

/** Whether a key was pressed without Alt, Ctrl or Meta. With them it is a command of the browser, such as going back. */
export function isPlain(event: KeyboardEvent): boolean {
  return !event.altKey && !event.ctrlKey && !event.metaKey
}
