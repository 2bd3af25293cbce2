/**
 * SPEI de tercero a tercero (`spei.xsd`), without a version: the electronic receipts of payment
 * (CDA) of bank transfers. No longer in force, and not in the cadena.
 * @module
 */
import { element, one, oneOrMore, optional, required, type Static } from '../../model/grammar.js'
import { decimal, integer, lexical, number, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const banco = rawText({ minLength: 1, maxLength: 40 })
const nombre = rawText({ maxLength: 40 })
const tipoCuenta = number({ totalDigits: 2 })
const cuenta = number({ totalDigits: 20 })
const rfc = token({ minLength: 2, maxLength: 18 })

const tercero = element(
  {
    /** Fecha de la operación, AAAA-MM-DD. */
    FechaOperacion: required(
      lexical('date', {
        pattern:
          '((000[1-9])|(00[1-9][0-9])|(0[1-9][0-9]{2})|([1-9][0-9]{3}))-((0[1-9])|(1[012]))-((0[1-9])|([12][0-9])|(3[01]))',
        minInclusive: '0001-01-01',
        maxInclusive: '9999-12-31',
      }),
    ),
    /** Hora del abono, hh:mm:ss. */
    Hora: required(
      lexical('time', { pattern: '(([01][0-9])|(2[0-3]))(:[0-5][0-9]){2}(\\.[0-9]+)?' }),
    ),
    /** Clave SPEI del banco que envía. */
    ClaveSPEI: required(integer({ totalDigits: 5 })),
    /** Sello del comprobante de pago, en Base64. */
    sello: required(token()),
    /** Certificado con que se selló. */
    numeroCertificado: required(token({ maxLength: 20 })),
    /** Cadena del comprobante electrónico de pago (CDA). */
    cadenaCDA: required(rawText({ maxLength: 841 })),
    /** Quien paga. */
    Ordenante: one({
      /** Banco que envía. */
      BancoEmisor: required(banco),
      /** Nombre de quien paga. */
      Nombre: required(nombre),
      /** Tipo de la cuenta. */
      TipoCuenta: required(tipoCuenta),
      /** Cuenta de la que sale el dinero. */
      Cuenta: required(cuenta),
      /** RFC o CURP; ND si no se tiene. */
      RFC: required(rfc),
    }),
    /** Quien cobra. */
    Beneficiario: one({
      /** Banco que recibe. */
      BancoReceptor: required(banco),
      /** Nombre de quien cobra. */
      Nombre: required(nombre),
      /** Tipo de la cuenta. */
      TipoCuenta: required(tipoCuenta),
      /** Cuenta a la que llega el dinero. */
      Cuenta: required(cuenta),
      /** RFC o CURP; ND si no se tiene. */
      RFC: required(rfc),
      /** Motivo del pago. */
      Concepto: required(nombre),
      /** IVA del pago. */
      IVA: optional(decimal(2, { totalDigits: 19 })),
      /** Monto del pago. */
      MontoPago: required(decimal(2, { totalDigits: 19, minInclusive: '1' })),
    }),
  },
  { order: 'all' },
)

export const spei = complement({
  name: 'Complemento_SPEI',
  prefix: 'spei',
  namespace: 'http://www.sat.gob.mx/spei',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/spei/spei.xsd',
  at: 'comprobante',
  status: 'historico',
  cadena: false,
  root: element({
    /** Las transferencias. */
    SPEI_Tercero: oneOrMore(tercero),
  }),
})

/** The SPEI transfers, as JSON. */
export interface Spei extends Static<typeof spei.root> {}
