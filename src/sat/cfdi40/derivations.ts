/**
 * Derivations of CFDI 4.0.
 * @module
 */
import { comprobanteTables } from './derive/comprobante.js'
import { conceptosDerivations } from './derive/conceptos.js'
import { impuestosDerivations } from './derive/impuestos.js'
import { settlement } from './derive/precioConImpuestos.js'

export const cfdi40Derivations = [
  ...comprobanteTables,
  ...conceptosDerivations,
  settlement,
  ...impuestosDerivations,
]
