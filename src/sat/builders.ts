/**
 * Builders for documents that are difficult to write by hand. They return JSON for `engine.stamp`.
 * @module
 */
export type { Catalogs } from '../catalogs/set.js'
export type { Json } from '../lib/json.js'
export type { Numeric } from '../model/types.js'
export {
  type AnticipoRecibido,
  type AplicacionOptions,
  anticipo,
  aplicacionDeAnticipo,
  facturaConAnticipo,
  facturaPorRemanente,
} from './cfdi40/build/anticipo.js'
export type { Expedicion } from './cfdi40/build/expedicion.js'
export {
  type FacturaGlobalOptions,
  facturaGlobal,
  type Ticket,
  type Venta,
} from './cfdi40/build/facturaGlobal.js'
export {
  type Bonificacion,
  type Devolucion,
  type NotaDeCreditoOptions,
  notaDeCredito,
} from './cfdi40/build/notaDeCredito.js'
export { sustitucion } from './cfdi40/build/sustitucion.js'
export type { Timbrado } from './cfdi40/build/timbrado.js'
export { iva0, iva8, iva16, ivaExento, type Traslado } from './cfdi40/build/traslados.js'
export type { Comprobante } from './cfdi40/declaration.js'
export type { ComprobanteDraft } from './cfdi40/draft.js'
export type { Given, Untyped } from './given.js'
export { type NominaOptions, nomina, type Payslip } from './nomina12/build.js'
export {
  type Derived,
  type FacturaPagada,
  type Pago,
  type PagoDeFacturas,
  type PagoOptions,
  type PagoRecibido,
  pago,
  pagos,
} from './pagos20/build/pago.js'
export {
  type PaidTax,
  type PaymentSummary,
  paymentSummary,
  type RegisteredPayment,
} from './pagos20/build/paymentSummary.js'
export type { Pagos20 } from './pagos20/declaration.js'
