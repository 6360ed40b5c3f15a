import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GAMES } from '../games'
import { load, type Core } from '../core/core'
import type { Message, Position } from '../protocol'
import type { Kept } from './kept'
import { newGame, nextGame } from './new'
import { LocalTable, type Named } from './table'

/** A person at a local table, and bots: all play at random. */
class Seated {
  heard: Message[] = []
  saved: Kept[] = []
  readonly table: LocalTable
  private count = 0

  constructor(
    readonly core: Core,
    game: Kept,
  ) {
    this.table = new LocalTable(
      core,
      game,
      (message) => this.heard.push(message),
      async (changed) => void this.saved.push(structuredClone(changed)),
    )
  }

  get position(): Position {
    return this.heard.findLast((message): message is Position => message.type === 'position')!
  }

  async order(command: Record<string, unknown>): Promise<Message> {
    const id = `c${++this.count}`
    await this.table.order({ ...command, id } as unknown as Named)
    return this.heard.find((message) => 'id' in message && message.id === id)!
  }

  /** The bots that must, choose; so does the person. */
  async turn(): Promise<void> {
    const { core, table } = this
    for (const seat of table.waiting) {
      const { ply } = table.game
      await table.decide(seat, core.choose('random', table.view(seat), core.stream(table.luck(seat))), ply)
    }
    const { you, pending, ply } = table.game
    if (table.actors.includes(you) && !(you in pending)) {
      const action = core.choose('random', table.view(you), core.stream(table.luck(you)))
      expect((await this.order({ type: 'act', ply, action: core.say(you, action) })).type).toBe('ack')
    }
  }
}

async function sitDown(game: string, seats: number): Promise<Seated> {
  const core = await load(readFileSync(join(process.cwd(), `src/core/built/${game}.wasm`)))
  const seated = new Seated(core, newGame({ game, seats, name: 'Aki', level: 'random' }))
  await seated.table.begin()
  seated.table.hello()
  return seated
}

describe.each(GAMES.map(({ name, least, most }) => ({ name, least, most })))('$name on this device', ({ name, least, most }) => {
  it.each([least, most])('is played to the end by %i, kept step by step, and opens again as it was', async (seats) => {
    const seated = await sitDown(name, seats)
    let turns = 0
    while (!seated.table.over) {
      if (++turns > 2000) throw new Error('the game does not end')
      await seated.turn()
      if (turns % 25 === 0) {
        const again = new Seated(seated.core, structuredClone(seated.saved.at(-1)!))
        again.table.hello()
        expect(again.position.view).toEqual(seated.position.view)
        expect(again.position.actions).toEqual(seated.position.actions)
        expect(again.position.ply).toBe(seated.position.ply)
      }
    }
    const over = seated.heard.at(-1)!
    expect(over.type).toBe('over')
    expect(seated.table.verify()).toMatchObject({ holds: true, draws: seated.table.game.lines.filter(([actor]) => actor === 8).length })
    const replay = seated.table.replay(seated.table.game.you)
    expect(replay.steps.at(-1)!.view).toEqual(seated.position.view)
    const told = seated.heard.flatMap((message) => (message.type === 'position' ? message.steps : []))
    expect(replay.steps.map(({ ply, actor, action, events }) => ({ ply, actor, action, events }))).toEqual(told)
    expect(seated.table.record()).toContain(`\nscore ${seated.table.game.scores!.join(' ')}\n`)
  })

  it('finds a changed draw', async () => {
    const seated = await sitDown(name, least)
    for (let k = 0; k < 12 && !seated.table.over; k++) await seated.turn()
    const game = structuredClone(seated.saved.at(-1)!)
    game.seed = game.seed.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    expect(new Seated(seated.core, game).table.verify().holds).toBe(false)
  })

  it('refuses what is not legal, with the reason, and what is late', async () => {
    const seated = await sitDown(name, least)
    while (!seated.position.actions.length) await seated.turn()
    const { ply } = seated.position
    const offered = seated.position.actions.map(({ text }) => text)
    const other = seated.core.about.actions.texts.find((text) => !offered.includes(text))!
    const lines = seated.table.game.lines.length
    expect(await seated.order({ type: 'act', ply, action: other })).toMatchObject({ type: 'error', code: 'illegal', legal: offered })
    expect(await seated.order({ type: 'act', ply, action: 'jump up' })).toMatchObject({ type: 'error', code: 'illegal' })
    expect(await seated.order({ type: 'act', ply: ply - 1, action: offered[0] })).toMatchObject({ code: 'stale' })
    expect(await seated.order({ type: 'act', ply: ply + 1, action: offered[0] })).toMatchObject({ code: 'ahead' })
    expect(await seated.order({ type: 'kick', seat: 1 })).toMatchObject({ type: 'error', code: 'not_now' })
    expect(seated.table.game.lines.length).toBe(lines)
  })

  it('changes nothing when it cannot be kept', async () => {
    const seated = await sitDown(name, least)
    while (!seated.position.actions.length) await seated.turn()
    const before = structuredClone(seated.table.game)
    const failing = new LocalTable(
      seated.core,
      structuredClone(before),
      () => undefined,
      () => Promise.reject(new Error('full')),
    )
    const { ply, actions } = seated.position
    await expect(failing.order({ type: 'act', id: 'x', ply, action: actions[0]!.text })).rejects.toThrow('full')
    expect(failing.game).toEqual(before)
  })
})

it('takes back one action, and says which line is gone', async () => {
  for (const { name, most } of GAMES) {
    const seated = await sitDown(name, most)
    for (let k = 0; k < 200 && !seated.table.over && !seated.position.undo; k++) await seated.turn()
    if (!seated.position.undo) continue
    const undone = seated.table.game.plies.at(-1)
    const { ply } = seated.position
    expect((await seated.order({ type: 'undo', ply })).type).toBe('ack')
    expect(seated.position).toMatchObject({ ply: ply + 1, undone: [undone], undo: false })
    expect(await seated.order({ type: 'undo', ply: ply + 1 })).toMatchObject({ code: 'no_undo' })
    return
  }
  throw new Error('nobody could take anything back')
})

it('turns the seats for the next game', () => {
  const first = newGame({ game: GAMES[0]!.name, seats: 3, name: 'Aki', level: 'easy' })
  const next = nextGame(first)
  expect(next.sitters[next.you]).toEqual(first.sitters[first.you])
  expect(next.you).toBe(2)
  expect(next.seed).not.toBe(first.seed)
  expect(new Set(first.sitters.map(({ name }) => name)).size).toBe(3)
})
