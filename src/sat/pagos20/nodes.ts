/**
 * The nodes of Pagos 2.0 that rules look at, and where they are.
 * @module
 */

import { eachItem } from '../../rules/values.js'
import { eachComplement } from '../cfdi40/eachComplement.js'
import { isTipo } from '../cfdi40/predicates.js'
import type { Each } from '../cfdi40/rule.js'
import type { Pagos20 } from './declaration.js'

/** The matrix that all these tables come from. */
export const matrizPagos = 'Matriz de errores de Pagos 2.0, revisión B, 15 de enero de 2024'

export type Totales = Pagos20['Totales']
export type Pago = Pagos20['Pago'][number]
export type DoctoRelacionado = Pago['DoctoRelacionado'][number]
export type ImpuestosDR = NonNullable<DoctoRelacionado['ImpuestosDR']>
export type RetencionDR = NonNullable<ImpuestosDR['RetencionesDR']>[number]
export type TrasladoDR = NonNullable<ImpuestosDR['TrasladosDR']>[number]
export type ImpuestosP = NonNullable<Pago['ImpuestosP']>
export type RetencionP = NonNullable<ImpuestosP['RetencionesP']>[number]
export type TrasladoP = NonNullable<ImpuestosP['TrasladosP']>[number]

/** What the summary of a payment's taxes is held to. */
export interface OfPago {
  readonly pago: Pago
  readonly totales: Totales
}

/** The complement of a document of payments. In other types its only fault is to be there (CRP20101). */
export const pagos20: Each<Pagos20, undefined> = (document, visit) => {
  if (isTipo(document, 'P')) {
    eachComplement<Pagos20>(document, 'Pagos', '2.0', (node, ...path) => visit(node, undefined, ...path))
  }
}

export const totales: Each<Totales, Pagos20> = (document, visit) =>
  pagos20(document, (node, _, ...path) => visit(node.Totales, node, ...path, 'Totales'))

export const pagos: Each<Pago, Pagos20> = (document, visit) =>
  pagos20(document, (node, _, ...path) =>
    eachItem(node.Pago, (pago, index) => visit(pago, node, ...path, 'Pago', index)),
  )

export const doctosRelacionados: Each<DoctoRelacionado, Pago> = (document, visit) =>
  pagos(document, (pago, _, ...path) =>
    eachItem(pago.DoctoRelacionado, (docto, index) => visit(docto, pago, ...path, 'DoctoRelacionado', index)),
  )

export const retencionesDR: Each<RetencionDR, DoctoRelacionado> = (document, visit) =>
  doctosRelacionados(document, (docto, _, ...path) =>
    eachItem(docto.ImpuestosDR?.RetencionesDR, (retencion, index) =>
      visit(retencion, docto, ...path, 'ImpuestosDR', 'RetencionesDR', index),
    ),
  )

export const trasladosDR: Each<TrasladoDR, DoctoRelacionado> = (document, visit) =>
  doctosRelacionados(document, (docto, _, ...path) =>
    eachItem(docto.ImpuestosDR?.TrasladosDR, (traslado, index) =>
      visit(traslado, docto, ...path, 'ImpuestosDR', 'TrasladosDR', index),
    ),
  )

export const retencionesP: Each<RetencionP, OfPago> = (document, visit) =>
  pagos(document, (pago, { Totales: totales }, ...path) =>
    eachItem(pago.ImpuestosP?.RetencionesP, (retencion, index) =>
      visit(retencion, { pago, totales }, ...path, 'ImpuestosP', 'RetencionesP', index),
    ),
  )

export const trasladosP: Each<TrasladoP, OfPago> = (document, visit) =>
  pagos(document, (pago, { Totales: totales }, ...path) =>
    eachItem(pago.ImpuestosP?.TrasladosP, (traslado, index) =>
      visit(traslado, { pago, totales }, ...path, 'ImpuestosP', 'TrasladosP', index),
    ),
  )
