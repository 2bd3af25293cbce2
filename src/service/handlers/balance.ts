/**
 * GET /api/v5/balance
 * @module
 */
import { answer } from '../answer.js'
import { keyed } from '../operation.js'
import { described, object, whole } from './schemas.js'

export const balance = keyed({
  method: 'GET',
  path: '/api/v5/balance',
  summary: { es: 'El saldo de créditos de la cuenta.', en: 'The balance of credits of the account.' },
  scope: 'balance:read',
  output: {
    status: 200,
    schema: object({
      granted: described(whole, 'Créditos otorgados.'),
      stamped: described(whole, 'Comprobantes timbrados.'),
      reserved: described(whole, 'Apartados por timbrados en curso o por aclarar.'),
      balance: described(whole, 'granted - stamped.'),
      available: described(whole, 'balance - reserved.'),
    }),
  },
  codes: [],
  run: async ({ environment, account }) => answer(200, await environment.accounts.balance(account.id)),
})
