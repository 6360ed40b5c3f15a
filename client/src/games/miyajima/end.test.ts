import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadMessages, setLanguage } from '../../lib/i18n.svelte'
import { COLOURS } from '../../lib/trains'
import { recordings } from '../../present/recordings.testing'
import End from './End.svelte'
import { ABOUT, type Event, type View } from './generated'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine needs more time

const games = recordings<View, Event>('miyajima').filter(({ viewer, seats }) => viewer === seats - 1)
let shown: object | null = null

function show(view: View, you: number | null): void {
  const players = view.scores.map((_, seat) => ({ name: `P${seat}`, bot: null, connected: true }))
  shown = mount(End, { target: document.body, props: { view, players, you } })
  flushSync()
}

beforeAll(async () => {
  await setLanguage('en')
  await loadMessages('miyajima')
})
afterEach(() => {
  if (shown) void unmount(shown)
  document.body.innerHTML = ''
})

describe('the end', () => {
  it.each(games.map((game) => [game.seats, game] as const))(
    'of a game for %i adds every row up to its total: the own row, then the others in order of places',
    (seats, { steps, viewer }) => {
      const { view } = steps.at(-1)!
      show(view, viewer)
      const rows = [...document.querySelectorAll<HTMLElement>('tbody')]
      expect(rows.length).toBe(seats)
      const order = rows.map(({ dataset }) => Number(dataset.seat))
      const others = order.slice(1).map((seat) => view.ranks[seat]!)
      expect(order[0]).toBe(viewer)
      expect(others).toEqual([...others].sort((a, b) => a - b))
      for (const row of rows) {
        const seat = Number(row.dataset.seat)
        const cells = [...row.querySelectorAll<HTMLElement>('[data-colour]')]
        const points = cells.map(({ dataset }) => Number(dataset.points))
        expect(cells.map(({ dataset }) => dataset.colour)).toEqual([...COLOURS])
        expect(points.reduce((sum, one) => sum + one, 0)).toBe(view.scores[seat])
        expect(Number(row.querySelector('.sum')!.textContent)).toBe(view.scores[seat])
        expect(cells.map((cell) => cell.classList.contains('adheres'))).toEqual(view.adheres[seat]!.map(Boolean))
      }
      expect(rows.filter((row) => row.classList.contains('you')).map(({ dataset }) => dataset.seat)).toEqual([String(viewer)])
    },
  )

  it('alone names the rank and the goals, met and missed', () => {
    const { view } = games.find(({ seats }) => seats === 1)!.steps.at(-1)!
    show({ ...view, solo_rank: 'conductor', goals: [1, 3] }, 0)
    expect(document.querySelector('[data-rank]')!.textContent).toBe('Conductor')
    const marks = [...document.querySelectorAll('.goals li')].map((goal) => goal.textContent.trim().endsWith(': met'))
    expect(marks).toEqual(ABOUT.goals.map((_, at) => [1, 3].includes(at)))
    expect(document.querySelector('.number'), 'nobody else is placed').toBe(null)
  })

  it('names no solo rank in a game with others', () => {
    const { view } = games.find(({ seats }) => seats === 3)!.steps.at(-1)!
    show(view, null)
    expect(document.querySelector('.ladder, .goals, .you')).toBe(null)
  })
})
