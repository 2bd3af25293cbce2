/**
 * ConsumoDeCombustibles 1.1.
 * @module
 */
import { complement, element, list, one, oneOrMore, optional, required, type Static } from '../grammar.js'
import { closedCatalog, decimal, fixed, number, oneOf, t_FechaH, t_RFC, token } from '../types.js'

export const consumoCombustibles = complement({
  name: 'ConsumoDeCombustibles',
  version: '1.1',
  prefix: 'consumodecombustibles11',
  namespace: 'http://www.sat.gob.mx/ConsumoDeCombustibles11',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/consumodecombustibles/consumodeCombustibles11.xsd',
  at: 'comprobante',
  root: element({
    version: required(fixed('1.1')),
    tipoOperacion: required(fixed('monedero electrónico')),
    numeroDeCuenta: required(token({ minLength: 1 })),
    subTotal: optional(decimal(2)),
    total: required(decimal(2)),
    Conceptos: one(
      list(
        'ConceptoConsumoDeCombustibles',
        oneOrMore({
          identificador: required(token({ minLength: 1 })),
          fecha: required(t_FechaH),
          rfc: required(t_RFC),
          claveEstacion: required(token({ minLength: 1, maxLength: 10 })),
          tipoCombustible: required(closedCatalog('c_ClaveTipoCombustible', '1', '2', '3', '4', '5')),
          cantidad: required(number({ pattern: '[0-9]{1,14}(.([0-9]{3}))', minInclusive: '0.001' })),
          nombreCombustible: required(token({ minLength: 1, maxLength: 300 })),
          folioOperacion: required(token({ minLength: 1 })),
          valorUnitario: required(decimal(2)),
          importe: required(decimal(2)),
          Determinados: one(
            list(
              'Determinado',
              oneOrMore({
                impuesto: required(oneOf('IVA', 'IEPS')),
                tasaOCuota: required(decimal(6)),
                importe: required(decimal(2)),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
})

export interface ConsumoCombustibles extends Static<typeof consumoCombustibles.root> {}
