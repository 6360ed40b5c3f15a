/**
 * Synchronous SHA-256 and HMAC: those of the browser are asynchronous, and missing on pages that are served over plain
 * http.
 */

const ROUND = new Uint32Array(64)
const FIRST = new Uint32Array(8)
{
  // The fractional parts of the cube roots and square roots of the first primes.
  const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32)
  for (let n = 2, found = 0; found < 64; n++) {
    if (Array.from({ length: n - 2 }, (_, k) => k + 2).some((divisor) => n % divisor === 0)) continue
    if (found < 8) FIRST[found] = fraction(Math.sqrt(n))
    ROUND[found++] = cubeRootFraction(n)
  }
}

/** The first 32 bits of the fractional part of a cube root, exactly: `Math.cbrt` may be wrong in its last bit. */
function cubeRootFraction(n: number): number {
  const wanted = BigInt(n) << 96n
  let root = 0n
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((root + bit) ** 3n <= wanted) root += bit
  return Number(root & 0xffffffffn)
}

export class Sha256 {
  private readonly words = new Uint32Array(64)

  constructor(
    private readonly hash = FIRST.slice(),
    private readonly block = new Uint8Array(64),
    private length = 0,
  ) {}

  /** An independent copy of the hash so far. */
  copy(): Sha256 {
    return new Sha256(this.hash.slice(), this.block.slice(), this.length)
  }

  update(data: Uint8Array): this {
    let at = 0
    let filled = this.length % 64
    this.length += data.length
    while (at < data.length) {
      const n = Math.min(64 - filled, data.length - at)
      this.block.set(data.subarray(at, at + n), filled)
      at += n
      filled = (filled + n) % 64
      if (filled === 0) this.mix()
    }
    return this
  }

  digest(): Uint8Array {
    const bits = this.length * 8
    const end = new Uint8Array(((119 - (this.length % 64)) % 64) + 9)
    end[0] = 0x80
    new DataView(end.buffer).setUint32(end.length - 8, Math.floor(bits / 2 ** 32))
    new DataView(end.buffer).setUint32(end.length - 4, bits >>> 0)
    this.update(end)
    const found = new Uint8Array(32)
    this.hash.forEach((word, k) => new DataView(found.buffer).setUint32(4 * k, word))
    return found
  }

  private mix(): void {
    const { words, block, hash } = this
    for (let k = 0; k < 16; k++) {
      words[k] = (block[4 * k]! << 24) | (block[4 * k + 1]! << 16) | (block[4 * k + 2]! << 8) | block[4 * k + 3]!
    }
    for (let k = 16; k < 64; k++) {
      const x = words[k - 15]!
      const y = words[k - 2]!
      const s = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const t = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      words[k] = words[k - 16]! + s + words[k - 7]! + t
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let k = 0; k < 64; k++) {
      const s = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const one = (h + s + ((e & f) ^ (~e & g)) + ROUND[k]! + words[k]!) | 0
      const t = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const two = (t + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const mixed = [a, b, c, d, e, f, g, h]
    for (let k = 0; k < 8; k++) hash[k] = hash[k]! + mixed[k]!
  }
}

export function sha256(data: Uint8Array): Uint8Array {
  return new Sha256().update(data).digest()
}

export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = new Sha256()
    .update(block.map((byte) => byte ^ 0x36))
    .update(data)
    .digest()
  return new Sha256()
    .update(block.map((byte) => byte ^ 0x5c))
    .update(inner)
    .digest()
}

export function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
