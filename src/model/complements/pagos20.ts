/**
 * Pagos 2.0.
 * @module
 */
import { complement, element, list, maybe, one, oneOrMore, optional, required, type Static } from '../grammar.js'
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
  t_ImporteMXN,
  t_RFC_PM,
  text,
  token,
} from '../types.js'

export const pagos20 = complement({
  name: 'Pagos',
  version: '2.0',
  prefix: 'pago20',
  namespace: 'http://www.sat.gob.mx/Pagos20',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd',
  at: 'comprobante',
  tipos: ['P'],
  root: element({
    Version: required(fixed('2.0')),
    Totales: one({
      TotalRetencionesIVA: optional(t_ImporteMXN),
      TotalRetencionesISR: optional(t_ImporteMXN),
      TotalRetencionesIEPS: optional(t_ImporteMXN),
      TotalTrasladosBaseIVA16: optional(t_ImporteMXN),
      TotalTrasladosImpuestoIVA16: optional(t_ImporteMXN),
      TotalTrasladosBaseIVA8: optional(t_ImporteMXN),
      TotalTrasladosImpuestoIVA8: optional(t_ImporteMXN),
      TotalTrasladosBaseIVA0: optional(t_ImporteMXN),
      TotalTrasladosImpuestoIVA0: optional(t_ImporteMXN),
      TotalTrasladosBaseIVAExento: optional(t_ImporteMXN),
      MontoTotalPagos: required(t_ImporteMXN),
    }),
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
      DoctoRelacionado: oneOrMore({
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
        EquivalenciaDR: optional(decimal(10, { minInclusive: '0.0000000001' })),
        NumParcialidad: required(integer({ pattern: '[1-9][0-9]{0,2}' })),
        ImpSaldoAnt: required(t_Importe),
        ImpPagado: required(t_Importe),
        ImpSaldoInsoluto: required(t_Importe),
        ObjetoImpDR: required(catalog('c_ObjetoImp')),
        ImpuestosDR: maybe({
          RetencionesDR: maybe(
            list(
              'RetencionDR',
              oneOrMore({
                BaseDR: required(decimal(6, { minInclusive: '0.000001' })),
                ImpuestoDR: required(closedCatalog('c_Impuesto', '001', '002', '003')),
                TipoFactorDR: required(closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')),
                TasaOCuotaDR: required(decimal(6, { minInclusive: '0.000000' })),
                ImporteDR: required(t_Importe),
              }),
            ),
          ),
          TrasladosDR: maybe(
            list(
              'TrasladoDR',
              oneOrMore({
                BaseDR: required(decimal(6, { minInclusive: '0.000001' })),
                ImpuestoDR: required(closedCatalog('c_Impuesto', '001', '002', '003')),
                TipoFactorDR: required(closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')),
                TasaOCuotaDR: optional(decimal(6, { minInclusive: '0.000000' })),
                ImporteDR: optional(t_Importe),
              }),
            ),
          ),
        }),
      }),
      ImpuestosP: maybe({
        RetencionesP: maybe(
          list(
            'RetencionP',
            oneOrMore({
              ImpuestoP: required(closedCatalog('c_Impuesto', '001', '002', '003')),
              ImporteP: required(t_Importe),
            }),
          ),
        ),
        TrasladosP: maybe(
          list(
            'TrasladoP',
            oneOrMore({
              BaseP: required(t_Importe),
              ImpuestoP: required(closedCatalog('c_Impuesto', '001', '002', '003')),
              TipoFactorP: required(closedCatalog('c_TipoFactor', 'Tasa', 'Cuota', 'Exento')),
              TasaOCuotaP: optional(decimal(6, { minInclusive: '0.000000' })),
              ImporteP: optional(t_Importe),
            }),
          ),
        ),
      }),
    }),
  }),
})

export interface Pagos20 extends Static<typeof pagos20.root> {}
