/** Positions as text, for storage and links. */

import type { Core, State } from './core'
import { CoreError } from './memory'

export function toText(position: State): string {
  return btoa(String.fromCharCode(...position))
}

/** The position of a text. Throws a CoreError if the text is not a position of this game. */
export function fromText(core: Core, text: string): State {
  let bytes: Uint8Array | null = null
  try {
    bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    // not base 64
  }
  if (bytes?.length !== core.about.state.size) throw new CoreError('damaged', `This is not a position of ${core.about.title}.`)
  return bytes
}
