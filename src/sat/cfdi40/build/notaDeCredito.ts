/**
 * The credit note: credits a discount or returned lines of an invoice.
 * @module
 */

import { type Catalogs, catalogsKind, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import { decimalsOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Finding } from '../../../model/finding.js'
import type { Numeric } from '../../../model/types.js'
import { hasField } from '../../../rules/presence.js'
import { warning, withWarnings } from '../carried.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft, ConceptoDraft } from '../draft.js'
import { defined, known, list, type Names, some } from './argument.js'
import { bonificar } from './bonificar.js'
import { devolver } from './devolver.js'
import {
  type Expedicion,
  encabezado,
  expedicionDe,
  nombresDeExpedicion,
  opciones,
} from './expedicion.js'
import { isGenerico, receptorEn, requireFactura, uuidOf } from './factura.js'
import { complementoLocal, type Local } from './locales.js'
import { requireNotas } from './saldo.js'
import { type Timbrado, timbrado } from './timbrado.js'

/** A credited amount: a discount, a rebate, or the whole invoice. */
export interface Bonificacion {
  /** The amount with taxes, less withholdings, as in the invoice's Total. */
  readonly Total: Numeric
  /** Why: "Bonificación por volumen". */
  readonly Descripcion: string
  /** Belongs to a {@link Devolucion}: never both. */
  readonly devoluciones?: undefined
}

/** Returned lines of the invoice. */
export interface Devolucion {
  /** The lines, each at most once. */
  readonly devoluciones: readonly {
    /** Index of the line, from 0. */
    readonly concepto: number
    /** Returned quantity. Defaults to all of it. */
    readonly Cantidad?: Numeric | undefined
  }[]
  /** Belongs to a {@link Bonificacion}: never both. */
  readonly Total?: undefined
  /** Belongs to a {@link Bonificacion}. */
  readonly Descripcion?: undefined
}

/** Options of {@link notaDeCredito}. Issuer and place default to those of the invoice. */
export interface NotaDeCreditoOptions extends Partial<Expedicion> {
  /** Form of the refund (c_FormaPago). Defaults to that of the invoice. */
  readonly FormaPago?: string | undefined
  /** Pesos por unidad de la moneda; el de la factura, si no se indica. */
  readonly TipoCambio?: Numeric | undefined
  /** The folio fiscal of the invoice. Required when it does not carry its stamp. */
  readonly UUID?: string | undefined
  /**
   * The earlier credit notes of the invoice that are in force, as they were stamped; `[]` states
   * that there are none. Their amounts are not credited again, to the cent and tax by tax, and the
   * last note has exactly the remaining total. A note for several invoices counts as one for this
   * invoice. Without `anteriores` earlier notes are ignored, and a note for a part of a line
   * carries a warning (CFDI40-B02).
   */
  readonly anteriores?: readonly Timbrado[] | undefined
  /**
   * c_TipoRelacion of the invoice: 01 nota de crédito, 03 devolución de mercancía. Defaults to 03
   * when goods are returned (every ClaveProdServ below 70), otherwise to 01.
   */
  readonly TipoRelacion?: '01' | '03' | undefined
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
}

const nombres: Names<NotaDeCreditoOptions> = {
  ...nombresDeExpedicion,
  FormaPago: true,
  TipoCambio: true,
  UUID: true,
  anteriores: true,
  TipoRelacion: ['01', '03'],
  catalogs: catalogsKind,
}

/**
 * Creates the document that credits a part of an invoice, or all of it, to the same receiver. An
 * amount is divided in proportion to the sales, into a concept for each set of taxes, with exactly
 * that total. A returned line credits exactly its charge, and a part of a line its rounded part.
 * Parts add up to the line, and notes to the invoice, if each receives the earlier ones
 * (`anteriores`). If the SAT admits no amounts with that total, the note has the nearest one, and
 * carries a warning (CFDI40-B01). A return does not subtract earlier notes by amount, and then
 * carries a warning too (CFDI40-B04). Local taxes are credited in proportion to the net amount.
 *
 * @throws TypeError when the credit exceeds the invoice or the remainder of earlier notes, or is
 * too small to split; a line does not exist or has less left than the returned quantity; an earlier
 * note does not belong to the invoice; the document is not an invoice; there is no folio fiscal; the invoice was to be paid later
 * and `FormaPago` is missing; or an argument has an unknown name.
 * @example
 * const bonificacion = notaDeCredito(factura, { Total: '116.00', Descripcion: 'Bonificación por volumen' }, { FormaPago: '03' })
 * const devolucion = notaDeCredito(factura, { devoluciones: [{ concepto: 0, Cantidad: 1 }] }, { FormaPago: '03', anteriores: [] })
 */
export function notaDeCredito(
  factura: Timbrado,
  credito: Bonificacion | Devolucion,
  options: NotaDeCreditoOptions = {},
): ComprobanteDraft & Json {
  const invoice = timbrado(factura, 'factura')
  requireCredito(credito)
  const {
    FormaPago = invoice.FormaPago,
    TipoCambio = invoice.TipoCambio,
    UUID,
    anteriores,
    TipoRelacion = relacionDe(invoice, credito),
    catalogs = fewCatalogs,
    ...rest
  } = opciones('notaDeCredito', options, nombres)
  if (FormaPago === undefined || FormaPago === porDefinir)
    throw new TypeError('FormaPago: give it, because the invoice does not say how it was paid')
  const { Moneda, Receptor } = invoice
  const expedicion = expedicionDe(invoice, rest)
  const uuid = uuidOf(invoice, UUID)
  requireFactura(invoice, uuid, 'credited')
  const notas = list(anteriores === undefined ? [] : anteriores, 'anteriores').map((nota, at) =>
    timbrado(nota, `anteriores[${at}]`),
  )
  requireNotas(notas, uuid, Moneda)
  const digits = decimalsOf(Moneda, { catalogs })
  const acreditado =
    credito.devoluciones === undefined
      ? bonificar(invoice, credito, notas, digits)
      : devolver(invoice, credito.devoluciones, notas, digits)
  const ImpuestosLocales = complementoLocal(acreditado.locales)
  const draft = {
    ...encabezado(expedicion),
    TipoDeComprobante: 'E',
    FormaPago,
    MetodoPago: 'PUE',
    ...defined({ Moneda, TipoCambio }),
    SubTotal: AUTO,
    Descuento: AUTO,
    Total: AUTO,
    CfdiRelacionados: [{ TipoRelacion, CfdiRelacionado: [{ UUID: uuid }] }],
    Receptor: receptorEn(Receptor, expedicion.LugarExpedicion, usoOf(Receptor, catalogs)),
    Conceptos: acreditado.conceptos as unknown as readonly ConceptoDraft[],
    Impuestos: AUTO,
    ...(ImpuestosLocales && {
      Complemento: { ImpuestosLocales } as unknown as ComprobanteDraft['Complemento'],
    }),
  } satisfies ComprobanteDraft
  return withWarnings(draft, warningsOf(credito, anteriores !== undefined, acreditado))
}

/** @throws TypeError unless it is either an amount or lines. */
function requireCredito(credito: Bonificacion | Devolucion): void {
  known<Bonificacion | Devolucion>(credito, 'credito', {
    Total: true,
    Descripcion: true,
    devoluciones: true,
  })
  const { Total, Descripcion, devoluciones } = credito
  if (devoluciones === undefined) {
    if (Total !== undefined) return
    throw new TypeError('credito: give Total and Descripcion, or devoluciones')
  }
  const other = Total === undefined ? Descripcion && 'Descripcion' : 'Total'
  if (other)
    throw new TypeError(
      `credito: devoluciones and ${other} contradict each other; give lines or an amount`,
    )
  for (const [at, devolucion] of some(devoluciones, 'devoluciones').entries())
    known(devolucion, `devoluciones[${at}]`, { concepto: 'number', Cantidad: true })
}

/**
 * First two digits of ClaveProdServ from which on they are goods, and services (UNSPSC); sales
 * without a key have 01.
 */
const [goods, services] = ['10', '70']

function relacionDe(
  { Conceptos }: Comprobante,
  { devoluciones }: Bonificacion | Devolucion,
): '01' | '03' {
  if (
    devoluciones?.every(({ concepto }) => {
      const segment = Conceptos[concepto]?.ClaveProdServ.slice(0, 2) ?? ''
      return segment >= goods && segment < services
    })
  )
    return '03'
  return '01'
}

/** Total of a note. */
export interface Acreditado {
  readonly conceptos: readonly Json[]
  readonly locales: readonly Local[]
  /** Its total. */
  readonly total: Decimal
  /** Its target: the charge of the returned lines. */
  readonly cobrado: Decimal
  /** Sum that later notes can credit, if it is less than the rest. */
  readonly rest?: Decimal | undefined
  /** Sum of earlier notes by amount, which the returned lines do not take into account. */
  readonly bonificado?: Decimal | undefined
}

/**
 * Warnings of a note: an amount off the charge, a part of a line without `anteriores`, a rest that
 * no note can credit, and a full charge returned after a discount.
 */
function warningsOf(
  { devoluciones = [] }: Bonificacion | Devolucion,
  areNotasKnown: boolean,
  { total, cobrado, rest, bonificado = Decimal.zero }: Acreditado,
): Finding[] {
  const off = `la nota viene a ${total} y no a ${cobrado}, que es lo que se cobró por las líneas: es lo más cercano que admiten los límites del SAT y el resto de la factura`
  const unknown =
    'se devuelve parte de una línea sin indicar las notas de crédito anteriores (`anteriores`; [] si no las hay): junto con ellas podría acreditarse un centavo de más o de menos'
  const stuck = `la factura tiene impuestos con importe y sin tasa, que ninguna nota admite: después de ésta lo más que puede acreditarse es ${rest}`
  const twice = `las notas anteriores acreditaron ${bonificado} por importe, y las líneas se devuelven por lo que se cobró, sin restarles esa bonificación: si las alcanzaba, acredite con Total lo que se pagó por ellas`
  const isPart = devoluciones.some(hasField('Cantidad'))
  return [
    ...(total.equals(cobrado) ? [] : [warning('CFDI40-B01', 'Total', off)]),
    ...(isPart && !areNotasKnown ? [warning('CFDI40-B02', 'Conceptos', unknown)] : []),
    ...(rest === undefined ? [] : [warning('CFDI40-B03', 'Total', stuck)]),
    ...(bonificado.isZero() ? [] : [warning('CFDI40-B04', 'Total', twice)]),
  ]
}

/** FormaPago of an invoice to be paid later. */
const porDefinir = '99'

/** G02 (devoluciones, descuentos o bonificaciones), if the receiver's regime admits it. */
export function usoOf(receptor: Comprobante['Receptor'], catalogs: Catalogs): string {
  if (isGenerico(receptor)) return 'S01'
  const regimenes = catalogs.catalog('c_UsoCFDI').get('G02', 'regimenesFiscalesReceptores')
  if (regimenes?.includes(receptor.RegimenFiscalReceptor) === false) return 'S01'
  return 'G02'
}
