/**
 * Un pago que salda facturas en pesos, dólares y euros.
 * @module
 */
import { pago } from 'cfdi-stamp/build'

/**
 * El recibo de un pago. Cada factura es la que se timbró (`readCfdi(xml)`); `tipos` son los pesos
 * por unidad de cada moneda el día del pago. Lo que se paga salda las facturas en el orden en que
 * vienen.
 */
export function reciboDe({ facturas, fecha, formaDePago, moneda = 'MXN', monto, tipos = {} }) {
  return pago(
    facturas.map((factura) => ({
      factura,
      TipoCambio: factura.Moneda === moneda ? undefined : tipos[factura.Moneda],
    })),
    {
      FechaPago: fecha,
      FormaDePagoP: formaDePago,
      MonedaP: moneda,
      TipoCambioP: moneda === 'MXN' ? undefined : tipos[moneda],
      Monto: monto,
    },
  )
}
