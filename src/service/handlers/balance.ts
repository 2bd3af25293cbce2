/**
 * GET /api/v5/balance
 * @module
 */
import { createAnswer } from '../answer.js'
import { keyed } from '../operation.js'
import { describedSchema, object, whole } from './schemas.js'

export const balance = keyed({
  method: 'GET',
  path: '/api/v5/balance',
  summary: {
    es: 'El saldo de créditos de la cuenta.',
    en: 'The balance of credits of the account.',
  },
  scope: 'balance:read',
  output: {
    status: 200,
    schema: object({
      granted: describedSchema(whole, 'Créditos otorgados.'),
      stamped: describedSchema(whole, 'Comprobantes timbrados.'),
      reserved: describedSchema(whole, 'Apartados por timbrados en curso o por aclarar.'),
      balance: describedSchema(whole, 'granted - stamped.'),
      available: describedSchema(whole, 'balance - reserved.'),
    }),
  },
  codes: [],
  run: async ({ environment, account }) =>
    createAnswer(200, await environment.accounts.balance(account.id)),
})
