/**
 * Derivations of Pagos 2.0.
 * @module
 */
import { impuestosTables } from './derive/impuestos.js'
import { pagosTables } from './derive/pagos.js'
import { totalesTables } from './derive/totales.js'

export const pagos20Derivations = [...pagosTables, ...impuestosTables, ...totalesTables]
