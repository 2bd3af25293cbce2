/**
 * POST /api/v5/invoice/verify
 * @module
 */
import type { JsonSchema } from '../../model/jsonSchema.js'
import { summarizeVerification } from '../../seal/summarizeVerification.js'
import { verifyCfdi } from '../../seal/verifyCfdi.js'
import { createAnswer } from '../answer.js'
import { keyed } from '../operation.js'
import {
  arrayOf,
  describedSchema,
  flag,
  moment,
  object,
  oneOfSchema,
  text,
  whole,
} from './schemas.js'

const step = {
  title: 'Step',
  ...object(
    {
      state: oneOfSchema(['passed', 'failed', 'not-checked']),
      reason: describedSchema(text, 'Por qué falló; estable.'),
      missing: describedSchema(text, 'Lo que falta para decidir; estable.'),
      message: text,
    },
    ['reason', 'missing', 'message'],
  ),
}

const steps = object({
  readable: step,
  structure: step,
  rules: step,
  seal: step,
  certificate: step,
  stamp: step,
  revocation: step,
  status: step,
})

const certificate = object({
  noCertificado: text,
  rfc: text,
  name: text,
  kind: text,
  environment: text,
  keySize: whole,
  validFrom: moment,
  validTo: moment,
})

const anyObject: JsonSchema = { type: 'object' }

const verification = object(
  {
    ok: describedSchema(flag, 'Si el veredicto es valid.'),
    verdict: oneOfSchema(['valid', 'invalid', 'incomplete']),
    message: text,
    steps,
    findings: arrayOf({ $ref: '#/components/schemas/Reason' }),
    environment: describedSchema(
      oneOfSchema(['production', 'test']),
      'De qué son los certificados.',
    ),
    cadena: text,
    certificate,
    timbre: anyObject,
    pacCertificate: certificate,
    document: describedSchema(
      anyObject,
      'El comprobante, como JSON. Es de fiar solo si ok es verdadero.',
    ),
  },
  ['environment', 'cadena', 'certificate', 'timbre', 'pacCertificate', 'document'],
)

export const verifyInvoice = keyed({
  method: 'POST',
  path: '/api/v5/invoice/verify',
  summary: { es: 'Verifica un comprobante recibido.', en: 'Verifies a received invoice.' },
  scope: 'invoices:read',
  isAudited: false,
  form: { xml: { kind: 'xml', required: true, description: 'El CFDI recibido, como texto XML.' } },
  output: { status: 200, schema: object({ verification }) },
  codes: [],
  run: async ({ environment, input }) =>
    createAnswer(200, {
      verification: summarizeVerification(await verifyCfdi(input.xml, environment.received)),
    }),
})
