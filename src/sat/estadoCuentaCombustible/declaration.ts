/**
 * Estado de Cuenta de Combustibles 1.2 (`ecc12.xsd`): the fuel that a client bought with electronic
 * purses, in the invoice of their issuer; with it the client deducts the fuel.
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
import { closedCatalog, decimal, fixed, oneOf, t_FechaH, t_RFC, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

// The point and the decimals are obligatory in these amounts ("100.0"): the unescaped dot lets
// "1000" through.
const importe = decimal(2, { pattern: '[0-9]{1,14}(.([0-9]{1,2}))' })
const milesimas = decimal(3, { pattern: '[0-9]{1,14}(.([0-9]{1,3}))', minInclusive: '0.001' })

const traslado = element({
  /** Impuesto trasladado. */
  Impuesto: required(oneOf('IVA', 'IEPS')),
  /** Tasa ("0.16") o cuota. */
  TasaOCuota: required(decimal(6)),
  /** Importe del impuesto. */
  Importe: required(decimal(2, { pattern: '[0-9]{1,14}(.([0-9]{1,2}))', minInclusive: '0.01' })),
})

const concepto = element({
  /** Número del monedero. */
  Identificador: required(token({ minLength: 1 })),
  /** Fecha y hora de la compra, AAAA-MM-DDThh:mm:ss. */
  Fecha: required(t_FechaH),
  /** RFC de quien vende el combustible. */
  Rfc: required(t_RFC),
  /** Clave de la estación de servicio. */
  ClaveEstacion: required(token({ minLength: 1, maxLength: 10 })),
  /** Volumen, hasta tres decimales. */
  Cantidad: required(milesimas),
  /**
   * Combustible: 1 gasolina menor a 92 octanos, 2 de 92 o más, 3 diésel, 4 diésel marino, 5 otro.
   */
  TipoCombustible: required(closedCatalog('c_ClaveTipoCombustible', '1', '2', '3', '4', '5')),
  /** Unidad de medida. */
  Unidad: optional(token({ minLength: 1, maxLength: 25 })),
  /** Nombre del combustible. */
  NombreCombustible: required(token({ minLength: 1, maxLength: 300 })),
  /** Folio de la operación. */
  FolioOperacion: required(token({ minLength: 1, maxLength: 50 })),
  /** Precio por unidad, sin impuestos. */
  ValorUnitario: required(milesimas),
  /** Cantidad por ValorUnitario, a centavos. */
  Importe: required(importe),
  /** Impuestos de la compra. */
  Traslados: one(list('Traslado', oneOrMore(traslado))),
})

export const estadoCuentaCombustible = complement({
  name: 'EstadoDeCuentaCombustible',
  version: '1.2',
  prefix: 'ecc12',
  namespace: 'http://www.sat.gob.mx/EstadoDeCuentaCombustible12',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/EstadoDeCuentaCombustible/ecc12.xsd',
  at: 'comprobante',
  tipos: ['I'],
  root: element({
    /** Versión del complemento: "1.2". */
    Version: required(fixed('1.2')),
    /** Siempre "Tarjeta". */
    TipoOperacion: required(fixed('Tarjeta')),
    /** Cuenta de quien adquirió los monederos. */
    NumeroDeCuenta: required(token({ minLength: 1, maxLength: 50 })),
    /** Suma de los importes de las compras. */
    SubTotal: required(importe),
    /** SubTotal más los impuestos de las compras. */
    Total: required(importe),
    /** Las compras, una por una. */
    Conceptos: one(list('ConceptoEstadoDeCuentaCombustible', oneOrMore(concepto))),
  }),
})

/** The statement of fuel, as JSON. */
export interface EstadoCuentaCombustible extends Static<typeof estadoCuentaCombustible.root> {}

export type { EstadoCuentaCombustibleDraft } from './draft.js'
