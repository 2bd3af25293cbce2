/**
 * CFDI 4.0 (Anexo 20 of the RMF, `cfdv40.xsd`): the Comprobante without its complements.
 * @module
 */

import {
  element,
  free,
  inline,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Schema,
  type Static,
  sinCadena,
  slot,
  zeroOrMore,
} from '../../model/grammar.js'
import type { Typed } from '../../model/nodes.js'
import {
  catalog,
  closedCatalog,
  code,
  decimal,
  fixed,
  pattern,
  rate,
  short,
  t_FechaH,
  t_Importe,
  t_Pedimento,
  t_RFC,
  t_UUID,
  text,
  token,
} from '../../model/types.js'
import type { ComplementosDelComprobante, ComplementosDelConcepto } from '../typed.js'

const positivo = decimal(6, { minInclusive: '0.000001' })
const codigoPostal = code(5, '[0-9]{5}')
const impuesto = closedCatalog('c_Impuesto', '001', '002', '003')
const tipoFactor = closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')

const informacionAduanera = element({
  /**
   * Número del pedimento de importación: `AA  AA  PPPP  NNNNNNN`, con dos espacios entre sus
   * partes.
   */
  NumeroPedimento: required(t_Pedimento),
})

/** Traslado de un concepto: el impuesto que se cobra al receptor. */
const traslado = element({
  /** Base sobre la que se calcula el impuesto. */
  Base: required(positivo),
  /** Clave del impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  Impuesto: required(impuesto),
  /** Tasa, Cuota o Exento. */
  TipoFactor: required(tipoFactor),
  /** Tasa o cuota, con seis decimales ("0.160000"). No existe cuando es Exento. */
  TasaOCuota: optional(rate),
  /** Importe del impuesto. No existe cuando es Exento. */
  Importe: optional(t_Importe),
})

/** Retención de un concepto: el impuesto que el receptor retiene al emisor. */
const retencion = element({
  /** Base sobre la que se calcula la retención. */
  Base: required(positivo),
  /** Clave del impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  Impuesto: required(impuesto),
  /** Tasa o Cuota. */
  TipoFactor: required(tipoFactor),
  /** Tasa o cuota, con seis decimales. */
  TasaOCuota: required(rate),
  /** Importe retenido. */
  Importe: required(t_Importe),
})

/** Parte o componente de un concepto que es un paquete. */
const parte = element(
  {
    /** Clave del producto o servicio (c_ClaveProdServ). */
    ClaveProdServ: required(catalog('c_ClaveProdServ', { pattern: '[0-9]{8}' })),
    /** Número de parte, serie o identificación propio. */
    NoIdentificacion: optional(text(1, 100)),
    /** Cantidad de la parte. */
    Cantidad: required(positivo),
    /** Unidad en palabras. */
    Unidad: optional(text(1, 20)),
    /** Descripción de la parte. */
    Descripcion: required(text(1, 1000)),
    /** Precio unitario de la parte. */
    ValorUnitario: optional(t_Importe),
    /** Cantidad por ValorUnitario. */
    Importe: optional(t_Importe),
    /** Pedimentos con que se importó la parte. */
    InformacionAduanera: zeroOrMore(informacionAduanera),
  },
  { routes: { InformacionAduanera: ['//InformacionAduanera'] } },
)

/** Un renglón de la factura. */
const concepto = element(
  {
    /** Clave del producto o servicio (c_ClaveProdServ). */
    ClaveProdServ: required(catalog('c_ClaveProdServ', { pattern: '[0-9]{8}' })),
    /** Número de parte, SKU o folio del ticket. */
    NoIdentificacion: optional(text(1, 100)),
    /** Cantidad, hasta seis decimales. */
    Cantidad: required(positivo),
    /** Clave de la unidad de medida (c_ClaveUnidad). */
    ClaveUnidad: required(catalog('c_ClaveUnidad')),
    /** Unidad en palabras. */
    Unidad: optional(text(1, 20)),
    /** Descripción del bien o servicio. */
    Descripcion: required(text(1, 1000)),
    /** Precio unitario, antes de impuestos y descuentos. */
    ValorUnitario: required(t_Importe),
    /** Cantidad por ValorUnitario. */
    Importe: required(t_Importe),
    /** Descuento del concepto, en importe. */
    Descuento: optional(t_Importe),
    /** Si el concepto es objeto de impuesto (c_ObjetoImp): 01 no, 02 sí y se desglosa … */
    ObjetoImp: required(catalog('c_ObjetoImp')),
    /** Impuestos del concepto. */
    Impuestos: maybe({
      /** Impuestos que se trasladan. */
      Traslados: maybe(list('Traslado', oneOrMore(traslado))),
      /** Impuestos que se retienen. */
      Retenciones: maybe(list('Retencion', oneOrMore(retencion))),
    }),
    /** A cuenta de quién se factura, cuando se vende por cuenta de un tercero. */
    ACuentaTerceros: maybe({
      /** RFC del tercero. */
      RfcACuentaTerceros: required(t_RFC),
      /** Nombre o razón social del tercero. */
      NombreACuentaTerceros: required(text(1, 300)),
      /** Régimen fiscal del tercero. */
      RegimenFiscalACuentaTerceros: required(catalog('c_RegimenFiscal')),
      /** Código postal del domicilio fiscal del tercero. */
      DomicilioFiscalACuentaTerceros: required(codigoPostal),
    }),
    /** Pedimentos con que se importó el bien (ventas de primera mano). */
    InformacionAduanera: zeroOrMore(informacionAduanera),
    /** Cuentas prediales del inmueble que se arrienda. */
    CuentaPredial: zeroOrMore({
      /** Número de la cuenta predial, sin guiones. */
      Numero: required(pattern('[0-9a-zA-Z]{1,150}', { minLength: 1, maxLength: 150 })),
    }),
    /** Complementos del concepto: nombre del nodo raíz y su contenido. */
    ComplementoConcepto: slot('concepto', 1),
    /** Partes que integran el concepto. */
    Parte: zeroOrMore(parte),
  },
  {
    // The transformation reads all Traslado, then all Retencion, and Parte at any depth.
    routes: {
      Impuestos: ['Impuestos/Traslados/Traslado', 'Impuestos/Retenciones/Retencion'],
      Parte: ['//Parte'],
    },
  },
)

/** Impuestos del comprobante: el resumen de los de sus conceptos. */
const impuestos = element(
  {
    /** Suma de las retenciones. */
    TotalImpuestosRetenidos: optional(t_Importe),
    /** Suma de los traslados. */
    TotalImpuestosTrasladados: optional(t_Importe),
    /** Retenciones, una por impuesto. */
    Retenciones: inline(
      maybe(
        list(
          'Retencion',
          oneOrMore({
            /** Clave del impuesto. */
            Impuesto: required(impuesto),
            /** Suma de lo retenido por ese impuesto. */
            Importe: required(t_Importe),
          }),
        ),
      ),
    ),
    /** Traslados, uno por impuesto, tipo de factor y tasa. */
    Traslados: inline(
      maybe(
        list(
          'Traslado',
          oneOrMore({
            /** Suma de las bases. */
            Base: required(t_Importe),
            /** Clave del impuesto. */
            Impuesto: required(impuesto),
            /** Tasa, Cuota o Exento. */
            TipoFactor: required(tipoFactor),
            /** Tasa o cuota. No existe cuando es Exento. */
            TasaOCuota: optional(rate),
            /** Suma de los importes. No existe cuando es Exento. */
            Importe: optional(t_Importe),
          }),
        ),
      ),
    ),
  },
  // The transformation reads each total after its list.
  { cadena: ['Retenciones', 'TotalImpuestosRetenidos', 'Traslados', 'TotalImpuestosTrasladados'] },
)

const root = element({
  /** Versión del estándar: "4.0". */
  Version: required(fixed('4.0')),
  /** Serie para control interno. */
  Serie: optional(text(1, 25)),
  /** Folio para control interno; "AUTO" toma el siguiente de la serie. */
  Folio: optional(text(1, 40)),
  /**
   * Fecha y hora local del lugar de expedición, AAAA-MM-DDThh:mm:ss; "AUTO" es el momento de
   * sellar.
   */
  Fecha: required(t_FechaH),
  /** Sello digital, en Base64. Lo pone el motor. */
  Sello: sinCadena(required(token())),
  /** Forma de pago (c_FormaPago). */
  FormaPago: optional(catalog('c_FormaPago')),
  /** Número de serie del certificado con que se sella. Lo pone el motor. */
  NoCertificado: required(code(20, '[0-9]{20}')),
  /** Certificado con que se sella, en Base64. Lo pone el motor. */
  Certificado: sinCadena(required(token())),
  /** Condiciones comerciales del pago. */
  CondicionesDePago: optional(text(1, 1000)),
  /** Suma de los importes de los conceptos, antes de descuentos e impuestos. */
  SubTotal: required(t_Importe),
  /** Suma de los descuentos de los conceptos. */
  Descuento: optional(t_Importe),
  /** Moneda, clave ISO 4217 (c_Moneda); XXX en traslados y pagos. */
  Moneda: required(catalog('c_Moneda')),
  /** Pesos por unidad de la moneda. */
  TipoCambio: optional(positivo),
  /** SubTotal menos descuentos, más traslados, menos retenciones. */
  Total: required(t_Importe),
  /** I ingreso, E egreso, T traslado, N nómina, P pago. */
  TipoDeComprobante: required(closedCatalog('c_TipoDeComprobante', 'I', 'E', 'T', 'N', 'P')),
  /** Si ampara una exportación (c_Exportacion): 01 no aplica, 02 definitiva con clave A1 … */
  Exportacion: required(catalog('c_Exportacion')),
  /** PUE en una exhibición, PPD en parcialidades o diferido. */
  MetodoPago: optional(closedCatalog('c_MetodoPago', 'PUE', 'PPD')),
  /** Código postal de donde se expide. */
  LugarExpedicion: required(catalog('c_CodigoPostal', { pattern: '[0-9]{5}' })),
  /** Clave de confirmación del PAC para importes fuera de rango. */
  Confirmacion: optional(code(5, '[0-9a-zA-Z]{5}')),
  /** Periodo de una factura global al público en general. */
  InformacionGlobal: maybe({
    /** Periodicidad (c_Periodicidad): 01 diario … 05 bimestral. */
    Periodicidad: required(catalog('c_Periodicidad')),
    /** Mes o bimestre (c_Meses). */
    Meses: required(catalog('c_Meses')),
    /** Año al que corresponde. */
    Año: required(short({ minInclusive: '2019' })),
  }),
  /** Comprobantes con los que se relaciona, agrupados por tipo de relación. */
  CfdiRelacionados: zeroOrMore({
    /** Tipo de relación (c_TipoRelacion): 01 nota de crédito, 04 sustitución … */
    TipoRelacion: required(catalog('c_TipoRelacion')),
    /** Comprobantes relacionados. */
    CfdiRelacionado: inline(
      oneOrMore({
        /** Folio fiscal del comprobante relacionado. */
        UUID: required(t_UUID),
      }),
    ),
  }),
  /** Quien expide; debe ser el titular del certificado. */
  Emisor: one({
    /** RFC del emisor; "AUTO" lo toma del certificado. */
    Rfc: required(t_RFC),
    /**
     * Nombre o razón social, sin régimen societario, como está en el SAT; "AUTO" lo toma del
     * certificado.
     */
    Nombre: required(text(1, 300)),
    /** Régimen fiscal (c_RegimenFiscal). */
    RegimenFiscal: required(catalog('c_RegimenFiscal')),
    /** Número de operación del SAT cuando quien factura es el adquirente. */
    FacAtrAdquirente: optional(code(10, '[0-9]{10}')),
  }),
  /** Quien recibe. */
  Receptor: one({
    /** RFC del receptor; XAXX010101000 público en general, XEXX010101000 extranjero. */
    Rfc: required(t_RFC),
    /** Nombre o razón social, sin régimen societario, como está en el SAT. */
    Nombre: required(text(1, 300)),
    /** Código postal del domicilio fiscal. */
    DomicilioFiscalReceptor: required(codigoPostal),
    /** País de residencia fiscal de un extranjero (c_Pais). */
    ResidenciaFiscal: optional(catalog('c_Pais')),
    /** Número de identificación fiscal en su país. */
    NumRegIdTrib: optional(token({ minLength: 1, maxLength: 40 })),
    /** Régimen fiscal del receptor (c_RegimenFiscal). */
    RegimenFiscalReceptor: required(catalog('c_RegimenFiscal')),
    /** Uso que dará al comprobante (c_UsoCFDI). */
    UsoCFDI: required(catalog('c_UsoCFDI')),
  }),
  /** Lo que se factura. */
  Conceptos: one(list('Concepto', oneOrMore(concepto))),
  /** Resumen de los impuestos. */
  Impuestos: maybe(impuestos),
  /** Complementos del comprobante: nombre del nodo raíz y su contenido. */
  Complemento: slot('comprobante', 0),
  /**
   * Información comercial sin efecto fiscal: un fragmento de XML que se pasa tal cual y no se
   * sella.
   */
  Addenda: free,
})

/** The Comprobante 4.0, root of every CFDI. */
export const comprobante: Schema<typeof root> & Typed<Comprobante> = {
  name: 'Comprobante',
  version: '4.0',
  prefix: 'cfdi',
  namespace: 'http://www.sat.gob.mx/cfd/4',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd',
  tipo: 'TipoDeComprobante',
  fecha: 'Fecha',
  noun: 'comprobante',
  earlier: [
    { name: 'CFD', namespace: 'http://www.sat.gob.mx/cfd/2', versions: ['2.0', '2.2'] },
    { name: 'CFDI', namespace: 'http://www.sat.gob.mx/cfd/3', versions: ['3.0', '3.2', '3.3'] },
  ],
  others: [
    {
      namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/2',
      member: 'CveRetenc',
      says: "es un CFDI de retenciones 2.0; regístrelo con documents: [retenciones20], de import { retenciones20 } from 'cfdi-stamp/retenciones'",
    },
  ],
  root,
}

/** A CFDI 4.0 as JSON, in the SAT's own vocabulary. */
export interface Comprobante extends Omit<Static<typeof root>, 'Complemento' | 'Conceptos'> {
  /** Lo que se factura. */
  readonly Conceptos: readonly Concepto[]
  /** Complementos del comprobante: nombre del nodo raíz y su contenido. */
  readonly Complemento?: ComplementosDelComprobante | undefined
}

/** One line of a comprobante. */
export interface Concepto extends Omit<Static<typeof concepto>, 'ComplementoConcepto'> {
  /** Complementos del concepto: nombre del nodo raíz y su contenido. */
  readonly ComplementoConcepto?: ComplementosDelConcepto | undefined
}
