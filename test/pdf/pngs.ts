/**
 * PNG files for tests of logos, also invalid ones.
 * @module
 */
import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Image {
  readonly width: number
  readonly height: number
  readonly kind: number
  readonly bits?: number
  readonly rows: Uint8Array
  readonly more?: readonly Buffer[]
}

/** A PNG of rows, each after the byte of its filter. */
export function png({ width, height, kind, bits = 8, rows, more = [] }: Image): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([bits, kind], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(rows))
  const end = chunk('IEND', new Uint8Array())
  return Buffer.concat([magic, chunk('IHDR', head), ...more, data, end])
}
