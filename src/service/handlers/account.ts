/**
 * The account itself: its name, its issuers and its audit log.
 * @module
 */
import { issuersOf } from '../account/csds.js'
import { createAnswer, refuse } from '../answer.js'
import { keyed } from '../operation.js'
import type { AccountRecord, AuditRecord } from '../records.js'
import { presentOf } from '../sandbox/accountClock.js'
import { csdSchema, publicCsd } from './csds.js'
import { listPage, pageFields, pageSchema } from './pages.js'
import { arrayOf, describedSchema, flag, moment, object, text, whole } from './schemas.js'

const account = object({
  id: text,
  name: text,
  issuers: describedSchema(arrayOf(text), 'Los RFC con los que puede timbrar.'),
  created: moment,
})

const publicAccount = (record: AccountRecord) => ({
  id: record.id,
  name: record.name,
  issuers: issuersOf(record),
  created: new Date(record.at).toISOString(),
})

export const getAccount = keyed({
  method: 'GET',
  path: '/api/v5/account',
  summary: { es: 'La cuenta de la llave.', en: 'The account of the key.' },
  scope: 'account:manage',
  output: { status: 200, schema: account },
  codes: [],
  run: async (call) => createAnswer(200, publicAccount(call.account)),
})

export const updateAccount = keyed({
  method: 'POST',
  path: '/api/v5/account',
  summary: { es: 'Cambia el nombre de la cuenta.', en: 'Changes the name of the account.' },
  scope: 'account:manage',
  form: {
    name: { kind: 'text', required: true, most: 200, description: 'Nombre de la cuenta.' },
  },
  output: { status: 200, schema: account },
  codes: [],
  async run({ environment, account: { id }, input }) {
    const changed = await environment.store.transaction(async ({ accounts }) => {
      const current = await accounts.lock(id)
      if (current?.status !== 'active') throw refuse('unauthorized')
      const after = { ...current, name: input.name }
      await accounts.put(after)
      return after
    })
    return createAnswer(200, publicAccount(changed))
  },
})

const issuer = object({
  rfc: text,
  granted: describedSchema(
    flag,
    'Si lo dio el operador del servicio, que tiene su CSD. Si no, está por los CSD de la cuenta.',
  ),
  csds: describedSchema(arrayOf(csdSchema), 'Los CSD que subió la cuenta.'),
})

export const listIssuers = keyed({
  method: 'GET',
  path: '/api/v5/issuers',
  summary: {
    es: 'Los emisores de la cuenta, con los CSD de cada uno.',
    en: 'The issuers of the account, with the CSDs of each.',
  },
  scope: 'account:manage',
  output: { status: 200, schema: object({ data: arrayOf(issuer) }) },
  codes: [],
  async run(call) {
    const [record, now] = [call.account, presentOf(call)]
    const data = issuersOf(record).map((rfc) => ({
      rfc,
      granted: record.issuers.includes(rfc),
      csds: (record.csds ?? []).filter((csd) => csd.rfc === rfc).map((csd) => publicCsd(csd, now)),
    }))
    return createAnswer(200, { data })
  },
})

const audit = object(
  {
    at: moment,
    action: describedSchema(text, 'Operación: su operationId.'),
    by: describedSchema(text, 'Identificador de la llave, u operator.'),
    name: describedSchema(text, 'Nombre de la llave entonces.'),
    target: describedSchema(text, 'Qué se cambió, o qué se hizo: su identificador.'),
    status: describedSchema(whole, 'Estado HTTP de la respuesta. Sin él, no se sabe el resultado.'),
    code: describedSchema(whole, 'Código de la respuesta, si no se hizo.'),
    requestId: text,
  },
  ['name', 'target', 'status', 'code', 'requestId'],
)

function publicAudit({ at, action, key, target, status, code, request }: AuditRecord) {
  return {
    ...{ at: new Date(at).toISOString(), action, by: key?.id ?? 'operator' },
    ...(key !== undefined && { name: key.name }),
    ...(target !== undefined && { target }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(request !== undefined && { requestId: request }),
  }
}

export const listAudit = keyed({
  method: 'GET',
  path: '/api/v5/audit',
  summary: {
    es: 'Quién pidió qué cambio de la cuenta, y con qué llave, lo más reciente primero.',
    en: 'The requested changes of the account with their keys, newest first.',
  },
  scope: 'account:manage',
  query: pageFields,
  output: { status: 200, schema: pageSchema(audit) },
  codes: [],
  run: async ({ environment, account: { id }, input }) =>
    createAnswer(200, await listPage(environment.store.audit, id, input, publicAudit)),
})
