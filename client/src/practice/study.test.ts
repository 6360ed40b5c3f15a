import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { load, type Core, type State } from '../core/core'
import { fromText, toText } from '../core/positions'
import { GAMES } from '../games'
import type { Message } from '../protocol'
import { newGame } from '../local/new'
import { LocalTable } from '../local/table'
import { isRight, type Exercise } from './exercise'
import { anotherWorld, compare, momentOf, viewAt, type Line } from './study'

async function open(game: string): Promise<Core> {
  return load(readFileSync(join(process.cwd(), `src/core/built/${game}.wasm`)))
}

/** A random game: its lines, and the states before the first and after each. */
function played(core: Core, seats: number, seed: number): { lines: Line[]; states: State[] } {
  const stream = core.stream(seed)
  const states = [core.start(seats)]
  const lines: Line[] = []
  for (let actors = core.actors(states[0]!); actors.length; actors = core.actors(states.at(-1)!)) {
    const [state, actor] = [states.at(-1)!, actors[0]!]
    const menu = core.legal(state, actor)
    const action = actor === core.about.chance ? core.draw(state, stream) : menu[core.below(stream, menu.length)]!
    lines.push([actor, core.say(actor, action)])
    states.push(core.apply(state, actor, action))
  }
  return { lines, states }
}

describe.each(GAMES.map(({ name, usual }) => ({ name, usual })))('positions of $name', ({ name, usual }) => {
  it('show what the seat saw, in a simultaneous decision before anybody has chosen', async () => {
    const core = await open(name)
    const { lines, states } = played(core, usual, 4)
    let together = 0
    for (let ply = 0; ply < lines.length; ply += 3) {
      const actors = core.actors(states[ply]!)
      const view = viewAt(core, core.start(usual), lines, ply, 1)
      const seen = core.view(states[ply]!, 1)
      if (lines[ply - 1] && actors.length && actors.length < core.actors(states[ply - 1]!).length) {
        together += 1
        expect(core.actors(view).length).toBeGreaterThan(actors.length)
      } else expect(view).toEqual(seen)
      expect(core.viewer(view)).toBe(1)
    }
    if (states.some((state) => core.actors(state).length > 1)) expect(together).toBeGreaterThan(0)
  })

  it('continue in a world that looks the same and reveals nothing about the real one', async () => {
    const core = await open(name)
    const { lines, states } = played(core, usual, 5)
    let others = 0
    for (let ply = 0; ply < lines.length; ply += 7) {
      const seat = ply % usual
      const view = viewAt(core, core.start(usual), lines, ply, seat)
      const world = anotherWorld(core, view, BigInt(ply))
      expect(core.view(world, seat)).toEqual(view)
      // What the seat cannot see is exchanged: the sampled state must be the same to the last byte.
      const exchanged = core.view(anotherWorld(core, view, 999n), seat)
      expect(anotherWorld(core, exchanged, BigInt(ply))).toEqual(world)
      if (toText(world) !== toText(states[ply]!)) others += 1
    }
    const hides = lines.some(
      ([actor], at) => actor === core.about.chance && !core.sees(states[at]!, actor, core.parse(actor, lines[at]![1])!, 0),
    )
    if (hides) expect(others).toBeGreaterThan(3)
  })

  it('can be continued to the end on this device', async () => {
    const core = await open(name)
    const { lines } = played(core, usual, 6)
    const ply = Math.floor(lines.length / 2)
    const seat = usual - 1
    const view = viewAt(core, core.start(usual), lines, ply, seat)
    const start = toText(anotherWorld(core, view, 1n))
    const game = newGame({ game: name, seats: usual, name: 'Aki', level: 'random', from: { start, seat } })
    expect(game.sitters[seat]).toEqual({ name: 'Aki', bot: null })
    const heard: Message[] = []
    const table = new LocalTable(
      core,
      game,
      (message) => heard.push(message),
      async () => undefined,
    )
    expect(core.view(table.state, seat)).toEqual(view)
    await table.hello()
    for (let turn = 0; !table.over; turn++) {
      if (turn > 5000) throw new Error('the game does not end')
      const one = table.actors.find((actor) => !(actor in table.game.pending))!
      const action = core.choose('random', table.view(one), core.stream(turn))
      if (one === seat) await table.order({ type: 'act', id: `${turn}`, ply: table.game.ply, action: core.say(one, action) })
      else await table.decide(one, action, table.game.ply)
    }
    expect(heard.at(-1)!.type).toBe('over')
    expect(table.verify().holds).toBe(true)
    expect(
      new LocalTable(
        core,
        structuredClone(game),
        () => undefined,
        async () => undefined,
      ).state,
    ).toEqual(table.state)
    expect(() => table.record()).toThrow()
    expect(() => fromText(core, 'AAAA')).toThrow(core.about.title)
    expect(() => fromText(core, '§')).toThrow(core.about.title)
  })

  it('are compared in the same states', async () => {
    const core = await open(name)
    const { lines, states } = played(core, usual, 7)
    const ply = lines.findIndex(
      ([actor], at) => at > lines.length / 2 && actor !== core.about.chance && core.legal(states[at]!, actor).length > 2,
    )
    const [seat] = lines[ply]!
    const view = viewAt(core, core.start(usual), lines, ply, seat)
    const { actions, bytes } = momentOf(core, view)
    expect(fromText(core, bytes)).toEqual(view)
    const ways = { unit: 'wins' as const, level: 'easy', games: 12, enough: () => false }
    const same = compare(core, view, actions[0]!.text, actions[0]!.text, ways)
    expect(same).toEqual({ games: 12, worse: 0, better: 0, world: null })
    const all = actions
      .slice(1)
      .map(({ text }) => [compare(core, view, actions[0]!.text, text, ways), compare(core, view, text, actions[0]!.text, ways)])
    for (const [one, other] of all) {
      expect([one!.worse, one!.better]).toEqual([other!.better, other!.worse])
      for (const { world, worse } of [one!, other!]) {
        expect(world !== null).toBe(worse > 0)
        if (world) expect(world.result).toBeLessThan(world.instead)
        if (world) expect(world.steps[0]!.events.length).toBeGreaterThan(0)
      }
    }
  })
})

it('actions that are too close to the best are right', () => {
  const option = (action: string, value: number, error: number) => ({ action, value, error, leaves: {}, said: '' })
  const options = [option('a', 0.5, 0), option('b', 0.485, 0.01), option('c', 0.47, 0.01)]
  const exercise: Exercise = { id: '', game: '', seats: 2, seat: 0, bytes: '', kind: '', unit: 'wins', options }
  expect(['a', 'b', 'c', 'd'].filter((text) => isRight(exercise, text))).toEqual(['a', 'b'])
})
