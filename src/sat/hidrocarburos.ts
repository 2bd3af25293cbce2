/**
 * Common rules of the documents that carry income from hydrocarbons or its costs.
 * @module
 */

import { mustBe } from '../rules/form.js'
import { absentIf } from '../rules/presence.js'
import type { Comprobante } from './cfdi40/declaration.js'
import type { Mismatch, Rule } from './cfdi40/rule.js'

/** The document is not an export. */
export function notExported(name: string): Rule<Comprobante, unknown> {
  return {
    field: 'Exportacion',
    says: `debe ser 01 (no aplica) con ${name}`,
    holds: mustBe('Exportacion', '01'),
  }
}

/** A child that the document or its lines do not have beside it. */
export function without<Node>(field: keyof Node & string, name: string): Rule<Node, unknown> {
  return absentIf(field, `no debe existir con ${name}`)
}

/**
 * Checks that `mes` is the month of a document, or the one before it. December precedes January.
 */
export function isMonthOf(fecha: string, mes: string): boolean | Mismatch {
  const month = Number.parseInt(fecha.slice(5, 7), 10)
  const admitted = [month, month === 1 ? 12 : month - 1].map((number) =>
    String(number).padStart(2, '0'),
  )
  return admitted.includes(mes) || { expected: admitted.join(' o '), found: mes }
}
