import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../src/lib/base64.js'
import { writeComplement } from '../../src/model/write.js'
import { readTimbre, readTimbreFrom } from '../../src/pac/adapter/readTimbre.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import {
  type TimbreFiscalDigital,
  timbreFiscalDigital,
} from '../../src/sat/timbre11/declaration.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import type { Sealed } from '../../src/seal/sello.js'
import { createSealer, now } from './sealing.js'

const timbre: TimbreFiscalDigital = {
  Version: '1.1',
  UUID: 'E94F6A2C-7A63-4E55-9D4C-0B7C6A5E1F2A',
  FechaTimbrado: '2026-11-21T12:00:01',
  RfcProvCertif: 'SPR190613I52',
  SelloCFD: 'c2VsbG8gZGVsIENGREk=',
  NoCertificadoSAT: '30001000000400002495',
  SelloSAT: 'c2VsbG8gZGVsIFNBVA==',
}
const tfd = (changes: Partial<Record<keyof TimbreFiscalDigital, string>> = {}) =>
  writeComplement(timbreFiscalDigital, { ...timbre, ...changes })
const problemOf = (xml: string) => {
  const reading = readTimbre(xml)
  return reading.ok ? 'read' : reading.problem
}

let sealed: Sealed
beforeAll(async () => {
  sealed = await (await createSealer(createSandboxPac({ clock: () => now })))({
    Addenda: `<pedido>${tfd()}</pedido>`,
  })
})
const cfdiWith = (xml: string) => insertTimbre(sealed, timbre).xml.replace(tfd(), xml)

describe('sources of a stamp', () => {
  it('alone, with or without XML declaration, BOM and comments', () => {
    for (const head of [
      '',
      '<?xml version="1.0" encoding="utf-16"?>\r\n',
      '\ufeff',
      '<!-- timbre -->',
    ]) {
      expect(readTimbre(head + tfd())).toEqual({ ok: true, timbre })
    }
  })

  it('a CFDI, whatever its Addenda contains', () => {
    expect(readTimbre(insertTimbre(sealed, timbre).xml)).toEqual({ ok: true, timbre })
  })

  it('a CFDI serialized differently: other prefixes, default namespaces, line breaks, attributes in another order', () => {
    const { Version, UUID, FechaTimbrado, RfcProvCertif, SelloCFD, NoCertificadoSAT, SelloSAT } =
      timbre
    const xml = `<Comprobante xmlns="http://www.sat.gob.mx/cfd/4">
      <Complemento><x:Otro xmlns:x="urn:x"/></Complemento>
      <Complemento>
        <t:TimbreFiscalDigital SelloSAT="${SelloSAT}" UUID="${UUID}" xmlns:t="http://www.sat.gob.mx/TimbreFiscalDigital"
          xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" NoCertificadoSAT="${NoCertificadoSAT}"
          FechaTimbrado="${FechaTimbrado}" SelloCFD="
${SelloCFD} " RfcProvCertif="${RfcProvCertif}" Version="${Version}"></t:TimbreFiscalDigital>
      </Complemento></Comprobante>`
    expect(readTimbre(xml)).toEqual({ ok: true, timbre })
  })

  it.each([
    ['an empty text', '', /bien formado/],
    ['HTML', '<html><body>502 Bad Gateway</body></html>', /no trae un timbre$/],
    ['JSON', '{"uuid":"E94F6A2C"}', /bien formado/],
    ['a document type', `<!DOCTYPE x [<!ENTITY e "e">]>${tfd()}`, /DOCTYPE/],
    ['a truncated stamp', tfd().slice(0, -20), /bien formado/],
    ['two documents', tfd() + tfd(), /bien formado/],
    [
      'another namespace',
      tfd().replaceAll('TimbreFiscalDigital"', 'Timbre"'),
      /no trae un timbre$/,
    ],
    ['a TFD within something else', `<respuesta>${tfd()}</respuesta>`, /no trae un timbre$/],
  ])('not %s', (_, xml, problem) => {
    expect(problemOf(xml)).toMatch(problem)
  })

  it('not the Addenda, nor a Complemento that is not of the Comprobante', () => {
    expect(problemOf(sealed.xml)).toBe('no trae un timbre')
    expect(
      problemOf(
        sealed.xml.replace(
          /<cfdi:Addenda>.*<\/cfdi:Addenda>/s,
          `<cfdi:Addenda>${tfd()}</cfdi:Addenda>`,
        ),
      ),
    ).toBe('no trae un timbre')
    expect(
      problemOf(sealed.xml.replace('<cfdi:Addenda>', '<cfdi:Addenda><cfdi:Complemento/>')),
    ).toBe('no trae un timbre')
    expect(problemOf(cfdiWith(`<x:Caja xmlns:x="urn:x">${tfd()}</x:Caja>`))).toBe(
      'no trae un timbre',
    )
  })

  it('not one of two', () => {
    expect(problemOf(cfdiWith(tfd() + tfd()))).toBe('trae más de un timbre')
  })
})

describe('validity of a stamp', () => {
  it.each([
    { Version: '1.0' },
    { UUID: 'E94F6A2C' },
    { UUID: '' },
    { FechaTimbrado: '2026-11-21' },
    { RfcProvCertif: 'TOAM850417U21' },
    { NoCertificadoSAT: '3000100000040000249' },
    { SelloSAT: 'c2VsbG8gZGVsIFNBVA=' },
    { SelloSAT: 'no es base 64' },
  ])('%j is refused', (change) => {
    expect(problemOf(tfd(change))).toMatch(/no trae un timbre válido/)
  })

  it.each(Object.keys(timbre))('without %s it is refused', (name) => {
    expect(problemOf(tfd({ [name]: undefined }))).toMatch(/no trae un timbre válido/)
  })

  it('with additional content it is refused', () => {
    expect(problemOf(tfd().replace(' UUID=', ' Otro="1" UUID='))).toMatch(
      /no trae un timbre válido/,
    )
    expect(problemOf(tfd().replace('/>', '><x/></tfd:TimbreFiscalDigital>'))).toMatch(
      /no trae un timbre válido/,
    )
    expect(problemOf(tfd().replace(' UUID=', ' __proto__="1" UUID='))).toMatch(
      /no trae un timbre válido/,
    )
  })

  it('an invalid legend is tolerated', () => {
    expect(readTimbre(tfd({ Leyenda: 'corta' }))).toEqual({
      ok: true,
      timbre: { ...timbre, Leyenda: 'corta' },
    })
  })

  it('reading what was written returns it, whatever its values', () => {
    const hex = (length: number) =>
      fc.string({
        unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
        minLength: length,
        maxLength: length,
      })
    const base64 = fc
      .uint8Array({ minLength: 1, maxLength: 300 })
      .map((bytes) => encodeBase64(bytes))
    const stamp = fc.record({
      Version: fc.constant('1.1'),
      UUID: fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-')),
      FechaTimbrado: fc
        .date({ min: new Date('2010-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 19)),
      RfcProvCertif: fc.constantFrom('SPR190613I52', 'LSO1306189R5', 'C&Ñ010101AA1'),
      SelloCFD: base64,
      NoCertificadoSAT: fc.string({
        unit: fc.constantFrom(...'0123456789'),
        minLength: 20,
        maxLength: 20,
      }),
      SelloSAT: base64,
    })
    fc.assert(
      fc.property(stamp, (value) => {
        expect(readTimbre(writeComplement(timbreFiscalDigital, value))).toEqual({
          ok: true,
          timbre: value,
        })
      }),
    )
  })

  it('any text is read or refused, and never throws', () => {
    const damaged = fc
      .tuple(fc.nat(tfd().length), fc.string({ maxLength: 3 }))
      .map(([at, text]) => tfd().slice(0, at) + text + tfd().slice(at + 1))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), damaged), (text) => {
        expect(typeof readTimbre(text).ok).toBe('boolean')
      }),
    )
  })
})

describe('several sources', () => {
  it('the same stamp twice is one', () => {
    expect(readTimbreFrom([tfd(), insertTimbre(sealed, timbre).xml])).toEqual({ ok: true, timbre })
    expect(readTimbreFrom([tfd({ UUID: timbre.UUID.toLowerCase() }), tfd()])).toMatchObject({
      ok: true,
    })
  })

  it('one readable copy is enough', () => {
    expect(readTimbreFrom(['<cfdi', tfd()])).toEqual({ ok: true, timbre })
  })

  it.each([
    { UUID: 'E94F6A2C-7A63-4E55-9D4C-0B7C6A5E1F2B' },
    { SelloSAT: 'b3Rybw==' },
    { SelloCFD: 'b3Rybw==' },
  ])('two stamps that differ in %j are none', (change) => {
    expect(readTimbreFrom([tfd(), tfd(change)])).toEqual({
      ok: false,
      problem: 'trae dos timbres distintos',
    })
  })

  it('without a readable one, the problem is reported', () => {
    expect(readTimbreFrom([])).toEqual({ ok: false, problem: 'no trae un timbre' })
    expect(readTimbreFrom(['<a/>', 'x'])).toEqual({ ok: false, problem: 'no trae un timbre' })
  })
})
