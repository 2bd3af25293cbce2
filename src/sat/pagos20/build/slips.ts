/**
 * Likely mistakes in a payment that no rule can find, because the document lacks its invoices:
 * warnings that the draft carries.
 * @module
 */
import { decimalOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Finding } from '../../../model/finding.js'
import { warning } from '../../cfdi40/carried.js'
import type { Pagos20Draft } from '../draft.js'
import type { PagoLeido } from './pago.js'

/** A Monto of that many times the owed amount probably has an extra digit. */
const tooMany = Decimal.ofSafeUnits(10, 0)

/** Returns the warnings about some payments; `Pago` is their form in the draft. */
export function warningsOfPago(
  payments: readonly PagoLeido[],
  Pago: Pagos20Draft['Pago'],
): Finding[] {
  return payments.flatMap((payment, at) => [
    ...ofFacturas(payment, Pago[at]?.DoctoRelacionado ?? [], `Complemento.Pagos.Pago[${at}]`),
    ...ofMonto(payment, Pago[at]?.DoctoRelacionado ?? [], `Complemento.Pagos.Pago[${at}].Monto`),
  ])
}

type Doctos = Pagos20Draft['Pago'][number]['DoctoRelacionado']

function ofFacturas({ recibido, pagadas }: PagoLeido, doctos: Doctos, path: string): Finding[] {
  const found: Finding[] = []
  for (const [at, { IdDocumento }] of doctos.entries()) {
    const factura = pagadas.find(({ UUID }) => UUID === IdDocumento)?.factura
    const own = `${path}.DoctoRelacionado[${at}].IdDocumento`
    const pue =
      'la factura dice que se pagó en una sola exhibición (PUE), y entonces no lleva recibo de pago; si no se pagó al expedirla, se sustituye por una con PPD'
    const isBefore =
      factura !== undefined && recibido.FechaPago.slice(0, 10) < factura.Fecha.slice(0, 10)
    const before = `el pago es anterior a la factura, que es del ${factura?.Fecha.slice(0, 10)}: un pago así es un anticipo, o la fecha está mal`
    if (factura?.MetodoPago === 'PUE') found.push(warning('CRP20-B01', own, pue))
    if (isBefore) found.push(warning('CRP20-B02', `${path}.FechaPago`, before))
  }
  return found
}

/** Only for invoices in the payment's own currency: the cost of others depends on rates. */
function ofMonto({ recibido, pagadas }: PagoLeido, doctos: Doctos, path: string): Finding[] {
  const { Monto, MonedaP = 'MXN' } = recibido
  const monto = decimalOf(Monto)
  if (monto === undefined || pagadas.some(({ factura }) => factura.Moneda !== MonedaP)) return []
  let owed = Decimal.zero
  for (const { ImpSaldoAnt } of doctos) owed = owed.plus(decimalOf(ImpSaldoAnt) ?? Decimal.zero)
  if (owed.isZero() || monto.compare(owed.times(tooMany)) < 0) return []
  return [
    warning(
      'CRP20-B03',
      path,
      `es diez veces lo que se debía (${owed}), o más: ¿tiene un dígito de más?`,
    ),
  ]
}
