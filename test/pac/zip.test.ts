/** ZIP archives of one file, held against Node's zlib. */
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxInflated, readZip, writeZip } from '../../src/pac/adapter/zip.js'

const bytes = fc.uint8Array({ maxLength: 5000 })

/** An archive of deflated files, written by hand. */
function deflated(files: readonly Uint8Array[], announced?: number): Uint8Array {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  files.forEach((file, index) => {
    const packed = deflateRawSync(file)
    const name = Buffer.from(`${index}.xml`)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(file), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(announced ?? file.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    centrals.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, tail, name]),
    )
    locals.push(local)
    offset += local.length
  })
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

describe('an archive', () => {
  it('gives back what was archived', () =>
    fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        expect(Buffer.from(await readZip(writeZip('a.xml', content)))).toEqual(Buffer.from(content))
      }),
    ))

  it('that zlib deflated', () =>
    fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        expect(Buffer.from(await readZip(deflated([content])))).toEqual(Buffer.from(content))
      }),
    ))

  it('with other than one file, cut, damaged or announcing something else is refused', async () => {
    const one = new TextEncoder().encode('<cfdi/>'.repeat(50))
    const whole = deflated([one])
    const bad = [
      deflated([]),
      deflated([one, one]),
      whole.slice(0, -5),
      whole.slice(9),
      new Uint8Array(0),
    ]
    for (const archive of bad) await expect(readZip(archive)).rejects.toThrow()
    const damaged = Buffer.from(writeZip('a.xml', one))
    damaged[40] = (damaged[40] ?? 0) ^ 1
    await expect(readZip(damaged)).rejects.toThrow('damaged')
  })

  it('never inflates beyond what it announces, nor announces beyond the limit', async () => {
    const bomb = new Uint8Array(20_000_000)
    await expect(readZip(deflated([bomb], 100))).rejects.toThrow('more than it announces')
    await expect(readZip(deflated([new Uint8Array(9)], maxInflated + 1))).rejects.toThrow(
      'more than',
    )
    await expect(readZip(deflated([bomb]), 1_000_000)).rejects.toThrow('more than 1000000')
  })

  it('of any bytes is read or refused', () =>
    fc.assert(
      fc.asyncProperty(bytes, bytes, fc.nat(200), async (content, noise, at) => {
        const archive = Buffer.from(deflated([content]))
        Buffer.from(noise).copy(archive, at)
        await readZip(archive).catch((error: unknown) => expect(error).toBeInstanceOf(Error))
      }),
    ))
})
