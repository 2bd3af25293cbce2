/**
 * Invoices of a payment, read from its arguments.
 * @module
 */
import { isRecord } from '../../../lib/json.js'
import { known, type Names } from '../../cfdi40/build/argument.js'
import { requireFactura, uuidOf } from '../../cfdi40/build/factura.js'
import { timbrado } from '../../cfdi40/build/timbrado.js'
import type { Pagada } from './cambio.js'
import type { FacturaPagada } from './pago.js'
import type { PaymentSummary } from './paymentSummary.js'

const nombres: Names<FacturaPagada> = {
  factura: true,
  UUID: true,
  NumParcialidad: true,
  ImpSaldoAnt: true,
  ImpPagado: true,
  TipoCambio: true,
  EquivalenciaDR: true,
}

const nombresDeResumen: Names<FacturaPagada & PaymentSummary> = {
  ...nombres,
  Moneda: true,
  Total: true,
  paid: true,
  credited: true,
  balance: true,
  taxes: true,
  notes: true,
  payments: true,
}

/** Returns the invoices, with their folios fiscales. @throws TypeError that names the argument. */
export function pagadasDe(
  facturas: readonly (FacturaPagada | PaymentSummary)[],
): readonly Pagada[] {
  return facturas.map((given, at) => {
    const name = `facturas[${at}]`
    if (!isRecord(given) || !('factura' in given))
      throw new TypeError(
        `${name}: { factura } is expected, the invoice as it was stamped or its XML`,
      )
    const { notes: notas, ...pagada } =
      'balance' in given
        ? ofSummary(given as PaymentSummary, name)
        : { ...known<FacturaPagada>(given, name, nombres), notes: [] }
    const factura = timbrado(pagada.factura, `${name}.factura`)
    const UUID = uuidOf(factura, pagada.UUID)
    requireFactura(factura, UUID, 'paid')
    return { ...pagada, factura, UUID, notas }
  })
}

function ofSummary(
  given: PaymentSummary,
  name: string,
): FacturaPagada & Pick<PaymentSummary, 'notes'> {
  const { Moneda, Total, paid, credited, balance, taxes, payments, ...pagada } = known(
    given,
    name,
    nombresDeResumen,
  )
  return pagada
}
