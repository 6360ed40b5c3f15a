/** The memory of a core and its exported functions: what was learned, calls, and bytes in and out. */

import type { Learned } from './generated'

/** Why a core cannot be used: no WebAssembly, no file, a damaged file, no memory, a fault in its code, or a partial game. */
export class CoreError extends Error {
  constructor(
    readonly code: 'unsupported' | 'missing' | 'offline' | 'damaged' | 'memory' | 'fault' | 'partial',
    message: string,
  ) {
    super(message)
  }
}

type Call = (...given: (number | bigint)[]) => number

/** The part of a core that is the same for every game. `Core` in core.ts adds the rest. */
export class Memory {
  readonly memory: WebAssembly.Memory
  private readonly calls: Record<string, Call>
  /** The address of the content of each loaded file. */
  private readonly learned = new Map<string, number>()

  constructor(
    private readonly title: string,
    exports: WebAssembly.Exports,
  ) {
    this.memory = exports.memory as WebAssembly.Memory
    this.calls = exports as unknown as Record<string, Call>
  }

  /** Reserve bytes in the core's memory. They are never freed. */
  reserve(size: number): number {
    const at = this.call('reserve', size)
    if (at === 0) throw new CoreError('memory', 'There is not enough memory for the game.')
    return at
  }

  /** Call an exported function. */
  call(name: string, ...given: (number | bigint)[]): number {
    try {
      return this.calls[name]!(...given)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      throw new CoreError('fault', `${this.title} has failed in ${name}: ${error.message}.`)
    }
  }

  out(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size).slice()
  }

  blank(at: number, size: number): void {
    new Uint8Array(this.memory.buffer, at, size).fill(0)
  }

  // ---- what bots have learned

  /** Whether a file is loaded. */
  knows(file: string): boolean {
    return this.learned.has(file)
  }

  /** Load the decompressed content of a file. */
  learn({ file, numbers, width }: Learned, plain: Uint8Array): void {
    if (this.learned.has(file)) return
    if (plain.length !== numbers * width) {
      throw new CoreError('damaged', `What the bots have learned is damaged: ${file} has ${plain.length} bytes, not ${numbers * width}.`)
    }
    const at = this.reserve(4 * numbers)
    const place = new DataView(this.memory.buffer, at, 4 * numbers)
    for (let k = 0; k < numbers; k++) {
      let word = 0
      for (let byte = 0; byte < width; byte++) word |= plain[byte * numbers + k]! << (8 * byte)
      if (width === 2) place.setFloat32(4 * k, half(word), true)
      else place.setInt32(4 * k, word, true)
    }
    this.learned.set(file, at)
  }

  /** The address of the content of a file, and how many numbers it has. */
  knowledge(learned: Learned | null): [at: number, numbers: number] {
    if (!learned) return [0, 0]
    const at = this.learned.get(learned.file)
    if (at === undefined) throw new Error(`${learned.file} must be loaded first`)
    return [at, learned.numbers]
  }
}

/** A half-precision number. */
function half(word: number): number {
  const sign = word & 0x8000 ? -1 : 1
  const exponent = (word >> 10) & 31
  const rest = word & 1023
  if (exponent === 0) return sign * rest * 2 ** -24
  if (exponent === 31) return rest ? NaN : sign * Infinity
  return sign * (1024 + rest) * 2 ** (exponent - 25)
}
