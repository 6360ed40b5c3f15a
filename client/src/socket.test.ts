import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { delay, TableSocket, type LineState } from './socket'

class Wire {
  static made: Wire[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: never) => void) | null = null
  onclose: ((event: never) => void) | null = null
  constructor() {
    Wire.made.push(this)
  }
  send(data: string) {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.({} as never)
    this.say({ type: 'welcome', version: 2, you: 0, table: {} })
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as never)
  }
  drop(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code } as never)
  }
}

let heard: { type: string }[]
let lines: LineState[]
let sockets: TableSocket[] = []
const connect = () => {
  const socket = new TableSocket(
    'ws://x',
    'secret',
    { heard: (message) => heard.push(message), line: (state) => lines.push(state) },
    () => new Wire(),
  )
  sockets.push(socket)
  return socket
}
const wire = () => Wire.made.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  Wire.made = []
  heard = []
  lines = []
})
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
  vi.useRealTimers()
})

describe('the socket of a table', () => {
  it('says hello first, with the token in the message and never in the address', () => {
    connect()
    wire().open()
    expect(wire().sent[0]).toEqual({ type: 'hello', version: 2, token: 'secret' })
    expect(lines).toEqual(['connecting', 'open'])
  })

  it('keeps commands until the welcome, and repeats unanswered ones with the same id', () => {
    const socket = connect()
    const id = socket.order({ type: 'act', ply: 4, action: 'roll red' })
    expect(wire().sent).toEqual([])
    wire().open()
    expect(wire().sent[1]).toMatchObject({ id, action: 'roll red' })
    wire().drop()
    vi.advanceTimersByTime(9000)
    wire().open()
    expect(wire().sent[1]).toMatchObject({ id, ply: 4 })
    wire().say({ type: 'ack', id, ply: 5 })
    wire().drop()
    vi.advanceTimersByTime(9000)
    wire().open()
    expect(wire().sent).toHaveLength(1)
  })

  it('reconnects when the connection is lost, and does not when the server has closed it for good', () => {
    connect()
    wire().open()
    wire().drop(1012)
    expect(lines.at(-1)).toBe('lost')
    vi.advanceTimersByTime(9000)
    expect(Wire.made).toHaveLength(2)
    wire().drop(4011)
    expect(lines.at(-1)).toBe('closed')
    vi.advanceTimersByTime(60_000)
    expect(Wire.made).toHaveLength(2)
  })

  it('notices a connection that is lost without a message', () => {
    connect()
    wire().open()
    vi.advanceTimersByTime(31_000)
    expect(lines).toContain('lost')
  })

  it('waits a little longer each time, but never long', () => {
    expect(delay(1, 0.5)).toBeLessThan(300)
    expect(delay(4, 0.5)).toBeGreaterThan(delay(2, 0.5))
    expect(delay(30, 1)).toBeLessThanOrEqual(8000)
  })

  it('notices within five seconds that nobody answers, and reconnects', () => {
    connect()
    wire().open()
    const first = wire()
    vi.advanceTimersByTime(3000)
    expect(first.sent.at(-1)).toMatchObject({ type: 'ping' })
    first.say({ type: 'pong', id: 'beat' })
    vi.advanceTimersByTime(1000)
    expect(lines.at(-1)).toBe('open')
    vi.advanceTimersByTime(4000)
    expect(lines).toContain('lost')
    vi.advanceTimersByTime(1000)
    expect(Wire.made.length).toBe(2)
  })

  it('pings at once when the page is visible again', () => {
    connect()
    wire().open()
    window.dispatchEvent(new Event('online'))
    expect(wire().sent.at(-1)).toMatchObject({ type: 'ping' })
  })

  it('replaces a hanging attempt when the network is back', () => {
    connect()
    window.dispatchEvent(new Event('online'))
    expect(Wire.made).toHaveLength(1) // it has only just begun
    vi.advanceTimersByTime(3000)
    window.dispatchEvent(new Event('online'))
    expect(Wire.made).toHaveLength(2)
    wire().open()
    vi.advanceTimersByTime(400)
    expect(lines.at(-1)).toBe('open')
    expect(Wire.made).toHaveLength(2)
  })
})
