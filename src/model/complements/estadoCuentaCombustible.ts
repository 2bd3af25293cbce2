/**
 * EstadoDeCuentaCombustible 1.2.
 * @module
 */
import { complement, element, list, one, oneOrMore, optional, required, type Static } from '../grammar.js'
import { closedCatalog, decimal, fixed, oneOf, t_FechaH, t_RFC, token } from '../types.js'

export const estadoCuentaCombustible = complement({
  name: 'EstadoDeCuentaCombustible',
  version: '1.2',
  prefix: 'ecc12',
  namespace: 'http://www.sat.gob.mx/EstadoDeCuentaCombustible12',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/EstadoDeCuentaCombustible/ecc12.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.2')),
    TipoOperacion: required(fixed('Tarjeta')),
    NumeroDeCuenta: required(token({ minLength: 1, maxLength: 50 })),
    SubTotal: required(decimal(2, { pattern: '[0-9]{1,14}(.([0-9]{1,2}))' })),
    Total: required(decimal(2, { pattern: '[0-9]{1,14}(.([0-9]{1,2}))' })),
    Conceptos: one(
      list(
        'ConceptoEstadoDeCuentaCombustible',
        oneOrMore({
          Identificador: required(token({ minLength: 1 })),
          Fecha: required(t_FechaH),
          Rfc: required(t_RFC),
          ClaveEstacion: required(token({ minLength: 1, maxLength: 10 })),
          Cantidad: required(decimal(3, { pattern: '[0-9]{1,14}(.([0-9]{1,3}))', minInclusive: '0.001' })),
          TipoCombustible: required(closedCatalog('c_ClaveTipoCombustible', '1', '2', '3', '4', '5')),
          Unidad: optional(token({ minLength: 1, maxLength: 25 })),
          NombreCombustible: required(token({ minLength: 1, maxLength: 300 })),
          FolioOperacion: required(token({ minLength: 1, maxLength: 50 })),
          ValorUnitario: required(decimal(3, { pattern: '[0-9]{1,14}(.([0-9]{1,3}))', minInclusive: '0.001' })),
          Importe: required(decimal(2, { pattern: '[0-9]{1,14}(.([0-9]{1,2}))' })),
          Traslados: one(
            list(
              'Traslado',
              oneOrMore({
                Impuesto: required(oneOf('IVA', 'IEPS')),
                TasaOCuota: required(decimal(6)),
                Importe: required(decimal(2, { pattern: '[0-9]{1,14}(.([0-9]{1,2}))', minInclusive: '0.01' })),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
})

export interface EstadoCuentaCombustible extends Static<typeof estadoCuentaCombustible.root> {}
