import { describe, expect, it } from 'vitest'
import { listRules } from '../../src/sat/listRules.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'

const rules = listRules({ documents: [retenciones20] })

/**
 * Our own codes that are errors: a broken one charges another amount than stated, or has an
 * ambiguous seal, or one that the PAC rejects.
 */
const errors: ReadonlySet<string> = new Set([
  'CFDI40-S13',
  'CFDI40-S38',
  'CFDI40-S39',
  'CFDI40-S40',
  'CFDI40-S50',
  'Reten-S01',
  'Reten-S02',
  'IL-S01',
  'IL-S02',
])

describe('listRules', () => {
  it('describes each rule', () => {
    expect(rules.find(({ code }) => code === 'CFDI40108')).toEqual({
      code: 'CFDI40108',
      element: 'Comprobante',
      field: 'SubTotal',
      sentence:
        'debe ser la suma de los importes de los conceptos, redondeada a los decimales de la moneda',
      status: 'active',
      source: 'Matriz de validaciones CFDI 4.0, 25 de marzo de 2026',
      severity: 'error',
    })
    expect(rules.find(({ code }) => code === 'CFDI40118')).toMatchObject({
      status: 'suspended',
      why: expect.any(String),
    })
    expect(rules.find(({ code }) => code === 'CFDI40142')).toMatchObject({
      status: 'undecidable',
      why: expect.any(String),
    })
    expect(rules.find(({ code }) => code === '401')).toMatchObject({ needs: 'at' })
  })

  it('has each code once', () => {
    const codes = rules.map(({ code }) => code)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  })

  it('has sentences that end a sentence', () => {
    for (const { code, sentence } of rules) {
      expect(sentence.trim(), code).not.toBe('')
      expect(sentence, code).not.toMatch(/[.;,]$/)
    }
  })

  it('our own codes are warnings, and the SAT’s are errors', () => {
    for (const { code, severity } of rules)
      expect(severity, code).toBe(/-S\d\d$/.test(code) && !errors.has(code) ? 'warning' : 'error')
  })
})
