/** Announcements for screen readers, in one polite live region. No announcement replaces an earlier one. */

const KEPT = 12_000 // ms that a sentence stays in the region

let region: HTMLElement | null = null

function place(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.className = 'sr-only'
  region.setAttribute('role', 'log')
  region.setAttribute('aria-live', 'polite')
  region.setAttribute('aria-atomic', 'false')
  region.setAttribute('aria-relevant', 'additions')
  region.dataset.announcer = ''
  document.body.append(region)
  return region
}

/** Each sentence is a separate line, read in order. */
export function announce(sentence: string): void {
  if (!sentence) return
  const line = document.createElement('p')
  line.textContent = sentence
  place().append(line)
  setTimeout(() => line.remove(), KEPT)
}

/** Makes a function that announces a player's decisions: each once, as soon as `now` is true. An empty sentence ends the decision. */
export function once(): (decision: string, now: boolean) => void {
  let said = ''
  return (decision, now) => {
    if (!decision) said = ''
    else if (now && decision !== said) announce((said = decision))
  }
}
