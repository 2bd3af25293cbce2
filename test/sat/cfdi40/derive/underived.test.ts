/**
 * "AUTO" where nothing derives it is refused by name, in whatever text, and stays what it is in the
 * Addenda.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { preview } from '../../../../src/engine/preview.js'
import { check } from '../../../../src/sat/cfdi40/check.js'
import { draftSchema } from '../../../../src/sat/schema.js'
import { invoice, noon } from '../../../fixtures.js'
import { patch } from '../../../rules/fixture.js'

const clock = (): Date => noon

const refusedBy = (change: object) =>
  preview(patch(invoice(), change), { clock }).findings.filter(
    ({ severity }) => severity === 'error',
  )

describe('"AUTO" that nothing derives', () => {
  it.each([
    ['Receptor.Nombre', { Receptor: { Nombre: 'AUTO' } }, 'Receptor', 'Nombre'],
    ['Serie', { Serie: 'AUTO' }, 'Comprobante', 'Serie'],
    ['CondicionesDePago', { CondicionesDePago: 'AUTO' }, 'Comprobante', 'CondicionesDePago'],
    [
      'Conceptos[0].Descripcion',
      { Conceptos: { 0: { Descripcion: 'AUTO' } } },
      'Concepto',
      'Descripcion',
    ],
    [
      'Conceptos[0].NoIdentificacion',
      { Conceptos: { 0: { NoIdentificacion: 'AUTO' } } },
      'Concepto',
      'NoIdentificacion',
    ],
    ['Conceptos[0].Unidad', { Conceptos: { 0: { Unidad: 'AUTO' } } }, 'Concepto', 'Unidad'],
    ['Receptor.UsoCFDI', { Receptor: { UsoCFDI: 'AUTO' } }, 'Receptor', 'UsoCFDI'],
  ])('%s', (path, change, element, field) => {
    expect(refusedBy(change)).toEqual([
      expect.objectContaining({
        path,
        element,
        field,
        value: 'AUTO',
        message: `${element}.${field}: no se puede obtener; se debe indicar (se encontró "AUTO").`,
      }),
    ])
    expect(draftSchema()['~standard'].validate(patch(invoice(), change))).toMatchObject({
      issues: [{ message: expect.stringContaining(`${element}.${field}: no se puede obtener`) }],
    })
  })

  it('is refused in a complement', () => {
    const LeyendasFiscales = { version: '1.0', Leyenda: [{ textoLeyenda: 'AUTO' }] }
    const [finding, ...others] = refusedBy({ Complemento: { LeyendasFiscales } })
    expect(others).toEqual([])
    expect(finding).toMatchObject({ element: 'Leyenda', field: 'textoLeyenda', value: 'AUTO' })
  })

  it('is text in the Addenda, and in a document that is whole: a dealer of cars has such a series', () => {
    expect(refusedBy({ Addenda: 'AUTO' })).toEqual([])
    expect(
      check({ ...invoice(), Serie: 'AUTO' }, { at: noon }).filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([])
  })

  it('changes nothing of the draft', () => {
    const draft: Record<string, unknown> = { ...invoice(), Serie: 'AUTO' }
    expect(preview(draft).document).toMatchObject({ Serie: 'AUTO' })
    draftSchema()['~standard'].validate(draft)
    expect(draft['Serie']).toBe('AUTO')
  })
})
