import { describe, expect, it } from 'vitest'
import type { Message, Position } from '../protocol'
import type { LineState, Order } from '../socket'
import { change } from './settings.svelte'
import { LiveTable } from './table.svelte'

/** A table with a connection that the test controls. */
class Wire {
  heard!: (message: Message) => void
  line!: (state: LineState, code: number) => void
  readonly sent: Order[] = []
  readonly table = new LiveTable('t', 'secret', (listener) => {
    Object.assign(this, listener)
    return { order: (order) => `c${this.sent.push(order)}`, close: () => undefined }
  })

  greet(phase: 'playing' | 'over' = 'playing', game = 'hachi'): void {
    const info = { id: 't', title: '', phase, settings: { game }, players: [], nonces: [] }
    this.heard({ type: 'welcome', version: 2, you: 0, table: info, remarks: [] } as unknown as Message)
  }

  position(ply: number, steps: number[] = [], undone: number[] = [], more: Partial<Position> = {}): void {
    const told = steps.map(step)
    const position: Partial<Position> = { ply, view: { at: ply } as never, actions: [], actors: [], decided: [], steps: told, undone }
    this.heard({ type: 'position', ...position, ...more } as Message)
  }

  story(...steps: number[]): void {
    const id = `c${this.sent.findLastIndex(({ type }) => type === 'story') + 1}`
    this.heard({ type: 'story', id, steps: steps.map(step) })
  }

  get log(): number[] {
    return this.table.presenter!.log.map(({ ply }) => ply)
  }
  get shown(): number {
    return (this.table.presenter!.shown as { at: number }).at
  }
}
const step = (ply: number) => ({ ply, actor: 0, action: null, events: [{ event: 'passed', seat: 0, draws: false }] }) as never

function begun(): Wire {
  change({ speed: 'instant' })
  const wire = new Wire()
  wire.greet()
  wire.position(2)
  wire.story(1, 2)
  wire.position(3, [3])
  return wire
}

describe('the chat of a table', () => {
  it('shows a message once, and equal messages of two seats both', () => {
    const wire = begun()
    const said = (seat: number) => ({ type: 'chat', seat, name: 'Aki', text: 'yes', ply: 1, at: 5 }) as Message
    for (const seat of [1, 2, 1]) wire.heard(said(seat))
    expect(wire.table.remarks.map(({ seat }) => seat)).toEqual([1, 2])
  })
})

describe('a table after a lost connection', () => {
  it('shows the missed steps together with the resulting board', () => {
    const wire = begun()
    expect([wire.shown, wire.log]).toEqual([3, [1, 2, 3]])
    wire.line('lost', 1006)
    wire.greet()
    wire.position(6)
    expect([wire.shown, wire.log, wire.table.catchingUp]).toEqual([3, [1, 2, 3], true])
    wire.story(1, 2, 3, 4, 5, 6)
    expect([wire.shown, wire.log, wire.table.catchingUp]).toEqual([6, [1, 2, 3, 4, 5, 6], false])
  })

  it('loses and repeats nothing when the game goes on meanwhile', () => {
    for (const story of [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ]) {
      const wire = begun()
      wire.greet()
      wire.position(5)
      wire.position(6, [6])
      wire.position(7, [7])
      wire.story(...story) // made before the last steps, or after one that has not arrived yet
      wire.position(8, [8])
      expect([wire.shown, wire.log]).toEqual([8, [1, 2, 3, 4, 5, 6, 7, 8]])
    }
  })

  it('forgets what was undone meanwhile', () => {
    const wire = begun()
    wire.greet()
    wire.position(5)
    wire.story(1, 2, 5)
    expect(wire.log).toEqual([1, 2, 5])
    wire.greet()
    wire.position(6)
    wire.position(7, [], [6])
    wire.story(1, 2, 5, 6) // made before the undo
    expect([wire.shown, wire.log]).toEqual([7, [1, 2, 5]])
  })

  it('goes on without a story that is refused', () => {
    const wire = begun()
    wire.greet()
    wire.position(6)
    const id = `c${wire.sent.length}`
    wire.heard({ type: 'error', id, code: 'too_fast', message: '', key: null, args: {}, clause: null, reason: null, legal: [] })
    expect([wire.shown, wire.table.notice]).toEqual([6, null])
    wire.position(7, [7])
    expect(wire.shown).toBe(7)
  })
})

describe('a countdown during the story', () => {
  const one = { text: 'a', parts: {} } as never
  const begin = async (more: Partial<Position>): Promise<Wire> => {
    const wire = begun()
    change({ speed: 'calm' })
    wire.table.presenter!.attach({ show: (_, { hold }) => hold(60_000), settle: () => undefined })
    wire.position(4, [4], [], more)
    expect(wire.table.presenter!.busy).toBe(true)
    wire.heard({ type: 'countdown', ply: 4, count: 3, left_ms: 5000, seat: 1, why: 'called', binding: true })
    await Promise.resolve()
    await new Promise((done) => setTimeout(done))
    return wire
  }

  it('ends the story for a player who must still choose', async () => {
    const wire = await begin({ actions: [one], actors: [0] })
    expect([wire.table.presenter!.busy, wire.log]).toEqual([false, [1, 2, 3, 4]])
  })

  it('leaves the story alone for everybody else', async () => {
    for (const more of [{}, { actions: [one], actors: [0], choice: 'a' }]) {
      const wire = await begin(more)
      expect([wire.table.presenter!.busy, wire.log]).toEqual([true, [1, 2, 3]])
      wire.table.leave()
    }
  })
})

describe('a command', () => {
  const one = { text: 'a', parts: {} } as never
  const acts = (wire: Wire) => wire.sent.filter(({ type }) => type === 'act').length
  const acknowledge = (wire: Wire) => wire.heard({ type: 'ack', id: `c${wire.sent.length}` } as Message)

  it('counts as being sent until the table shows its result, so that a second click does not answer an old position', () => {
    const wire = begun()
    wire.position(4, [4], [], { actions: [one], actors: [0] })
    wire.table.act('a')
    acknowledge(wire)
    wire.table.act('a')
    expect([acts(wire), wire.table.sending]).toEqual([1, 'c' + wire.sent.length])
    wire.position(5, [5], [], { actions: [one], actors: [0] })
    expect(wire.table.sending).toBe('')
    wire.table.act('a')
    expect(acts(wire)).toBe(2)
  })

  it('is done when the table shows the choice while others still choose', () => {
    const wire = begun()
    wire.position(4, [4], [], { actions: [one], actors: [0, 1] })
    wire.table.act('a')
    wire.heard({ type: 'decided', ply: 4, decided: [1], choice: null, undo: false, may_call: false, pad: '' } as Message)
    acknowledge(wire)
    expect(wire.table.sending).not.toBe('')
    wire.heard({ type: 'decided', ply: 4, decided: [0, 1], choice: 'a', undo: false, may_call: false, pad: '' } as Message)
    expect(wire.table.sending).toBe('')
    wire.table.withdraw()
    acknowledge(wire)
    wire.heard({ type: 'decided', ply: 4, decided: [1], choice: null, undo: false, may_call: false, pad: '' } as Message)
    expect(wire.table.sending).toBe('')
  })

  it('is still being sent after a lost connection, until it is answered', () => {
    const wire = begun()
    wire.position(4, [4], [], { actions: [one], actors: [0] })
    wire.table.act('a')
    const sent = wire.sent.length
    wire.line('lost', 1006)
    wire.greet()
    wire.position(4, [], [], { actions: [one], actors: [0] })
    wire.table.act('a')
    expect([acts(wire), wire.table.sending]).toEqual([1, `c${sent}`])
    wire.heard({ type: 'ack', id: `c${sent}` } as Message)
    wire.story(1, 2, 3, 4)
    wire.position(5, [5])
    expect(wire.table.sending).toBe('')
  })

  it('that was acknowledged before the connection was lost is done', () => {
    const wire = begun()
    wire.position(4, [4], [], { actions: [one], actors: [0] })
    wire.table.act('a')
    acknowledge(wire)
    wire.line('lost', 1006)
    wire.greet()
    wire.position(5)
    wire.story(1, 2, 3, 4, 5)
    expect(wire.table.sending).toBe('')
  })
})

describe('a countdown', () => {
  const told = (wire: Wire) => wire.sent.flatMap((order) => (order.type === 'seen' ? [order.ply] : []))

  it('waits until the player has seen the events, which is sent once for each decision', () => {
    const wire = new Wire()
    wire.greet('playing', 'runaway')
    wire.position(2)
    wire.table.seen()
    wire.table.seen()
    wire.position(3)
    wire.table.seen()
    expect(told(wire)).toEqual([2, 3])
    wire.greet('playing', 'runaway') // the server may have been started again
    wire.table.seen()
    expect(told(wire)).toEqual([2, 3, 3])
  })

  it('is not part of every game', () => {
    const wire = begun()
    wire.table.seen()
    expect(told(wire)).toEqual([])
  })
})

describe('announcements', () => {
  it('do not repeat a refusal, which the page shows as an alert', () => {
    const wire = begun()
    const said = () => document.querySelectorAll('[data-announcer] p').length
    const before = said()
    wire.heard({
      type: 'error',
      id: null,
      code: 'illegal',
      message: 'not now',
      key: null,
      args: {},
      reason: null,
      clause: null,
    } as unknown as Message)
    expect(wire.table.notice?.message).toBe('Not now')
    expect(said()).toBe(before)
    wire.heard({ type: 'emote', seat: 0, name: 'wave' } as unknown as Message)
    expect(said()).toBe(before + 1)
  })
})
