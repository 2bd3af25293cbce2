/**
 * The receipt of payments (REP): the paid amount of each invoice, with its taxes.
 * @module
 */

import { type Catalogs, catalogsKind, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import type { Numeric } from '../../../model/types.js'
import { defined, known, type Names, some } from '../../cfdi40/build/argument.js'
import {
  type Expedicion,
  encabezado,
  expedicionDe,
  nombresDeExpedicion,
  opciones,
} from '../../cfdi40/build/expedicion.js'
import { nombresDeReceptor, receptorEn } from '../../cfdi40/build/factura.js'
import type { Timbrado } from '../../cfdi40/build/timbrado.js'
import { withWarnings } from '../../cfdi40/carried.js'
import type { Comprobante } from '../../cfdi40/declaration.js'
import type { ComprobanteDraft, ConceptoDraft } from '../../cfdi40/draft.js'
import type { Pagos20 } from '../declaration.js'
import type { Pagos20Draft } from '../draft.js'
import type { Pagada } from './cambio.js'
import { pagadasDe } from './pagadas.js'
import type { PaymentSummary } from './paymentSummary.js'
import { type Ledger, repartir } from './repartirPago.js'
import { warningsOfPago } from './slips.js'

/** An invoice that is paid, in whole or in part. */
export interface FacturaPagada {
  /** The stamped invoice: `readCfdi(xml)`, or its XML. */
  readonly factura: Timbrado
  /** Its folio fiscal. Required when it does not carry its stamp. */
  readonly UUID?: string | undefined
  /**
   * 1, si no se indica: el primer pago de la factura. From the second on, `ImpSaldoAnt` must be
   * given.
   */
  readonly NumParcialidad?: Numeric | undefined
  /**
   * Amount owed before the payment, at most its Total. Defaults to its Total.
   * {@link paymentSummary} computes it.
   */
  readonly ImpSaldoAnt?: Numeric | undefined
  /**
   * Amount paid, in the invoice's currency; such amounts are reserved first. Defaults to as much of
   * the owed amount as the remaining money covers.
   */
  readonly ImpPagado?: Numeric | undefined
  /**
   * Pesos per unit of its currency on the day of the payment, when that is neither MXN nor the
   * payment's.
   */
  readonly TipoCambio?: Numeric | undefined
  /** Units of its currency per unit of the payment's, instead of `TipoCambio`. */
  readonly EquivalenciaDR?: Numeric | undefined
}

/** One payment, as in the SAT's complement. */
export type Pago = Pagos20['Pago'][number]

/** Members of a payment that are derived, or may be. */
export type Derived = 'DoctoRelacionado' | 'ImpuestosP' | 'MonedaP' | 'TipoCambioP' | 'Monto'

/**
 * A received payment, with the attributes of the SAT's `Pago` that do not follow from the invoices.
 */
export interface PagoRecibido extends Partial<Omit<Pago, Derived>> {
  /** Date, or date and time; without a time it is noon, as the SAT requires. */
  readonly FechaPago: string
  /** Forma de pago (c_FormaPago), no 99. */
  readonly FormaDePagoP: string
  /** MXN, si no se indica. */
  readonly MonedaP?: string | undefined
  /** Pesos por unidad de MonedaP, si no es MXN. */
  readonly TipoCambioP?: Numeric | undefined
  /** Amount of the payment. Defaults to the sum of the invoices. */
  readonly Monto?: Numeric | undefined
}

/** Options of {@link pago}. Issuer and place default to those of the first invoice. */
export interface PagoOptions extends Partial<Expedicion> {
  /** The payer. Required when the invoices have several receivers. */
  readonly Receptor?: Comprobante['Receptor'] | undefined
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
}

const nombres: Names<PagoOptions> = {
  ...nombresDeExpedicion,
  Receptor: true,
  catalogs: catalogsKind,
}

const nombresDePago: Names<PagoDeFacturas> = {
  facturas: true,
  FechaPago: true,
  FormaDePagoP: true,
  MonedaP: 'text',
  TipoCambioP: true,
  Monto: true,
  NumOperacion: true,
  RfcEmisorCtaOrd: true,
  NomBancoOrdExt: true,
  CtaOrdenante: true,
  RfcEmisorCtaBen: true,
  CtaBeneficiario: true,
  TipoCadPago: true,
  CertPago: true,
  CadPago: true,
  SelloPago: true,
}

/**
 * Creates the document of a payment of some invoices. The payment settles them in the given order
 * until it is used up; invoices that it does not cover are left out. Each has the owed, paid and
 * remaining amount, with its taxes in proportion.
 *
 * An invoice in another currency is paid when Monto covers its rounded cost at its rate; otherwise
 * the part that Monto covers is paid. A remainder of Monto below a unit of that currency stays on
 * account.
 *
 * The draft carries warnings, which `check`, `preview` and the answer of `stamp` return: an invoice
 * with PUE, which has no receipt of payment (CRP20-B01, RMF 2.7.1.32); a payment before the day of
 * its invoice (CRP20-B02); a Monto of ten times the amount owed, or more (CRP20-B03).
 *
 * @throws TypeError when the payment covers no invoice, the invoices have several receivers and
 * `Receptor` is missing, an invoice has no folio fiscal, owes more than its Total or is paid more
 * than it owes; when a rate is missing: `TipoCambioP` of a payment in a foreign currency, or that
 * of an invoice in another currency, unless its `ImpPagado` and a `Monto` without other uses
 * determine it; and when a document is not an invoice (a credit note, a payslip), a second
 * instalment has no `ImpSaldoAnt`, or a name does not exist.
 * @example
 * const complemento = pago([{ factura, NumParcialidad: 2, ImpSaldoAnt: '150.00' }],
 *   { FechaPago: '2026-11-20', FormaDePagoP: '03', Monto: '100.00' })
 */
export function pago(
  facturas: readonly (FacturaPagada | PaymentSummary)[],
  recibido: PagoRecibido,
  options: PagoOptions = {},
): ComprobanteDraft & Json {
  const { facturas: _, ...names } = nombresDePago
  return pagos([{ ...known<PagoRecibido>(recibido, 'pago', names), facturas }], options)
}

/** A payment with its invoices. */
export interface PagoDeFacturas extends PagoRecibido {
  /** The invoices to pay, in the order in which they are settled. */
  readonly facturas: readonly (FacturaPagada | PaymentSummary)[]
}

/**
 * Creates the document of several payments. An invoice of more than one payment continues from its
 * remaining amount, with the next NumParcialidad.
 *
 * @throws TypeError as {@link pago} does.
 * @example
 * const complemento = pagos([
 *   { FechaPago: '2026-11-20', FormaDePagoP: '03', Monto: '100.00', facturas: [{ factura }] },
 *   { FechaPago: '2026-11-21', FormaDePagoP: '03', facturas: [{ factura }] },
 * ])
 */
export function pagos(
  recibidos: readonly PagoDeFacturas[],
  options: PagoOptions = {},
): ComprobanteDraft & Json {
  const { Receptor: given, catalogs = fewCatalogs, ...rest } = opciones('pagos', options, nombres)
  if (given !== undefined) known(given, 'pagos: Receptor', nombresDeReceptor)
  const payments = some(recibidos, 'pagos').map((recibido, at) =>
    pagoLeido(recibido, `pagos[${at}]`),
  )
  const [{ factura }] = payments.flatMap(({ pagadas }) => pagadas) as [Pagada]
  const ledger: Ledger = new Map()
  const expedicion = expedicionDe(factura, rest)
  const Pago = payments.map(({ recibido, pagadas }) => {
    const { FechaPago, MonedaP = 'MXN', TipoCambioP, Monto, ...rest } = recibido
    if (MonedaP !== 'MXN' && TipoCambioP === undefined)
      throw new TypeError(`TipoCambioP: give the rate of the payment (pesos for a ${MonedaP})`)
    return {
      FechaPago: fechaDe(FechaPago),
      MonedaP,
      TipoCambioP: MonedaP === 'MXN' ? AUTO : TipoCambioP,
      ...defined(rest),
      ...repartir(pagadas, { MonedaP, TipoCambioP, Monto }, catalogs, ledger),
      ImpuestosP: AUTO,
    }
  }) as unknown as Pagos20Draft['Pago']
  const draft = {
    ...encabezado(expedicion),
    TipoDeComprobante: 'P',
    SubTotal: '0',
    Moneda: 'XXX',
    Total: '0',
    Receptor: receptorEn(given ?? receptorOf(payments), expedicion.LugarExpedicion, 'CP01'),
    Conceptos: [conceptoPago],
    Complemento: { Pagos: { Version: '2.0', Totales: AUTO, Pago } },
  } satisfies ComprobanteDraft
  return withWarnings(draft, warningsOfPago(payments, Pago))
}

/** A payment with parsed invoices. */
export interface PagoLeido {
  readonly recibido: PagoRecibido
  readonly pagadas: readonly Pagada[]
}

function pagoLeido(given: PagoDeFacturas, name: string): PagoLeido {
  const { facturas, ...recibido } = known(given, name, nombresDePago)
  return { recibido, pagadas: pagadasDe(some(facturas, 'facturas')) }
}

/** CRP20112 to CRP20123. */
const conceptoPago: ConceptoDraft = {
  ClaveProdServ: '84111506',
  Cantidad: '1',
  ClaveUnidad: 'ACT',
  Descripcion: 'Pago',
  ValorUnitario: '0',
  Importe: '0',
  ObjetoImp: '01',
}

function receptorOf(payments: readonly PagoLeido[]): Comprobante['Receptor'] {
  const receptores = payments.flatMap(({ pagadas }) =>
    pagadas.map(({ factura }) => factura.Receptor),
  )
  const [first] = receptores as [Comprobante['Receptor']]
  if (receptores.some(({ Rfc }) => Rfc !== first.Rfc))
    throw new TypeError('facturas: they are of several receivers; give Receptor')
  return first
}

/** Noon, when no time is given. */
function fechaDe(FechaPago: string): string {
  if (typeof FechaPago !== 'string')
    throw new TypeError('FechaPago: a date is expected, AAAA-MM-DD')
  if (/^\d{4}-\d{2}-\d{2}$/.test(FechaPago)) return `${FechaPago}T12:00:00`
  return FechaPago
}
