/**
 * Bad input on purpose: a clear finding or a typed error, never a crash or a hang.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { preview } from '../src/engine/preview.js'
import { CfdiXmlError } from '../src/errors.js'
import { cadenaOriginalXml, readCfdi, writeCfdi } from '../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../src/sat/cfdi40/check.js'
import { verifySello } from '../src/seal/verify.js'
import { verifyCfdi } from '../src/seal/verifyCfdi.js'
import { satAnchors } from '../src/trust/authorities.js'
import { runs, whole } from './effort.js'
import { invoice } from './fixtures.js'

/** Millions of characters of excessive length. */
const size = whole ? 50 : 10

const xml = writeCfdi(invoice())
const errors = (document: unknown) => check(document).filter(({ severity }) => severity === 'error')

describe('hostile JSON', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'x'],
    ['an array', []],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a proxy', new Proxy({}, {})],
    ['an object without prototype', Object.create(null)],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['what is not itself', Number.NaN],
    ['no end', Number.POSITIVE_INFINITY],
  ])('%s is a finding', (_, value) => {
    expect(errors(value).length).toBeGreaterThan(0)
    if (value === undefined) return
    for (const key of ['Emisor', 'Conceptos', 'Total'])
      expect(errors({ ...invoice(), [key]: value }).length).toBeGreaterThan(0)
    for (const key of ['Complemento', 'Addenda', 'Serie']) check({ ...invoice(), [key]: value })
  })

  it('sees __proto__ as the unknown property that it is', () => {
    const document = JSON.parse(JSON.stringify(invoice()).replace('{', '{"__proto__":{"Rfc":"x"},'))
    expect(errors(document).map(({ field }) => field)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['Rfc']).toBeUndefined()
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const complement = JSON.parse(`{"${name}":{"a":1}}`)
      expect(errors({ ...invoice(), Complemento: complement }).length).toBeGreaterThan(0)
    }
  })

  it('ends on cycles', () => {
    const document = structuredClone(invoice()) as unknown as Record<string, unknown>
    document['Emisor'] = document
    document['Complemento'] = { Pagos: document }
    expect(errors(document).length).toBeGreaterThan(0)
  })

  it(`takes ${size} MB in one value`, () => {
    const long = 'x'.repeat(size * 1e6)
    expect(errors({ ...invoice(), Serie: long })).toMatchObject([{ path: 'Serie' }])
    const unknown = errors({ ...invoice(), [long.slice(0, 1_000_000)]: '' })
    expect(unknown).toHaveLength(1)
    expect(unknown[0]?.message.length).toBeLessThan(200)
  })

  it('takes 20,000 wrong concepts, one finding each and none lost', () => {
    const concepto = { ...invoice().Conceptos[0], Cantidad: 'x' }
    const wrong = { ...invoice(), Conceptos: Array.from({ length: 20_000 }, () => concepto) }
    const found = check(wrong, { limits: { findings: 30_000 } }).filter(
      ({ code }) => code === '301',
    )
    expect(found).toHaveLength(20_000)
    expect(errors(wrong)).toHaveLength(10_001)
  })

  it('explains thousands of unresolved values of one list in linear time', () => {
    const cpuOf = (count: number) => {
      const Traslados = Array.from({ length: count }, () => ({ Base: 'AUTO', Importe: 'AUTO' }))
      const document: unknown = { Version: '4.0', Conceptos: [{ Impuestos: { Traslados } }] }
      const before = process.cpuUsage()
      expect(preview(document).findings.length).toBeGreaterThan(count)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    cpuOf(100)
    // Linear: 8. Each value compared with each: 64.
    expect(cpuOf(1_600) / cpuOf(200)).toBeLessThan(28)
  })

  it('never throws, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withNullPrototype: true,
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSparseArray: true,
        }),
        (value) => void check(value),
      ),
    )
    const key = fc.constantFrom(...Object.keys(invoice()))
    fc.assert(
      fc.property(key, fc.anything(), (name, value) => {
        const findings = check({ ...invoice(), [name]: value })
        for (const { message } of findings) expect(message.length).toBeLessThan(1_000)
      }),
    )
  })
})

describe('hostile XML', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [${Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n} "${n === 0 ? 'lol' : `&l${n - 1};`.repeat(10)}">`).join('')}]><lolz>&l9;</lolz>`

  it.each([
    ['empty', ''],
    ['billion laughs', laughs],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['deep nesting', '<a>'.repeat(100_000)],
    [
      'deep nesting inside',
      xml.replace(
        '</cfdi:Comprobante>',
        `<cfdi:Addenda>${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</cfdi:Addenda></cfdi:Comprobante>`,
      ),
    ],
    [`${size} MB of nothing`, ' '.repeat(size * 1e6)],
    [`${size} MB of lines`, '\n'.repeat(size * 1e6)],
    [`${size} MB in an attribute name`, `<${'a'.repeat(size * 1e6)}`],
    ['a million ampersands', `<a>${'&'.repeat(1_000_000)}</a>`],
    ['a null', xml.replace('Serie="A"', 'Serie="\u0000"')],
    ['a lone surrogate', xml.replace('Serie="A"', 'Serie="\ud800"')],
    ['a reference to a control character', xml.replace('Serie="A"', 'Serie="&#1;"')],
    [
      'thousands of namespaces',
      `<a ${Array.from({ length: 20_000 }, (_, n) => `xmlns:n${n}="u"`).join(' ')}/>`,
    ],
    [
      'a hundred thousand attributes',
      `<a ${Array.from({ length: 100_000 }, (_, n) => `b${n}=""`).join(' ')} b7=""/>`,
    ],
    [
      'thousands of attributes',
      `<a ${Array.from({ length: 5_000 }, (_, n) => `b${n}=""`).join(' ')} b1=""/>`,
    ],
  ])('%s is one finding and a typed error', async (_, text) => {
    expect(checkXml(text)).toMatchObject([{ code: '301', severity: 'error' }])
    expect(checkXml(text)[0]?.message.length).toBeLessThan(200)
    expect(() => readCfdi(text)).toThrow(CfdiXmlError)
    expect(() => cadenaOriginalXml(text)).toThrow(CfdiXmlError)
    expect(await verifySello(text, { anchors: 'none' })).toMatchObject({ intact: false })
    expect(await verifyCfdi(text, { anchors: satAnchors })).toMatchObject({
      ok: false,
      verdict: 'invalid',
    })
  })

  it('is read in linear time where a search would be quadratic', () => {
    const many = (piece: (n: number) => string) =>
      Array.from({ length: 20_000 }, (_, n) => piece(n)).join(' ')
    const legend =
      '<l:LeyendasFiscales xmlns:l="http://www.sat.gob.mx/leyendasFiscales" version="1.0"><l:Leyenda textoLeyenda="x"/></l:LeyendasFiscales>'
    for (const inner of [
      `<cfdi:Addenda><a ${many((n) => `b${n}=""`)}/></cfdi:Addenda>`,
      `<cfdi:Addenda><a xmlns:p="u" ${many((n) => `p:b${n}=""`)}/></cfdi:Addenda>`,
      `<cfdi:Complemento>${legend.repeat(10_000)}</cfdi:Complemento>`,
      `<cfdi:Addenda>${'<a/>'.repeat(20_000)}</cfdi:Addenda>`,
    ]) {
      expect(
        readCfdi(xml.replace('</cfdi:Comprobante>', `${inner}</cfdi:Comprobante>`), {
          limits: { attributes: 20_001 },
        }),
      ).toBeDefined()
    }
  })

  it('may be bytes of no encoding', () => {
    for (const bytes of [
      new Uint8Array(0),
      Uint8Array.of(0xff, 0xfe, 0),
      new Uint8Array(1_000).fill(0x80),
      Uint8Array.of(0xef, 0xbb, 0xbf),
    ]) {
      expect(checkXml(bytes)).toHaveLength(1)
    }
    expect(() => readCfdi(7 as never)).toThrow(TypeError)
  })

  it('takes a document cut at any point', () => {
    for (let at = 0; at < xml.length; at += 7) expect(checkXml(xml.slice(0, at))).toHaveLength(1)
  })

  it('takes a document with any character changed', () => {
    fc.assert(
      fc.property(fc.nat(xml.length - 1), fc.string({ minLength: 0, maxLength: 2 }), (at, text) => {
        checkXml(xml.slice(0, at) + text + xml.slice(at + 1))
      }),
      { numRuns: runs(2_000) },
    )
  })
})
