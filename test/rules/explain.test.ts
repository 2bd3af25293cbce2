import { describe, expect, it } from 'vitest'
import { check } from '../../src/sat/cfdi40/check.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { listRules } from '../../src/sat/listRules.js'
import { baseNames, patch, readBase } from './fixture.js'

const of = (document: unknown, code: string) =>
  explain(document).filter((explanation) => explanation.code === code)

describe('explain', () => {
  it.each(baseNames)('%s: lists every rule, and none is broken', (name) => {
    const explanations = explain(readBase(name))
    expect(new Set(explanations.map(({ code }) => code))).toEqual(
      new Set(listRules().map(({ code }) => code)),
    )
    expect(explanations.filter(({ outcome }) => outcome === 'broken')).toEqual([])
    for (const { outcome, why, code } of explanations) {
      if (outcome === 'not-asked') expect(why, code).not.toBe('')
    }
  })

  it('gives the reason of a skipped rule', () => {
    const document = readBase('ingreso')
    expect(of(document, 'CFDI40118')[0]?.why).toMatch(/^suspendida: desde el 16 de enero de 2026/)
    expect(of(document, 'CFDI40142')[0]).toMatchObject({
      outcome: 'not-asked',
      why: expect.stringContaining('adquirente'),
    })
    expect(of(document, 'CFDI40143')).toEqual([
      {
        code: 'CFDI40143',
        element: 'Receptor',
        field: 'Rfc',
        path: 'Receptor',
        outcome: 'not-asked',
        why: 'falta la lista de contribuyentes del SAT, `registries.taxpayers`',
      },
    ])
    expect(of(document, '401')[0]?.why).toBe('falta la fecha y hora presente')
    expect(of(document, 'CFDI40131')[0]?.why).toBe('el documento no tiene InformacionGlobal')
    expect(of(document, 'CFDI40105')[0]).toMatchObject({ outcome: 'not-asked', why: 'no aplica' })
    const cartaPorte = { Version: '3.1' }
    const egreso = patch(document, {
      TipoDeComprobante: 'E',
      Complemento: { CartaPorte: cartaPorte },
    })
    expect(of(egreso, 'CP126')[0]?.why).toBe('el documento no tiene CartaPorte')
    const unsound = patch(document, { Receptor: { UsoCFDI: null } })
    expect(of(unsound, 'CFDI40161')[0]?.why).toBe('la estructura de la que depende está mal')
    expect(of(unsound, 'CFDI40108')[0]?.outcome).toBe('holds')
    expect(of('not a document', 'CFDI40108')[0]?.outcome).toBe('not-asked')
  })

  it('has the outcome at each node', () => {
    expect(
      of(readBase('ingreso'), 'CFDI40167').map(({ path, outcome }) => [path, outcome]),
    ).toEqual([
      ['Conceptos[0].Importe', 'holds'],
      ['Conceptos[1].Importe', 'holds'],
      ['Conceptos[2].Importe', 'holds'],
    ])
  })

  it('explains a broken rule with the message of the finding', () => {
    const document = patch(readBase('ingreso'), { Total: '1.00', TipoCambio: '1.5' })
    const broken = explain(document).filter(({ outcome }) => outcome === 'broken')
    expect(broken.map(({ code, path, why }) => [code, path, why])).toEqual(
      check(document).map(({ code, path, message }) => [code, path, message]),
    )
  })

  it('names the part of a rule that cannot be decided', () => {
    expect(of(readBase('sellado'), 'CFDI40102')).toMatchObject([
      { outcome: 'holds', why: expect.stringContaining('verifySello') },
    ])
  })
})
