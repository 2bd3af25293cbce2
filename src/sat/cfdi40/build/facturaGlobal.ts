/**
 * The global invoice: sales to the general public of a day, a week … in one document, with a
 * concept per ticket.
 * @module
 */

import { type Catalogs, catalogsKind, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import { decimalsOf, finest, sumOf, write } from '../../../fiscal/amounts.js'
import { splitTotal } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { requireKind } from '../../../lib/options.js'
import { dateClock, localTime } from '../../../lib/time.js'
import type { Numeric } from '../../../model/types.js'
import { fieldIs } from '../../../rules/form.js'
import { settleTotal } from '../derive/settleTotal.js'
import type { ComprobanteDraft, ConceptoDraft } from '../draft.js'
import { nombrePublicoEnGeneral, rfcPublicoEnGeneral } from '../predicates.js'
import { amount, defined, known, list, type Names, some } from './argument.js'
import {
  type Expedicion,
  encabezado,
  nombresDeExpedicion,
  opcionesConEmisor,
} from './expedicion.js'
import { requireTraslados, type Traslado } from './traslados.js'

/** Sales of a ticket with the same taxes. */
export interface Venta {
  /** Amount paid by the customer, with taxes, after discounts. */
  readonly Total: Numeric
  /** The included taxes: `iva16`, `ivaExento` …; empty when not subject to tax. */
  readonly Traslados: readonly Traslado[]
}

/** A ticket, or note of sale. */
export interface Ticket {
  /** Folio del ticket. */
  readonly NoIdentificacion: string
  /** Form of payment (c_FormaPago), or the amount of each form: `{ '01': 50, '04': '66.00' }`. */
  readonly FormaPago: string | Readonly<Record<string, Numeric>>
  /** Sales by taxes: `[{ Total: '116.00', Traslados: iva16 }]`. */
  readonly Ventas: readonly Venta[]
}

/** Options of {@link facturaGlobal}. */
export interface FacturaGlobalOptions extends Expedicion {
  /** 01 diario, 02 semanal, 03 quincenal, 04 mensual, 05 bimestral (solo en el régimen 621). */
  readonly Periodicidad: '01' | '02' | '03' | '04' | '05'
  /** Any day of the period, `AAAA-MM-DD`; it determines Meses and Año. */
  readonly dia: string
  /** MXN, si no se indica. */
  readonly Moneda?: string | undefined
  /** Pesos por unidad de la moneda, si no es MXN. */
  readonly TipoCambio?: Numeric | undefined
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
  /** The present; `dia` must not be later. Defaults to the system clock. */
  readonly clock?: (() => Date) | undefined
}

const nombres: Names<FacturaGlobalOptions> = {
  ...nombresDeExpedicion,
  Periodicidad: ['01', '02', '03', '04', '05'],
  dia: 'text',
  Moneda: true,
  TipoCambio: true,
  catalogs: catalogsKind,
  clock: 'function',
}

/**
 * Creates the global invoice of some tickets, with receiver, period, PUE, and the FormaPago of the
 * greatest amount. Its Total is the sum that the customers paid. Tickets of zero are left out.
 *
 * @throws TypeError when there are no tickets, one is repeated, a total is invalid or negative, the
 * forms of payment of a ticket do not add up to it, `dia` is not a date or is in the future, or a
 * name does not exist.
 * @example
 * const global = facturaGlobal(
 *   [{ NoIdentificacion: 'T-1041', FormaPago: '01', Ventas: [{ Total: '499.99', Traslados: iva16 }] }],
 *   { Emisor: { RegimenFiscal: '601' }, LugarExpedicion: '64000', Periodicidad: '01', dia: '2026-11-20' },
 * )
 */
export function facturaGlobal(
  tickets: readonly Ticket[],
  options: FacturaGlobalOptions,
): ComprobanteDraft & Json {
  const {
    Moneda = 'MXN',
    TipoCambio,
    LugarExpedicion,
    catalogs = fewCatalogs,
  } = opcionesConEmisor('facturaGlobal', options, nombres)
  const digits = decimalsOf(Moneda, { catalogs })
  requireTickets(some(tickets, 'facturaGlobal: tickets'), digits)
  const paid = tickets.filter((ticket) => !totalOf(ticket).isZero())
  if (paid.length === 0) throw new TypeError('tickets: ninguno tiene importe')
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

/**
 * @throws TypeError for a repeated ticket, unknown names, or forms of payment that do not add up to
 * its sales.
 */
function requireTickets(tickets: readonly Ticket[], digits: number): void {
  const seen = new Set<string>()
  for (const [at, ticket] of tickets.entries()) {
    const name = `tickets[${at}]`
    known(ticket, name, { NoIdentificacion: 'text', FormaPago: true, Ventas: true })
    const { NoIdentificacion, FormaPago, Ventas } = ticket
    requireKind(`${name}: NoIdentificacion`, NoIdentificacion, 'text')
    if (typeof FormaPago !== 'string') requireKind(`${name}: FormaPago`, FormaPago, 'object')
    if (seen.has(NoIdentificacion)) throw new TypeError(`tickets: ${NoIdentificacion} comes twice`)
    seen.add(NoIdentificacion)
    for (const [sale, venta] of list(Ventas, `${name}: Ventas`).entries()) {
      known(venta, `${name}: Ventas[${sale}]`, { Total: true, Traslados: true })
      requireTraslados(venta.Traslados, `${name}: Ventas[${sale}]: Traslados`)
    }
    if (typeof FormaPago === 'string') continue
    const sold = totalOf(ticket)
    let paid = Decimal.zero
    for (const [, part] of waysOf(ticket)) paid = paid.plus(part)
    if (!paid.equals(sold))
      throw new TypeError(
        `ticket ${NoIdentificacion}: FormaPago suma ${write(paid, digits)} y sus Ventas ${write(sold, digits)}`,
      )
  }
}

function informacionGlobal({
  Periodicidad,
  dia,
  clock,
}: FacturaGlobalOptions): ComprobanteDraft['InformacionGlobal'] {
  const [, Año, month] = /^(\d{4})-(\d{2})-\d{2}$/.exec(dia) ?? []
  const date = new Date(`${dia}T00:00:00Z`)
  // A text of that form may be no day of the calendar: 2026-02-30.
  const isDate = Number.isFinite(date.getTime()) && date.toISOString().startsWith(dia)
  if (Año === undefined || !isDate) throw new TypeError('dia: a date YYYY-MM-DD is expected')
  // A day begins first in Cancún, which has no daylight saving.
  const today = localTime(dateClock('facturaGlobal', clock)(), 'America/Cancun').slice(0, 10)
  if (dia > today) throw new TypeError(`dia: ${dia} has not come yet (today is ${today})`)
  const at = Number(month)
  // c_Meses: 13 is January and February, 14 March and April …
  const Meses = Periodicidad === '05' ? String(12 + Math.ceil(at / 2)) : String(month)
  return { Periodicidad, Meses, Año }
}

function totalOf({ NoIdentificacion, Ventas }: Ticket): Decimal {
  let sum = Decimal.zero
  for (const { Total } of Ventas) sum = sum.plus(ventaTotal(Total, NoIdentificacion))
  return sum
}

function ventaTotal(total: Numeric, ticket: string): Decimal {
  const name = `ticket ${ticket}: Total`
  const value = amount(total, name)
  if (value.compare(Decimal.zero) < 0) throw new TypeError(`${name}: ${value} is less than zero`)
  return value
}

/** The form with the greatest amount; of equal ones, the first. */
function formaPagoOf(tickets: readonly Ticket[]): string {
  const sums = new Map<string, Decimal>()
  for (const ticket of tickets) {
    for (const [forma, paid] of waysOf(ticket))
      sums.set(forma, paid.plus(sums.get(forma) ?? Decimal.zero))
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
  // Groups sales with the same taxes, to split them together.
  const shares = new Map<string, Share>()
  for (const { Total, Traslados } of ticket.Ventas) {
    const total = ventaTotal(Total, ticket.NoIdentificacion)
    if (total.isZero()) continue
    // Quotas depend on the units of each sale.
    const key = Traslados.some(fieldIs('TipoFactor', 'Cuota'))
      ? `${shares.size}`
      : JSON.stringify(Traslados)
    const share = shares.get(key)
    if (share === undefined) shares.set(key, { total, traslados: Traslados })
    else share.total = share.total.plus(total)
  }
  const parts = [...shares.values()].map(({ total, traslados }) =>
    split(total, traslados, ticket, digits),
  )
  const neto = write(sumOf(parts, 'neto'), digits)
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
    ...(Traslados.length > 0 && { Impuestos: { Traslados } }),
  }
}

interface Share {
  total: Decimal
  readonly traslados: readonly Traslado[]
}

function split(total: Decimal, traslados: readonly Traslado[], ticket: Ticket, digits: number) {
  const name = `ticket ${ticket.NoIdentificacion}`
  if (!total.equals(total.round(digits)))
    throw new TypeError(`${name}: ${total} has more than ${digits} decimals`)
  const parts = splitTotal(
    total,
    traslados.map(({ Impuesto: impuesto, TipoFactor, TasaOCuota, Base }) => {
      if (TipoFactor === 'Exento') return { impuesto }
      const tasa = amount(TasaOCuota, `${name}: TasaOCuota`)
      if (TipoFactor === 'Cuota') return { impuesto, tasa, unidades: amount(Base, `${name}: Base`) }
      return { impuesto, tasa }
    }),
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
        TasaOCuota:
          TasaOCuota === undefined ? undefined : amount(TasaOCuota, name).round(6).toString(),
        Importe: importe && write(importe, digits),
      })
    }),
  }
}
