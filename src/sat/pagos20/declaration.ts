/**
 * Pagos 2.0: the receipt of payments ("REP", `Pagos20.xsd`): amount, date and form of each payment,
 * and the PPD invoices that it settles, with their taxes.
 *
 * Published with CFDI 4.0 (2022-01-01), the only version admitted since 2023-04-01; its rules are
 * those of Revisión B, in force since 2024-01-15. The comprobante around it is a form: total 0,
 * currency XXX, one concept "Pago".
 * @module
 */
import {
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  decimal,
  fixed,
  integer,
  lexical,
  rate,
  rawText,
  t_FechaH,
  t_Importe,
  t_ImporteMXN,
  t_RFC_PM,
  text,
  token,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const moneda = catalog('c_Moneda')
const cuenta = token({ minLength: 10, maxLength: 50, pattern: '[A-Z0-9_]{10,50}' })
const impuesto = closedCatalog('c_Impuesto', '001', '002', '003')
const tipoFactor = closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')
const base = decimal(6, { minInclusive: '0.000001' })

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

/** Totals of all payments, in pesos. */
const totales = element({
  /** IVA retenido en los pagos. No existe cuando no hay. */
  TotalRetencionesIVA: optional(t_ImporteMXN),
  /** ISR retenido en los pagos. No existe cuando no hay. */
  TotalRetencionesISR: optional(t_ImporteMXN),
  /** IEPS retenido en los pagos. No existe cuando no hay. */
  TotalRetencionesIEPS: optional(t_ImporteMXN),
  /** Base de los traslados de IVA al 16 %. */
  TotalTrasladosBaseIVA16: optional(t_ImporteMXN),
  /** IVA trasladado al 16 %. */
  TotalTrasladosImpuestoIVA16: optional(t_ImporteMXN),
  /** Base de los traslados de IVA al 8 % (estímulo de la región fronteriza). */
  TotalTrasladosBaseIVA8: optional(t_ImporteMXN),
  /** IVA trasladado al 8 %. */
  TotalTrasladosImpuestoIVA8: optional(t_ImporteMXN),
  /** Base de los traslados de IVA al 0 %. */
  TotalTrasladosBaseIVA0: optional(t_ImporteMXN),
  /** IVA trasladado al 0 %: cero, pero existe cuando existe su base. */
  TotalTrasladosImpuestoIVA0: optional(t_ImporteMXN),
  /** Base de los traslados exentos de IVA. */
  TotalTrasladosBaseIVAExento: optional(t_ImporteMXN),
  /** Suma de los montos, cada uno por su tipo de cambio. */
  MontoTotalPagos: required(t_ImporteMXN),
})

/** Taxes of one document in proportion to its payment, in the document's currency. */
const impuestosDR = element({
  /** Retenciones que corresponden a lo pagado. */
  RetencionesDR: maybe(
    list(
      'RetencionDR',
      oneOrMore({
        /** Base de la retención, en proporción a lo pagado. */
        BaseDR: required(base),
        /** Clave del impuesto: 001 ISR, 002 IVA, 003 IEPS. */
        ImpuestoDR: required(impuesto),
        /** Tasa o Cuota; una retención no puede ser Exento. */
        TipoFactorDR: required(tipoFactor),
        /** Tasa o cuota, con seis decimales ("0.106667"). */
        TasaOCuotaDR: required(rate),
        /** Importe retenido, en la moneda del documento. */
        ImporteDR: required(t_Importe),
      }),
    ),
  ),
  /** Traslados que corresponden a lo pagado. */
  TrasladosDR: maybe(
    list(
      'TrasladoDR',
      oneOrMore({
        /** Base del traslado, en proporción a lo pagado. */
        BaseDR: required(base),
        /** Clave del impuesto: 002 IVA, 003 IEPS. */
        ImpuestoDR: required(impuesto),
        /** Tasa, Cuota o Exento. */
        TipoFactorDR: required(tipoFactor),
        /** Tasa o cuota, con seis decimales ("0.160000"). No existe cuando es Exento. */
        TasaOCuotaDR: optional(rate),
        /** Importe trasladado, en la moneda del documento. No existe cuando es Exento. */
        ImporteDR: optional(t_Importe),
      }),
    ),
  ),
})

/** An invoice that a payment settles, in whole or in part. */
const doctoRelacionado = element(
  {
    /**
     * Folio fiscal (UUID) de la factura que se paga, o número de operación de otro documento
     * digital.
     */
    IdDocumento: required(idDocumento),
    /** Serie de la factura, para control interno. */
    Serie: optional(text(1, 25)),
    /** Folio de la factura, para control interno. */
    Folio: optional(text(1, 40)),
    /** Moneda de la factura (c_Moneda), no XXX. En ella van los saldos y sus impuestos. */
    MonedaDR: required(moneda),
    /**
     * Unidades de la moneda de la factura por unidad de la del pago, hasta diez decimales; 1 si son
     * la misma.
     */
    EquivalenciaDR: optional(decimal(10, { minInclusive: '0.0000000001' })),
    /** Número de la parcialidad: 1 en el primer pago de la factura, aunque la liquide. */
    NumParcialidad: required(integer({ pattern: '[1-9][0-9]{0,2}' })),
    /** Saldo antes del pago; en la primera parcialidad, el total de la factura. */
    ImpSaldoAnt: required(t_Importe),
    /** Cuánto de la factura se paga. */
    ImpPagado: required(t_Importe),
    /** Saldo que queda: ImpSaldoAnt menos ImpPagado. */
    ImpSaldoInsoluto: required(t_Importe),
    /**
     * Si el pago es objeto de impuesto (c_ObjetoImp): 01 no, 02 sí y se desglosa en ImpuestosDR …
     */
    ObjetoImpDR: required(catalog('c_ObjetoImp')),
    /** Impuestos de la factura en la parte que se paga. */
    ImpuestosDR: maybe(impuestosDR),
  },
  // The transformation reads all RetencionDR, then all TrasladoDR.
  {
    routes: {
      ImpuestosDR: ['ImpuestosDR/RetencionesDR/RetencionDR', 'ImpuestosDR/TrasladosDR/TrasladoDR'],
    },
  },
)

/** Taxes of a payment: those of its documents, converted to the payment's currency and added. */
const impuestosP = element({
  /** Retenciones del pago, una por impuesto. */
  RetencionesP: maybe(
    list(
      'RetencionP',
      oneOrMore({
        /** Clave del impuesto: 001 ISR, 002 IVA, 003 IEPS. */
        ImpuestoP: required(impuesto),
        /** Suma de lo retenido en los documentos, en la moneda del pago. */
        ImporteP: required(t_Importe),
      }),
    ),
  ),
  /** Traslados del pago, uno por impuesto, tipo de factor y tasa. */
  TrasladosP: maybe(
    list(
      'TrasladoP',
      oneOrMore({
        /** Suma de las bases de los documentos, en la moneda del pago. */
        BaseP: required(t_Importe),
        /** Clave del impuesto: 002 IVA, 003 IEPS. */
        ImpuestoP: required(impuesto),
        /** Tasa, Cuota o Exento. */
        TipoFactorP: required(tipoFactor),
        /** Tasa o cuota, con seis decimales. No existe cuando es Exento. */
        TasaOCuotaP: optional(rate),
        /**
         * Suma de lo trasladado en los documentos, en la moneda del pago. No existe cuando es
         * Exento.
         */
        ImporteP: optional(t_Importe),
      }),
    ),
  ),
})

/** One payment received. */
const pago = element({
  /** Fecha y hora en que se recibió el pago, AAAA-MM-DDThh:mm:ss; sin hora conocida, 12:00:00. */
  FechaPago: required(t_FechaH),
  /** Forma de pago (c_FormaPago): 01 efectivo, 02 cheque, 03 transferencia … no 99. */
  FormaDePagoP: required(catalog('c_FormaPago')),
  /** Moneda en que se pagó (c_Moneda), no XXX. */
  MonedaP: required(moneda),
  /** Pesos por unidad de la moneda del pago el día en que se hizo; 1 cuando es MXN. */
  TipoCambioP: optional(decimal(6, { minInclusive: '0.000001' })),
  /** Cuánto se pagó, en MonedaP. */
  Monto: required(t_Importe),
  /** Número de cheque, de autorización, de referencia o clave de rastreo. */
  NumOperacion: optional(rawText({ minLength: 1, maxLength: 100, pattern: '[^|]{1,100}' })),
  /** RFC del banco de donde sale el dinero; XEXX010101000 si es extranjero. */
  RfcEmisorCtaOrd: optional(rfcBanco),
  /** Nombre del banco extranjero de donde sale el dinero. */
  NomBancoOrdExt: optional(text(1, 300)),
  /** Cuenta, CLABE o tarjeta de donde sale el dinero; su forma depende de FormaDePagoP. */
  CtaOrdenante: optional(cuenta),
  /** RFC del banco que recibe el dinero. */
  RfcEmisorCtaBen: optional(t_RFC_PM),
  /** Cuenta o CLABE que recibe el dinero; su forma depende de FormaDePagoP. */
  CtaBeneficiario: optional(cuenta),
  /** Tipo de la cadena de pago: 01 SPEI. Con ella van CertPago, CadPago y SelloPago. */
  TipoCadPago: optional(closedCatalog('c_TipoCadenaPago', '01')),
  /** Certificado del comprobante electrónico de pago (CEP), en Base64. */
  CertPago: optional(lexical('base64')),
  /** Cadena original del comprobante electrónico de pago. */
  CadPago: optional(token({ minLength: 1, maxLength: 8192 })),
  /** Sello del comprobante electrónico de pago, en Base64. */
  SelloPago: optional(lexical('base64')),
  /** Facturas que se pagan. */
  DoctoRelacionado: oneOrMore(doctoRelacionado),
  /** Impuestos del pago: la suma de los de sus documentos. */
  ImpuestosP: maybe(impuestosP),
})

/** The declaration of Pagos 2.0. */
export const pagos20 = complement({
  name: 'Pagos',
  version: '2.0',
  prefix: 'pago20',
  namespace: 'http://www.sat.gob.mx/Pagos20',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd',
  at: 'comprobante',
  tipos: ['P'],
  root: element({
    /** Versión del complemento: "2.0". */
    Version: required(fixed('2.0')),
    /** Totales de los pagos y de sus impuestos, en pesos. */
    Totales: one(totales),
    /** Pagos recibidos. */
    Pago: oneOrMore(pago),
  }),
})

/** The content of a Pagos 2.0. */
export interface Pagos20 extends Static<typeof pagos20.root> {}

export type { Pagos20Draft } from './draft.js'
