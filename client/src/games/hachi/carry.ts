/** Dragging an element with mouse, pen or finger. */

/** Follows the pointer until it is released. Calls `drop` if the element was moved and not put back. */
export function carry(event: PointerEvent, over: (x: number, y: number) => void, drop: () => void): void {
  event.preventDefault()
  const card = event.currentTarget as HTMLElement
  const from = { x: event.clientX, y: event.clientY }
  let moved = false
  card.setPointerCapture(event.pointerId)
  const move = ({ clientX, clientY }: PointerEvent) => {
    moved ||= Math.hypot(clientX - from.x, clientY - from.y) > 6
    card.style.transform = `translate(${clientX - from.x}px, ${clientY - from.y}px) rotate(-3deg)`
    card.style.opacity = '0.85'
    over(clientX, clientY)
  }
  const end = ({ type }: PointerEvent) => {
    card.removeEventListener('pointermove', move)
    card.removeEventListener('pointerup', end)
    card.removeEventListener('pointercancel', end)
    if (type === 'pointerup' && moved) drop()
    card.style.transform = ''
    card.style.opacity = ''
  }
  card.addEventListener('pointermove', move)
  card.addEventListener('pointerup', end)
  card.addEventListener('pointercancel', end)
}
