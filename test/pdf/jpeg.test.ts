/**
 * Large JPEG logos, scaled down. The pixels of pdf.js, which decodes images of its own, are the
 * reference. The images are of Pillow 12: waves, a disc, and noise.
 * @module
 */
import { readFileSync } from 'node:fs'
import { extractImages, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { renderPdf } from '../../src/pdf/renderPdf.js'
import { scaledJpeg } from '../../src/pdf/logo/smallJpeg.js'
import { stamped } from './documents.js'

const jpeg = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`jpegs/${name}.jpg`, import.meta.url)))

// pdf.js requires a method that Node 20 lacks.
const methods = ArrayBuffer.prototype as { transferToFixedLength?: () => ArrayBuffer }
methods.transferToFixedLength ??= function (this: ArrayBuffer) {
  return this.slice(0)
}

interface Image {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** The only image of a PDF, as pdf.js draws it. */
async function imageOf(pdf: Uint8Array): Promise<Image> {
  const [image] = await extractImages(await getDocumentProxy(pdf), 1)
  return image as Image
}

const drawnAsLogo = async (logo: Uint8Array): Promise<Image> =>
  imageOf(await renderPdf(await stamped('ingreso'), { logo }))

/** An image that the library does not read. */
async function drawnAsItIs(image: Uint8Array): Promise<Image> {
  const photo = `data:image/jpeg;base64,${Buffer.from(image).toString('base64')}`
  const mine = () => ({ content: [{ image: 'photo', width: 100 }], images: { photo } })
  return imageOf(
    await renderPdf(await stamped('ingreso'), { template: 'mine', templates: { mine } }),
  )
}

/** Left, top, right and bottom as fractions. */
type Part = readonly [number, number, number, number]

/** Mean colour of a part of an image. */
function meanOf({ data, width, height, channels }: Image, [left, top, right, bottom]: Part) {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = Math.floor(height * top); y < height * bottom; y++)
    for (let x = Math.floor(width * left); x < Math.floor(width * right); x++, count++)
      for (const at of sum.keys())
        sum[at] = sum[at]! + data[(y * width + x) * channels + (channels < 3 ? 0 : at)]!
  return sum.map((one) => one / count)
}

function furthest(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, at) => Math.abs(value - other[at]!)))
}

const columns = Array.from({ length: 16 }, (_, at): Part => [at / 16, 0, (at + 1) / 16, 1])
const details: Part[] = [
  [0.1, 0.1, 0.3, 0.4],
  [0.7, 0.6, 0.75, 0.7],
]

describe('a JPEG', () => {
  it.each(['baseline', 'restarts', 'progressive', 'grey'])(
    'of few pixels (%s) is decoded to those of another library',
    async (name) => {
      const ours = await drawnAsLogo(await scaledJpeg(jpeg(name)))
      const theirs = await drawnAsItIs(jpeg(name))
      expect([ours.width, ours.height]).toEqual([109, 75])
      for (const part of [...columns, ...details])
        expect(furthest(meanOf(ours, part), meanOf(theirs, part))).toBeLessThan(2.5)
    },
  )

  it('for print has the colours of the same image for screens', async () => {
    const [print, screen] = await Promise.all(
      ['cmyk', 'baseline'].map(async (name) => drawnAsLogo(await scaledJpeg(jpeg(name)))),
    )
    for (const part of columns)
      expect(furthest(meanOf(print!, part), meanOf(screen!, part))).toBeLessThan(4)
  })

  it('of 4104 pixels is scaled down to 513', async () => {
    const [ours, theirs] = [await drawnAsLogo(jpeg('wide')), await drawnAsItIs(jpeg('wide'))]
    expect([theirs.width, ours.width, ours.height]).toEqual([4104, 513, 3])
    for (const part of columns)
      expect(furthest(meanOf(ours, part), meanOf(theirs, part))).toBeLessThan(6)
  })

  it('of a camera that was held on its side stands upright', async () => {
    const [ours, theirs] = [await drawnAsLogo(jpeg('side')), await drawnAsItIs(jpeg('side'))]
    expect([theirs.width, theirs.height, ours.width, ours.height]).toEqual([24, 4104, 513, 3])
    for (const [left, top, right, bottom] of columns)
      expect(
        furthest(
          meanOf(ours, [left, top, right, bottom]),
          meanOf(theirs, [top, 1 - right, bottom, 1 - left]),
        ),
      ).toBeLessThan(6)
  })

  it('of megabytes makes a PDF of kilobytes', async () => {
    const small = jpeg('baseline')
    // Comments are segments of up to 65,533 bytes.
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 1)])
    const logo = Buffer.concat([
      small.subarray(0, 2),
      ...Array.from({ length: 30 }, () => comment),
      small.subarray(2),
    ])
    expect(logo.length).toBeGreaterThan(1_900_000)
    const plain = (await renderPdf(await stamped('ingreso'))).length
    const pdf = await renderPdf(await stamped('ingreso'), { logo })
    expect(pdf.length - plain).toBeLessThan(40_000)
  })

  it.each([
    ['cut off', (bytes: Uint8Array) => bytes.subarray(0, 3000)],
    ['without tables', (bytes: Uint8Array) => withoutSegments(bytes, 0xc4)],
    ['without quantization', (bytes: Uint8Array) => withoutSegments(bytes, 0xdb)],
    ['without a frame', (bytes: Uint8Array) => withoutSegments(bytes, 0xc0)],
  ])('that is damaged (%s) is an error', async (_what, damage) => {
    const source = await stamped('ingreso')
    await expect(renderPdf(source, { logo: damage(jpeg('wide')) })).rejects.toThrow(
      'logo: the JPEG is damaged',
    )
  })

  it('of more than 25 million pixels is refused by its size', async () => {
    const logo = jpeg('wide')
    const frame = Buffer.from(logo).indexOf(Buffer.from([0xff, 0xc0]))
    new DataView(logo.buffer).setUint16(frame + 5, 7000)
    await expect(renderPdf(await stamped('ingreso'), { logo })).rejects.toThrow(
      'has 4104 by 7000 pixels, 25 million at most: save it smaller',
    )
  })
})

/** Removes the segments of a kind before the scan. */
function withoutSegments(bytes: Uint8Array, kind: number): Uint8Array {
  const kept = [bytes.subarray(0, 2)]
  const view = new DataView(bytes.buffer)
  for (let at = 2; at < bytes.length; ) {
    const isScan = bytes[at + 1] === 0xda
    const end = isScan ? bytes.length : at + 2 + view.getUint16(at + 2)
    if (bytes[at + 1] !== kind) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
