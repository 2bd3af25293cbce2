/**
 * Complemento_SPEI .
 * @module
 */
import { complement, element, one, oneOrMore, optional, required, type Static } from '../grammar.js'
import { decimal, integer, lexical, number, rawText, token } from '../types.js'

export const spei = complement({
  name: 'Complemento_SPEI',
  prefix: 'spei',
  namespace: 'http://www.sat.gob.mx/spei',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/spei/spei.xsd',
  at: 'comprobante',
  status: 'historico',
  cadena: false,
  root: element({
    SPEI_Tercero: oneOrMore(
      element(
        {
          FechaOperacion: required(
            lexical('date', {
              pattern:
                '((000[1-9])|(00[1-9][0-9])|(0[1-9][0-9]{2})|([1-9][0-9]{3}))-((0[1-9])|(1[012]))-((0[1-9])|([12][0-9])|(3[01]))',
              minInclusive: '0001-01-01',
              maxInclusive: '9999-12-31',
            }),
          ),
          Hora: required(lexical('time', { pattern: '(([01][0-9])|(2[0-3]))(:[0-5][0-9]){2}(\\.[0-9]+)?' })),
          ClaveSPEI: required(integer({ totalDigits: 5 })),
          sello: required(token()),
          numeroCertificado: required(token({ maxLength: 20 })),
          cadenaCDA: required(rawText({ maxLength: 841 })),
          Ordenante: one({
            BancoEmisor: required(rawText({ minLength: 1, maxLength: 40 })),
            Nombre: required(rawText({ maxLength: 40 })),
            TipoCuenta: required(number({ totalDigits: 2 })),
            Cuenta: required(number({ totalDigits: 20 })),
            RFC: required(token({ minLength: 2, maxLength: 18 })),
          }),
          Beneficiario: one({
            BancoReceptor: required(rawText({ minLength: 1, maxLength: 40 })),
            Nombre: required(rawText({ maxLength: 40 })),
            TipoCuenta: required(number({ totalDigits: 2 })),
            Cuenta: required(number({ totalDigits: 20 })),
            RFC: required(token({ minLength: 2, maxLength: 18 })),
            Concepto: required(rawText({ maxLength: 40 })),
            IVA: optional(decimal(2, { totalDigits: 19 })),
            MontoPago: required(decimal(2, { totalDigits: 19, minInclusive: '1' })),
          }),
        },
        { order: 'all' },
      ),
    ),
  }),
})

export interface Spei extends Static<typeof spei.root> {}
