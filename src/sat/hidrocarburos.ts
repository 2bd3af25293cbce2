/**
 * What the complements of income from hydrocarbons and of their costs ask alike of the document that carries them.
 * @module
 */

import { absentIf } from '../rules/presence.js'
import type { Comprobante } from './cfdi40/declaration.js'
import type { Mismatch, Rule } from './cfdi40/rule.js'

/** That nothing of it is exported. */
export function notExported(name: string): Rule<Comprobante, unknown> {
  return {
    field: 'Exportacion',
    says: `debe ser 01 (no aplica) con ${name}`,
    holds: ({ Exportacion }) => Exportacion === '01' || { expected: '01', found: Exportacion },
  }
}

/** A child that the document or its lines do not have with it. */
export function without<Node>(field: keyof Node & string, name: string): Rule<Node, unknown> {
  return absentIf(field, `no debe existir con ${name}`)
}

/** The month of a document, or the one before it: broken unless `mes` is one of them. January comes after December. */
export function isMonthOf(fecha: string, mes: string): boolean | Mismatch {
  const month = Number.parseInt(fecha.slice(5, 7), 10)
  const admitted = [month, month === 1 ? 12 : month - 1].map((number) => String(number).padStart(2, '0'))
  return admitted.includes(mes) || { expected: admitted.join(' o '), found: mes }
}
