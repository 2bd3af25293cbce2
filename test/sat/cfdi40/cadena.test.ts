/**
 * S38 to S40: no value holds the `|` that ends a field of the cadena original, and the one stamp is
 * of the document.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { parseXml, type XmlNode } from '../../../src/lib/xml/xml.js'
import type { Finding } from '../../../src/model/finding.js'
import { writeCfdi } from '../../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../../src/sat/cfdi40/check.js'
import { invoice } from '../../fixtures.js'
import { readBase } from '../../rules/fixture.js'

const pleca = 'CFDI40-S38'
const ofPleca = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ code }) => code === pleca)

describe('a bar in a value', () => {
  const bases = [
    'ingreso',
    'pago',
    'nomina',
    'cpPropio',
    'cpFerroviario',
    'cceVenta',
    'ine',
    'impuestosLocales',
    'hidroYPetro',
    'ecc12',
    'gceh',
  ]

  it.each(bases)('is an error in every attribute of %s', (name) => {
    const xml = writeCfdi(readBase(name) as never)
    const places = attributesOf(parseXml(xml), xml)
    expect(places.length).toBeGreaterThan(20)
    for (const at of places) {
      const barred = `${xml.slice(0, at)}|Z${xml.slice(at)}`
      const errors = checkXml(barred).filter(({ severity }) => severity === 'error')
      expect(errors.length, barred.slice(at - 80, at + 3)).toBeGreaterThan(0)
    }
  })

  it('is reported with its place and value; without rules only the schema applies', () => {
    const document = {
      ...invoice(),
      Complemento: { LeyendasFiscales: { version: '1.0', Leyenda: [{ textoLeyenda: 'a|b' }] } },
    }
    expect(ofPleca(check(document))).toEqual([
      {
        code: pleca,
        severity: 'error',
        element: 'Leyenda',
        field: 'textoLeyenda',
        path: 'Complemento.LeyendasFiscales.Leyenda[0].textoLeyenda',
        value: 'a|b',
        message:
          'Leyenda.textoLeyenda: no debe contener el carácter "|" (pleca): separa los campos de la cadena original (se encontró a|b).',
      },
    ])
    expect(check(document, { rules: false })).toEqual([])
  })

  it('is an error in an unknown complement, attribute or text, and none in the Addenda', () => {
    const nuevo =
      '<x:Nuevo xmlns:x="http://www.sat.gob.mx/Nuevo" a="|"><x:b x:c="1|2">t|u</x:b></x:Nuevo>'
    const found = ofPleca(check({ ...invoice(), Complemento: { Nuevo: nuevo } }))
    expect(found.map(({ element, field, path }) => [element, field, path])).toEqual([
      ['Nuevo', 'a', 'Complemento.Nuevo'],
      ['b', 'c', 'Complemento.Nuevo'],
      ['b', '#text', 'Complemento.Nuevo'],
    ])
    expect(check({ ...invoice(), Addenda: nuevo })).toEqual(check(invoice()))
  })

  it('is not reported in the cadena of a transfer of the right form', () => {
    const of = (CadPago: string) => {
      const base = readBase('pago') as never as {
        Complemento: { Pagos: { Pago: [Record<string, unknown>] } }
      }
      const [pago] = base.Complemento.Pagos.Pago
      return ofPleca(
        check({
          ...base,
          Complemento: { Pagos: { ...base.Complemento.Pagos, Pago: [{ ...pago, CadPago }] } },
        }),
      )
    }
    for (const cadena of ['||Pago|Banco|300.00||', '||1||', 'sin plecas'])
      expect(of(cadena)).toEqual([])
    for (const other of [
      '|',
      '||',
      '||||',
      '||1',
      '1||',
      '||1|2',
      '||1|||2||',
      '||1||2||',
      '|||1||',
      '||1|||',
    ])
      expect(of(other).map(({ field }) => field)).toEqual(['CadPago'])
  })

  it('is reported within the limit of findings', () => {
    const Leyenda = Array.from({ length: 40 }, () => ({ textoLeyenda: '|' }))
    const document = {
      ...invoice(),
      Complemento: { LeyendasFiscales: { version: '1.0', Leyenda } },
    }
    expect(ofPleca(check(document))).toHaveLength(40)
    expect(check(document, { limits: { findings: 10 } }).length).toBeLessThanOrEqual(11)
  })
})

describe('the stamp', () => {
  const stamp = (changes: Record<string, unknown> = {}) => ({
    Version: '1.1',
    UUID: '6a1f2c1e-3f0b-4b8e-9d26-0c7a5e4b1d90',
    FechaTimbrado: '2026-08-20T10:31:00',
    RfcProvCertif: 'TPR170928K35',
    SelloCFD: 'QUFB',
    NoCertificadoSAT: '30001000000600000006',
    SelloSAT: 'QUFB',
    ...changes,
  })
  const judged = (Sello: string, TimbreFiscalDigital: unknown) => {
    const document = { ...readBase('ingreso'), Sello, Complemento: { TimbreFiscalDigital } }
    const found = check(document).map(({ code, path }) => `${code} ${path}`)
    expect(
      checkXml(writeCfdi(document as never)).map(({ code, path }) => `${code} ${path}`),
    ).toEqual(found)
    return found
  }

  it('is of the document, white space apart', () => {
    expect(judged('QUFB', stamp())).toEqual([])
    expect(judged(' QUFB\n', stamp({ SelloCFD: '\tQUFB ' }))).toEqual([])
  })

  it('of another is an error', () => {
    expect(judged('QUFC', stamp())).toEqual(['CFDI40-S40 Complemento.TimbreFiscalDigital.SelloCFD'])
    expect(judged('', stamp())).toEqual(['CFDI40-S40 Complemento.TimbreFiscalDigital.SelloCFD'])
  })

  it('is not the element of that name in another namespace (seed 591886713 of mutated.test.ts)', () => {
    const foreign = '<tfd:TimbreFiscalDigital xmlns:tfd="urn:another" Version="1.1"/>'
    expect(judged('QUFB', foreign)).toEqual(['301 Complemento.TimbreFiscalDigital'])
    expect(judged('QUFB', [foreign, stamp()])).toEqual(['301 Complemento.TimbreFiscalDigital[0]'])
    expect(judged('QUFB', [foreign, stamp({ SelloCFD: 'QUFC' })])).toEqual([
      '301 Complemento.TimbreFiscalDigital[0]',
    ])
  })

  it('is one', () => {
    expect(judged('QUFB', [stamp()])).toEqual([])
    expect(judged('QUFB', [stamp(), stamp()])).toEqual([
      'CFDI40-S39 Complemento.TimbreFiscalDigital',
    ])
    expect(judged('QUFB', [stamp(), stamp({ SelloCFD: 'QUFC' })])).toEqual([
      'CFDI40-S39 Complemento.TimbreFiscalDigital',
      'CFDI40-S40 Complemento.TimbreFiscalDigital[1].SelloCFD',
    ])
  })
})

/** Where the values of all attributes end in the text, but those of namespaces. */
function attributesOf(node: XmlNode, xml: string): number[] {
  const tag = xml.slice(node.start, node.innerStart)
  const own = [...tag.matchAll(/\s([^\s=]+)="[^"]*(?=")/g)]
    .filter(([, name]) => !name!.startsWith('xmlns') && name !== 'xsi:schemaLocation')
    .map((match) => node.start + match.index + match[0].length)
  return [
    ...own,
    ...node.children.flatMap((child) =>
      typeof child === 'string' ? [] : attributesOf(child, xml),
    ),
  ]
}
