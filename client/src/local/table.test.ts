import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GAMES } from '../games'
import { load, type Core } from '../core/core'
import type { Message, Position } from '../protocol'
import type { StoredGame } from './stored'
import { newGame, nextGame } from './new'
import { LocalTable, type Named } from './table'

/** A person at a local table, and bots: all play at random. */
class Seated {
  heard: Message[] = []
  saved: StoredGame[] = []
  readonly table: LocalTable
  private count = 0

  constructor(
    readonly core: Core,
    game: StoredGame,
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

  /** Lets all bots that must choose do so, and then the person. */
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

async function sitDown(game: string, seats: number, seed?: number): Promise<Seated> {
  const core = await load(readFileSync(join(process.cwd(), `src/core/built/${game}.wasm`)))
  const chance = seed === undefined ? {} : { seed: seed.toString(16).padStart(64, '0') }
  const seated = new Seated(core, { ...newGame({ game, seats, name: 'Aki', level: 'random' }), ...chance })
  await seated.table.hello()
  expect(seated.heard[0]!.type, 'a page that knows nothing yet cannot show the first roll or the deal').toBe('welcome')
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
        await again.table.hello()
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
    const seated = await sitDown(name, least, 7)
    for (let k = 0; k < 12 && !seated.table.over; k++) await seated.turn()
    const game = structuredClone(seated.saved.at(-1)!)
    game.seed = game.seed.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    expect(new Seated(seated.core, game).table.verify().holds).toBe(false)
  })

  it('refuses illegal actions with the reason, and late ones', async () => {
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

  it('changes nothing when it cannot be stored', async () => {
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

describe('undo against bots', () => {
  const legal = ({ position, core, table }: Seated) =>
    position.actions.map(({ text }) => text).filter((text) => core.parse(table.game.you, text) !== undefined)
  const act = (seated: Seated, action: string) => seated.order({ type: 'act', ply: seated.table.game.ply, action })
  const undo = (seated: Seated, ply = seated.table.game.ply) => seated.order({ type: 'undo', ply })

  /** A game in which the person has acted, and then at least this many bots, which have shown nothing. */
  async function overBots(least: number, first = 0): Promise<{ seated: Seated; before: Position; mine: number }> {
    for (let tries = first; tries < first + 200; tries++) {
      const seated = await sitDown('hachi', 3, tries)
      while (!seated.table.over && !seated.table.actors.includes(0)) await seated.turn()
      const before = seated.position
      const mine = seated.table.game.lines.length
      const open = legal(seated).find((text) => text !== 'pass')
      if (!open) continue
      await act(seated, open)
      for (let moves = 0; moves < least && seated.position.undo; moves++) {
        const [seat] = seated.table.waiting
        if (seat === undefined) break
        const menu = seated.core.legal(seated.table.state, seat).map((action) => seated.core.say(seat, action))
        const choice = menu.includes('pass') ? 'pass' : menu[0]!
        await seated.table.decide(seat, seated.core.parse(seat, choice)!, seated.table.game.ply)
      }
      const since = seated.table.game.lines.slice(mine + 1).filter(([actor]) => actor === 1 || actor === 2)
      if (seated.position.undo && since.length >= least) return { seated, before, mine }
    }
    throw new Error('no bot has passed')
  }

  it("takes back their passes and hidden draws together with the player's own action", async () => {
    const { seated, before, mine } = await overBots(2)
    const { plies } = seated.table.game
    const late = plies[mine]! // the bots have moved since the page showed this ply
    expect(await undo(seated, late - 1)).toMatchObject({ code: 'stale' })
    expect((await undo(seated, late)).type).toBe('ack')
    expect(seated.position).toMatchObject({ view: before.view, actions: before.actions, undone: plies.slice(mine) })
    expect(await undo(seated, late), 'a second click').toMatchObject({ type: 'error' })
    expect(seated.table.verify().holds).toBe(true)
  })

  it('is still possible after the page was closed', async () => {
    const { seated, before } = await overBots(2)
    const again = new Seated(seated.core, structuredClone(seated.saved.at(-1)!))
    await again.table.hello()
    expect(again.position.undo).toBe(true)
    expect((await undo(again)).type).toBe('ack')
    expect(again.position.view).toEqual(before.view)
  })

  it('is impossible after a bot has shown a card that was hidden', async () => {
    for (let tries = 0; tries < 200; tries++) {
      const { seated } = await overBots(0, tries)
      const [seat] = seated.table.waiting
      if (seat === undefined) continue
      const { core, table } = seated
      const known = core.legal(table.view(0), seat)
      const shown = core.legal(table.state, seat).find((action) => !known.includes(action))
      if (shown === undefined) continue
      await table.decide(seat, shown, table.game.ply)
      expect(seated.position.undo).toBe(false)
      expect(await undo(seated)).toMatchObject({ code: 'no_undo' })
      return
    }
    throw new Error('nobody could play')
  })

  it('is impossible after a roll and after a reveal', async () => {
    for (const game of ['miyajima', 'runaway']) {
      const seated = await sitDown(game, 3, 1)
      while (!seated.table.over) {
        await seated.turn()
        const { lines } = seated.table.game
        if (lines.at(-1)?.[0] === 8) expect(seated.position.undo, 'a roll').toBe(false)
        if (
          lines
            .slice(-3)
            .map(([actor]) => actor)
            .join() === '0,1,2'
        )
          expect(seated.position.undo, 'a reveal').toBe(false)
      }
    }
  })

  it('goes back action by action, up to a limit', async () => {
    for (let tries = 0; tries < 50; tries++) {
      const seated = await sitDown('runaway', 3, tries)
      while (!seated.table.over && !(seated.position.actions[0]?.text.startsWith('track') ?? false)) await seated.turn()
      if (seated.table.over) continue
      for (let times = 0; times < 20; times++) {
        await act(seated, legal(seated)[times % 2]!)
        if (!seated.position.undo) break // a roll followed
        expect((await undo(seated)).type).toBe('ack')
      }
      if (!seated.position.actions[0]?.text.startsWith('track')) continue
      await act(seated, legal(seated)[0]!)
      expect(await undo(seated)).toMatchObject({ code: 'no_undo', key: 'error-too-many-undos' })
      return
    }
    throw new Error('nobody came to the switch')
  })
})

it('plays on another board, says so in the record, and keeps it for the next game', async () => {
  const { name, most } = GAMES[0]!
  const core = await load(readFileSync(join(process.cwd(), `src/core/built/${name}.wasm`)))
  const board = { options: { number: 1, several: [2, 3] }, laid: core.about.laid.map((option, at) => (at === 0 ? option - 1 : option)) }
  const seated = new Seated(core, newGame({ game: name, seats: most, name: 'Aki', level: 'random', board }))
  await seated.table.hello()
  expect(seated.table.info.settings.options).toEqual(board.options)
  expect(seated.table.record()).toContain('\noption number 1\noption several 2 3\n')
  const own = new Seated(core, { ...seated.table.game, board: undefined })
  await own.table.hello()
  expect(own.position.view).not.toEqual(seated.position.view)
  expect(nextGame(seated.table.game).board).toEqual(board)
})

it('turns the seats for the next game', () => {
  const first = newGame({ game: GAMES[0]!.name, seats: 3, name: 'Aki', level: 'easy' })
  const next = nextGame(first)
  expect(next.sitters[next.you]).toEqual(first.sitters[first.you])
  expect(next.you).toBe(2)
  expect(next.seed).not.toBe(first.seed)
  expect(new Set(first.sitters.map(({ name }) => name)).size).toBe(3)
})
