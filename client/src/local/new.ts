/** New games on this device. */

import { newSeed, seedText } from '../core/chance'
import type { Board } from '../lib/root'
import { PERSONAS, type Level } from '../protocol'
import { newId, type StoredGame, type Sitter } from './stored'

export interface Wanted {
  game: string
  seats: number
  name: string
  level: Level
  memory_aid?: boolean
  /** The board, if it is not the game's own. */
  board?: Board
  /** The position that it continues, see core/positions.ts; the person sits on this seat. */
  from?: { start: string; seat: number }
}

/** A new game. The person has the first seat, or their seat in the position; bots have the others. */
export function newGame({ game, seats, name, level, memory_aid = true, board, from }: Wanted): StoredGame {
  const you = from?.seat ?? 0
  const sitters: Sitter[] = [{ name, bot: null }]
  for (let seat = 1; seat < seats; seat++) sitters.push({ name: nameFor(seat, sitters), bot: level })
  const [person] = sitters.splice(0, 1)
  sitters.splice(you, 0, person!)
  return { ...laidOut({ game, memory_aid, level, sitters, you, board }), ...(from ? { start: from.start } : {}) }
}

/** A new game with the same players. Seats are turned by one, so that another player starts. */
export function nextGame({ game, memory_aid, level, sitters, you, board }: StoredGame): StoredGame {
  const turned = [...sitters.slice(1), ...sitters.slice(0, 1)]
  return laidOut({ game, memory_aid, level, sitters: turned, you: (you + sitters.length - 1) % sitters.length, board })
}

function laidOut({ board, ...from }: Pick<StoredGame, 'game' | 'memory_aid' | 'level' | 'sitters' | 'you' | 'board'>): StoredGame {
  return {
    ...from,
    ...(board ? { board } : {}),
    format: 1,
    id: newId(),
    began: new Date().toISOString(),
    seed: seedText(newSeed()),
    lines: [],
    plies: [],
    ply: 0,
    pending: {},
    scores: null,
    ranks: null,
    following: null,
    revision: 0,
  }
}

/** A name for the bot on a seat that nobody at the table has. */
function nameFor(seat: number, sitters: Sitter[]): string {
  const turned = PERSONAS.map((_, at) => PERSONAS[(seat + at) % PERSONAS.length]!.name)
  return turned.find((name) => !sitters.some((sitter) => sitter.name === name)) ?? `${turned[0]} ${seat}`
}
