/**
 * ImpuestosLocales 1.0.
 * @module
 */
import { complement, element, required, type Static, zeroOrMore } from '../grammar.js'
import { decimal, exactly, rawText } from '../types.js'

export const impuestosLocales = complement({
  name: 'ImpuestosLocales',
  version: '1.0',
  prefix: 'implocal',
  namespace: 'http://www.sat.gob.mx/implocal',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/implocal/implocal.xsd',
  at: 'comprobante',
  root: element(
    {
      version: required(exactly('1.0')),
      TotaldeRetenciones: required(decimal(2)),
      TotaldeTraslados: required(decimal(2)),
      RetencionesLocales: zeroOrMore({
        ImpLocRetenido: required(rawText()),
        TasadeRetencion: required(decimal(2)),
        Importe: required(decimal(2)),
      }),
      TrasladosLocales: zeroOrMore({
        ImpLocTrasladado: required(rawText()),
        TasadeTraslado: required(decimal(2)),
        Importe: required(decimal(2)),
      }),
    },
    { order: 'interleaved' },
  ),
})

export interface ImpuestosLocales extends Static<typeof impuestosLocales.root> {}
