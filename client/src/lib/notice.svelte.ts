/** A message for the player that is shown above the page until it is closed. */

let said = $state('')

export function notice(): string {
  return said
}

export function notify(sentence: string): void {
  said = sentence
}
