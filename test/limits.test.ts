/**
 * Cost of hostile input: limits, and linear time where it was quadratic. Nothing is timed:
 * unbounded work exhausts the process, its stack, or the time-out of the test runner.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCertificate, verifySignature } from '../src/certificate/certificate.js'
import { createEngine, type Engine } from '../src/engine/engine.js'
import { CfdiXmlError } from '../src/errors.js'
import { countBytes, decodeBase64 } from '../src/lib/base64.js'
import { copyJson, JsonLimitError } from '../src/lib/json.js'
import { defaultLimits, type Limits } from '../src/lib/limits.js'
import { parseXml } from '../src/lib/xml/xml.js'
import { compileSimple } from '../src/model/check/simple.js'
import { readDocument } from '../src/model/read.js'
import { writeMultipart } from '../src/pac/adapter/multipart.js'
import { createSandboxPac } from '../src/pac/sandbox/sandbox.js'
import { cadenaOriginal, cadenaOriginalXml, readCfdi, writeCfdi } from '../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../src/sat/cfdi40/model.js'
import { check, checkXml } from '../src/sat/cfdi40/check.js'
import type { Comprobante } from '../src/sat/cfdi40/declaration.js'
import { verifySello } from '../src/seal/verify.js'
import { csd, draft, fixture, invoice, noon } from './fixtures.js'

const xml = writeCfdi(invoice())
const inRoot = (text: string): string => xml.replace(' Version=', `${text} Version=`)
const atEnd = (text: string): string =>
  xml.replace('</cfdi:Comprobante>', `${text}</cfdi:Comprobante>`)
const codeOf = (verb: () => unknown): unknown => {
  try {
    verb()
    return undefined
  } catch (error) {
    return error instanceof CfdiXmlError ? error.code : error
  }
}

describe('limits', () => {
  const cases: readonly (readonly [keyof Limits, number, string])[] = [
    ['length', 100, xml],
    ['text', 100, inRoot(` Otro="${'A'.repeat(101)}"`)],
    ['text', 100, atEnd(`<cfdi:Addenda>${'x&amp;'.repeat(51)}</cfdi:Addenda>`)],
    ['text', 100, atEnd(`<cfdi:Addenda>${'<![CDATA[xyz]]>--<!-- -->'.repeat(21)}</cfdi:Addenda>`)],
    ['nodes', 5, xml],
    ['attributes', 10, xml],
    ['depth', 3, xml],
  ]

  it.each(cases)('%s is an error with a code, and a finding', (name, limit, text) => {
    const limits = { [name]: limit }
    expect(codeOf(() => readCfdi(text, { limits }))).toBe('XML_LIMIT')
    expect(codeOf(() => cadenaOriginalXml(text, { limits }))).toBe('XML_LIMIT')
    expect(checkXml(text, { limits })).toMatchObject([{ code: '301', severity: 'error', path: '' }])
    expect(checkXml(text, { limits })[0]?.message).toContain(`(límite \`${name}\`)`)
    expect(readCfdi(text)).toBeDefined()
  })

  it('accept inputs up to the limit, and no more', () => {
    for (const limits of [{ length: xml.length }, { attributes: 20 }, { nodes: parseCount(xml) }]) {
      expect(codeOf(() => readCfdi(xml, { limits }))).toBe(undefined)
    }
    expect(codeOf(() => readCfdi(xml, { limits: { nodes: parseCount(xml) - 1 } }))).toBe(
      'XML_LIMIT',
    )
  })

  it('of depth hold for a draft in text, with a key and without: no verb runs out of stack', async () => {
    const signers = await csd('person')
    const provider = createSandboxPac()
    const engine: Engine = createEngine({ signers, provider })
    for (const deep of [201, 100_000])
      for (const text of [
        `${'{"Complemento":'.repeat(deep)}{}${'}'.repeat(deep)}`,
        `{"Conceptos":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      ])
        for (const options of [{}, { key: 'deep' }])
          expect(await engine.stamp(text, options)).toMatchObject({ ok: false, code: 701 })
  })

  it.each([
    [{ nodes: 0 }],
    [{ depth: 1.5 }],
    [{ length: '9' }],
    [{ depth: 1_001 }],
    [{ nodez: 1 }],
  ])('%j are none', (limits) => {
    expect(() => readCfdi(xml, { limits: limits as Limits })).toThrow(TypeError)
    expect(() => check(invoice(), { limits: limits as Limits })).toThrow(TypeError)
  })

  it('take an invoice of 25,000 concepts by default, and larger ones when they are raised', () => {
    const [concepto] = invoice().Conceptos
    const large = (concepts: number) =>
      writeCfdi(invoice({ Conceptos: new Array(concepts).fill(concepto) }))
    expect(readCfdi(large(25_000)).Conceptos).toHaveLength(25_000)
    expect(codeOf(() => readCfdi(large(100_000)))).toBe('XML_LIMIT')
    expect(
      readCfdi(large(100_000), { limits: { length: 100_000_000, nodes: 2_000_000 } }).Conceptos,
    ).toHaveLength(100_000)
  })

  it('of findings: the last one counts the others, and rules are skipped for values that may be unsound', () => {
    const Conceptos = Array.from({ length: 50 }, () => ({
      ...invoice().Conceptos[0],
      Cantidad: 'x',
      nada: 1,
    }))
    const all = check(invoice({ Conceptos }), { limits: { findings: 200 } })
    expect(all.filter(({ code }) => code === '301')).toHaveLength(100)
    const some = check(invoice({ Conceptos }), { limits: { findings: 7 } })
    expect(some.slice(0, 7)).toEqual(all.slice(0, 7))
    expect(some.slice(7)).toMatchObject([{ code: '301', severity: 'error', path: '', value: 93 }])
    expect(some[7]?.message).toContain('hay 93 observaciones más')
    expect(
      checkXml(writeCfdi(invoice()).replaceAll(' Cantidad=', ' nada="" Cantidad='), {
        limits: { findings: 1 },
      }),
    ).toHaveLength(2)
  })

  it('of findings: warnings that are left out stop no stamp', () => {
    const leyendas =
      '<l:LeyendasFiscales xmlns:l="http://www.sat.gob.mx/leyendasFiscales" version="1.0"><l:Leyenda textoLeyenda="a"/></l:LeyendasFiscales>'
    const ine =
      '<i:INE xmlns:i="http://www.sat.gob.mx/ine" Version="1.1" TipoProceso="Ordinario" TipoComite="Ejecutivo Nacional"/>'
    // Complements that are repeated with others between them are a warning each.
    const mixed = (leyendas + ine).repeat(3)
    const xml = writeCfdi(invoice()).replace(
      '</cfdi:Comprobante>',
      `<cfdi:Complemento>${mixed}</cfdi:Complemento></cfdi:Comprobante>`,
    )
    const options = { rules: false, limits: { findings: 1 } } as const
    expect(checkXml(xml, options).map(({ severity }) => severity)).toEqual(['warning', 'warning'])
  })

  it('of the items of lists, that a few shared objects make many of', () => {
    const traslado = {
      Base: '1',
      Impuesto: '002',
      TipoFactor: 'Tasa',
      TasaOCuota: '0.160000',
      Importe: '0.16',
    }
    const Traslados = new Array(100_000).fill(traslado)
    const Conceptos = new Array(100_000).fill({
      ...invoice().Conceptos[0],
      Impuestos: { Traslados },
    })
    expect(check(invoice({ Conceptos }))).toMatchObject([{ code: '301', path: '' }])
    expect(check(invoice({ Conceptos: new Array(4_000_000_000) }))).toMatchObject([
      { code: '301', path: '' },
    ])
  })
})

const futuro = '<z:Futuro xmlns:z="http://www.sat.gob.mx/z"/>'

function parseCount(text: string): number {
  return [...text.matchAll(/<[A-Za-z]/g)].length
}

describe('namespaces that children take from their ancestors', () => {
  const long = ` xmlns:z="${'y'.repeat(900_000)}"`

  it('are copied where names go by them, and not where text looks like it', () => {
    const text = inRoot(long).replace(
      '</cfdi:Comprobante>',
      `<cfdi:Complemento>${'<a>z:</a>'.repeat(6_000)}</cfdi:Complemento></cfdi:Comprobante>`,
    )
    expect(readCfdi(text).Complemento).toEqual({ a: new Array(6_000).fill('<a>z:</a>') })
  })

  it('are not copied beyond measure', () => {
    const many = inRoot(long).replace(
      '</cfdi:Comprobante>',
      `<cfdi:Addenda>${'<z:a/>'.repeat(6_000)}</cfdi:Addenda></cfdi:Comprobante>`,
    )
    expect(codeOf(() => readCfdi(many))).toBe('XML_LIMIT')
    expect(checkXml(many)).toMatchObject([{ code: '301', path: '' }])
    expect(codeOf(() => cadenaOriginalXml(many))).toBe(undefined)
  })

  it('are those of elements, attributes and xsi:type, however deep, and no others', () => {
    const declared =
      ' xmlns:e="urn:e" xmlns:b="urn:b" xmlns:t="urn:t" xmlns:n="urn:n" xmlns:o="urn:o"'
    const inner = '<a><e:c b:d="n:" xsi:type="t:T">o:<o:f xmlns:o="urn:own"/></e:c></a>'
    const text = inRoot(declared).replace(
      '</cfdi:Comprobante>',
      `<cfdi:Addenda>${inner}</cfdi:Addenda></cfdi:Comprobante>`,
    )
    const addenda = readCfdi(text).Addenda as string
    const [, tag] = /^<a([^>]*)>/.exec(addenda) as unknown as [string, string]
    expect(tag.match(/xmlns:\w+/g)?.sort()).toEqual(['xmlns:b', 'xmlns:e', 'xmlns:t', 'xmlns:xsi'])
    expect(readCfdi(writeCfdi(readCfdi(text))).Addenda).toBe(addenda)
  })

  it('are compared once, however long', () => {
    const attributes = '<a z:b="" z:c=""/>'.repeat(40_000)
    expect(parseXml(`<r${long}>${attributes}</r>`).children).toHaveLength(40_000)
  })
})

describe('XML that JSON cannot hold', () => {
  it.each(['Complemento', 'CfdiRelacionados', 'Addenda', 'Conceptos', 'Emisor', 'Impuestos'])(
    '%s as an attribute',
    (name) => {
      const text = inRoot(` ${name}="&lt;x/>"`)
      expect(codeOf(() => readCfdi(text))).toBe('XML_CONTENT')
      expect(checkXml(text)).toContainEqual(
        expect.objectContaining({ element: 'Comprobante', field: name, severity: 'error' }),
      )
      expect(
        codeOf(() =>
          readCfdi(
            text.replace(
              '</cfdi:Comprobante>',
              `<cfdi:Complemento>${futuro}</cfdi:Complemento></cfdi:Comprobante>`,
            ),
          ),
        ),
      ).toBe('XML_CONTENT')
    },
  )

  it('every node of every declaration as an attribute of its parent', () => {
    const text = xml.replaceAll(
      /<cfdi:(Concepto|Conceptos|Impuestos|Traslados)(?=[ >])/g,
      '<cfdi:$1 Concepto="x" ComplementoConcepto="x" Traslados="x" Traslado="x"',
    )
    expect(codeOf(() => readCfdi(text))).toBe('XML_CONTENT')
  })

  it('white space that a cadena includes is reported where it is lost', () => {
    const spei = (space: string) =>
      atEnd(
        `<cfdi:Complemento><s:Complemento_SPEI xmlns:s="http://www.sat.gob.mx/spei">${space}<s:SPEI_Tercero/></s:Complemento_SPEI></cfdi:Complemento>`,
      )
    const said = (text: string) => readDocument(cfdi, text).departures.map(({ finding }) => finding)
    expect(said(spei(''))).toEqual([])
    expect(said(spei('\n  '))).toMatchObject([
      { severity: 'warning', path: 'Complemento.Complemento_SPEI' },
    ])
    const [tight, loose] = [spei(''), spei('\n  ')].map((text) => [
      cadenaOriginalXml(text),
      cadenaOriginal(readCfdi(text)),
    ])
    expect(tight?.[0]).toBe(tight?.[1])
    expect(loose?.[0]).not.toBe(loose?.[1])
  })
})

describe('encodings', () => {
  const peña = (declaration: string) => `${declaration}<a b="PEÑA"/>`
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
  const padding = ' '.repeat(200)

  it.each([
    [
      'a BOM that the declaration contradicts',
      utf8(peña('\ufeff<?xml version="1.0" encoding="ISO-8859-1"?>')),
    ],
    ['the same far away', utf8(peña(`\ufeff<?xml version="1.0"${padding}encoding="ISO-8859-1"?>`))],
    ['the same in UTF-16', utf16(peña('<?xml version="1.0" encoding="UTF-8"?>'))],
    ['x-user-defined', utf8(peña('<?xml version="1.0" encoding="x-user-defined"?>'))],
    ['an unknown one', utf8(peña('<?xml version="1.0" encoding="nada"?>'))],
  ])('%s: an error', (_, bytes) => {
    expect(codeOf(() => readCfdi(bytes))).toBe('XML_ENCODING')
    expect(checkXml(bytes)).toHaveLength(1)
  })

  it.each([
    ['ISO-8859-1', Uint8Array.from(Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1'))],
    [
      'the same declared far away',
      Uint8Array.from(
        Buffer.from(xml.replace(' encoding="UTF-8"', `${padding}encoding='ISO-8859-1'`), 'latin1'),
      ),
    ],
    ['UTF-8 with its BOM', utf8(`\ufeff${xml}`)],
    ['UTF-16, declared so', utf16(xml.replace('UTF-8', 'utf-16'))],
    ['UTF-16, not declared', utf16(xml.replace(' encoding="UTF-8"', ''))],
  ])('%s: read', (_, bytes) => {
    expect(readCfdi(bytes)).toEqual(readCfdi(xml))
  })
})

describe('Base64 of any length', () => {
  const long = 'A'.repeat(8_000_000)

  it('is distinguished from other text without a stack', async () => {
    expect(countBytes(long)).toBe(6_000_000)
    expect(countBytes(`${long}A===`)).toBe(undefined)
    expect(decodeBase64(`${long}*AAA`)).toBe(undefined)
    expect(check(invoice({ Sello: long }), { at: noon })).toBeDefined()
    const certificado = fixture('csd/company.cer').toString('base64')
    const sealed = writeCfdi(
      invoice({
        Sello: long,
        Certificado: certificado,
        NoCertificado: readCertificate(certificado).noCertificado,
      }),
    )
    expect(await verifySello(sealed, { anchors: 'none' })).toMatchObject({
      intact: false,
      reason: 'length',
    })
  })

  it('follows RFC 4648', () => {
    const strict =
      /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/
    const judge = compileSimple({ base: 'base64', facets: {} })
    const piece = fc.constantFrom(
      'A',
      'AA',
      'AAA',
      'AAAA',
      'B',
      'Q',
      '=',
      '==',
      '*',
      '\n',
      'w=',
      'x==',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('')
        expect(countBytes(text) !== undefined).toBe(strict.test(text))
        if (!text.includes('\n')) expect(judge(text) === undefined).toBe(strict.test(text))
      }),
    )
  })
})

describe('certificates beyond measure', () => {
  it('are refused', () => {
    const huge = Buffer.concat([Buffer.from([0x30, 0x83, 0x01, 0x00, 0x00]), Buffer.alloc(0x10000)])
    expect(() => readCertificate(huge)).toThrow('El certificado no se puede leer')
    expect(check(invoice({ Certificado: huge.toString('base64') }), { at: noon })).not.toContain(
      undefined,
    )
  })

  it('nor are their keys raised to any power', async () => {
    const certificate = { ...readCertificate(fixture('csd/company.cer')), keySize: 262_144 }
    const answer = verifySignature(certificate, new Uint8Array(1), new Uint8Array(32_768))
    await expect(answer).rejects.toMatchObject({ code: 'CERTIFICATE_UNSUPPORTED' })
  })
})

describe('the boundary of a multipart', () => {
  const usual = 'cfdi-stamp-0f3d9c57a1'

  it('is not in the content, is short, and is found in one pass', () => {
    const piece = fc.constantFrom(usual, 'x', `${usual}000000000`, `${usual}000000001`, 'xxxx')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const content = pieces.join('')
        const boundary = writeMultipart('xml', 'text/xml', content).contentType.split(
          'boundary=',
        )[1] as string
        expect(content).not.toContain(boundary)
        expect(boundary.length).toBeLessThanOrEqual(70)
      }),
    )
    expect(
      writeMultipart('xml', 'text/xml', usual + 'x'.repeat(20_000_000)).contentType,
    ).toHaveLength(30 + usual.length + 9)
  })
})

describe('own data of an object', () => {
  class Comprobantes {
    constructor(own: object) {
      Object.assign(this, own)
    }

    get Serie(): string {
      return 'HEREDADA'
    }
  }

  const { Serie: _, ...plain } = invoice() as unknown as Record<string, unknown>

  it('its own enumerable properties, for every verb', () => {
    for (const document of [
      new Comprobantes(plain),
      Object.assign(Object.create({ Serie: 'HEREDADA', nada: 1 }), plain),
    ] as Comprobante[]) {
      expect(check(document)).toEqual(check(plain))
      expect(writeCfdi(document)).toBe(writeCfdi(plain as unknown as Comprobante))
      expect(cadenaOriginal(document)).toBe(cadenaOriginal(plain as unknown as Comprobante))
      expect(copyJson(document)).toEqual(plain)
    }
  })

  it.each([
    ['a date', new Date(0)],
    ['a map', new Map([['Rfc', 'XAXX010101000']])],
    ['a boxed text', Object('x')],
    ['bytes', new Uint8Array(3)],
  ])('%s has none', (_name, value) => {
    expect(check(invoice({ Emisor: value }))).toContainEqual(
      expect.objectContaining({ element: 'Emisor', severity: 'error' }),
    )
    expect(check(invoice({ Complemento: value }))).toContainEqual(
      expect.objectContaining({ element: 'Complemento' }),
    )
    expect(() => writeCfdi(invoice({ Emisor: value }))).toThrow(TypeError)
    expect(() => writeCfdi(invoice({ Complemento: value }))).toThrow(TypeError)
  })

  it('a copy shares nothing that a document may hold', () => {
    const concepto = new Comprobantes({ ...invoice().Conceptos[0] })
    const copy = copyJson(invoice({ Conceptos: [concepto] })) as {
      Conceptos: Record<string, unknown>[]
    }
    Object.assign(concepto, { Importe: '0.01' })
    expect(copy.Conceptos[0]).toEqual(invoice().Conceptos[0])
  })

  it('cyclic or too large values are not copied forever', () => {
    const twice: Record<string, unknown> = {}
    Object.assign(twice, { a: twice, b: twice })
    expect(() => copyJson(twice)).toThrow(JsonLimitError)
    const doubled = Array.from({ length: 40 }).reduce<unknown>((below) => [below, below], 'x')
    expect(() => copyJson(doubled)).toThrow(JsonLimitError)
    expect(() => copyJson(new Array(4_000_000_000))).toThrow(JsonLimitError)
    expect(() => copyJson({ a: [1, 2] }, { ...defaultLimits, nodes: 3 })).toThrow(JsonLimitError)
    expect(copyJson({ a: [1, 2] }, { ...defaultLimits, nodes: 4 })).toEqual({ a: [1, 2] })
    expect(
      check(Object.assign(new Comprobantes(plain), { Addenda: '', nada: twice })),
    ).toContainEqual(expect.objectContaining({ code: '301', severity: 'error' }))
  })

  it('detects a cycle in an instance', () => {
    const document = new Comprobantes(plain)
    Object.assign(document, { nada: document })
    expect(check(document).map(({ field }) => field)).toEqual(['nada', ''])
  })
})

describe('input of an engine', () => {
  const provider = { id: 'none', stamp: () => Promise.reject(new Error('unasked')) } as never
  const engineWith = async (limits?: Limits) =>
    createEngine({
      signers: await csd(),
      provider,
      clock: () => noon,
      ...(limits === undefined ? {} : { limits }),
    })

  it('beyond its limits is one answer', async () => {
    const engine = await engineWith({ length: 100, nodes: 50 })
    const twice: Record<string, unknown> = {}
    Object.assign(twice, { a: twice, b: twice })
    const text = JSON.stringify(draft('ingreso'))
    for (const json of [text, new TextEncoder().encode(text), twice, { a: new Array(51) }]) {
      expect(await engine.stamp<unknown>(json)).toMatchObject({ ok: false, code: 701 })
    }
  })

  it('in bytes that are not UTF-8 is not guessed at', async () => {
    const engine = await engineWith()
    const latin = Buffer.from(JSON.stringify({ ...draft('ingreso'), Serie: 'Ñ' }), 'latin1')
    expect(await engine.stamp(latin)).toMatchObject({ ok: false, code: 701 })
  })

  it('with objects where words are due is findings, whatever those objects hold', async () => {
    const engine = await engineWith()
    const odd = '{"toString":1,"valueOf":1}'
    for (const name of ['Impuesto', 'TipoFactor', 'TasaOCuota', 'ObjetoImp']) {
      const text = JSON.stringify(draft('ingreso')).replaceAll(
        new RegExp(`"${name}":"[^"]*"`, 'g'),
        `"${name}":${odd}`,
      )
      expect((await engine.check(text)).length).toBeGreaterThan(0)
    }
  })
})
