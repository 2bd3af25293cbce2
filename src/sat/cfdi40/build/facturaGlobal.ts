/**
 * The global invoice: sales to the general public of a day, a week … in one document, a concept a ticket.
 * @module
 */

import { type Catalogs, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import { decimalsOf, finest, write } from '../../../fiscal/amounts.js'
import { splitTotal, type Tax } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { settleTotal } from '../derive/settle.js'
import type { ComprobanteDraft, ConceptoDraft } from '../draft.js'
import { nombrePublicoEnGeneral, rfcPublicoEnGeneral } from '../predicates.js'
import { amount, defined, some } from './argument.js'
import { type Expedicion, encabezado } from './expedicion.js'
import type { Traslado } from './traslados.js'

/** What was sold in a ticket with the same taxes. */
export interface Venta {
  /** What the customer paid for it, taxes included and discounts taken off. */
  readonly Total: Numeric
  /** The taxes in it: `iva16`, `ivaExento` …; none when it is not subject to tax. */
  readonly Traslados: readonly Traslado[]
}

/** A ticket, or note of sale. */
export interface Ticket {
  /** Folio del ticket. */
  readonly NoIdentificacion: string
  /** How it was paid (c_FormaPago); or how much in each way: `{ '01': 50, '04': '66.00' }`. */
  readonly FormaPago: string | Readonly<Record<string, Numeric>>
  /** What was sold, by taxes: `[{ Total: '116.00', Traslados: iva16 }]`. */
  readonly Ventas: readonly Venta[]
}

/** Options of {@link facturaGlobal}. */
export interface FacturaGlobalOptions extends Expedicion {
  /** 01 diario, 02 semanal, 03 quincenal, 04 mensual, 05 bimestral (solo en el régimen 621). */
  readonly Periodicidad: '01' | '02' | '03' | '04' | '05'
  /** Any day of the period, `AAAA-MM-DD`: Meses and Año are those of it. */
  readonly dia: string
  /** MXN, si no se indica. */
  readonly Moneda?: string | undefined
  /** Pesos por unidad de la moneda, si no es MXN. */
  readonly TipoCambio?: Numeric | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
}

/**
 * The invoice of some tickets to the general public, with every field that goes with it: receiver, period, PUE, and the
 * FormaPago of the greatest amount. Its Total is what the customers paid. Tickets of zero are left out: there is nothing to
 * invoice in them.
 *
 * @throws TypeError when there are no tickets, one comes twice, a total is none or is negative, or `dia` is not a date.
 * @example
 * const global = facturaGlobal(
 *   [{ NoIdentificacion: 'T-1041', FormaPago: '01', Ventas: [{ Total: '499.99', Traslados: iva16 }] }],
 *   { Emisor: { RegimenFiscal: '601' }, LugarExpedicion: '64000', Periodicidad: '01', dia: '2026-11-20' },
 * )
 */
export function facturaGlobal(tickets: readonly Ticket[], options: FacturaGlobalOptions): ComprobanteDraft & Json {
  const { Moneda = 'MXN', TipoCambio, LugarExpedicion, catalogs = fewCatalogs } = options
  const digits = decimalsOf(Moneda, { catalogs })
  requireDistinct(some(tickets, 'tickets'))
  const paid = paidOf(tickets)
  const conceptos: unknown = settleTotal(
    paid.map((ticket) => conceptoOf(ticket, digits)),
    () => true,
    digits,
  )
  return {
    ...encabezado(options),
    TipoDeComprobante: 'I',
    FormaPago: formaPagoOf(paid),
    MetodoPago: 'PUE',
    ...defined({ Moneda, TipoCambio }),
    SubTotal: AUTO,
    Total: AUTO,
    InformacionGlobal: informacionGlobal(options),
    Receptor: {
      Rfc: rfcPublicoEnGeneral,
      Nombre: nombrePublicoEnGeneral,
      DomicilioFiscalReceptor: LugarExpedicion,
      RegimenFiscalReceptor: '616',
      UsoCFDI: 'S01',
    },
    Conceptos: conceptos as readonly ConceptoDraft[],
    Impuestos: AUTO,
  }
}

function paidOf(tickets: readonly Ticket[]): readonly Ticket[] {
  const paid = tickets.filter((ticket) => !totalOf(ticket).isZero())
  if (paid.length === 0) throw new TypeError('tickets: ninguno tiene importe')
  return paid
}

function requireDistinct(tickets: readonly Ticket[]): void {
  const seen = new Set<string>()
  for (const { NoIdentificacion } of tickets) {
    if (seen.has(NoIdentificacion)) throw new TypeError(`tickets: ${NoIdentificacion} comes twice`)
    seen.add(NoIdentificacion)
  }
}

function informacionGlobal({ Periodicidad, dia }: FacturaGlobalOptions): ComprobanteDraft['InformacionGlobal'] {
  const [, Año, month] = /^(\d{4})-(0[1-9]|1[012])-\d{2}$/.exec(dia) ?? []
  if (Año === undefined) throw new TypeError('dia: a date YYYY-MM-DD is expected')
  const at = Number(month)
  // c_Meses: 13 is January and February, 14 March and April …
  const Meses = Periodicidad === '05' ? String(12 + Math.ceil(at / 2)) : String(month)
  return { Periodicidad, Meses, Año }
}

function totalOf({ NoIdentificacion, Ventas }: Ticket): Decimal {
  return Decimal.sum(Ventas.map(({ Total }) => ventaTotal(Total, NoIdentificacion)))
}

function ventaTotal(total: Numeric, ticket: string): Decimal {
  const name = `ticket ${ticket}: Total`
  const value = amount(total, name)
  if (value.compare(Decimal.zero) < 0) throw new TypeError(`${name}: ${value} is less than zero`)
  return value
}

/** The one in which most was paid; of two alike, the one that comes first. */
function formaPagoOf(tickets: readonly Ticket[]): string {
  const sums = new Map<string, Decimal>()
  for (const ticket of tickets) {
    for (const [forma, paid] of waysOf(ticket)) sums.set(forma, paid.plus(sums.get(forma) ?? Decimal.zero))
  }
  const [[first]] = [...sums].sort(([, a], [, b]) => b.compare(a)) as [[string, Decimal]]
  return first
}

function waysOf(ticket: Ticket): readonly (readonly [string, Decimal])[] {
  const { FormaPago } = ticket
  if (typeof FormaPago === 'string') return [[FormaPago, totalOf(ticket)]]
  const ways = Object.entries(FormaPago)
  return some(ways, 'FormaPago').map(([forma, paid]) => [forma, amount(paid, `FormaPago ${forma}`)])
}

function conceptoOf(ticket: Ticket, digits: number): Json {
  const parts = groupByTaxes(ticket).map(({ total, traslados }) => split(total, traslados, ticket, digits))
  const neto = write(Decimal.sum(parts.map((part) => part.neto)), digits)
  const Traslados = parts.flatMap((part) => part.traslados)
  return {
    ClaveProdServ: '01010101',
    NoIdentificacion: ticket.NoIdentificacion,
    Cantidad: '1',
    ClaveUnidad: 'ACT',
    Descripcion: 'Venta',
    ValorUnitario: neto,
    Importe: neto,
    ObjetoImp: Traslados.length === 0 ? '01' : '02',
    ...(Traslados.length === 0 ? {} : { Impuestos: { Traslados } }),
  }
}

interface Share {
  total: Decimal
  readonly traslados: readonly Traslado[]
}

/** Sales with the same taxes are split as one. */
function groupByTaxes({ Ventas, NoIdentificacion }: Ticket): readonly Share[] {
  const shares = new Map<string, Share>()
  for (const { Total, Traslados } of Ventas) {
    const total = ventaTotal(Total, NoIdentificacion)
    if (total.isZero()) continue
    // Quotas are of the units of each sale.
    const key = Traslados.some(({ TipoFactor }) => TipoFactor === 'Cuota')
      ? `${shares.size}`
      : JSON.stringify(Traslados)
    const share = shares.get(key)
    if (share === undefined) shares.set(key, { total, traslados: Traslados })
    else share.total = share.total.plus(total)
  }
  return [...shares.values()]
}

function split(total: Decimal, traslados: readonly Traslado[], ticket: Ticket, digits: number) {
  const name = `ticket ${ticket.NoIdentificacion}`
  if (!total.equals(total.round(digits))) throw new TypeError(`${name}: ${total} has more than ${digits} decimals`)
  const parts = splitTotal(
    total,
    traslados.map((traslado) => taxOf(traslado, name)),
    finest,
  )
  if (parts === undefined) throw new TypeError(`${name}: ${total} no alcanza para sus impuestos`)
  return {
    neto: parts.neto,
    traslados: traslados.map(({ Impuesto, TipoFactor, TasaOCuota }, at) => {
      const { base, importe } = parts.impuestos[at] ?? {}
      return defined({
        Base: base && write(base, Math.min(base.scale, digits)),
        Impuesto,
        TipoFactor,
        TasaOCuota: TasaOCuota === undefined ? undefined : amount(TasaOCuota, name).round(6).toString(),
        Importe: importe && write(importe, digits),
      })
    }),
  }
}

function taxOf({ Impuesto: impuesto, TipoFactor, TasaOCuota, Base }: Traslado, name: string): Tax {
  if (TipoFactor === 'Exento') return { impuesto }
  const tasa = amount(TasaOCuota, `${name}: TasaOCuota`)
  return TipoFactor === 'Cuota' ? { impuesto, tasa, unidades: amount(Base, `${name}: Base`) } : { impuesto, tasa }
}
