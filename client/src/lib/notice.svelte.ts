/** One sentence for the player that belongs to no place on the page: shown above everything until it is closed. */

let said = $state('')

export function notice(): string {
  return said
}

export function notify(sentence: string): void {
  said = sentence
}
