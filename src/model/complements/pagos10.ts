/**
 * Pagos 1.0.
 * @module
 */
import { complement, element, list, maybe, oneOrMore, optional, required, type Static, zeroOrMore } from '../grammar.js'
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
} from '../types.js'

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
    Version: required(fixed('1.0')),
    Pago: oneOrMore({
      FechaPago: required(t_FechaH),
      FormaDePagoP: required(catalog('c_FormaPago')),
      MonedaP: required(catalog('c_Moneda')),
      TipoCambioP: optional(decimal(6, { minInclusive: '0.000001' })),
      Monto: required(t_Importe),
      NumOperacion: optional(rawText({ minLength: 1, maxLength: 100, pattern: '[^|]{1,100}' })),
      RfcEmisorCtaOrd: optional(
        token({
          minLength: 12,
          maxLength: 13,
          pattern: 'XEXX010101000|[A-Z&Ñ]{3}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]',
        }),
      ),
      NomBancoOrdExt: optional(text(1, 300)),
      CtaOrdenante: optional(token({ minLength: 10, maxLength: 50, pattern: '[A-Z0-9_]{10,50}' })),
      RfcEmisorCtaBen: optional(t_RFC_PM),
      CtaBeneficiario: optional(token({ minLength: 10, maxLength: 50, pattern: '[A-Z0-9_]{10,50}' })),
      TipoCadPago: optional(closedCatalog('c_TipoCadenaPago', '01')),
      CertPago: optional(lexical('base64')),
      CadPago: optional(token({ minLength: 1, maxLength: 8192 })),
      SelloPago: optional(lexical('base64')),
      DoctoRelacionado: zeroOrMore({
        IdDocumento: required(
          token({
            minLength: 16,
            maxLength: 36,
            pattern:
              '([a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12})|([0-9]{3}-[0-9]{2}-[0-9]{9})',
          }),
        ),
        Serie: optional(text(1, 25)),
        Folio: optional(text(1, 40)),
        MonedaDR: required(catalog('c_Moneda')),
        TipoCambioDR: optional(decimal(6, { minInclusive: '0.000001' })),
        MetodoDePagoDR: required(closedCatalog('c_MetodoPago', 'PUE', 'PPD')),
        NumParcialidad: optional(integer({ pattern: '[1-9][0-9]{0,2}' })),
        ImpSaldoAnt: optional(t_Importe),
        ImpPagado: optional(t_Importe),
        ImpSaldoInsoluto: optional(t_Importe),
      }),
      Impuestos: zeroOrMore({
        TotalImpuestosRetenidos: optional(t_Importe),
        TotalImpuestosTrasladados: optional(t_Importe),
        Retenciones: maybe(
          list(
            'Retencion',
            oneOrMore({
              Impuesto: required(closedCatalog('c_Impuesto', '001', '002', '003')),
              Importe: required(t_Importe),
            }),
          ),
        ),
        Traslados: maybe(
          list(
            'Traslado',
            oneOrMore({
              Impuesto: required(closedCatalog('c_Impuesto', '001', '002', '003')),
              TipoFactor: required(closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')),
              TasaOCuota: required(decimal(6, { minInclusive: '0.000000' })),
              Importe: required(t_Importe),
            }),
          ),
        ),
      }),
    }),
  }),
})

export interface Pagos10 extends Static<typeof pagos10.root> {}
