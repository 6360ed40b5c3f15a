/** Reads records and logs in a core's memory as the JSON that the server sends. */

import type { Column, FieldLayout, Layout, Row, Rows } from './generated'

export type Json = Record<string, unknown>

type Number_ = (data: DataView, at: number) => number

const NUMBERS: Record<string, [size: number, read: Number_]> = {
  int8: [1, (data, at) => data.getInt8(at)],
  uint8: [1, (data, at) => data.getUint8(at)],
  int16: [2, (data, at) => data.getInt16(at, true)],
  uint16: [2, (data, at) => data.getUint16(at, true)],
  int32: [4, (data, at) => data.getInt32(at, true)],
  uint32: [4, (data, at) => data.getUint32(at, true)],
  int64: [8, (data, at) => Number(data.getBigInt64(at, true))],
  uint64: [8, (data, at) => Number(data.getBigUint64(at, true))],
}

/** A function that reads one kind of record. */
export function recordReader(layout: Layout): (record: Uint8Array) => Json {
  const told = layout.fields.filter((field) => !field.secret).map((field) => [field, NUMBERS[field.number]!] as const)
  const seats = layout.fields.find((field) => field.name === 'seats')
  return (record) => {
    const data = new DataView(record.buffer, record.byteOffset, record.byteLength)
    const taken = seats ? NUMBERS[seats.number]![1](data, seats.at) : 0
    const found: Json = {}
    for (const [field, [size, read]] of told) found[field.name] = value(data, field, size, read, taken)
    return found
  }
}

function value(data: DataView, field: FieldLayout, size: number, read: Number_, seats: number): unknown {
  const level = (depth: number, at: number): unknown => {
    if (depth === field.shape.length) return one(read(data, at), field)
    const inner = field.shape.slice(depth + 1).reduce((product, n) => product * n, size)
    let n = field.shape[depth]!
    if (depth === 0 && field.per_seat) n = Math.min(n, seats)
    if (depth === field.shape.length - 1 && field.trim) while (n > 0 && read(data, at + (n - 1) * inner) === 0) n--
    return Array.from({ length: n }, (_, k) => level(depth + 1, at + k * inner))
  }
  return level(0, field.at)
}

function one(number: number, field: FieldLayout): unknown {
  if (field.bits !== null) return bits(number, field.bits)
  if (field.optional && number === 0) return null
  const meant = field.optional ? number - 1 : number
  return field.names.length ? field.names[meant] : meant
}

/** The bits that are set, the lowest counted as `first`. */
export function bits(mask: number, first = 0): number[] {
  const found: number[] = []
  for (let bit = first; mask > 0; bit++, mask = Math.floor(mask / 2)) if (mask % 2 === 1) found.push(bit)
  return found
}

/** A function that reads the rows of a log as events or reasons. The name of the class is stored under `key`. */
export function logReader(log: Rows, kinds: readonly Row[], key: string, nothing: number): (record: Uint8Array) => Json[] {
  const plain = (column: Column, number: number, is: string): unknown => {
    if (is === 'seats') return bits(number)
    if (column.optional && number === nothing) return null
    if (column.words.length) return column.words[number]
    return is === 'truth' ? number !== 0 : number
  }
  return (record) => {
    const data = new DataView(record.buffer, record.byteOffset, record.byteLength)
    const at = (row: number, k: number) => data.getInt32(log.rows + 4 * (row * log.width + k), true)
    if (data.getInt32(log.lost, true) > 0) throw new Error('a step wrote more than the log has room for')
    return Array.from({ length: data.getInt32(log.count, true) }, (_, row) => {
      const kind = kinds[at(row, 0)]!
      const found: Json = { [key]: kind.tag }
      kind.fields.forEach((column, k) => {
        found[column.name] = column.is.startsWith('list of ')
          ? Array.from({ length: at(row, 1) }, (_, n) => plain(column, at(row, 2 + k + n), column.is.slice(8)))
          : plain(column, at(row, 2 + k), column.is)
      })
      return found
    })
  }
}
