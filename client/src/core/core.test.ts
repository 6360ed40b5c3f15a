import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Core, load, Refused, type State } from './core'
import { CoreError } from './memory'
import { inflated } from './inflated'

const BUILT = join(process.cwd(), 'src/core/built')
const games = readdirSync(BUILT)
  .filter((file) => file.endsWith('.wasm'))
  .map((file) => file.slice(0, -5))

async function open(game: string): Promise<Core> {
  return load(readFileSync(join(BUILT, `${game}.wasm`)))
}

/** The first position in which a player must decide. */
function decision(core: Core, seats: number): [State, number] {
  let state = core.start(seats)
  while (core.actors(state)[0] === core.about.chance) state = core.apply(state, core.about.chance, core.draw(state, core.stream(1)))
  return [state, core.actors(state)[0]!]
}

it('finds cores to test', () => {
  expect(games.length).toBeGreaterThan(0)
})

describe.each(games)('%s', (game) => {
  it('plays a game to its end', async () => {
    const core = await open(game)
    const stream = core.stream(7)
    let state = core.start(core.about.seats[0]!)
    for (let actors = core.actors(state); actors.length; actors = core.actors(state)) {
      const menu = core.legal(state, actors[0]!)
      const action = actors[0] === core.about.chance ? core.draw(state, stream) : menu[core.below(stream, menu.length)]!
      expect(menu).toContain(action)
      state = core.play(state, actors[0]!, action)
    }
    expect(core.over(state)).toBe(true)
    expect(Math.min(...core.ranks(state))).toBe(1)
  })

  it('leaves states as they are', async () => {
    const core = await open(game)
    const [state, seat] = decision(core, core.about.seats[0]!)
    const before = state.slice()
    const view = core.view(state, seat)
    core.apply(state, seat, core.legal(state, seat)[0]!)
    core.choose('random', view, core.stream(3))
    expect(state).toEqual(before)
  })

  it('says and reads every action', async () => {
    const core = await open(game)
    for (const [actor, forms] of [
      [0, core.about.actions],
      [core.about.chance, core.about.outcomes],
    ] as const) {
      forms.texts.forEach((text, action) => expect(core.parse(actor, text)).toBe(action))
      expect(forms.parts).toHaveLength(forms.texts.length)
    }
    expect(core.parse(0, 'nonsense')).toBeUndefined()
  })

  it('refuses what is not legal, with a reason, a clause and the legal actions', async () => {
    const core = await open(game)
    const [state, seat] = decision(core, core.about.seats[0]!)
    const legal = core.legal(state, seat)
    const action = core.about.actions.texts.findIndex((_, k) => !legal.includes(k))
    let refused: unknown
    try {
      core.play(state, seat, action)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(Refused)
    expect((refused as Refused).clause).toMatch(/^[A-Z]\d+$/)
    expect((refused as Refused).legal).toEqual(legal.map((one) => core.say(seat, one)))
  })

  it('lets every level choose a legal action when its file is loaded', async () => {
    const core = await open(game)
    const [state, seat] = decision(core, core.about.seats.at(-1)!)
    const view = core.view(state, seat)
    for (const { name } of core.about.levels) {
      const lack = core.lacks(name)
      if (lack) {
        expect(() => core.choose(name, view, core.stream(1), { budget: 10 })).toThrow('must be loaded first')
        core.learn(lack, await inflated(readFileSync(join(BUILT, lack.file))))
        expect(core.lacks(name)).toBeNull()
      }
      expect(core.legal(state, seat)).toContain(core.choose(name, view, core.stream(1), { budget: 10 }))
    }
    const { hints, expects } = core.advise(view, 0, 100)
    expect(hints.map(({ action }) => action).sort()).toEqual(core.legal(state, seat).sort())
    expect(hints).toEqual([...hints].sort((a, b) => b.value - a.value))
    expect(expects).not.toBe('')
  })

  it('reports damaged learned numbers', async () => {
    const core = await open(game)
    const lack = core.about.levels.map(({ name }) => core.lacks(name)).find((one) => one !== null)!
    const packed = readFileSync(join(BUILT, lack.file))
    await expect(inflated(packed.subarray(0, packed.length >> 1))).rejects.toThrow(CoreError)
    expect(() => core.learn(lack, new Uint8Array(3))).toThrow('damaged')
  })

  it('does not take the state of another game, a wrong table or wrong options', async () => {
    const core = await open(game)
    expect(() => core.actors(new Uint8Array(3))).toThrow('not a state')
    expect(() => core.start(99)).toThrow('not for 99 players')
    expect(() => core.start(core.about.seats[0]!, [1, 2, 3, 4, 5])).toThrow('numbers as its options')
  })

  it('goes on after a fault', async () => {
    const core = await open(game)
    const state = core.start(core.about.seats[0]!)
    const calls = (core as unknown as { calls: Record<string, unknown> }).calls
    const whole = { ...calls }
    Object.defineProperty(core, 'calls', {
      value: {
        ...whole,
        actors: () => {
          throw new WebAssembly.RuntimeError('unreachable')
        },
      },
    })
    expect(() => core.actors(state)).toThrow(CoreError)
    Object.defineProperty(core, 'calls', { value: whole })
    expect(core.actors(state).length).toBeGreaterThan(0)
  })
})

it('reports a damaged file', async () => {
  await expect(load(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: 'damaged' })
})
