/** Says things to screen readers, politely, in one live region of the page. */

let region: HTMLElement | null = null
let said = ''

function place(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.className = 'sr-only'
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'polite')
  region.dataset.announcer = ''
  document.body.append(region)
  return region
}

export function announce(sentence: string): void {
  if (!sentence) return
  // The same words twice are only heard twice if the text differs.
  said = sentence === said ? `${sentence}\u00a0` : sentence
  place().textContent = said
}
