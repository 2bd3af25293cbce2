/**
 * EstadoDeCuentaBancario 1.0.
 * @module
 */
import { complement, element, one, optional, required, type Static, zeroOrMore } from '../grammar.js'
import { decimal, fixed, integer, lexical, number, token } from '../types.js'

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
    version: required(fixed('1.0')),
    numeroCuenta: required(integer()),
    nombreCliente: required(token({ minLength: 1 })),
    periodo: required(token({ minLength: 1 })),
    sucursal: optional(token({ minLength: 1 })),
    Movimientos: one(
      element(
        {
          MovimientoECB: zeroOrMore({
            fecha: required(lexical('dateTime')),
            referencia: optional(token({ minLength: 1 })),
            descripcion: required(token({ minLength: 1 })),
            importe: required(decimal(2)),
            moneda: optional(token({ minLength: 1 })),
            saldoInicial: optional(number()),
            saldoAlCorte: optional(number()),
          }),
          MovimientoECBFiscal: zeroOrMore({
            fecha: required(lexical('dateTime')),
            referencia: optional(token({ minLength: 1 })),
            descripcion: required(token({ minLength: 1 })),
            RFCenajenante: required(
              token({
                minLength: 12,
                maxLength: 13,
                pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]{2}[0-9,A]',
              }),
            ),
            Importe: required(decimal(2)),
            moneda: optional(token({ minLength: 1 })),
            saldoInicial: optional(number()),
            saldoAlCorte: optional(number()),
          }),
        },
        { order: 'interleaved', nonEmpty: true },
      ),
    ),
  }),
})

export interface EstadoCuentaBancario extends Static<typeof estadoCuentaBancario.root> {}
