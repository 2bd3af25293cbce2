/**
 * The credit note: what is given back of an invoice, by discount or by return of what was sold.
 * @module
 */

import { type Catalogs, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import { decimalsOf } from '../../../fiscal/amounts.js'
import type { Numeric } from '../../../model/types.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft, ConceptoDraft } from '../draft.js'
import { defined, some } from './argument.js'
import { bonificar } from './bonificar.js'
import { devolver } from './devolver.js'
import { type Expedicion, encabezado, expedicionDe } from './expedicion.js'
import { isGenerico, receptorEn, uuidOf } from './factura.js'
import { requireNotas } from './saldo.js'

/** An amount given back: a discount, a rebate, or all of it. */
export interface Bonificacion {
  /** What it comes to, taxes included and withholdings taken off, as in the Total of the invoice. */
  readonly Total: Numeric
  /** Why: "Bonificación por volumen". */
  readonly Descripcion: string
}

/** Lines of the invoice that were returned. */
export interface Devolucion {
  /** The lines, each at most once. */
  readonly devoluciones: readonly {
    /** Which line of the invoice, from 0 on. */
    readonly concepto: number
    /** How much of it; all, si no se indica. */
    readonly Cantidad?: Numeric | undefined
  }[]
}

/** Options of {@link notaDeCredito}: issuer and place are those of the invoice unless they are given. */
export interface NotaDeCreditoOptions extends Partial<Expedicion> {
  /** How it is given back (c_FormaPago); that of the invoice, si no se indica. */
  readonly FormaPago?: string | undefined
  /** Pesos por unidad de la moneda; el de la factura, si no se indica. */
  readonly TipoCambio?: Numeric | undefined
  /** The folio fiscal of the invoice, when it does not carry its stamp. */
  readonly UUID?: string | undefined
  /**
   * The credit notes of the invoice that were issued before and are in force, as they were stamped (`readCfdi(xml)`); `[]`
   * says that there are none. What they gave back is not given back again, to the cent and tax by tax, and the one that
   * gives back the rest comes to exactly that. One that is of several invoices counts as being of this one. Without it
   * nothing is known of other notes: an amount is held to the invoice, and a return is cut to the cent.
   */
  readonly anteriores?: readonly Comprobante[] | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
}

/**
 * The document that gives back part of an invoice, or all: related to it by TipoRelacion 01, to the same receiver. An amount
 * is shared out among what was sold in proportion, a concept for each set of taxes, and comes to exactly that, each tax with
 * the base and amount that it had; what was returned is given back as it was invoiced, and a part of it in proportion. No note gives back more than was charged; nor do several, when each is given those before it (`anteriores`).
 * Local taxes are not given back.
 *
 * @throws TypeError when it is more than the invoice, or what the notes before it left, or too little to split; a line does
 * not exist or has less than what is returned; a note before it is not one of the invoice; there is no folio fiscal; or the
 * invoice was to be paid later and no FormaPago is given.
 * @example
 * const bonificacion = notaDeCredito(factura, { Total: '116.00', Descripcion: 'Bonificación por volumen' }, { FormaPago: '03' })
 * const devolucion = notaDeCredito(factura, { devoluciones: [{ concepto: 0, Cantidad: 1 }] }, { FormaPago: '03' })
 */
export function notaDeCredito(
  factura: Comprobante,
  credito: Bonificacion | Devolucion,
  options: NotaDeCreditoOptions = {},
): ComprobanteDraft & Json {
  const {
    FormaPago = factura.FormaPago,
    TipoCambio = factura.TipoCambio,
    UUID,
    anteriores,
    catalogs = fewCatalogs,
    ...rest
  } = options
  if (FormaPago === undefined || FormaPago === porDefinir)
    throw new TypeError('FormaPago: give it, because the invoice does not say how it was paid')
  const { Moneda, Receptor } = factura
  const expedicion = expedicionDe(factura, rest)
  const uuid = uuidOf(factura, UUID)
  requireNotas(anteriores ?? [], uuid, Moneda)
  const digits = decimalsOf(Moneda, { catalogs })
  const conceptos: unknown =
    'devoluciones' in credito
      ? devolver(factura, some(credito.devoluciones, 'devoluciones'), anteriores, digits)
      : bonificar(factura, credito, anteriores ?? [], digits)
  return {
    ...encabezado(expedicion),
    TipoDeComprobante: 'E',
    FormaPago,
    MetodoPago: 'PUE',
    ...defined({ Moneda, TipoCambio }),
    SubTotal: AUTO,
    Descuento: AUTO,
    Total: AUTO,
    CfdiRelacionados: [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID: uuid }] }],
    Receptor: receptorEn(Receptor, expedicion.LugarExpedicion, usoOf(Receptor, catalogs)),
    Conceptos: conceptos as readonly ConceptoDraft[],
    Impuestos: AUTO,
  }
}

/** FormaPago of an invoice to be paid later. */
const porDefinir = '99'

/** G02 (devoluciones, descuentos o bonificaciones), where the receiver's regime admits it. */
function usoOf(receptor: Comprobante['Receptor'], catalogs: Catalogs): string {
  if (isGenerico(receptor)) return 'S01'
  const regimenes = catalogs.catalog('c_UsoCFDI').get('G02', 'regimenesFiscalesReceptores')
  return regimenes?.includes(receptor.RegimenFiscalReceptor) === false ? 'S01' : 'G02'
}
