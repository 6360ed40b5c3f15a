/** A game's board, loaded when it is needed. */

import type { Component } from 'svelte'
import type { BoardProps } from './types'

const boards = import.meta.glob<{ default: Component<BoardProps> }>('./*/Board.svelte')

export async function loadBoard(game: string): Promise<Component<BoardProps>> {
  const open = boards[`./${game}/Board.svelte`]
  if (!open) throw new Error(`There is no board for ${game}.`)
  return (await open()).default
}
