/**
 * Advances (anticipos), by the two procedures of the SAT: Guía de llenado del CFDI 4.0, appendix 6.
 * @module
 */
import { type Catalogs, catalogsKind, fewCatalogs } from '../../../catalogs/few.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import { decimalOf, decimalsOf, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { itemsOf } from '../../../lib/lists.js'
import { requireKind } from '../../../lib/options.js'
import type { Finding } from '../../../model/finding.js'
import type { Numeric } from '../../../model/types.js'
import { hasField } from '../../../rules/presence.js'
import type { Given } from '../../given.js'
import { warning, withWarnings } from '../carried.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft, ConceptoDraft } from '../draft.js'
import { amount, defined, known, list, type Names, positive, some } from './argument.js'
import { bonificar } from './bonificar.js'
import {
  type Expedicion,
  encabezado,
  expedicionDe,
  nombresDeExpedicion,
  opciones,
  opcionesConEmisor,
} from './expedicion.js'
import { nombresDeReceptor, receptorEn, requireFactura, uuidOf } from './factura.js'
import { usoOf } from './notaDeCredito.js'
import { shareOut } from './partidas.js'
import { type Timbrado, timbrado } from './timbrado.js'
import { requireTraslados, type Traslado } from './traslados.js'

/** A received advance. */
export interface AnticipoRecibido {
  /** Received amount, with taxes. */
  readonly Total: Numeric
  /** The included taxes: `iva16`, `ivaExento` …; empty when not subject to tax. */
  readonly Traslados: readonly Traslado[]
  /** Form of payment (c_FormaPago). */
  readonly FormaPago: string
  /** The payer. */
  readonly Receptor: Comprobante['Receptor']
  /** MXN, si no se indica. */
  readonly Moneda?: string | undefined
  /** Pesos por unidad de la moneda, si no es MXN. */
  readonly TipoCambio?: Numeric | undefined
}

const nombresDeAnticipo: Names<AnticipoRecibido> = {
  Total: true,
  Traslados: true,
  FormaPago: true,
  Receptor: true,
  Moneda: true,
  TipoCambio: true,
}

/** ClaveProdServ and ClaveUnidad of an advance, and of its application. */
const clave = { ClaveProdServ: '84111506', Cantidad: '1', ClaveUnidad: 'ACT' } as const

/** The TipoRelacion "CFDI por aplicación de anticipo". */
const porAnticipo = '07'

/**
 * Creates the invoice of an advance, with exactly the received amount as total.
 * {@link facturaConAnticipo} and {@link aplicacionDeAnticipo}, or {@link facturaPorRemanente},
 * deduct it from the sale.
 *
 * @throws TypeError for an invalid amount, or an unknown name.
 * @example
 * const recibido = { Total: '5800.00', Traslados: iva16, FormaPago: '03', Receptor: factura.Receptor }
 * const borrador = anticipo(recibido, { Emisor: { RegimenFiscal: '601' }, LugarExpedicion: '64000' })
 * borrador.MetodoPago // → 'PUE'
 */
export function anticipo(recibido: AnticipoRecibido, options: Expedicion): ComprobanteDraft & Json {
  opcionesConEmisor('anticipo', options, nombresDeExpedicion)
  const {
    Total,
    Traslados,
    FormaPago,
    Receptor,
    Moneda = 'MXN',
    TipoCambio,
  } = known(recibido, 'anticipo', nombresDeAnticipo)
  requireTraslados(Traslados, 'anticipo: Traslados')
  known(Receptor, 'anticipo: Receptor', nombresDeReceptor)
  const concepto = {
    ...clave,
    Descripcion: 'Anticipo del bien o servicio',
    PrecioConImpuestos: positive(Total, 'Total').toString(),
    ObjetoImp: Traslados.length === 0 ? '01' : '02',
    ...(Traslados.length > 0 && { Impuestos: { Traslados } }),
  }
  return {
    ...encabezado(options),
    TipoDeComprobante: 'I',
    FormaPago,
    MetodoPago: 'PUE',
    ...defined({ Moneda, TipoCambio }),
    SubTotal: AUTO,
    Total: AUTO,
    Receptor,
    Conceptos: [concepto as unknown as ConceptoDraft],
    Impuestos: AUTO,
  }
}

/**
 * Creates the invoice of the whole operation, related to its advances by TipoRelacion 07 (procedure
 * A). After it is stamped, {@link aplicacionDeAnticipo} deducts them.
 *
 * @throws TypeError when a document is not an advance, or has no stamp.
 * @example
 * const borrador = facturaConAnticipo(draft, [adelanto])
 * borrador.CfdiRelacionados?.[0]?.TipoRelacion // → '07'
 */
export function facturaConAnticipo<T = never>(
  draft: Given<T, ComprobanteDraft>,
  anticipos: readonly Timbrado[],
): ComprobanteDraft & Json {
  return related(objectOf(draft), anticiposDe(anticipos)) as unknown as ComprobanteDraft & Json
}

/** Options of {@link aplicacionDeAnticipo}. Issuer and place default to those of the invoice. */
export interface AplicacionOptions extends Partial<Expedicion> {
  /** Applied amount of a single advance, with taxes. Defaults to all of it. */
  readonly Total?: Numeric | undefined
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
}

const nombresDeAplicacion: Names<AplicacionOptions> = {
  ...nombresDeExpedicion,
  Total: true,
  catalogs: catalogsKind,
}

/**
 * Creates the credit note that deducts advances from the invoice of the whole operation (procedure
 * A): TipoRelacion 07, FormaPago 30 ("aplicación de anticipos"). It credits the charges of the
 * advances, tax by tax. {@link paymentSummary} accepts it as a note of the invoice.
 *
 * @throws TypeError when the advances exceed the invoice, are in another currency, or are not
 * advances.
 * @example
 * const egreso = aplicacionDeAnticipo(factura, [adelanto])
 * egreso.FormaPago // → '30'
 */
export function aplicacionDeAnticipo(
  factura: Timbrado,
  anticipos: readonly Timbrado[],
  options: AplicacionOptions = {},
): ComprobanteDraft & Json {
  const invoice = timbrado(factura, 'factura')
  requireFactura(invoice, uuidOf(invoice), 'credited')
  const {
    Total,
    catalogs = fewCatalogs,
    ...rest
  } = opciones('aplicacionDeAnticipo', options, nombresDeAplicacion)
  const { Moneda, TipoCambio, Receptor } = invoice
  const advances = anticiposDe(anticipos)
  if (Total !== undefined && advances.length > 1)
    throw new TypeError('Total: it is of a single advance; give one')
  requireMoneda(Moneda, advances)
  requireEmisor(invoice as unknown as Json, advances)
  const applied = Decimal.sum(advances.map((advance) => amount(Total ?? advance.Total, 'Total')))
  if (applied.compare(amount(invoice.Total, 'Total')) > 0)
    throw new TypeError(
      `anticipos: vienen a ${applied}, más que la factura, ${invoice.Total}; indique Total`,
    )
  const digits = decimalsOf(Moneda, { catalogs })
  const conceptos = advances.flatMap((advance) => {
    const credito = { Total: Total ?? advance.Total, Descripcion: 'Aplicación de anticipo' }
    return bonificar(advance, credito, [], digits).conceptos
  })
  const expedicion = expedicionDe(invoice, rest)
  const draft = {
    ...encabezado(expedicion),
    TipoDeComprobante: 'E',
    FormaPago: '30',
    MetodoPago: 'PUE',
    ...defined({ Moneda, TipoCambio }),
    SubTotal: AUTO,
    Descuento: AUTO,
    Total: AUTO,
    CfdiRelacionados: [{ TipoRelacion: porAnticipo, CfdiRelacionado: [{ UUID: uuidOf(invoice) }] }],
    Receptor: receptorEn(Receptor, expedicion.LugarExpedicion, usoOf(Receptor, catalogs)),
    Conceptos: conceptos as unknown as readonly ConceptoDraft[],
    Impuestos: AUTO,
  } satisfies ComprobanteDraft
  return withWarnings(draft, [
    ...ajenos(invoice as unknown as Json, advances),
    ...sinRelacion(invoice, advances),
  ])
}

/**
 * Creates the invoice of the remainder (procedure B): each concept at its whole price, with the
 * advances as its discount in proportion and "CFDI por remanente de un anticipo" after its
 * description, related to them by TipoRelacion 07. For concepts given by `PrecioConImpuestos`, its
 * Total is exactly theirs less the advances.
 *
 * @throws TypeError when the advances cover everything, concepts are given both by price and by
 * value, or a document is not an advance.
 * @example
 * const concepto = { ...draft.Conceptos[0], PrecioConImpuestos: '500.00', ValorUnitario: undefined, Importe: undefined }
 * const borrador = facturaPorRemanente({ ...draft, Conceptos: [concepto] }, [adelanto])
 * borrador.CfdiRelacionados?.[0]?.TipoRelacion // → '07'
 */
export function facturaPorRemanente<T = never>(
  draft: Given<T, ComprobanteDraft>,
  anticipos: readonly Timbrado[],
  options: { readonly catalogs?: Catalogs | undefined } = {},
): ComprobanteDraft & Json {
  known(options, 'facturaPorRemanente', { catalogs: catalogsKind })
  const given = objectOf(draft)
  const advances = anticiposDe(anticipos)
  requireMoneda(given['Moneda'], advances)
  const digits = decimalsOf(given['Moneda'], { catalogs: options.catalogs ?? fewCatalogs })
  const conceptos = some(itemsOf(given['Conceptos']), 'Conceptos')
  for (const [at, { Descripcion }] of conceptos.entries())
    requireKind(`Conceptos[${at}]: Descripcion`, Descripcion, 'text')
  const prices = conceptos.filter(hasField('PrecioConImpuestos')).length
  if (prices !== 0 && prices !== conceptos.length)
    throw new TypeError('Conceptos: give PrecioConImpuestos in all of them, or in none')
  const Conceptos = descontar(conceptos, advances, prices !== 0, digits)
  const asked = prices === 0 ? { Descuento: AUTO } : {}
  return related({ ...given, ...asked, Conceptos }, advances) as unknown as ComprobanteDraft & Json
}

/** Returns each concept with its share of the advances, with taxes or before them. */
function descontar(
  conceptos: readonly Json[],
  advances: readonly Comprobante[],
  isByPrice: boolean,
  digits: number,
): readonly Json[] {
  const [price, discount] = isByPrice
    ? (['PrecioConImpuestos', 'DescuentoConImpuestos'] as const)
    : (['ValorUnitario', 'Descuento'] as const)
  const before = conceptos.map((concepto) => decimalOf(concepto[discount] ?? 0) ?? Decimal.zero)
  const amounts = conceptos.map((concepto, at) => {
    const quantity = amount(concepto['Cantidad'] as Numeric, 'Cantidad')
    const gross = quantity.times(amount(concepto[price] as Numeric, price)).round(digits)
    return gross.minus(before[at] as Decimal)
  })
  let advanced = Decimal.zero
  for (const { Total, SubTotal, Descuento = 0 } of advances)
    advanced = isByPrice
      ? advanced.plus(amount(Total, 'Total'))
      : advanced.plus(amount(SubTotal, 'SubTotal')).minus(amount(Descuento, 'Descuento'))
  const whole = Decimal.sum(amounts)
  if (advanced.compare(whole) >= 0)
    throw new TypeError(
      `anticipos: vienen a ${advanced}, todo lo que se vende (${whole}) o más: use facturaConAnticipo y aplicacionDeAnticipo`,
    )
  const shares = shareOut(advanced, amounts, digits)
  return conceptos.map((concepto, at) => ({
    ...concepto,
    Descripcion: `${concepto['Descripcion']} CFDI por remanente de un anticipo`,
    [discount]: write((before[at] as Decimal).plus(shares[at] as Decimal), digits),
  }))
}

function objectOf(draft: unknown): Json {
  if (!isRecord(draft)) throw new TypeError('draft: an object is expected, the invoice to be')
  return draft
}

/** Adds the relation to the advances, and a warning about those of another receiver. */
function related(draft: Json, advances: readonly Comprobante[]): Json {
  requireEmisor(draft, advances)
  const relation = {
    TipoRelacion: porAnticipo,
    CfdiRelacionado: advances.map((advance) => ({ UUID: uuidOf(advance) })),
  }
  const CfdiRelacionados = [...itemsOf(draft['CfdiRelacionados']), relation]
  return withWarnings({ ...draft, CfdiRelacionados }, ajenos(draft, advances))
}

/** @throws TypeError unless each is a stamped invoice of an advance, and each appears once. */
function anticiposDe(given: readonly Timbrado[]): readonly Comprobante[] {
  const seen = new Set<string>()
  return some(list(given, 'anticipos'), 'anticipos').map((one, at) => {
    const advance = timbrado(one, `anticipos[${at}]`)
    const uuid = uuidOf(advance).toUpperCase()
    const isAdvance = advance.Conceptos.every(
      ({ ClaveProdServ }) => ClaveProdServ === clave.ClaveProdServ,
    )
    if (advance.TipoDeComprobante !== 'I' || !isAdvance)
      throw new TypeError(
        `anticipos: ${uuid} is no invoice of an advance (ClaveProdServ ${clave.ClaveProdServ})`,
      )
    if (seen.has(uuid)) throw new TypeError(`anticipos: ${uuid} comes twice`)
    seen.add(uuid)
    return advance
  })
}

/** @throws TypeError when an advance is in another currency than the sale. */
function requireMoneda(moneda: unknown, advances: readonly Comprobante[]): void {
  const other = advances.find(({ Moneda }) => moneda !== undefined && Moneda !== moneda)
  if (other !== undefined)
    throw new TypeError(`anticipos: one is in ${other.Moneda} and the invoice in ${moneda}`)
}

/** @throws TypeError when another company issued an advance. */
function requireEmisor(sale: Json, advances: readonly Comprobante[]): void {
  const rfc = rfcOf(sale['Emisor'])
  const other = advances.find(({ Emisor }) => rfc !== undefined && Emisor.Rfc !== rfc)
  if (other !== undefined)
    throw new TypeError(
      `anticipos: one is of the issuer ${other.Emisor.Rfc} and the sale of ${rfc}`,
    )
}

/** Returns a warning when an advance belongs to another receiver. */
function ajenos(sale: Json, advances: readonly Comprobante[]): readonly Finding[] {
  const rfc = rfcOf(sale['Receptor'])
  const other = advances.find(({ Receptor }) => rfc !== undefined && Receptor.Rfc !== rfc)
  if (other === undefined) return []
  const problem = `el anticipo ${uuidOf(other)} es de otro receptor, ${other.Receptor.Rfc}`
  return [warning('CFDI40-B05', 'Receptor.Rfc', problem)]
}

/** Returns a warning when the invoice is not related to an advance (procedure A). */
function sinRelacion(
  { CfdiRelacionados = [] }: Comprobante,
  advances: readonly Comprobante[],
): readonly Finding[] {
  const uuids = new Set<string>()
  for (const { TipoRelacion, CfdiRelacionado } of CfdiRelacionados)
    if (TipoRelacion === porAnticipo)
      for (const { UUID } of CfdiRelacionado) uuids.add(UUID.toUpperCase())
  const other = advances.find((advance) => !uuids.has(uuidOf(advance).toUpperCase()))
  if (other === undefined) return []
  const problem = `la factura no se relaciona con el anticipo ${uuidOf(other)} (TipoRelacion 07), como lo hace facturaConAnticipo`
  return [warning('CFDI40-B06', 'CfdiRelacionados', problem)]
}

/** Returns the RFC of a party; undefined when the certificate gives it. */
function rfcOf(party: unknown): string | undefined {
  const rfc = isRecord(party) ? party['Rfc'] : undefined
  if (typeof rfc !== 'string' || rfc === AUTO) return undefined
  return rfc
}
