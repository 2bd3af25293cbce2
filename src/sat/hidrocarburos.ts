/**
 * What the complements of income from hydrocarbons and of their costs ask alike of the document that carries them.
 * @module
 */

import { absentIf } from '../rules/presence.js'
import type { Comprobante, Concepto } from './cfdi40/declaration.js'
import { eachComplement } from './cfdi40/eachComplement.js'
import { isTipo } from './cfdi40/predicates.js'
import type { Each, Mismatch, Rule } from './cfdi40/rule.js'
import { conceptos } from './cfdi40/rules/concepto.js'

/** A complement of hydrocarbons: of what type of document, and under which name. */
export interface Hidrocarburos {
  readonly name: string
  readonly tipo: Comprobante['TipoDeComprobante']
}

/** The complement, in the type of document that admits it. */
export function nodesOf<T extends { readonly Version: string }>({ name, tipo }: Hidrocarburos): Each<T, undefined> {
  return (document, visit) => {
    if (isTipo(document, tipo))
      eachComplement<T>(document, name, '1.0', (node, ...path) => visit(node, undefined, ...path))
  }
}

/** The document that carries it, once. */
export function carrierOf(complement: Hidrocarburos): Each<Comprobante, undefined> {
  const each = nodesOf(complement)
  return (document, visit) => {
    let carries = false
    each(document, () => {
      carries = true
    })
    if (carries) visit(document, undefined)
  }
}

/** The lines of the document that carries it. */
export function linesOf(complement: Hidrocarburos): Each<Concepto, undefined> {
  const carrier = carrierOf(complement)
  return (document, visit) => carrier(document, () => conceptos(document, visit))
}

/** That nothing of it is exported. */
export function notExported(name: string): Rule<Comprobante> {
  return {
    field: 'Exportacion',
    says: `debe ser 01 (no aplica) con ${name}`,
    holds: ({ Exportacion }) => Exportacion === '01' || { expected: '01', found: Exportacion },
  }
}

/** The issuer of the document that carries it. */
export function issuerOf(complement: Hidrocarburos): Each<Comprobante['Emisor'], undefined> {
  const carrier = carrierOf(complement)
  return (document, visit) => carrier(document, ({ Emisor }) => visit(Emisor, undefined, 'Emisor'))
}

/** A child that the document or its lines do not have with it. */
export function without<Node>(field: keyof Node & string, name: string): Rule<Node> {
  return absentIf(field, `no debe existir con ${name}`)
}

/** The month of a document, or the one before it: broken unless `mes` is one of them. January comes after December. */
export function isMonthOf(fecha: string, mes: string): boolean | Mismatch {
  const month = Number.parseInt(fecha.slice(5, 7), 10)
  const admitted = [month, month === 1 ? 12 : month - 1].map((number) => String(number).padStart(2, '0'))
  return admitted.includes(mes) || { expected: admitted.join(' o '), found: mes }
}
