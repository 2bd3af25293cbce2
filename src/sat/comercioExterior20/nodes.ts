/**
 * The nodes of Comercio Exterior 2.0 that rules look at, and where they are.
 * @module
 */

import { eachItem } from '../../rules/values.js'
import type { Comprobante, Concepto } from '../cfdi40/declaration.js'
import { isTipo } from '../cfdi40/predicates.js'
import type { Each } from '../cfdi40/rule.js'
import { conceptos } from '../cfdi40/rules/concepto.js'
import { soleComplement } from '../cfdi40/soleComplement.js'
import type { ComercioExterior20 } from './declaration.js'

/** The matrix that all these tables come from. */
export const matrizComercioExterior = 'Matriz de errores de Comercio Exterior 2.0, 18 de enero de 2024'

export type Propietario = NonNullable<ComercioExterior20['Propietario']>[number]
export type ReceptorExterior = NonNullable<ComercioExterior20['Receptor']>
export type Destinatario = NonNullable<ComercioExterior20['Destinatario']>[number]
export type MercanciaExterior = ComercioExterior20['Mercancias'][number]

/** The only Comercio Exterior 2.0 of a document that admits one. Elsewhere its only fault is to be there (CCE101, CCE113). */
export const comercioExterior: Each<ComercioExterior20, undefined> = (document, visit) => {
  const found = isTipo(document, 'I', 'E', 'T')
    ? soleComplement<ComercioExterior20>(document, 'ComercioExterior', '2.0')
    : undefined
  if (found !== undefined) visit(found.node, undefined, ...found.path)
}

/** The document that carries it. */
export const comprobanteExterior: Each<Comprobante, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node) => visit(document, node))

/** The lines of the document that carries it. */
export const conceptosExterior: Each<Concepto, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node) => conceptos(document, (concepto, _, ...path) => visit(concepto, node, ...path)))

export const propietarios: Each<Propietario, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node, _, ...path) =>
    eachItem(node.Propietario, (item, index) => visit(item, node, ...path, 'Propietario', index)),
  )

export const destinatarios: Each<Destinatario, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node, _, ...path) =>
    eachItem(node.Destinatario, (item, index) => visit(item, node, ...path, 'Destinatario', index)),
  )

export const mercanciasExterior: Each<MercanciaExterior, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node, _, ...path) =>
    eachItem(node.Mercancias, (item, index) => visit(item, node, ...path, 'Mercancias', index)),
  )

/** The key of a service, in c_UnidadAduana. */
export const unidadServicio = '99'

/** Samples, which are given away: what they are worth is discounted. */
export const muestras = '9801000100'
