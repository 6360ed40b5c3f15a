/** The empty reference sheet, for printing. A test compares it with the game's own board. */

import { COLOURS } from '../../lib/trains'
import type { Edges, Pair, SheetView } from './look'

const EVEN = [10, 20, 30, 40, 50, 60]

export const EDGES: Edges = {
  red: { fast: EVEN, heavy: EVEN },
  orange: { fast: [6, 14, 26, 38, 50, 60], heavy: EVEN },
  yellow: { fast: EVEN, heavy: EVEN },
  green: { fast: EVEN, heavy: [10, 25, 40, 50, 55, 60] },
  blue: { fast: EVEN, heavy: EVEN },
  purple: { fast: EVEN, heavy: [16, 32, 40, 46, 53, 60] },
}

const nothing = () => ({ cars: 0, sum: 0, score: 0 })

export const BLANK = Object.fromEntries(
  COLOURS.map((colour): [string, Pair] => [colour, { adheres: false, reached: false, fast: nothing(), heavy: nothing() }]),
) as SheetView
