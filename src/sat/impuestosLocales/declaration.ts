/**
 * Impuestos Locales 1.0 (`implocal.xsd`): taxes and duties of states and municipalities ("otros
 * derechos e impuestos"), such as lodging or the five per thousand of public works. Its two totals
 * enter the Total of the comprobante.
 * @module
 */
import { element, inline, required, type Static, zeroOrMore } from '../../model/grammar.js'
import { decimal, exactly, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const importe = decimal(2)

/** The declaration of Impuestos Locales 1.0. */
export const impuestosLocales = complement({
  name: 'ImpuestosLocales',
  version: '1.0',
  prefix: 'implocal',
  namespace: 'http://www.sat.gob.mx/implocal',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/implocal/implocal.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element(
    {
      /** Versión del complemento: "1.0". */
      version: required(exactly('1.0')),
      /** Suma de las retenciones locales; "0.00" cuando no hay. */
      TotaldeRetenciones: required(importe),
      /** Suma de los traslados locales; "0.00" cuando no hay. */
      TotaldeTraslados: required(importe),
      /** Impuestos locales que se retienen. */
      RetencionesLocales: inline(
        zeroOrMore({
          /** Nombre del impuesto local retenido ("5 AL MILLAR"). */
          ImpLocRetenido: required(rawText()),
          /** Tasa en por ciento, dos decimales ("0.50"). */
          TasadeRetencion: required(decimal(2)),
          /** Importe retenido. */
          Importe: required(importe),
        }),
      ),
      /** Impuestos locales que se trasladan. */
      TrasladosLocales: inline(
        zeroOrMore({
          /** Nombre del impuesto local trasladado ("ISH"). */
          ImpLocTrasladado: required(rawText()),
          /** Tasa en por ciento, dos decimales ("3.50"). */
          TasadeTraslado: required(decimal(2)),
          /** Importe trasladado. */
          Importe: required(importe),
        }),
      ),
    },
    // The XSD lets both kinds interleave; the transformation reads all of the first, then all of
    // the second.
    { order: 'interleaved' },
  ),
})

/** The content of an Impuestos Locales 1.0. */
export interface ImpuestosLocales extends Static<typeof impuestosLocales.root> {}

export type { ImpuestosLocalesDraft } from './draft.js'
