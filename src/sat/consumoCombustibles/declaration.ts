/**
 * Consumo de Combustibles 1.1 (`consumodeCombustibles11.xsd`): the fuel bought with electronic
 * purses, in the expense CFDI with which their issuer settles with the filling station. Attributes
 * in lower camel case, nodes in upper.
 * @module
 */
import {
  element,
  list,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
} from '../../model/grammar.js'
import {
  closedCatalog,
  decimal,
  fixed,
  number,
  oneOf,
  t_FechaH,
  t_RFC,
  token,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const importe = decimal(2)

const determinado = element({
  /** Impuesto que contiene el precio. */
  impuesto: required(oneOf('IVA', 'IEPS')),
  /** Tasa ("0.16") o cuota. */
  tasaOCuota: required(decimal(6)),
  /** Importe del impuesto. */
  importe: required(importe),
})

const concepto = element({
  /** Número del monedero. */
  identificador: required(token({ minLength: 1 })),
  /** Fecha y hora de la compra, AAAA-MM-DDThh:mm:ss. */
  fecha: required(t_FechaH),
  /** RFC de quien vende el combustible. */
  rfc: required(t_RFC),
  /** Clave de la estación de servicio. */
  claveEstacion: required(token({ minLength: 1, maxLength: 10 })),
  /**
   * Combustible: 1 gasolina menor a 92 octanos, 2 de 92 o más, 3 diésel, 4 diésel marino, 5 otro.
   */
  tipoCombustible: required(closedCatalog('c_ClaveTipoCombustible', '1', '2', '3', '4', '5')),
  /** Volumen, con tres decimales ("45.250"). */
  cantidad: required(number({ pattern: '[0-9]{1,14}(.([0-9]{3}))', minInclusive: '0.001' })),
  /** Nombre del combustible. */
  nombreCombustible: required(token({ minLength: 1, maxLength: 300 })),
  /** Folio de la operación. */
  folioOperacion: required(token({ minLength: 1 })),
  /** Precio por unidad. */
  valorUnitario: required(importe),
  /** Cantidad por valorUnitario. */
  importe: required(importe),
  /** Impuestos de la compra. */
  Determinados: one(list('Determinado', oneOrMore(determinado))),
})

export const consumoCombustibles = complement({
  name: 'ConsumoDeCombustibles',
  version: '1.1',
  prefix: 'consumodecombustibles11',
  namespace: 'http://www.sat.gob.mx/ConsumoDeCombustibles11',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/consumodecombustibles/consumodeCombustibles11.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.1". */
    version: required(fixed('1.1')),
    /** Siempre "monedero electrónico". */
    tipoOperacion: required(fixed('monedero electrónico')),
    /** Cuenta de quien adquirió los monederos. */
    numeroDeCuenta: required(token({ minLength: 1 })),
    /** Suma de los importes de las compras. */
    subTotal: optional(importe),
    /** Total consumido. */
    total: required(importe),
    /** Las compras, una por una. */
    Conceptos: one(list('ConceptoConsumoDeCombustibles', oneOrMore(concepto))),
  }),
})

/** The fuel bought, as JSON. */
export interface ConsumoCombustibles extends Static<typeof consumoCombustibles.root> {}

export type { ConsumoCombustiblesDraft } from './draft.js'
