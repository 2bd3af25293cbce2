/**
 * The complements as data: for menus, forms and pages.
 * @module
 */

import type { Place, TipoDeComprobante } from './cfdi40/complement.js'
import { complements } from './declarations.js'

/** A complement, without its declaration. */
export interface ComplementFacts {
  /** Local name of its root element and its key in `Complemento` or `ComplementoConcepto`. */
  readonly name: string
  /** Absent where the schema states none. */
  readonly version?: string
  /** Prefix of its namespace in XML. */
  readonly prefix: string
  /** URI of its namespace. */
  readonly namespace: string
  /** URL of the SAT's XSD. */
  readonly xsd: string
  /** `historico`: readable and verifiable in older documents, not admitted in new ones. */
  readonly status: 'vigente' | 'historico'
  /** First day, `AAAA-MM-DD`, of the documents that admit it. Absent when no CFDI 4.0 does. */
  readonly desde?: string
  /** Last day of the documents that admit it. Absent while there is none. */
  readonly hasta?: string
  /** Its place: `comprobante` (Complemento) or `concepto` (ComplementoConcepto). */
  readonly at: Place
  /** Types of comprobante that admit it. */
  readonly tipos: readonly TipoDeComprobante[]
  /** Whether the cadena original includes its data, so that the seal covers them. */
  readonly cadena: boolean
}

/**
 * Returns every known complement, frozen, in the order in which their namespaces are declared.
 * @example
 * const pagos = listComplements().find(({ name, status }) => name === 'Pagos' && status === 'vigente')
 * pagos?.version // → '2.0'
 */
export function listComplements(): readonly ComplementFacts[] {
  facts ??= Object.freeze(complements.map(complementFactsOf))
  return facts
}

let facts: readonly ComplementFacts[] | undefined

function complementFactsOf(complement: (typeof complements)[number]): ComplementFacts {
  const { name, version, prefix, namespace, xsd, status, desde, hasta, at, tipos, cadena } =
    complement
  return Object.freeze({
    name,
    ...(version !== undefined && { version }),
    prefix,
    namespace,
    xsd,
    status,
    ...(desde !== undefined && { desde }),
    ...(hasta !== undefined && { hasta }),
    at,
    tipos: Object.freeze([...tipos]),
    cadena,
  })
}
