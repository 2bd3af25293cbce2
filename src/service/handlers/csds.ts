/**
 * Administers the CSDs of an account.
 * @module
 */
import { expiresSoon, isInForce } from '../account/csds.js'
import { createAnswer, refuse } from '../answer.js'
import { keyed } from '../operation.js'
import type { CsdSummary } from '../records.js'
import { presentOf } from '../sandbox/accountClock.js'
import { arrayOf, describedSchema, moment, object, oneOfSchema, text } from './schemas.js'

/** JSON Schema of a CSD. */
export const csdSchema = object({
  noCertificado: text,
  rfc: text,
  name: describedSchema(text, 'Nombre del titular, como está en el certificado.'),
  validFrom: moment,
  validTo: moment,
  status: describedSchema(
    oneOfSchema(['active', 'expiring', 'expired']),
    'expiring: vence en 30 días o menos.',
  ),
  uploaded: moment,
})

/** Returns the public members of a CSD. */
export function publicCsd(csd: CsdSummary, now: number) {
  const { noCertificado, rfc, name } = csd
  const [validFrom, validTo, uploaded] = [csd.validFrom, csd.validTo, csd.uploaded].map((time) =>
    new Date(time).toISOString(),
  )
  return { noCertificado, rfc, name, validFrom, validTo, status: csdStatus(csd, now), uploaded }
}

function csdStatus(csd: CsdSummary, now: number) {
  if (!isInForce(csd, now)) return 'expired'
  return expiresSoon(csd, now) ? 'expiring' : 'active'
}

export const uploadCsd = keyed({
  method: 'POST',
  path: '/api/v5/csd',
  summary: {
    es: 'Recibe un CSD: su titular es desde entonces emisor de la cuenta. Se guarda cifrado.',
    en: 'Accepts a CSD: its holder is from then on an issuer of the account. It is stored sealed.',
  },
  scope: 'account:manage',
  form: {
    cer: { kind: 'file', required: true, description: 'El archivo .cer, en Base64 o PEM.' },
    key: { kind: 'file', required: true, description: 'El archivo .key, en Base64 o PEM.' },
    password: {
      kind: 'text',
      required: true,
      most: 1_024,
      description: 'La contraseña de la llave privada. No se vuelve a mostrar.',
    },
  },
  output: { status: 201, schema: csdSchema },
  codes: ['csd', 'environment', 'vault'],
  async run(call) {
    const { cer, key, password } = call.input
    const uploaded = await call.environment.csds.upload(call.account, { cer, key, password })
    return createAnswer(201, publicCsd(uploaded, presentOf(call)))
  },
})

export const listCsds = keyed({
  method: 'GET',
  path: '/api/v5/csd',
  summary: { es: 'Los CSD que subió la cuenta.', en: 'The CSDs that the account uploaded.' },
  scope: 'account:manage',
  output: { status: 200, schema: object({ data: arrayOf(csdSchema) }) },
  codes: [],
  run: async (call) =>
    createAnswer(200, {
      data: (call.account.csds ?? []).map((csd) => publicCsd(csd, presentOf(call))),
    }),
})

export const removeCsd = keyed({
  method: 'DELETE',
  path: '/api/v5/csd/{noCertificado}',
  summary: {
    es: 'Quita un CSD de la cuenta, con su llave privada.',
    en: 'Removes a CSD of the account, with its private key.',
  },
  scope: 'account:manage',
  params: {
    noCertificado: {
      kind: 'text',
      required: true,
      pattern: /^[0-9]{20}$/,
      description: 'Los 20 dígitos del certificado.',
    },
  },
  output: { status: 204 },
  codes: ['absent'],
  async run({ environment, account, input }) {
    if (!(await environment.csds.remove(account.id, input.noCertificado))) throw refuse('absent')
    return createAnswer(204, undefined)
  },
})
