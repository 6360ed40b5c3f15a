// Measures a core in Node for speed.py. Reads requests as lines of JSON. Answers each with the decisions per
// second and the sum of the chosen actions.
//
//     node speed.mjs FOLDER GAME SEATS
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { inflateSync } from 'node:zlib'

const BATCH = 64
const [folder, game, seats] = process.argv.slice(2)
const module = new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`))
const about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, 'allaboard')[0]))
const core = new WebAssembly.Instance(module).exports
const size = about.state.size
const [state, laid, stream, menu, options] = [size, size, 32, 2 * about.most_actions, 8 * about.laid.length].map((n) => core.reserve(n))
const learned = new Map()
let rows // the positions in which bots decide, always the same number of them

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

/** How often something can be done in a second of processor time. */
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

/** Decisions per second and the sum of the chosen actions; with `alone`, the seconds of the slowest decision. */
function bots({ level, n, views, alone }) {
  const { learned, budget } = about.levels.find(({ name }) => name === level)
  const [at, numbers] = knowledge(learned)
  const given = Buffer.from(views.join(''), 'hex')
  if (rows === undefined) rows = core.reserve(given.length)
  new Uint8Array(core.memory.buffer, rows, given.length).set(given)
  let chosen = 0
  const all = () => {
    chosen = core[`decide_${level}`](rows, views.length, stream, at, numbers, budget, n) >>> 0
    return n
  }
  if (alone) {
    const one = (k) => core[`decide_${level}`](rows + k * size, 1, stream, at, numbers, budget, 1) >>> 0
    const seconds = views.map((_, k) => 1 / pace((n) => n < 1, () => (one(k), 1)))
    return [Math.max(...seconds), 0]
  }
  return [pace((k) => k < 1, all), chosen]
}

function random({ seconds }) {
  return [pace((_, spent) => spent < seconds, () => core.random_games(state, laid, stream, menu, BATCH)), 0]
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line)
  console.log((asked.level ? bots(asked) : random(asked)).join(' '))
}
