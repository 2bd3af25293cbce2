/**
 * Uploaded logos, which are written again from their pixels or shapes: nothing else of the file
 * stays, and hostile files are refused in Spanish.
 * @module
 */
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeLogo } from '../../src/pdf/logo/logo.js'
import { renderPdf } from '../../src/pdf/renderPdf.js'
import { stamped } from './documents.js'
import { chunk, png } from './pngs.js'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const secret = 'GPS 19.4326 N 99.1332 W'

/** The pixels of an encoded logo, as red, green, blue and opacity. */
function pixelsOf(bytes: Uint8Array): number[][] {
  const file = Buffer.from(bytes)
  const [width, kind] = [file.readUInt32BE(16), file[25]]
  const each = kind === 6 ? 4 : 3
  const rows = inflateSync(file.subarray(41, 41 + file.readUInt32BE(33)))
  const pixels: number[][] = []
  for (let at = 0; at < rows.length; at += 1 + width * each) {
    let left = Array.from({ length: each }, () => 0)
    for (let x = 0; x < width; x++) {
      left = left.map((value, index) => (value + rows[at + 1 + x * each + index]!) & 255)
      pixels.push(left)
    }
  }
  return pixels
}

async function encoded(logo: Uint8Array) {
  const result = await encodeLogo(logo)
  if (!result.ok) throw new Error(result.message)
  return result
}

async function refusalOf(logo: Uint8Array): Promise<string> {
  const result = await encodeLogo(logo)
  expect(result.ok).toBe(false)
  return result.ok ? '' : result.message
}

const jpeg = (name: string): Buffer => readFileSync(new URL(`jpegs/${name}.jpg`, import.meta.url))

const svg = (inner: string, attributes = ''): Uint8Array =>
  text(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" ${attributes}>${inner}</svg>`,
  )

describe('a PNG', () => {
  it('keeps its pixels, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.uint8Array({ minLength: 4, maxLength: 400 }),
        async (width, colours) => {
          const height = Math.max(1, Math.floor(colours.length / 4 / width))
          const pixels = Array.from({ length: width * height * 4 }, (_, at) => colours[at] ?? 7)
          // A transparent pixel has no colour.
          for (let at = 3; at < pixels.length; at += 4) pixels[at] ||= 1
          const rows = Uint8Array.from(
            Array.from({ length: height }, (_, y) => [
              0,
              ...pixels.slice(y * width * 4, (y + 1) * width * 4),
            ]).flat(),
          )
          const more = [chunk('tEXt', Buffer.from(`Comment\0${secret}`))]
          const { bytes, type } = await encoded(png({ width, height, kind: 6, rows, more }))
          expect(type).toBe('image/png')
          expect(pixelsOf(bytes).flat()).toEqual(pixels)
          expect(Buffer.from(bytes).includes(secret)).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['8 bits of colour', { kind: 2, bits: 8, rows: [0, 1, 2, 3, 9, 9, 9] }, [0, 1, 0, 2, 0, 3]],
    ['8 bits of grey', { kind: 0, bits: 8, rows: [0, 200, 9] }, [0, 200]],
    ['2 bits of grey', { kind: 0, bits: 2, rows: [0, 0b10110000] }, [0, 2]],
    ['16 bits of grey', { kind: 0, bits: 16, rows: [0, 1, 2, 1, 3] }, [1, 2]],
  ])('of %s keeps its transparent colour', async (_, { rows, ...image }, key) => {
    const more = [chunk('tRNS', Uint8Array.from(key))]
    const { bytes } = await encoded(
      png({ ...image, width: 2, height: 1, rows: Uint8Array.from(rows), more }),
    )
    expect(pixelsOf(bytes).map(([, , , alpha]) => alpha)).toEqual([0, 255])
  })

  it('that decompresses to more than its header says, or has no end, is refused', async () => {
    const rows = new Uint8Array(50_000_000)
    expect(await refusalOf(png({ width: 10, height: 10, kind: 2, rows }))).toBe(
      'El PNG está dañado.',
    )
    const large = png({ width: 60_000, height: 60_000, kind: 2, rows: new Uint8Array(9) })
    expect(await refusalOf(large)).toMatch(/60000 por 60000 pixeles; el máximo/)
    expect(await refusalOf(large.subarray(0, 20))).toBe('El PNG está incompleto.')
  })
})

describe('a JPEG', () => {
  it.each(['baseline', 'progressive', 'grey', 'cmyk', 'side'])(
    '%s becomes a PNG without its segments',
    async (name) => {
      const file = jpeg(name)
      const marked = Buffer.concat([
        file.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, secret.length + 2]),
        Buffer.from(secret),
        file.subarray(2),
        Buffer.from('<script>alert(1)</script>'),
      ])
      const { bytes, type } = await encoded(marked)
      expect(type).toBe('image/png')
      expect(Buffer.from(bytes).includes(secret)).toBe(false)
      expect(Buffer.from(bytes).includes('script')).toBe(false)
      const { bytes: same } = await encoded(file)
      expect(Buffer.from(same).equals(bytes)).toBe(true)
    },
  )

  it('of thousands of scans is refused', async () => {
    const file = jpeg('progressive')
    const start = file.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scan = file.subarray(start, start + 10)
    const many = Buffer.concat([
      file.subarray(0, -2),
      ...Array.from({ length: 20_000 }, () => scan),
      file.subarray(-2),
    ])
    expect(await refusalOf(many)).toBe('El JPEG está dañado.')
  }, 10_000)

  it('with a second frame, of billions of pixels, is refused', async () => {
    const file = jpeg('baseline')
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
    const own = Buffer.from(file.subarray(frame, frame + 19))
    own.writeUInt16BE(60_000, 5)
    own.writeUInt16BE(60_000, 7)
    // A restart marker is skipped by its length in one reader, and by its two bytes in another.
    const hidden = Buffer.concat([Buffer.from([0xff, 0xd0, 0, own.length + 2]), own])
    const both = Buffer.concat([file.subarray(0, 2), hidden, file.subarray(2)])
    expect(await refusalOf(both)).toBe('El JPEG está dañado.')
  })
})

describe('an SVG', () => {
  it('keeps its shapes and looks, without notes, links and handlers', async () => {
    const inner = `<!-- ${secret} --><title>${secret}</title><metadata>${secret}</metadata><e:x xmlns:e="urn:e" e:y="${secret}"/><style>.a > path{fill:#f00}</style><linearGradient id="g"/><linearGradient id="h" xlink:href="#g"/><g class="a" onclick="alert(1)" data-x="${secret}"><path d="M0 0h5v5z" fill="url(#h)"/></g>`
    const { bytes, type } = await encoded(svg(inner, 'onload="alert(1)" width="9"'))
    expect(type).toBe('image/svg+xml')
    expect(new TextDecoder().decode(bytes)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9"><style>.a &gt; path{fill:#f00}</style><linearGradient id="g"></linearGradient><linearGradient id="h" href="#g"></linearGradient><g class="a"><path d="M0 0h5v5z" fill="url(#h)"></path></g></svg>',
    )
    const pdf = await renderPdf(await stamped('ingreso'), { logo: bytes })
    expect(pdf.length).toBeGreaterThan(5000)
  })

  it.each([
    ['<script>alert(1)</script>', '<script>'],
    ['<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>', '<script>'],
    ['<foreignObject><body/></foreignObject>', '<foreignObject>'],
    ['<image href="data:image/png;base64,AA=="/>', '<image>'],
    ['<use href="#a"/>', '<use>'],
    ['<linearGradient href="http://example.com/x#g"/>', 'otro archivo'],
    ['<linearGradient xlink:href="file:///etc/passwd"/>', 'otro archivo'],
    ['<rect fill="url( http://example.com)"/>', 'otro archivo'],
    ['<style>rect{fill:u\\72l(http://example.com)}</style>', 'otro archivo'],
    ['<!DOCTYPE x [<!ENTITY a "b">]><rect/>', 'mal formado'],
    [`<style>${'.a{fill:#000}'.repeat(500)}</style>`, 'estilos'],
    ['<path d="M0 0h1v1z"/>'.repeat(4_900), 'simplifíquelo'],
    ['<g>'.repeat(5_000) + '</g>'.repeat(5_000), 'mal formado'],
    ['<path d="M0 0"', 'mal formado'],
  ])('with more than shapes is refused (%#)', async (inner, reason) => {
    expect(await refusalOf(svg(inner))).toContain(reason)
  })

  it('whose entities multiply is refused', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><desc>&b;</desc></svg>`
    expect(await refusalOf(text(bomb))).toBe('El archivo no es un PNG, un JPEG ni un SVG.')
  })
})

it.each([
  ['GIF', Buffer.from('GIF89a')],
  ['PDF', Buffer.from('%PDF-1.7')],
  ['HTML', Buffer.from('<html><svg></svg></html>')],
  ['nothing', new Uint8Array()],
])('%s is refused', async (_, logo) => {
  expect(await refusalOf(logo)).toBe('El archivo no es un PNG, un JPEG ni un SVG.')
})

it('resolves to a logo or a reason for damaged files', async () => {
  const files = [jpeg('baseline'), jpeg('progressive'), Buffer.from(svg('<path d="M0 0h5v5z"/>'))]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (file, changes) => {
        const damaged = Buffer.from(file)
        for (const [at, byte] of changes) damaged[at % damaged.length] = byte
        const result = await encodeLogo(damaged)
        if (!result.ok) expect(result.message).toMatch(/^El /)
      },
    ),
    { numRuns: 40 },
  )
})
