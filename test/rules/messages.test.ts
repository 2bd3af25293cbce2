/**
 * Messages of findings, over every rule with a fixture: place, problem, and nothing for programmers
 * only.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { formWords, unknownForm } from '../../src/rules/formWords.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { listRules } from '../../src/sat/listRules.js'
import { changedOptionsOf, fixtureCodes, patch, readBase, readFixture } from './fixture.js'

/** Signs of a regular expression: classes, quantifiers, groups, escapes. */
const expression = /\[[^\]]*-[^\]]*\]|\{\d|\(\.|\(\?|\\|\^|[a-z0-9\])][*+](\s|$)/i

/** Its message, whatever else is found. */
const message = (base: string, change: unknown, code: string): string | undefined =>
  check(patch(readBase(base), change)).find((finding) => finding.code === code)?.message

describe('messages of rules', () => {
  const found = fixtureCodes.flatMap((code) => {
    const fixture = readFixture(code)
    return check(patch(readBase(fixture.base), fixture.change), changedOptionsOf(fixture))
  })

  it('names element and field, in one sentence of a length that is read', () => {
    expect(new Set(found.map(({ code }) => code)).size).toBeGreaterThan(450)
    for (const { message: says, element, field, code } of found) {
      expect(says.startsWith(field === '' ? `${element}: ` : `${element}.${field}: `), says).toBe(
        true,
      )
      expect(says, code).toMatch(/[^.][.?]$/)
      expect(says.length, says).toBeLessThanOrEqual(400)
      expect(says, code).not.toMatch(/undefined|null|NaN|\[object|\) \(|\(\(/)
    }
  })

  it('shows no regular expression', () => {
    for (const { message: says } of found) expect(says).not.toMatch(expression)
    for (const { sentence, why = '' } of listRules())
      expect(`${sentence} ${why}`).not.toMatch(expression)
  })

  it('do not show the value of a condition as the wrong one', () => {
    const conditions = found.filter(({ message: says }) => /: (?:exige|no admite) /.test(says))
    expect(conditions.length).toBeGreaterThan(20)
    for (const { message: says, value } of conditions)
      expect(says).not.toContain(`se encontró ${value})`)
  })

  it.each([
    [
      'ingreso',
      { Exportacion: '02' },
      'CFDI40122',
      'Comprobante.Exportacion: exige el complemento ComercioExterior cuando es 02 (falta Complemento.ComercioExterior).',
    ],
    [
      'ingreso',
      { Conceptos: { 0: { ObjetoImp: '01' } } },
      'CFDI40172',
      'Concepto.ObjetoImp: no admite el nodo Impuestos en el concepto cuando es 01, 03, 04 o 05 (sobra Impuestos).',
    ],
    [
      'ingreso',
      { Conceptos: { 0: { Impuestos: { Traslados: { 0: { TasaOCuota: null } } } } } },
      'CFDI40178',
      'Traslado.TipoFactor: exige TasaOCuota e Importe cuando es Tasa o Cuota (falta TasaOCuota).',
    ],
    [
      'ingreso',
      {
        Conceptos: { 0: { Impuestos: { Traslados: { 0: { TasaOCuota: null, Importe: null } } } } },
      },
      'CFDI40178',
      'Traslado.TipoFactor: exige TasaOCuota e Importe cuando es Tasa o Cuota (faltan TasaOCuota, Importe).',
    ],
    [
      'ingreso',
      { Conceptos: { 0: { InformacionAduanera: [{ NumeroPedimento: '82  48  3009  0001234' }] } } },
      'CFDI40194',
      expect.stringContaining('(el año es 82 y debe ser de 16 a 26;'),
    ],
    [
      'pago',
      {
        Complemento: {
          Pagos: { Pago: { 0: { DoctoRelacionado: { 0: { ImpPagado: '999999.00' } } } } },
        },
      },
      'CRP20244',
      expect.stringContaining('se paga de más: 999999.00 de un saldo de '),
    ],
  ])('%s %j', (base, change, code, says) => {
    expect(message(base, change, code)).toEqual(says)
  })

  it('name the broken one of two conditions', () => {
    const says = found.filter(({ code }) => code === 'CP112').map(({ message: words }) => words)
    expect(says).not.toEqual([])
    for (const words of says)
      expect(words).toMatch(/una sola vez \((?:ya hay otro antes|está en ComplementoConcepto)\)\.$/)
  })

  it('show the computed product', () => {
    expect(message('ingreso', { Conceptos: { 0: { Importe: '1.00' } } }, 'CFDI40167')).toMatch(
      /redondeo \([\d.]+ por [\d.]+ es [\d.]+\); se esperaba entre [\d.]+ y [\d.]+, se encontró 1\.00\.$/,
    )
  })

  it('puts the patterns of the catalogues into words', () => {
    const rows = [...catalogs.catalog('c_Pais').rows(), ...catalogs.catalog('c_FormaPago').rows()]
    const patterns = new Set(
      rows.flatMap((row) =>
        Object.entries(row).flatMap(([name, value]) =>
          name.startsWith('patron') && value !== undefined ? [value] : [],
        ),
      ),
    )
    expect(patterns.size).toBeGreaterThan(8)
    for (const pattern of patterns)
      expect(formWords(String(pattern)), String(pattern)).not.toBe(unknownForm)
    expect(formWords('(a|b)*')).toBe(unknownForm)
  })
})
