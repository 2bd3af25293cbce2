/**
 * What complements there are, as data: for menus, forms and pages.
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
  /** `historico`: read and verified in older documents, and not of today's. */
  readonly status: 'vigente' | 'historico'
  /** First day, `AAAA-MM-DD`, of the documents that may have it. Absent when none of CFDI 4.0 may. */
  readonly desde?: string
  /** Last day of the documents that may have it. Absent while there is none. */
  readonly hasta?: string
  /** Where it hangs: `comprobante` (Complemento) or `concepto` (ComplementoConcepto). */
  readonly at: Place
  /** Types of comprobante that admit it. */
  readonly tipos: readonly TipoDeComprobante[]
  /** Whether its data enter the cadena original, and so are covered by the seal. */
  readonly cadena: boolean
}

/**
 * Every complement that the library knows, frozen, in the order in which their namespaces are declared.
 * @example
 * const pagos = listComplements().find(({ name, status }) => name === 'Pagos' && status === 'vigente')
 * pagos?.version // → '2.0'
 */
export function listComplements(): readonly ComplementFacts[] {
  facts ??= Object.freeze(complements.map(factsOf))
  return facts
}

let facts: readonly ComplementFacts[] | undefined

function factsOf(complement: (typeof complements)[number]): ComplementFacts {
  const { name, version, prefix, namespace, xsd, status, desde, hasta, at, tipos, cadena } = complement
  return Object.freeze({
    name,
    ...(version === undefined ? {} : { version }),
    prefix,
    namespace,
    xsd,
    status,
    ...(desde === undefined ? {} : { desde }),
    ...(hasta === undefined ? {} : { hasta }),
    at,
    tipos: Object.freeze([...tipos]),
    cadena,
  })
}
