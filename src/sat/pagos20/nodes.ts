/**
 * Nodes of Pagos 2.0, under the names that its rules use.
 * @module
 */
import type { Pagos20 } from './declaration.js'

export type Totales = Pagos20['Totales']
export type Pago = Pagos20['Pago'][number]
export type DoctoRelacionado = Pago['DoctoRelacionado'][number]
export type ImpuestosDR = NonNullable<DoctoRelacionado['ImpuestosDR']>
export type RetencionDR = NonNullable<ImpuestosDR['RetencionesDR']>[number]
export type TrasladoDR = NonNullable<ImpuestosDR['TrasladosDR']>[number]
export type ImpuestosP = NonNullable<Pago['ImpuestosP']>
export type TrasladoP = NonNullable<ImpuestosP['TrasladosP']>[number]
