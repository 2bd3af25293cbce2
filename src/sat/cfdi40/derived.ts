/**
 * What the engine can derive: the members of a document that may say "AUTO".
 * @module
 */
import type { Attribute } from '../../model/grammar.js'

const traslado = 'Base Importe'
const resumen = 'Retenciones Traslados TotalImpuestosRetenidos TotalImpuestosTrasladados'

/** Names of members by the path of what holds them. */
const members: Readonly<Record<string, string>> = {
  '': 'Folio Fecha Sello NoCertificado Certificado SubTotal Descuento Total Conceptos Impuestos',
  Emisor: 'Rfc Nombre',
  Conceptos: 'ValorUnitario Importe Descuento',
  'Conceptos.Impuestos.Traslados': traslado,
  'Conceptos.Impuestos.Retenciones': traslado,
  'Conceptos.Parte': 'Importe',
  Impuestos: resumen,
  'Impuestos.Retenciones': 'Importe',
  'Impuestos.Traslados': traslado,
  'Complemento.Pagos': 'Totales',
  'Complemento.Pagos.Totales':
    'TotalRetencionesIVA TotalRetencionesISR TotalRetencionesIEPS TotalTrasladosBaseIVA16 TotalTrasladosImpuestoIVA16 ' +
    'TotalTrasladosBaseIVA8 TotalTrasladosImpuestoIVA8 TotalTrasladosBaseIVA0 TotalTrasladosImpuestoIVA0 ' +
    'TotalTrasladosBaseIVAExento MontoTotalPagos',
  'Complemento.Pagos.Pago': 'TipoCambioP Monto ImpuestosP',
  'Complemento.Pagos.Pago.DoctoRelacionado': 'EquivalenciaDR ImpSaldoInsoluto',
  'Complemento.Pagos.Pago.DoctoRelacionado.ImpuestosDR.TrasladosDR': 'BaseDR ImporteDR',
  'Complemento.Pagos.Pago.DoctoRelacionado.ImpuestosDR.RetencionesDR': 'BaseDR ImporteDR',
  'Complemento.Pagos.Pago.ImpuestosP': 'RetencionesP TrasladosP',
  'Complemento.Pagos.Pago.ImpuestosP.RetencionesP': 'ImporteP',
  'Complemento.Pagos.Pago.ImpuestosP.TrasladosP': 'BaseP ImporteP',
  'Complemento.Nomina': 'TotalPercepciones TotalDeducciones TotalOtrosPagos',
  'Complemento.Nomina.Receptor': 'Antigüedad',
  'Complemento.Nomina.Percepciones':
    'TotalSueldos TotalSeparacionIndemnizacion TotalJubilacionPensionRetiro TotalGravado TotalExento',
  'Complemento.Nomina.Percepciones.JubilacionPensionRetiro': 'TotalUnaExhibicion TotalParcialidad',
  'Complemento.Nomina.Percepciones.SeparacionIndemnizacion': 'TotalPagado IngresoAcumulable IngresoNoAcumulable',
  'Complemento.Nomina.Deducciones': 'TotalOtrasDeducciones TotalImpuestosRetenidos',
  'Complemento.CartaPorte': 'IdCCP TotalDistRec',
  'Complemento.CartaPorte.Mercancias': 'PesoBrutoTotal PesoNetoTotal NumTotalMercancias',
  'Complemento.CartaPorte.Mercancias.TransporteFerroviario.Carro': 'ToneladasNetasCarro',
  'Complemento.ComercioExterior': 'TotalUSD',
  'Complemento.ComercioExterior.Mercancias': 'ValorUnitarioAduana ValorDolares',
  'Complemento.ImpuestosLocales': 'TotaldeRetenciones TotaldeTraslados',
}

const paths: ReadonlySet<string> = new Set(
  Object.entries(members).flatMap(([holder, names]) =>
    names.split(' ').map((name) => (holder === '' ? name : `${holder}.${name}`)),
  ),
)

/**
 * Whether a member may say "AUTO", by its path in the JSON document without indices: `Conceptos.Impuestos.Traslados.Base`.
 * Some depend on the document: Conceptos is derived from a payslip, ValorUnitario from that or from PrecioConImpuestos.
 */
export function isDerived(path: string): boolean {
  return paths.has(path)
}

const importe: Attribute = {
  kind: 'attribute',
  type: { base: 'decimal', facets: { minInclusive: '0', fractionDigits: 6 } },
  required: false,
}

/** What a draft may state from which the rest is derived, and no document has: for `jsonSchemaOf`. */
isDerived.besides = { Conceptos: { PrecioConImpuestos: importe, DescuentoConImpuestos: importe } }
