/**
 * Why "AUTO" could not be resolved: the findings that `check` makes of what was left say what it would be derived from.
 * @module
 */

import { type AmountContext, decimalsOf, isJson } from '../../derive/amounts.js'
import { AUTO, type Json } from '../../derive/auto.js'
import { type Finding, structureCode } from '../../model/finding.js'
import { resolvePrice } from './derive/precioConImpuestos.js'
import { isDerived } from './derived.js'

/** What each value is derived from, by element and field. */
const sources: Readonly<Record<string, string>> = {
  'Comprobante.Conceptos': 'los totales del complemento Nomina',
  'Comprobante.SubTotal': 'Importe de los conceptos',
  'Comprobante.Descuento': 'Descuento de los conceptos',
  'Comprobante.Total': 'SubTotal, Descuento y los totales de impuestos',
  'Concepto.Importe': 'Cantidad y ValorUnitario',
  'Parte.Importe': 'Cantidad y ValorUnitario',
  'Traslado.Base': 'Importe y Descuento del concepto',
  'Traslado.Importe': 'Base y TasaOCuota',
  'Retencion.Base': 'Importe y Descuento del concepto',
  'Retencion.Importe': 'Base y TasaOCuota',
  Impuestos: 'los impuestos de los conceptos',
  'Impuestos.TotalImpuestosTrasladados': 'los traslados del resumen',
  'Impuestos.TotalImpuestosRetenidos': 'las retenciones del resumen',
  Totales: 'los pagos y sus impuestos, con su tipo de cambio',
  'Totales.MontoTotalPagos': 'Monto y TipoCambioP de los pagos',
  'Pago.TipoCambioP': 'MonedaP, y sólo si es MXN',
  'Pago.Monto': 'ImpPagado y EquivalenciaDR de los documentos',
  ImpuestosP: 'los impuestos de los documentos y EquivalenciaDR',
  'DoctoRelacionado.EquivalenciaDR': 'Monto, TipoCambioP e ImpPagado',
  'DoctoRelacionado.ImpSaldoInsoluto': 'ImpSaldoAnt e ImpPagado',
  'TrasladoDR.BaseDR': 'ImpPagado y las tasas, si no hay más de un IVA; si lo hay, se debe indicar',
  'TrasladoDR.ImporteDR': 'BaseDR y TasaOCuotaDR',
  'RetencionDR.BaseDR': 'ImpPagado y las tasas, si no hay más de un IVA; si lo hay, se debe indicar',
  'RetencionDR.ImporteDR': 'BaseDR y TasaOCuotaDR',
  'Percepciones.TotalGravado': 'ImporteGravado de las percepciones',
  'Percepciones.TotalExento': 'ImporteExento de las percepciones',
  'Nomina.TotalPercepciones': 'los totales de Percepciones',
  'Nomina.TotalDeducciones': 'los totales de Deducciones',
  'Nomina.TotalOtrosPagos': 'Importe de los otros pagos',
  'CartaPorte.TotalDistRec': 'DistanciaRecorrida de los destinos',
  'Mercancias.PesoBrutoTotal': 'el peso de las mercancías',
  'Mercancias.PesoNetoTotal': 'el peso neto de las mercancías o de los carros',
  'Mercancias.NumTotalMercancias': 'las mercancías',
  'Mercancia.ValorDolares':
    'CantidadAduana y ValorUnitarioAduana, o Importe de los conceptos con su NoIdentificacion y los tipos de cambio',
  'Mercancia.ValorUnitarioAduana': 'ValorDolares y CantidadAduana',
  'ComercioExterior.TotalUSD': 'ValorDolares de las mercancías',
  'ImpuestosLocales.TotaldeTraslados': 'Importe de los traslados locales',
  'ImpuestosLocales.TotaldeRetenciones': 'Importe de las retenciones locales',
}

/** What is derived only where it says "AUTO", and never because it is absent. */
const onlyAsked: ReadonlySet<string> = new Set([
  'Folio',
  'Fecha',
  'Conceptos',
  'Emisor.Rfc',
  'Emisor.Nombre',
  'Complemento.CartaPorte.IdCCP',
])

/**
 * The findings of a resolved document: those of what was left as "AUTO", or as a price that could not be resolved, saying why;
 * those of what is missing and could be derived, saying how. The others are as they were.
 */
export function explainUnresolved(document: Json, findings: readonly Finding[], context: AmountContext): Finding[] {
  return findings.map((finding) => {
    const why = whyOf(document, finding, context)
    if (why === undefined) return finding
    const { element, field } = finding
    return { ...finding, message: `${field === '' ? element : `${element}.${field}`}: ${why}.` }
  })
}

function whyOf(document: Json, finding: Finding, context: AmountContext): string | undefined {
  const { element, field, value, path } = finding
  if (element === 'Concepto' && field === 'PrecioConImpuestos') return whyOfPrice(document, path, context)
  if (element === 'Concepto' && field === 'DescuentoConImpuestos') return 'sólo tiene sentido con PrecioConImpuestos'
  if (value !== AUTO) return whyMissing(finding, context)
  const source = sources[field === '' ? element : `${element}.${field}`]
  return source === undefined
    ? 'no se puede obtener; se debe indicar (se encontró "AUTO")'
    : `no se pudo obtener; depende de ${source} (se encontró "AUTO")`
}

/** Codes of an hour that is none: the XSD's, and the rule's that says the same. */
const wrongHour: ReadonlySet<string> = new Set([structureCode, 'CFDI40101'])

/** Of what is missing, or is no hour: that it need not be written. */
function whyMissing(
  { code, element, field, value, path, message }: Finding,
  { complete }: AmountContext,
): string | undefined {
  const place = path.replace(/\[\d+\]/g, '')
  const words = message.slice(`${element}.${field}: `.length, -1)
  if (place === 'Fecha' && value !== undefined && wrongHour.has(code))
    return words.replace(/(?= \(se encontró|$)/, '; o "AUTO"')
  if (code !== structureCode || !isDerived(place) || !words.startsWith('falta ')) return undefined
  if (onlyAsked.has(place)) return `${words}; "AUTO" lo pone`
  if (!complete) return `${words}; "AUTO" o \`complete: true\` lo calculan`
  const source = sources[`${element}.${field}`]
  return source === undefined ? undefined : `${words} y no se pudo obtener; depende de ${source}`
}

function whyOfPrice(document: Json, path: string, context: Pick<AmountContext, 'catalogs'>): string | undefined {
  const at = /^Conceptos\[(\d+)\]\./.exec(path)?.[1]
  const { Conceptos } = document
  const concepto: unknown = Array.isArray(Conceptos) ? Conceptos[Number(at)] : undefined
  if (!isJson(concepto)) return undefined
  const outcome = resolvePrice(concepto, decimalsOf(document['Moneda'], context))
  return 'why' in outcome ? outcome.why : undefined
}
