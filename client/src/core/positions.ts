/** Positions as text, to be kept and passed on. */

import { CoreError, type Core, type State } from './core'

export function toText(position: State): string {
  return btoa(String.fromCharCode(...position))
}

/** The position of a text; a CoreError if it is none of this game's. */
export function fromText(core: Core, text: string): State {
  let bytes: Uint8Array | null = null
  try {
    bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    // not in base 64
  }
  if (bytes?.length !== core.about.state.size) throw new CoreError('damaged', `This is not a position of ${core.about.title}.`)
  return bytes
}
