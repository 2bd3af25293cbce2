/**
 * The format of a log: a header, and frames chained by their checksums.
 *
 *     cfdi-stamp journal 3 <id> <mark> <opened|closed>\n
 *     <sum> <length> <record>\t<record>…\n
 *
 * The sum covers the sum of the previous frame (for the first one, the id) and the payload, which
 * reveals a missing frame. `mark` is a position up to which every frame was acknowledged. Records
 * are JSON, which never contains a raw tab, line feed or zero:
 * `tail -n +2 <file> | cut -c27- | tr '\t' '\n' | jq` shows them.
 * @module
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The position of a record, in bytes, and its CRC-32. */
export interface Place {
  readonly position: number
  readonly length: number
  readonly check: number
  /** Number of the file, among the files of the log since it was opened. Defaults to 0. */
  readonly file?: number
}

/** Content of the header. */
export interface Header {
  /** Version 2 had no id, no mark and no lengths, and its sums were not chained. */
  readonly version: 2 | 3
  /** Random: frames of another log, or of an earlier file of this one, do not match. */
  readonly id: string
  /** Every frame that ends at or before it was acknowledged. */
  readonly mark: number
  /** The file was closed after its last frame, and ends at `mark`. */
  readonly closed: boolean
  /** Bytes of the header. */
  readonly length: number
}

/** A frame that was read. */
export interface Frame {
  readonly payload: Buffer
  /** Position of the payload. */
  readonly position: number
  readonly sum: string
  /** Position after the frame. */
  readonly end: number
}

const [tab, lineFeed] = [0x09, 0x0a]
const name = 'cfdi-stamp journal '
const blank2 = `${name}2\n`
const pattern3 = /^cfdi-stamp journal 3 ([0-9a-f]{16}) ([0-9a-f]{12}) (opened|closed)\n$/
const headPattern = /^([0-9a-f]{16}) ([0-9a-f]{8}) $/
const headStart = /^[0-9a-f]{0,16}$|^[0-9a-f]{16} [0-9a-f]{0,8}$/
const headLength = 26
/** A disk writes a sector whole or not at all. */
const sector = 512

/** Bytes of the header of version 3. */
export const headerLength = 58

/** The header of a log. */
export function headerOf({ id, mark, closed }: Pick<Header, 'id' | 'mark' | 'closed'>): Buffer {
  const position = mark.toString(16).padStart(12, '0')
  return Buffer.from(`${name}3 ${id} ${position} ${closed ? 'closed' : 'opened'}\n`)
}

/**
 * Reads the beginning of a file, `headerLength` bytes or all of it. `blank`: it is empty, or a
 * power cut hit its creation by version 2. `damaged`: a header that cannot be read. `foreign`:
 * another file, or another version.
 */
export function readLogHeader(beginning: Buffer): Header | 'blank' | 'damaged' | 'foreign' {
  const text = beginning.toString('latin1')
  const [, id = '', mark = '', state] = pattern3.exec(text) ?? []
  if (state !== undefined) {
    return {
      version: 3,
      id,
      mark: Number.parseInt(mark, 16),
      closed: state === 'closed',
      length: headerLength,
    }
  }
  if (text.startsWith(blank2))
    return { version: 2, id: '', mark: 0, closed: false, length: blank2.length }
  if (text === '' || text === blank2.trimEnd()) return 'blank'
  if (text.startsWith(`${name}3`) || name.startsWith(text)) return 'damaged'
  return 'foreign'
}

/** A frame for a position in the file, its sum, and the places of its records. */
export function frameOf(
  records: readonly Buffer[],
  position: number,
  previous: string,
  file = 0,
): { bytes: Buffer; sum: string; places: Place[] } {
  const parts: Buffer[] = []
  const places: Place[] = []
  let at = position + headLength
  for (const record of records) {
    if (parts.length > 0) parts.push(Buffer.of(tab))
    parts.push(record)
    places.push({ position: at, length: record.length, check: crc32(record), file })
    at += record.length + 1
  }
  const payload = Buffer.concat(parts)
  const sum = chainSum(previous, payload)
  const head = Buffer.from(`${sum} ${payload.length.toString(16).padStart(8, '0')} `)
  return { bytes: Buffer.concat([head, payload, Buffer.of(lineFeed)]), sum, places }
}

/** The records of a frame. */
export function* recordsOf({
  payload,
  position,
}: Frame): Iterable<{ record: Buffer; place: Place }> {
  for (let from = 0; from <= payload.length; ) {
    const stop = payload.indexOf(tab, from)
    const to = stop === -1 ? payload.length : stop
    const record = payload.subarray(from, to)
    yield {
      record,
      place: { position: position + from, length: to - from, check: crc32(record), file: 0 },
    }
    from = to + 1
  }
}

/** The bytes of a file from a position on; fewer at its end. */
export type Take = (position: number, length: number) => Promise<Buffer>

/** The frame at a position, if there is a valid one. */
export function readFrame(
  take: Take,
  at: number,
  version: 2 | 3,
  previous: string,
): Promise<Frame | undefined> {
  if (version === 2) return readFrame2(take, at)
  return readFrame3(take, at, previous)
}

async function readFrame3(take: Take, at: number, previous: string): Promise<Frame | undefined> {
  const { sum, length } = readHead(await take(at, headLength)) ?? {}
  if (sum === undefined || length === undefined) return undefined
  const position = at + headLength
  const body = await take(position, length + 1)
  const payload = body.subarray(0, length)
  if (body[length] !== lineFeed || chainSum(previous, payload) !== sum) return undefined
  return { payload, position, sum, end: position + length + 1 }
}

/** `<sum> <payload>\n` */
async function readFrame2(take: Take, at: number): Promise<Frame | undefined> {
  let line = await take(at, 4096)
  for (let longer = line; !line.includes(lineFeed); line = longer) {
    longer = await take(at, 2 * line.length)
    if (longer.length === line.length) return undefined
  }
  const stop = line.indexOf(lineFeed)
  const payload = line.subarray(17, Math.max(17, stop))
  const sum = chainSum('', payload)
  if (stop < 17 || line.toString('latin1', 0, 17) !== `${sum} `) return undefined
  return { payload, position: at + 17, sum, end: at + stop + 1 }
}

/** The first 64 bits of SHA-256, in hexadecimal. */
function chainSum(previous: string, payload: Buffer): string {
  return createHash('sha256').update(previous).update(payload).digest('hex').slice(0, 16)
}

/** Reads the head of a frame. */
export function readHead(head: Buffer): { sum: string; length: number } | undefined {
  const [, sum, length] = headPattern.exec(head.toString('latin1')) ?? []
  if (sum === undefined || length === undefined) return undefined
  return { sum, length: Number.parseInt(length, 16) }
}

/**
 * Whether the bytes after the last valid frame can be one torn, unacknowledged write: the beginning
 * of a frame, or a frame whose unwritten sectors read as zeros.
 */
export function canBeTorn(tail: Buffer, position: number, version: 2 | 3): boolean {
  const ends = tail.indexOf(lineFeed) !== -1
  if (ends && tail.indexOf(lineFeed) !== tail.length - 1) return false
  const holes = [...holesOf(tail)]
  const isEdge = (at: number) => at === 0 || at === tail.length || (position + at) % sector === 0
  if (!holes.every(([from, to]) => isEdge(from) && isEdge(to))) return false
  if (tail.some((byte) => byte < 0x20 && byte !== 0 && byte !== tab && byte !== lineFeed))
    return false
  if (version === 2) return !ends || holes.length > 0
  return holes.some(([from]) => from < headLength) || fitsHead(tail, ends, holes.length > 0)
}

/** Whether a tail with an intact head is at most as long as its head states. */
function fitsHead(tail: Buffer, ends: boolean, hasHoles: boolean): boolean {
  if (tail.length < headLength) return headStart.test(tail.toString('latin1'))
  const { length } = readHead(tail.subarray(0, headLength)) ?? {}
  if (length === undefined) return false
  const whole = headLength + length + 1
  if (tail.length < whole) return !ends
  return tail.length === whole && hasHoles
}

/** The runs of zeros. */
function* holesOf(tail: Buffer): Iterable<readonly [from: number, to: number]> {
  for (let from = tail.indexOf(0); from !== -1; ) {
    let to = from
    while (to < tail.length && tail[to] === 0) to++
    yield [from, to]
    from = tail.indexOf(0, to)
  }
}
