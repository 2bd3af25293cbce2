/**
 * The receipt of payments (REP): what was paid of which invoices, with the taxes that it makes due.
 * @module
 */

import { type Catalogs, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import type { Finding } from '../../../model/finding.js'
import type { Numeric } from '../../../model/types.js'
import { defined, some } from '../../cfdi40/build/argument.js'
import { type Expedicion, encabezado, expedicionDe } from '../../cfdi40/build/expedicion.js'
import { receptorEn, uuidOf } from '../../cfdi40/build/factura.js'
import type { Comprobante } from '../../cfdi40/declaration.js'
import type { ComprobanteDraft, ConceptoDraft } from '../../cfdi40/draft.js'
import type { Pagos20 } from '../declaration.js'
import type { Pagos20Draft } from '../draft.js'
import { type Ledger, repartir } from './repartirPago.js'

/** An invoice that is paid, in whole or in part. */
export interface FacturaPagada {
  /** The invoice as it was stamped: `readCfdi(xml)`. */
  readonly factura: Comprobante
  /** Its folio fiscal, when it does not carry its stamp. */
  readonly UUID?: string | undefined
  /** 1, si no se indica: el primer pago de la factura. */
  readonly NumParcialidad?: Numeric | undefined
  /** What was owed of it before, no more than its Total, which it is si no se indica. */
  readonly ImpSaldoAnt?: Numeric | undefined
  /** What is paid of it, in its currency: set apart first. As much of what is owed as the rest reaches for, si no se indica. */
  readonly ImpPagado?: Numeric | undefined
  /** Pesos for a unit of its currency on the day of the payment, when that is neither MXN nor the payment's. */
  readonly TipoCambio?: Numeric | undefined
  /** Units of its currency for one of the payment's, instead of `TipoCambio`. */
  readonly EquivalenciaDR?: Numeric | undefined
}

/** One payment, as the SAT's complement has it. */
export type Pago = Pagos20['Pago'][number]

/** What is derived of a payment, or may be. */
export type Derived = 'DoctoRelacionado' | 'ImpuestosP' | 'MonedaP' | 'TipoCambioP' | 'Monto'

/** A payment received. The attributes are those of the SAT's `Pago`; what follows from the invoices is not asked. */
export interface PagoRecibido extends Partial<Omit<Pago, Derived>> {
  /** Date, or date and hour; without an hour it is at noon, as the SAT wants. */
  readonly FechaPago: string
  /** Forma de pago (c_FormaPago), no 99. */
  readonly FormaDePagoP: string
  /** MXN, si no se indica. */
  readonly MonedaP?: string | undefined
  /** Pesos por unidad de MonedaP, si no es MXN. */
  readonly TipoCambioP?: Numeric | undefined
  /** What was paid; what the invoices add up to, si no se indica. */
  readonly Monto?: Numeric | undefined
}

/** Options of {@link pago}: issuer and place are those of the first invoice unless they are given. */
export interface PagoOptions extends Partial<Expedicion> {
  /** Who paid, when the invoices are of several receivers. */
  readonly Receptor?: Comprobante['Receptor'] | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /**
   * Gets what an expert would ask about the invoices and no rule can, since the document does not hold it: one that says PUE
   * (paid at once) has no receipt of payment (RMF 2.7.1.32).
   */
  readonly onWarning?: ((warning: Finding) => void) | undefined
}

/**
 * The document of a payment of some invoices. What was paid settles them in the order given, until it is used up; those that
 * it does not reach are left out. Each says what was owed, what is paid and what is left, with its taxes in proportion.
 *
 * An invoice in another currency is paid when Monto is what it costs at its rate, rounded; a part of it is the most that Monto
 * is worth. What is left of Monto then, less than a unit of that currency, stays on account.
 *
 * @throws TypeError when the payment reaches for no invoice, they are of several receivers and none is given, an invoice has
 * no folio fiscal, owes more than its Total or is paid more than it owes; and when a rate is missing: `TipoCambioP` of a
 * payment that is not in pesos, or that of an invoice in another currency, unless its `ImpPagado` and a `Monto` that nothing
 * else uses up say it.
 * @example
 * const complemento = pago([{ factura, NumParcialidad: 2, ImpSaldoAnt: '150.00' }],
 *   { FechaPago: '2026-11-20', FormaDePagoP: '03', Monto: '100.00' })
 */
export function pago(
  facturas: readonly FacturaPagada[],
  recibido: PagoRecibido,
  options: PagoOptions = {},
): ComprobanteDraft & Json {
  return pagos([{ ...recibido, facturas }], options)
}

/** A payment and its invoices. */
export interface PagoDeFacturas extends PagoRecibido {
  /** The invoices that it pays, in the order in which it settles them. */
  readonly facturas: readonly FacturaPagada[]
}

/**
 * The document of several payments. An invoice that more than one of them pays goes on from what the one before left of it,
 * with the next NumParcialidad.
 *
 * @throws TypeError as {@link pago} does.
 * @example
 * const complemento = pagos([
 *   { FechaPago: '2026-11-20', FormaDePagoP: '03', Monto: '100.00', facturas: [{ factura }] },
 *   { FechaPago: '2026-11-21', FormaDePagoP: '03', facturas: [{ factura }] },
 * ])
 */
export function pagos(recibidos: readonly PagoDeFacturas[], options: PagoOptions = {}): ComprobanteDraft & Json {
  const { Receptor: given, catalogs = fewCatalogs, onWarning, ...rest } = options
  const [first] = some(
    recibidos.flatMap(({ facturas }) => some(facturas, 'facturas')),
    'pagos',
  ) as [FacturaPagada]
  const ledger: Ledger = new Map()
  const expedicion = expedicionDe(first.factura, rest)
  if (onWarning !== undefined) for (const warning of warningsOf(recibidos)) onWarning(warning)
  return {
    ...encabezado(expedicion),
    TipoDeComprobante: 'P',
    SubTotal: '0',
    Moneda: 'XXX',
    Total: '0',
    Receptor: receptorEn(given ?? receptorOf(recibidos), expedicion.LugarExpedicion, 'CP01'),
    Conceptos: [conceptoPago],
    Complemento: {
      Pagos: {
        Version: '2.0',
        Totales: AUTO,
        Pago: recibidos.map((recibido) => pagoOf(recibido, catalogs, ledger)) as unknown as Pagos20Draft['Pago'],
      },
    },
  }
}

function warningsOf(recibidos: readonly PagoDeFacturas[]): Finding[] {
  return recibidos.flatMap(({ facturas }, pago) =>
    facturas.flatMap(({ factura: { MetodoPago } }, at) => {
      if (MetodoPago !== 'PUE') return []
      const path = `Complemento.Pagos.Pago[${pago}].DoctoRelacionado[${at}].IdDocumento`
      const [element, field] = ['DoctoRelacionado', 'IdDocumento']
      const message = `${element}.${field}: la factura dice que se pagó en una sola exhibición (PUE), y entonces no lleva recibo de pago; si no se pagó al expedirla, se sustituye por una con PPD.`
      return [{ code: 'CRP20-S11', severity: 'warning' as const, element, field, message, path }]
    }),
  )
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

function receptorOf(recibidos: readonly PagoDeFacturas[]): Comprobante['Receptor'] {
  const receptores = recibidos.flatMap(({ facturas }) => facturas.map(({ factura }) => factura.Receptor))
  const [first] = receptores as [Comprobante['Receptor']]
  if (receptores.some(({ Rfc }) => Rfc !== first.Rfc))
    throw new TypeError('facturas: they are of several receivers; give Receptor')
  return first
}

function pagoOf({ facturas, FechaPago, ...recibido }: PagoDeFacturas, catalogs: Catalogs, ledger: Ledger): Json {
  const { MonedaP = 'MXN', TipoCambioP, Monto, ...rest } = recibido
  if (MonedaP !== 'MXN' && TipoCambioP === undefined)
    throw new TypeError(`TipoCambioP: give the rate of the payment (pesos for a ${MonedaP})`)
  const named = facturas.map((one) => ({ ...one, UUID: uuidOf(one.factura, one.UUID) }))
  return {
    FechaPago: /^\d{4}-\d{2}-\d{2}$/.test(FechaPago) ? `${FechaPago}T12:00:00` : FechaPago,
    MonedaP,
    TipoCambioP: MonedaP === 'MXN' ? AUTO : TipoCambioP,
    ...defined(rest),
    ...repartir(named, { MonedaP, TipoCambioP, Monto }, catalogs, ledger),
    ImpuestosP: AUTO,
  }
}
