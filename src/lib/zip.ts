/**
 * Writes ZIP archives entry by entry (PKWARE APPNOTE 6.3.3), also those of more than 65,535 entries
 * or 4 GiB (ZIP64). The same entries give the same bytes.
 * @module
 */
import type { Bytes } from './bytes.js'

/** A file of an archive. */
export interface ZipEntry {
  /** Name in ASCII, with `/` between folders. */
  readonly name: string
  /** Less than 4 GiB. */
  readonly content: Uint8Array
  /** The same, deflated. Defaults to none: the content is stored. */
  readonly deflated?: Uint8Array | undefined
  /** Local date and time: `2026-11-26T09:30:00`. Defaults to 1980. */
  readonly date?: string | undefined
}

const most16 = 0xffff
const most32 = 0xffffffff

/** An archive that is being written: it holds the directory, some 130 bytes an entry. */
export class ZipWriter {
  readonly #directory: Uint8Array[] = []
  #offset = 0

  /** Returns the bytes of the next entry. */
  add({ name, content, deflated, date }: ZipEntry): readonly Uint8Array[] {
    const label = new TextEncoder().encode(name)
    const data = deflated ?? content
    const common = [
      ...bytesOf(2, 0, deflated === undefined ? 0 : 8, ...dosTime(date)),
      ...bytesOf(4, crc32(content), data.length, content.length),
      ...bytesOf(2, label.length),
    ]
    const local = Uint8Array.from([
      ...bytesOf(4, 0x04034b50),
      ...bytesOf(2, 20),
      ...common,
      ...bytesOf(2, 0),
      ...label,
    ])
    const isFar = this.#offset >= most32
    const version = isFar ? 45 : 20
    const extra = isFar ? [...bytesOf(2, 1, 8), ...bytesOf(8, this.#offset)] : []
    const places = [
      ...bytesOf(2, extra.length, 0, 0, 0),
      ...bytesOf(4, 0, isFar ? most32 : this.#offset),
    ]
    const head = [...bytesOf(4, 0x02014b50), ...bytesOf(2, version, version), ...common]
    this.#directory.push(Uint8Array.from([...head, ...places, ...label, ...extra]))
    this.#offset += local.length + data.length
    return [local, data]
  }

  /** Returns the bytes after the last entry: the directory and its end. */
  end(): readonly Uint8Array[] {
    const count = this.#directory.length
    let size = 0
    for (const { length } of this.#directory) size += length
    const offset = this.#offset
    const counts = bytesOf(2, Math.min(count, most16), Math.min(count, most16))
    const end = [
      ...bytesOf(4, 0x06054b50),
      ...bytesOf(2, 0, 0),
      ...counts,
      ...bytesOf(4, Math.min(size, most32), Math.min(offset, most32)),
      ...bytesOf(2, 0),
    ]
    const isLarge = count >= most16 || size >= most32 || offset >= most32
    const large = isLarge
      ? [
          ...bytesOf(4, 0x06064b50),
          ...bytesOf(8, 44),
          ...bytesOf(2, 45, 45),
          ...bytesOf(4, 0, 0),
          ...bytesOf(8, count, count, size, offset),
          ...bytesOf(4, 0x07064b50, 0),
          ...bytesOf(8, offset + size),
          ...bytesOf(4, 1),
        ]
      : []
    return [...this.#directory, Uint8Array.from([...large, ...end])]
  }
}

/** Time and date of MS-DOS, whose years begin in 1980. */
function dosTime(date = ''): readonly [number, number] {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(date)?.slice(1).map(Number)
  const [year, month, day, hour, minute, second] = parts ?? [1980, 1, 1, 0, 0, 0]
  const days = (Math.min(Math.max(year!, 1980), 2107) - 1980) * 512 + month! * 32 + day!
  return [hour! * 2048 + minute! * 32 + (second! >>> 1), days]
}

/** Integers of some bytes each, the least significant byte first. Up to 2^53. */
function bytesOf(width: 2 | 4 | 8, ...values: readonly number[]): readonly number[] {
  const bytes: number[] = []
  for (const value of values) {
    let rest = value
    for (let at = 0; at < width; at++) {
      bytes.push(rest % 256)
      rest = Math.floor(rest / 256)
    }
  }
  return bytes
}

/** Resolves to the bytes deflated, without a header. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([bytes as Bytes]).stream()
  const deflated = source.pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(deflated).arrayBuffer())
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}
