/** Stamped invoices of each kind, and the members of their receipts. */
import type { Json } from '../../../../src/derive/derivation.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import type { PagoRecibido } from '../../../../src/sat/pagos20/build/pago.js'
import type { Pagos20 } from '../../../../src/sat/pagos20/declaration.js'
import { createWorld, factura, line, type World } from '../../cfdi40/build/world.js'

export type Invoices = Record<
  'simple' | 'freight' | 'mixed' | 'dollars' | 'untaxed' | 'exempt',
  Comprobante
>

const withheld = (Impuesto: string, TasaOCuota: string): Json => ({
  Base: 'AUTO',
  Impuesto,
  TipoFactor: 'Tasa',
  TasaOCuota,
  Importe: 'AUTO',
})
const freight = {
  Traslados: [withheld('002', '0.160000')],
  Retenciones: [withheld('002', '0.040000'), withheld('001', '0.012500')],
}
export const exempt = { Traslados: [{ Base: 'AUTO', Impuesto: '002', TipoFactor: 'Exento' }] }

/** A world whose PAC stamped one invoice of each kind. */
export async function createPaidWorld(): Promise<{ world: World; invoices: Invoices }> {
  const world = await createWorld()
  const invoices = {
    simple: await world.stamp(factura([line('10000')])),
    freight: await world.stamp(factura([line('1234.56', { Impuestos: freight, Cantidad: '3' })])),
    mixed: await world.stamp(
      factura([
        line('99.99', { Cantidad: '7' }),
        line('250', { Impuestos: exempt }),
        line('80', { Impuestos: undefined, ObjetoImp: '01' }),
      ]),
    ),
    dollars: await world.stamp(factura([line('1000')], { Moneda: 'USD', TipoCambio: '18.1' })),
    untaxed: await world.stamp(factura([line('500', { Impuestos: undefined, ObjetoImp: '04' })])),
    exempt: await world.stamp(factura([line('500', { Impuestos: exempt })])),
  }
  return { world, invoices }
}

// The day of the invoices.
export const recibido: PagoRecibido = { FechaPago: '2026-11-21', FormaDePagoP: '03' }
export const doctosOf = (draft: Json): readonly Json[] =>
  (
    draft as { Complemento: { Pagos: { Pago: { DoctoRelacionado: readonly Json[] }[] } } }
  ).Complemento.Pagos.Pago.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)
export const complementOf = (document: Comprobante): Pagos20 =>
  document.Complemento?.['Pagos'] as unknown as Pagos20
