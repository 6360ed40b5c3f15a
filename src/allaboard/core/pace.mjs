// Measures a core in Node, as pace.py asks: lines of JSON in; out come decisions a second and the sum of
// what was chosen.
//
//     node pace.mjs FOLDER GAME SEATS
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { inflateSync } from 'node:zlib'

const BATCH = 64
const [folder, game, seats] = process.argv.slice(2)
const module = new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`))
const about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, 'allaboard')[0]))
const core = new WebAssembly.Instance(module).exports
const size = about.state.size
const [state, laid, stream, menu, options] = [size, size, 32, 2 * about.room, 8 * about.laid.length].map((n) => core.reserve(n))
const learned = new Map()

new BigInt64Array(core.memory.buffer, options, about.laid.length).set(about.laid.map(BigInt))
core.start(laid, Number(seats), options, about.laid.length)
core.reseed(stream, 1n, 0n)

function knowledge(known) {
  if (!known) return [0, 0]
  if (!learned.has(known.file)) {
    const plain = inflateSync(readFileSync(`${folder}/${known.file}`))
    const at = core.reserve(4 * known.numbers)
    const numbers = new DataView(core.memory.buffer, at)
    for (let k = 0; k < known.numbers; k++) {
      const word = plain[k] | (plain[known.numbers + k] << 8)
      if (known.width === 4) numbers.setInt32(4 * k, word | (plain[2 * known.numbers + k] << 16) | (plain[3 * known.numbers + k] << 24), true)
      else numbers.setFloat32(4 * k, half(word), true)
    }
    learned.set(known.file, at)
  }
  return [learned.get(known.file), known.numbers]
}

function half(word) {
  const [sign, exponent, rest] = [word & 0x8000 ? -1 : 1, (word >> 10) & 31, word & 1023]
  if (exponent === 31) return rest ? NaN : sign * Infinity
  return exponent === 0 ? sign * rest * 2 ** -24 : sign * (1024 + rest) * 2 ** (exponent - 25)
}

/** How often something is done in a second of processor time. */
function pace(goesOn, once) {
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const began = spent()
  let done = 0
  for (let n = 0; goesOn(n, spent() - began); n++) done += once(n)
  return done / (spent() - began)
}

function bots({ level, n, views }) {
  const { learned, budget } = about.levels.find(({ name }) => name === level)
  const [at, numbers] = knowledge(learned)
  const given = views.map((view) => Uint8Array.from(Buffer.from(view, 'hex')))
  const choose = core[`choose_${level}`]
  let chosen = 0
  const turn = (k) => {
    new Uint8Array(core.memory.buffer, state, size).set(given[k % given.length])
    core.reseed(stream, BigInt(k), 0n)
    chosen += Number(choose(state, stream, at, numbers, budget, 0))
    return 1
  }
  return [pace((k) => k < n, turn), chosen]
}

function random({ seconds }) {
  return [pace((_, spent) => spent < seconds, () => core.random_games(state, laid, stream, menu, BATCH)), 0]
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line)
  console.log((asked.level ? bots(asked) : random(asked)).join(' '))
}
