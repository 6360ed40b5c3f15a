/** How a game on this device begins. */

import { newSeed, seedText } from '../core/chance'
import { PERSONAS, type Level } from '../protocol'
import { newId, type Kept, type Sitter } from './kept'

export interface Wanted {
  game: string
  seats: number
  name: string
  level: Level
  memory_aid?: boolean
  /** It goes on from a position, see core/positions.ts, and the person sits on this seat. */
  from?: { start: string; seat: number }
}

/** The person on the first seat, or where they sat in the position; bots on the others. */
export function newGame({ game, seats, name, level, memory_aid = true, from }: Wanted): Kept {
  const you = from?.seat ?? 0
  const sitters: Sitter[] = [{ name, bot: null }]
  for (let seat = 1; seat < seats; seat++) sitters.push({ name: nameFor(seat, sitters), bot: level })
  const [person] = sitters.splice(0, 1)
  sitters.splice(you, 0, person!)
  return { ...laidOut({ game, memory_aid, level, sitters, you }), ...(from ? { start: from.start } : {}) }
}

/** The same people again; the next seat begins. */
export function nextGame({ game, memory_aid, level, sitters, you }: Kept): Kept {
  const turned = [...sitters.slice(1), ...sitters.slice(0, 1)]
  return laidOut({ game, memory_aid, level, sitters: turned, you: (you + sitters.length - 1) % sitters.length })
}

function laidOut(from: Pick<Kept, 'game' | 'memory_aid' | 'level' | 'sitters' | 'you'>): Kept {
  return {
    ...from,
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

/** The name of the bot on a seat, other than those at the table. */
function nameFor(seat: number, sitters: Sitter[]): string {
  const turned = PERSONAS.map((_, at) => PERSONAS[(seat + at) % PERSONAS.length]!.name)
  return turned.find((name) => !sitters.some((sitter) => sitter.name === name)) ?? `${turned[0]} ${seat}`
}
