/** The layout of a hand: one arc if the cards fit, rows if they do not, and a gap where a card may be inserted. */

export interface Spot {
  x: number
  y: number
  angle: number
}

export interface Fan {
  rows: number
  perRow: number
  width: number // of a card
  height: number
  step: number // the visible width of a covered card
  spots: Spot[]
  gap: Spot | null
}

const RATIO = 1.4
const LIFT = 26 // space above for raised cards
const LEAST_STEP = 28 // the smallest width that a thumb can hit
const MOST_ROWS = 4
const EDGE = 5 // a rotated card must not be cut off at the side

export function fan(count: number, space: { width: number; height: number }, gap: number | null = null): Fan {
  const room = count + (gap === null ? 0 : 1)
  const area = { width: space.width - 2 * EDGE, height: space.height }
  let rows = 1
  let size = cardSize(area, rows)
  while (rows < MOST_ROWS && step(Math.ceil(count / rows), area.width, size.width) < LEAST_STEP) {
    rows++
    size = cardSize(area, rows)
  }
  const perRow = Math.max(1, Math.ceil(count / rows))
  const spots: Spot[] = []
  let opening: Spot | null = null
  const gapRow = gap === null ? -1 : Math.min(rows - 1, Math.floor(gap / perRow))
  for (let row = 0; row < rows; row++) {
    const first = row * perRow
    const length = Math.min(perRow, count - first)
    const here = row === gapRow && gap !== null ? gap - first : null
    const line = arc(length, here, area, size, rows === 1)
    const y = LIFT + row * (size.height + (rows > 1 ? 8 : 0))
    for (const spot of line.spots) spots.push({ ...spot, x: spot.x + EDGE, y: spot.y + y })
    if (line.gap) opening = { ...line.gap, x: line.gap.x + EDGE, y: line.gap.y + y }
  }
  return { rows, perRow, ...size, step: step(perRow, area.width, size.width), spots, gap: room > count ? opening : null }
}

function cardSize(area: { width: number; height: number }, rows: number): { width: number; height: number } {
  const arcRoom = rows === 1 ? 12 : 6
  const height = Math.min((area.height - LIFT - arcRoom - (rows - 1) * 8) / rows, area.width * 0.36)
  return { height, width: height / RATIO }
}

/** The distance between cards of a row, with as little overlap as possible. */
function step(length: number, width: number, card: number): number {
  return length < 2 ? card : Math.min(card * 0.9, (width - card) / (length - 1))
}

function arc(length: number, gap: number | null, area: { width: number }, card: { width: number; height: number }, bend: boolean) {
  const open = gap === null ? 0 : card.width * 0.62
  const apart = length < 1 ? 0 : Math.min(step(length + (gap === null ? 0 : 1), area.width - open, card.width), card.width * 0.9)
  const cards = length + (gap === null ? 0 : 1)
  const whole = card.width + Math.max(0, cards - 1) * apart + open
  const left = (area.width - whole) / 2
  const place = (slot: number): Spot => {
    // Cards after the gap are moved to the right, and the gap itself by half as much.
    const shift = gap === null || slot < gap ? 0 : slot === gap ? open / 2 : open
    const x = left + slot * apart + shift
    const off = (x + card.width / 2 - area.width / 2) / Math.max(1, area.width / 2)
    return bend ? { x, y: off * off * 10, angle: off * 4 } : { x, y: 0, angle: 0 }
  }
  const spots = Array.from({ length }, (_, i) => place(gap !== null && i >= gap ? i + 1 : i))
  return { spots, gap: gap === null ? null : place(gap) }
}

/** The gap nearest to a point of the hand. */
export function gapAt(x: number, y: number, laid: Fan): number {
  const { spots, perRow, rows, height, width, step } = laid
  if (!spots.length) return 0
  const band = height + 8
  const row = rows === 1 ? 0 : Math.max(0, Math.min(rows - 1, Math.floor((y - LIFT) / band)))
  const first = row * perRow
  const line = spots.slice(first, first + perRow)
  const before = line.filter((spot, i) => spot.x + (i === line.length - 1 ? width / 2 : Math.min(step, width) / 2) < x).length
  return first + before
}
