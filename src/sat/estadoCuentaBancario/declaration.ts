/**
 * Estado de Cuenta Bancario 1.0 (`ecb.xsd`): the movements of a bank account. No longer in force,
 * and not in the cadena.
 *
 * Both kinds of movement may alternate in XML; in JSON each is an array of its own.
 * @module
 */
import { element, one, optional, required, type Static, zeroOrMore } from '../../model/grammar.js'
import { decimal, fixed, integer, lexical, number, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const palabras = token({ minLength: 1 })

const renglon = {
  /** Fecha y hora, AAAA-MM-DDThh:mm:ss. */
  fecha: required(lexical('dateTime')),
  /** Referencia. */
  referencia: optional(palabras),
  /** Descripción. */
  descripcion: required(palabras),
}

const saldos = {
  /** Moneda. */
  moneda: optional(palabras),
  /** Saldo antes del movimiento. */
  saldoInicial: optional(number()),
  /** Saldo al corte. */
  saldoAlCorte: optional(number()),
}

const movimiento = {
  ...renglon,
  /** Importe. */
  importe: required(decimal(2)),
  ...saldos,
}

const movimientoFiscal = {
  ...renglon,
  /** RFC de quien enajena. */
  RFCenajenante: required(
    token({
      minLength: 12,
      maxLength: 13,
      pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]{2}[0-9,A]',
    }),
  ),
  /** Importe. */
  Importe: required(decimal(2)),
  ...saldos,
}

export const estadoCuentaBancario = complement({
  name: 'EstadoDeCuentaBancario',
  version: '1.0',
  prefix: 'ecb',
  namespace: 'http://www.sat.gob.mx/ecb',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ecb/ecb.xsd',
  at: 'comprobante',
  status: 'historico',
  cadena: false,
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(fixed('1.0')),
    /** Número de la cuenta. */
    numeroCuenta: required(integer()),
    /** Titular de la cuenta. */
    nombreCliente: required(palabras),
    /** Periodo del estado de cuenta. */
    periodo: required(palabras),
    /** Sucursal. */
    sucursal: optional(palabras),
    /** Los movimientos, uno al menos. */
    Movimientos: one(
      element(
        {
          /** Movimientos sin efecto fiscal. */
          MovimientoECB: zeroOrMore(movimiento),
          /** Movimientos con que se comprueba un gasto. */
          MovimientoECBFiscal: zeroOrMore(movimientoFiscal),
        },
        { order: 'interleaved', nonEmpty: true },
      ),
    ),
  }),
})

/** The bank statement, as JSON. */
export interface EstadoCuentaBancario extends Static<typeof estadoCuentaBancario.root> {}
