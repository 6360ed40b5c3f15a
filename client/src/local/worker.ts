/// <reference lib="webworker" />
/** The tables of this device, in a worker: bots think here, so that the page never waits for them. */

import type { Core } from '../core/core'
import { CoreError } from '../core/memory'
import { openCore, teach, teachHints } from '../core/cores'
import type { Advice, Level, Message } from '../protocol'
import { PlayedElsewhere, lockGame } from './lock'
import { BadBackup } from './backup'
import { isLocal, storedGames, type StoredGame } from './stored'
import { nextGame } from './new'
import { LocalTable, type Named } from './table'

/** The requests of the page. A request with a number gets an answer with the same number. */
export type Asked =
  | { ask: 'open'; id: string; line: number; fresh?: StoredGame; taking: boolean }
  | { ask: 'order'; line: number; command: Named }
  | { ask: 'close'; line: number }
  | { ask: 'replay'; number: number; id: string; seat: number | null }
  | { ask: 'record' | 'verify' | 'laid'; number: number; id: string }
  | { ask: 'entered'; number: number; id: string; table: string }
  | { ask: 'restore'; number: number; games: StoredGame[] }
  | { ask: 'unsaved'; number: number }

export type Answer =
  | { line: number; message: Message }
  | { line: number; closed: number }
  | { line: number; kept: boolean }
  | { number: number; found: unknown }
  | { number: number; problem: string; args: Record<string, number> }

const scope = self as unknown as DedicatedWorkerGlobalScope
const cores = new Map<string, Promise<Core>>()
const seats = new Map<number, Promise<Seat | null>>()
/** Games that the browser could not store, with their revision. They last as long as this page. */
const unsaved = new Map<string, { game: StoredGame; revision: number }>()
/** The longest time for a decision of a bot, in milliseconds. On slow devices, bots get only a share of the budget, by game and level. */
const MOST_MS = 900
const shares = new Map<string, number>()

function say(answer: Answer): void {
  scope.postMessage(answer)
}

function coreOf(game: string): Promise<Core> {
  let core = cores.get(game)
  if (!core) {
    core = openCore(game)
    cores.set(game, core)
    core.catch(() => cores.delete(game))
  }
  return core
}

async function found(id: string): Promise<StoredGame> {
  const game = unsaved.get(id)?.game ?? (isLocal(id) ? await storedGames.get(id) : undefined)
  if (!game) throw new CoreError('missing', id)
  return game
}

/** A stored game, or the one from the page: a game that was just started may not be stored at all. */
function foundOr(fresh: StoredGame | undefined, id: string): Promise<StoredGame> {
  return found(id).catch((error: unknown) => {
    if (fresh) return fresh
    throw error
  })
}

/** One table that the page shows. Its work is done in order. */
class Seat {
  private queue: Promise<void> = Promise.resolve()
  private readonly thinking = new Set<string>()
  private closed = false
  private storing = true

  private constructor(
    private readonly line: number,
    private readonly core: Core,
    readonly table: LocalTable,
    /** The revision in the browser's database. */
    private revision: number,
    private readonly letGo: () => void,
  ) {}

  static async at({ line, id, fresh, taking }: Extract<Asked, { ask: 'open' }>): Promise<Seat> {
    let seat: Seat | null = null
    let lost = false
    const letGo = await lockGame(id, taking, () => {
      lost = true
      seat?.stop(new PlayedElsewhere(id))
    })
    try {
      const game = await foundOr(fresh, id)
      const core = await coreOf(game.game)
      if (lost) throw new PlayedElsewhere(id)
      const tell = (message: Message) => say({ line, message })
      const table: LocalTable = new LocalTable(core, game, tell, (changed) => seat!.save(changed))
      const revision = unsaved.get(id)?.revision ?? game.revision ?? 0
      seat = new Seat(line, core, table, revision, letGo)
      seat.do(() => table.hello())
      return seat
    } catch (error) {
      letGo()
      throw error
    }
  }

  close(): void {
    this.closed = true
    this.letGo()
  }

  note(found: Parameters<LocalTable['note']>[0]): void {
    this.do(() => this.table.note(found))
  }

  private stop(error: unknown): void {
    if (this.closed) return
    report(error)
    say({ line: this.line, closed: closeCode(error) })
    this.close()
  }

  order(command: Named): void {
    this.do(async () => {
      if (command.type === 'advise') return this.advise(command)
      if (command.type === 'rematch') return this.rematch(command)
      await this.table.order(command)
    })
  }

  private do(work: () => Promise<void>): void {
    this.queue = this.queue
      .then(() => (this.closed ? undefined : work()))
      .then(() => this.wake())
      .catch((error: unknown) => this.stop(error))
  }

  /** Stores a game if possible. The player is told when it cannot be stored, and when it can be stored again. */
  private async save(game: StoredGame): Promise<void> {
    const own = game.id === this.table.game.id // otherwise it is the next game
    const before = own ? this.revision : 0
    try {
      await storedGames.put(game, before)
      unsaved.delete(game.id)
      if (own) this.revision = game.revision ?? 0
      this.tell(true)
    } catch (error) {
      if (error instanceof PlayedElsewhere) throw error
      unsaved.set(game.id, { game, revision: before })
      if (this.storing) console.warn(error)
      this.tell(false)
    }
  }

  private tell(stored: boolean): void {
    if (stored !== this.storing) say({ line: this.line, kept: stored })
    this.storing = stored
  }

  /** Starts the bots that must decide, after a pause. */
  private wake(): void {
    if (this.closed) return
    const { ply } = this.table.game
    for (const seat of this.table.waiting) {
      const thought = `${seat} at ${ply}`
      if (this.thinking.has(thought)) continue
      this.thinking.add(thought)
      setTimeout(
        () =>
          this.do(async () => {
            this.thinking.delete(thought)
            if (this.table.game.ply === ply && this.table.waiting.includes(seat)) await this.think(seat, ply)
          }),
        this.table.pause(seat) * 1000,
      )
    }
  }

  private async think(seat: number, ply: number): Promise<void> {
    const { bot, name } = this.table.game.sitters[seat]!
    const style = this.table.style(name)
    const level: Level = bot ?? 'random'
    await teach(this.core, level)
    const full = this.core.about.levels.find(({ name }) => name === level)?.budget ?? 0
    const key = `${this.table.game.game} ${level}`
    const share = shares.get(key) ?? 1
    const budget = Math.max(1, Math.round(full * share))
    const began = performance.now()
    const action = this.core.choose(level, this.table.view(seat), this.core.stream(this.table.luck(seat)), { style, budget })
    const took = performance.now() - began
    if (took > MOST_MS && full > 1) shares.set(key, (share * 0.8 * MOST_MS) / took)
    await this.table.decide(seat, action, ply)
  }

  private async advise({ id, ply }: Extract<Named, { type: 'advise' }>): Promise<void> {
    const { table, core } = this
    const { you } = table.game
    if (ply !== table.game.ply || !table.actors.includes(you)) return
    await teachHints(core)
    const { expects, hints } = core.advise(table.view(you))
    const told = hints.map(({ text, value }) => ({ text, value }))
    say({ line: this.line, message: { type: 'advice', id, ply, expects: expects as Advice['expects'], hints: told } })
  }

  private async rematch({ id }: Extract<Named, { type: 'rematch' }>): Promise<void> {
    const { table } = this
    let next = table.game.following
    if (!next) {
      const game = nextGame(table.game)
      await this.save(game)
      await table.note({ following: game.id })
      next = game.id
    }
    say({ line: this.line, message: { type: 'ack', id, ply: table.game.ply } })
    say({ line: this.line, message: { type: 'rematch', table: next } })
  }
}

/** Logs an error in our code as an error. Problems of files and devices are warnings, and the player is told about them. */
function report(error: unknown): void {
  if (error instanceof PlayedElsewhere || (error instanceof CoreError && error.code !== 'fault')) console.warn(error.message)
  else console.error(error)
}

/** The close code that tells the page why a table on this device cannot continue. */
function closeCode(error: unknown): number {
  if (error instanceof PlayedElsewhere) return 4026
  if (!(error instanceof CoreError)) return 4021
  return { missing: 4004, unsupported: 4022, damaged: 4023, offline: 4024, memory: 4025, fault: 4021, partial: 4027 }[error.code]
}

function pastOf(core: Core, game: StoredGame): LocalTable {
  return new LocalTable(
    core,
    game,
    () => undefined,
    () => Promise.resolve(),
  )
}

async function past(id: string): Promise<LocalTable> {
  const game = await found(id)
  return pastOf(await coreOf(game.game), game)
}

/** Adds the games of a file, if all of them follow the rules. */
async function restore(games: StoredGame[]): Promise<number> {
  for (const [at, game] of games.entries()) {
    try {
      const core = await coreOf(game.game)
      if (!pastOf(core, game).holds) throw new BadBackup('damaged', at + 1)
    } catch (error) {
      if (error instanceof BadBackup || (error instanceof CoreError && error.code !== 'fault')) throw error
      console.warn(error)
      throw new BadBackup('damaged', at + 1)
    }
  }
  try {
    return await storedGames.merge(games)
  } catch (error) {
    console.warn(error)
    throw new BadBackup('full')
  }
}

/** Notes that a game is in the leaderboard. Its table may be open. */
async function enter(id: string, table: string): Promise<null> {
  const open = (await Promise.all(seats.values())).find((seat) => seat?.table.game.id === id)
  if (open) open.note({ entered: table })
  else {
    const game = await found(id)
    const revision = game.revision ?? 0
    await storedGames.put({ ...game, entered: table, revision: revision + 1 }, revision)
  }
  return null
}

/** The key of the message in the catalogs. */
function problemOf(error: unknown): { problem: string; args: Record<string, number> } {
  if (error instanceof BadBackup) return { problem: `backup-${error.why}`, args: { game: error.game } }
  return { problem: `table-closed-${closeCode(error)}`, args: {} }
}

async function answer(asked: Extract<Asked, { number: number }>): Promise<unknown> {
  if (asked.ask === 'restore') return restore(asked.games)
  if (asked.ask === 'unsaved') return [...unsaved.values()].map(({ game }) => game)
  if (asked.ask === 'entered') return enter(asked.id, asked.table)
  if (asked.ask === 'laid') return (await found(asked.id)).board?.laid ?? null
  const table = await past(asked.id)
  if (asked.ask === 'replay') return table.replay(asked.seat)
  return asked.ask === 'record' ? table.record() : table.verify()
}

scope.onmessage = ({ data }: MessageEvent<Asked>) => {
  if ('number' in data) {
    answer(data)
      .then((found) => say({ number: data.number, found }))
      .catch((error: unknown) => say({ number: data.number, ...problemOf(error) }))
  } else if (data.ask === 'open') {
    const seat = Seat.at(data).catch((error: unknown) => {
      report(error)
      say({ line: data.line, closed: closeCode(error) })
      return null
    })
    seats.set(data.line, seat)
  } else {
    const seat = seats.get(data.line)
    if (data.ask === 'close') {
      seats.delete(data.line)
      void seat?.then((found) => found?.close())
    } else void seat?.then((found) => found?.order(data.command))
  }
}
