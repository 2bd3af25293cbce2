/**
 * Los tickets del día que nadie facturó, en una factura global, cada noche.
 * @module
 */
import { facturaGlobal, iva16 } from 'cfdi-stamp/build'

/**
 * Un ticket de la caja, como lo quiere `facturaGlobal`. Lo que se vendió sin IVA al 16 % va en otra
 * venta.
 */
const ticketOf = ({ folio, formaPago, total }) => ({
  NoIdentificacion: folio,
  FormaPago: formaPago,
  Ventas: [{ Total: total, Traslados: iva16 }],
})

/**
 * Timbra la global de un día y un lugar de expedición. La clave de idempotencia es el lugar, el día
 * y el primer ticket pendiente: correrlo dos veces da la misma factura, otra sucursal tiene la
 * suya, y un ticket que llega tarde va en otra. Sin tickets no hay nada que timbrar.
 */
export async function facturarDia({ engine, tickets, dia, LugarExpedicion, RegimenFiscal }) {
  const pendientes = tickets.filter(
    ({ fecha, lugar = LugarExpedicion, uuid }) =>
      fecha === dia && lugar === LugarExpedicion && uuid === undefined,
  )
  if (pendientes.length === 0) return undefined
  const borrador = facturaGlobal(pendientes.map(ticketOf), {
    Emisor: { RegimenFiscal },
    LugarExpedicion,
    Periodicidad: '01',
    dia,
  })
  return engine.stamp(borrador, { key: `global ${LugarExpedicion} ${dia} ${pendientes[0].folio}` })
}
