/**
 * Pagos 1.0: the receipt of payments of CFDI 3.3 (`Pagos10.xsd`), replaced by Pagos 2.0 on
 * 2023-04-01. Readable and verifiable in older documents, no longer stamped; the transformation of
 * CFDI 4.0 has no template for it.
 * @module
 */
import {
  element,
  list,
  maybe,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  decimal,
  fixed,
  integer,
  lexical,
  rawText,
  t_FechaH,
  t_Importe,
  t_RFC_PM,
  text,
  token,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const moneda = catalog('c_Moneda')
const cuenta = token({ minLength: 10, maxLength: 50, pattern: '[A-Z0-9_]{10,50}' })
const tipoCambio = decimal(6, { minInclusive: '0.000001' })
const impuesto = closedCatalog('c_Impuesto', '001', '002', '003')

/** A company's RFC, or the generic one of foreigners when the bank is abroad. */
const rfcBanco = token({
  minLength: 12,
  maxLength: 13,
  pattern:
    'XEXX010101000|[A-Z&Ñ]{3}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]',
})

/** A folio fiscal, or the operation number of another digital document (`NNN-NN-NNNNNNNNN`). */
const idDocumento = token({
  minLength: 16,
  maxLength: 36,
  pattern:
    '([a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12})|([0-9]{3}-[0-9]{2}-[0-9]{9})',
})

/** An invoice that a payment settles, in whole or in part. */
const doctoRelacionado = element({
  /**
   * Folio fiscal (UUID) de la factura que se paga, o número de operación de otro documento digital.
   */
  IdDocumento: required(idDocumento),
  /** Serie de la factura, para control interno. */
  Serie: optional(text(1, 25)),
  /** Folio de la factura, para control interno. */
  Folio: optional(text(1, 40)),
  /** Moneda de la factura (c_Moneda). En ella van los saldos. */
  MonedaDR: required(moneda),
  /** Unidades de la moneda de la factura por unidad de la del pago, cuando son distintas. */
  TipoCambioDR: optional(tipoCambio),
  /** Método de pago con que se emitió la factura: PUE o PPD. */
  MetodoDePagoDR: required(closedCatalog('c_MetodoPago', 'PUE', 'PPD')),
  /** Número de la parcialidad. */
  NumParcialidad: optional(integer({ pattern: '[1-9][0-9]{0,2}' })),
  /** Saldo antes del pago; en la primera parcialidad, el total de la factura. */
  ImpSaldoAnt: optional(t_Importe),
  /** Cuánto de la factura se paga. */
  ImpPagado: optional(t_Importe),
  /** Saldo que queda: ImpSaldoAnt menos ImpPagado. */
  ImpSaldoInsoluto: optional(t_Importe),
})

/** Taxes of a payment. The SAT reserved the node for later and refused it. */
const impuestos = element({
  /** Suma de las retenciones. */
  TotalImpuestosRetenidos: optional(t_Importe),
  /** Suma de los traslados. */
  TotalImpuestosTrasladados: optional(t_Importe),
  /** Retenciones del pago. */
  Retenciones: maybe(
    list(
      'Retencion',
      oneOrMore({
        /** Clave del impuesto: 001 ISR, 002 IVA, 003 IEPS. */
        Impuesto: required(impuesto),
        /** Importe retenido. */
        Importe: required(t_Importe),
      }),
    ),
  ),
  /** Traslados del pago. */
  Traslados: maybe(
    list(
      'Traslado',
      oneOrMore({
        /** Clave del impuesto: 002 IVA, 003 IEPS. */
        Impuesto: required(impuesto),
        /** Tasa, Cuota o Exento. */
        TipoFactor: required(closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')),
        /** Tasa o cuota, con seis decimales. */
        TasaOCuota: required(decimal(6, { minInclusive: '0.000000' })),
        /** Importe trasladado. */
        Importe: required(t_Importe),
      }),
    ),
  ),
})

/** One payment received. */
const pago = element({
  /** Fecha y hora en que se recibió el pago, AAAA-MM-DDThh:mm:ss. */
  FechaPago: required(t_FechaH),
  /** Forma de pago (c_FormaPago): 01 efectivo, 02 cheque, 03 transferencia … */
  FormaDePagoP: required(catalog('c_FormaPago')),
  /** Moneda en que se pagó (c_Moneda). */
  MonedaP: required(moneda),
  /** Pesos por unidad de la moneda del pago, cuando no es MXN. */
  TipoCambioP: optional(tipoCambio),
  /** Cuánto se pagó, en MonedaP. */
  Monto: required(t_Importe),
  /** Número de cheque, de autorización, de referencia o clave de rastreo. */
  NumOperacion: optional(rawText({ minLength: 1, maxLength: 100, pattern: '[^|]{1,100}' })),
  /** RFC del banco de donde sale el dinero; XEXX010101000 si es extranjero. */
  RfcEmisorCtaOrd: optional(rfcBanco),
  /** Nombre del banco extranjero de donde sale el dinero. */
  NomBancoOrdExt: optional(text(1, 300)),
  /** Cuenta, CLABE o tarjeta de donde sale el dinero. */
  CtaOrdenante: optional(cuenta),
  /** RFC del banco que recibe el dinero. */
  RfcEmisorCtaBen: optional(t_RFC_PM),
  /** Cuenta o CLABE que recibe el dinero. */
  CtaBeneficiario: optional(cuenta),
  /** Tipo de la cadena de pago: 01 SPEI. */
  TipoCadPago: optional(closedCatalog('c_TipoCadenaPago', '01')),
  /** Certificado del comprobante electrónico de pago, en Base64. */
  CertPago: optional(lexical('base64')),
  /** Cadena original del comprobante electrónico de pago. */
  CadPago: optional(token({ minLength: 1, maxLength: 8192 })),
  /** Sello del comprobante electrónico de pago, en Base64. */
  SelloPago: optional(lexical('base64')),
  /** Facturas que se pagan. */
  DoctoRelacionado: zeroOrMore(doctoRelacionado),
  /** Impuestos del pago; el SAT no llegó a admitirlos en esta versión. */
  Impuestos: zeroOrMore(impuestos),
})

/** The declaration of Pagos 1.0. */
export const pagos10 = complement({
  name: 'Pagos',
  version: '1.0',
  prefix: 'pago10',
  namespace: 'http://www.sat.gob.mx/Pagos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos10.xsd',
  at: 'comprobante',
  tipos: ['P'],
  status: 'historico',
  cadena: false,
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Pagos recibidos. */
    Pago: oneOrMore(pago),
  }),
})

/** The content of a Pagos 1.0. */
export interface Pagos10 extends Static<typeof pagos10.root> {}
