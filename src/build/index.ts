/**
 * Documents that people get wrong by hand, built whole: JSON ready for `engine.stamp`.
 * @module
 */
export type { Expedicion } from './expedicion.js'
export { type FacturaGlobalOptions, facturaGlobal, type Ticket, type Venta } from './facturaGlobal.js'
export { type NominaOptions, nomina } from './nomina.js'
export { type Bonificacion, type Devolucion, type NotaDeCreditoOptions, notaDeCredito } from './notaDeCredito.js'
export { type FacturaPagada, type PagoDeFacturas, type PagoOptions, type PagoRecibido, pago, pagos } from './pago.js'
export { sustitucion } from './sustitucion.js'
export { iva0, iva8, iva16, ivaExento, type Traslado } from './traslados.js'
