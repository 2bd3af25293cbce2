/**
 * Caches between documents change no result: after documents of other days and codes, a document
 * has the same findings as with unused catalogues.
 * @module
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { patch, readBase } from './fixture.js'

/**
 * Alternative codes of most fields: one in force, and one that is unknown or not in force every
 * day; the base has the first.
 */
const others = {
  FormaPago: '98',
  LugarExpedicion: '00000',
  MetodoPago: 'PIP',
  Receptor: { UsoCFDI: 'P01' },
  Exportacion: '04',
}

const change = fc.record({
  Fecha: fc.constantFrom(
    '2022-03-01T10:00:00',
    '2026-11-21T10:00:00',
    ' 2026-11-20T10:00:00',
    'nada',
  ),
  // 06 to 08 are in force since 13 December 2024.
  Conceptos: fc
    .record({
      ClaveProdServ: fc.constantFrom('43211503', '99999999'),
      ClaveUnidad: fc.constantFrom('H87', 'H87', 'XXXX'),
      ObjetoImp: fc.constantFrom('01', '06', '08', '09'),
    })
    .map((concepto) => ({ 0: concepto })),
})

const draft = fc
  .tuple(change, fc.option(fc.constantFrom(...Object.entries(others)), { freq: 3, nil: undefined }))
  .map(([changes, other]) =>
    patch(readBase('ingreso'), { ...changes, ...Object.fromEntries(other ? [other] : []) }),
  )

describe('check', () => {
  it('gives the same findings for a document each time', () => {
    const property = fc.property(fc.array(draft, { minLength: 2, maxLength: 12 }), (documents) => {
      const found = documents.map((document) => check(document))
      // Each by catalogues of its own, and after all: asking others in between would be forgetting.
      expect(found).toEqual(
        documents.map((document) => check(document, { catalogs: createCatalogs() })),
      )
    })
    fc.assert(property, { numRuns: 20 })
  })
})
