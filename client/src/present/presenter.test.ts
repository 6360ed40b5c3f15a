import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Presenter, type Director, type Scene, type Told } from './presenter.svelte'

/** A game of counting: an event adds to the view. */
interface Add {
  event: 'add'
  n: number
}
const game = { fold: (view: number, { n }: Add) => view + n }
const step = (ply: number, ...ns: number[]): Told<Add> => ({ ply, actor: 0, action: null, events: ns.map((n) => ({ event: 'add', n })) })

class Board implements Director<number, Add> {
  seen: string[] = []
  constructor(private readonly ms = 100) {}
  async show({ n }: Add, { hold }: Scene, before: number): Promise<void> {
    this.seen.push(`show ${n} over ${before}`)
    await hold(this.ms)
    this.seen.push(`done ${n}`)
  }
  settle(view: number): void {
    this.seen.push(`settle ${view}`)
  }
}

let presenter: Presenter<number, Add>
let told: number[]
let failures: unknown[]
let speed: 'calm' | 'normal' | 'brisk' | 'instant'

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  failures = []
  speed = 'normal'
  presenter = new Presenter(game, { speed: () => speed, told: ({ event }) => told.push(event.n), failed: (error) => failures.push(error) })
})
afterEach(() => {
  presenter.destroy()
  vi.useRealTimers()
})

describe('a presenter', () => {
  it('shows a first position as it is', () => {
    presenter.place(5, [step(1, 2, 3)])
    expect(presenter.shown).toBe(5)
    expect(told).toEqual([2, 3])
    expect(presenter.busy).toBe(false)
  })

  it('shows a view as it is when no steps lead to it', () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    presenter.place(7, [])
    expect(board.seen).toEqual(['settle 0', 'settle 7'])
    expect([presenter.shown, presenter.busy]).toEqual([7, false])
  })

  it('waits for its board, and goes on without one that never comes', async () => {
    presenter.destroy()
    presenter = new Presenter(game, { speed: () => speed, board: true, told: ({ event }) => told.push(event.n) })
    presenter.place(0, [])
    presenter.place(1, [step(1, 1)])
    await vi.advanceTimersByTimeAsync(3000)
    expect([presenter.shown, told]).toEqual([0, []])
    const board = new Board()
    presenter.attach(board)
    await vi.advanceTimersByTimeAsync(200)
    expect(board.seen).toEqual(['settle 0', 'show 1 over 0', 'done 1'])
  })

  it('does not wait again for a board that never came or is broken', async () => {
    presenter.destroy()
    presenter = new Presenter(game, { speed: () => speed, board: true, told: ({ event }) => told.push(event.n) })
    presenter.place(0, [])
    presenter.place(1, [step(1, 1)])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([presenter.shown, told]).toEqual([1, [1]])
    presenter.place(3, [step(2, 2)])
    await vi.advanceTimersByTimeAsync(1)
    expect([presenter.shown, told]).toEqual([3, [1, 2]])
    presenter.attach(new Board())() // it comes, and breaks
    presenter.place(6, [step(3, 3)])
    await vi.advanceTimersByTimeAsync(1)
    expect([presenter.shown, told]).toEqual([6, [1, 2, 3]])
  })

  it('does not hurry for one long message, but if many messages wait', async () => {
    presenter.place(0, [])
    presenter.attach(new Board())
    presenter.place(60, [step(1, ...Array<number>(60).fill(1))])
    await vi.advanceTimersByTimeAsync(3010)
    expect(told).toHaveLength(30)
    await vi.advanceTimersByTimeAsync(3100)
    expect([told.length, presenter.busy]).toEqual([60, false])
    for (let ply = 2; ply < 42; ply++) presenter.place(60 + ply, [step(ply, 1)])
    await vi.advanceTimersByTimeAsync(1010)
    expect(told.length).toBeGreaterThan(80)
    await vi.advanceTimersByTimeAsync(3000)
    expect([told.length, presenter.busy]).toEqual([100, false])
  })

  it('shows events one at a time, and reports what it has shown', async () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    presenter.place(6, [step(1, 1, 2), step(2, 3)])
    expect([presenter.shown, told]).toEqual([0, []])
    await vi.advanceTimersByTimeAsync(100)
    expect([presenter.shown, told]).toEqual([1, [1]])
    expect(presenter.log).toEqual([step(1, 1)])
    await vi.advanceTimersByTimeAsync(200)
    expect([presenter.shown, told, presenter.busy]).toEqual([6, [1, 2, 3], false])
    expect(presenter.log.map(({ ply, events }) => [ply, events.length])).toEqual([
      [1, 2],
      [2, 1],
    ])
    expect(board.seen).toEqual(['settle 0', 'show 1 over 0', 'done 1', 'show 2 over 1', 'done 2', 'show 3 over 3', 'done 3'])
  })

  it('skips waiting events, and shows later ones', async () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    presenter.place(6, [step(1, 1, 2), step(2, 3)])
    await vi.advanceTimersByTimeAsync(50)
    presenter.skip()
    presenter.place(10, [step(3, 4)]) // at once, before the skipped events are through
    await vi.advanceTimersByTimeAsync(50)
    expect([presenter.shown, told, presenter.busy]).toEqual([6, [1, 2, 3], true])
    await vi.advanceTimersByTimeAsync(100)
    expect([presenter.shown, told, presenter.busy]).toEqual([10, [1, 2, 3, 4], false])
    expect(board.seen).toEqual(['settle 0', 'show 1 over 0', 'done 1', 'settle 6', 'show 4 over 6', 'done 4'])
  })

  it('takes a new position while it is showing another', async () => {
    presenter.place(0, [])
    presenter.attach(new Board())
    presenter.place(1, [step(1, 1)])
    await vi.advanceTimersByTimeAsync(50)
    presenter.place(3, [step(2, 2)])
    expect(presenter.shown).toBe(0)
    await vi.advanceTimersByTimeAsync(150)
    expect([presenter.shown, told]).toEqual([3, [1, 2]])
  })

  it('changes nothing after the plan was replaced', async () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    presenter.place(3, [step(1, 1, 2)])
    await vi.advanceTimersByTimeAsync(50)
    presenter.settle(3)
    expect([presenter.shown, presenter.busy]).toEqual([3, false])
    await vi.advanceTimersByTimeAsync(1000)
    expect(presenter.shown).toBe(3)
    expect(board.seen).not.toContain('done 1')
    expect(board.seen.at(-1)).toBe('settle 3')
  })

  it('skips to the end of the story', async () => {
    presenter.place(0, [])
    presenter.attach(new Board(10_000))
    presenter.place(6, [step(1, 1, 2, 3)])
    presenter.skip()
    await vi.advanceTimersByTimeAsync(1)
    expect([presenter.shown, told, presenter.busy]).toEqual([6, [1, 2, 3], false])
  })

  it('gives a board the current view if it has not shown the events', async () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    presenter.place(6, [step(1, 1, 2, 3)])
    presenter.skip()
    await vi.advanceTimersByTimeAsync(1)
    expect(board.seen).toEqual(['settle 0', 'show 1 over 0', 'done 1', 'settle 6'])
  })

  it('shows events after a skip, also after one when nothing was shown', async () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    presenter.skip()
    presenter.place(1, [step(1, 1)])
    await vi.advanceTimersByTimeAsync(50)
    presenter.skip()
    await vi.advanceTimersByTimeAsync(1)
    presenter.place(3, [step(2, 2)])
    await vi.advanceTimersByTimeAsync(200)
    expect(board.seen).toEqual(['settle 0', 'show 1 over 0', 'done 1', 'show 2 over 1', 'done 2'])
  })

  it('goes on to the next event on request, and ends every wait of the current one', async () => {
    let ended = 0
    const wait = async ({ hold }: Scene) => hold(10_000).then(() => void (ended += 1))
    presenter.place(0, [])
    presenter.attach({ show: async (_, scene) => void (await Promise.all([wait(scene), wait(scene)])), settle: () => undefined })
    presenter.place(3, [step(1, 1, 2)])
    presenter.next()
    await vi.advanceTimersByTimeAsync(1)
    expect([presenter.shown, ended, presenter.busy]).toEqual([1, 2, true])
  })

  it('goes on after an error in a board', async () => {
    presenter.place(0, [])
    presenter.attach({ show: ({ n }: Add) => (n === 1 ? Promise.reject(new Error('broken')) : Promise.resolve()), settle: () => undefined })
    presenter.place(3, [step(1, 1, 2)])
    await vi.advanceTimersByTimeAsync(1)
    expect([presenter.shown, told]).toEqual([3, [1, 2]])
    expect(String(failures[0])).toContain('broken')
  })

  it('does not log undone steps that were not shown yet', () => {
    presenter.place(0, [step(1, 0)])
    presenter.attach(new Board())
    presenter.place(3, [step(2, 1), step(3, 2)])
    presenter.place(1, [], [3])
    expect(presenter.log.map(({ ply }) => ply)).toEqual([1, 2])
    expect(told).toEqual([0, 1])
  })

  it('takes undone steps out of the log, and shows the table as it is', async () => {
    presenter.place(0, [])
    presenter.place(1, [step(1, 1)])
    await vi.advanceTimersByTimeAsync(1)
    presenter.place(0, [], [1])
    expect([presenter.shown, presenter.log]).toEqual([0, []])
    presenter.place(2, [step(3, 2)])
    await vi.advanceTimersByTimeAsync(1)
    expect(presenter.log).toEqual([step(3, 2)])
  })

  it('shows everything at once with instant speed, and in a hidden tab', async () => {
    const board = new Board()
    presenter.place(0, [])
    presenter.attach(board)
    speed = 'instant'
    presenter.place(1, [step(1, 1)])
    expect(presenter.shown).toBe(1)
    speed = 'normal'
    presenter.place(3, [step(2, 2)])
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    hidden.mockRestore()
    expect([presenter.shown, told, presenter.busy]).toEqual([3, [1, 2], false])
  })

  it("can look back at what happened since the player's last decision", async () => {
    presenter.place(0, [])
    presenter.attach(new Board(10))
    presenter.mark()
    presenter.place(6, [step(1, 1, 2), step(2, 3)])
    await vi.advanceTimersByTimeAsync(100)
    expect(presenter.past).toBe(3)
    presenter.look(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(presenter.shown).toBe(1)
    presenter.look(2)
    await vi.advanceTimersByTimeAsync(20)
    expect(presenter.shown).toBe(3)
    presenter.look(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(presenter.shown).toBe(1)
    presenter.present()
    expect([presenter.shown, told]).toEqual([6, [1, 2, 3]])
  })

  it('shows events without a sentence together with the one before when looking back', async () => {
    presenter.destroy()
    const quiet = (n: number) => ({ event: 'quiet' as 'add', n })
    presenter = new Presenter({ ...game, silent: ['quiet'] }, { speed: () => speed })
    presenter.place(0, [])
    presenter.attach(new Board(10))
    presenter.mark()
    presenter.place(1, [{ ...step(1), events: [quiet(1)] }])
    expect(presenter.past).toBe(0)
    presenter.place(63, [{ ...step(2), events: [{ event: 'add', n: 2 }, quiet(4), quiet(8), { event: 'add', n: 16 }, quiet(32)] }])
    await vi.advanceTimersByTimeAsync(100)
    const seen = []
    for (let at = 1; at <= presenter.past; at++) {
      presenter.look(at)
      await vi.advanceTimersByTimeAsync(60)
      seen.push(presenter.shown)
    }
    expect(seen).toEqual([15, 63])
    presenter.look(1)
    await vi.advanceTimersByTimeAsync(60)
    expect(presenter.shown).toBe(15)
  })
})
