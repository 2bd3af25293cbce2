/**
 * Documents that people get wrong by hand, built whole: JSON ready for `engine.stamp`.
 * @module
 */
export type { Expedicion } from './cfdi40/build/expedicion.js'
export { type FacturaGlobalOptions, facturaGlobal, type Ticket, type Venta } from './cfdi40/build/facturaGlobal.js'
export {
  type Bonificacion,
  type Devolucion,
  type NotaDeCreditoOptions,
  notaDeCredito,
} from './cfdi40/build/notaDeCredito.js'
export { sustitucion } from './cfdi40/build/sustitucion.js'
export { iva0, iva8, iva16, ivaExento, type Traslado } from './cfdi40/build/traslados.js'
export { type NominaOptions, nomina } from './nomina12/build.js'
export {
  type FacturaPagada,
  type PagoDeFacturas,
  type PagoOptions,
  type PagoRecibido,
  pago,
  pagos,
} from './pagos20/build/pago.js'
