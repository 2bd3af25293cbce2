/**
 * POST /api/v5/invoice/preview: the document that a draft becomes, without a folio, a seal, a stamp
 * or a credit.
 * @module
 */

import { isEnd } from '../../engine/stepResult.js'
import { encodeBase64 } from '../../lib/base64.js'
import type { Finding } from '../../model/finding.js'
import { writeDocument } from '../../model/write.js'
import { requireLogo, wantedOf } from '../account/logos.js'
import { type Answer, answerFailure, countedErrors, createAnswer, refuse } from '../answer.js'
import type { Values } from '../fields.js'
import { type KeyedCall, keyed } from '../operation.js'
import { readDraft } from './createInvoice.js'
import { pdfChoicesOf, pdfFields } from './pdfChoices.js'
import { arrayOf, describedSchema, flag, object, text, whole } from './schemas.js'

const reasons = arrayOf({ $ref: '#/components/schemas/Reason' })

const form = {
  json: { kind: 'json', required: true, description: 'El comprobante, como texto JSON.' },
  pdf: { kind: 'flag', description: 'Si la respuesta trae el PDF del borrador.' },
  ...pdfFields,
} as const

export const previewInvoice = keyed({
  method: 'POST',
  path: '/api/v5/invoice/preview',
  summary: {
    es: 'Revisa un comprobante y calcula sus importes, sin timbrarlo.',
    en: 'Checks an invoice and derives its amounts, without a stamp.',
  },
  scope: 'invoices:create',
  form,
  output: {
    status: 200,
    schema: object(
      {
        valid: describedSchema(flag, 'Si se timbraría.'),
        document: describedSchema(
          { type: 'object' },
          'El comprobante con sus valores "AUTO" resueltos, menos el folio.',
        ),
        totals: object(
          {
            ...{ Moneda: text, SubTotal: text, Descuento: text, TotalImpuestosTrasladados: text },
            ...{ TotalImpuestosRetenidos: text, Total: text },
          },
          ['Descuento', 'TotalImpuestosTrasladados', 'TotalImpuestosRetenidos'],
        ),
        errors: reasons,
        warnings: reasons,
        more: describedSchema(whole, 'Cuántos errores más hay, que no caben en errors.'),
        PDF: describedSchema(
          { type: 'string', contentEncoding: 'base64' },
          'El PDF del borrador, en Base64: una vista previa sin validez.',
        ),
      },
      ['document', 'totals', 'more', 'PDF'],
    ),
  },
  codes: ['json', 'invalid', 'issuer', 'environment', 'pdf'],
  run,
})

async function run(call: KeyedCall<Values<typeof form>>): Promise<Answer> {
  const { environment, account, input } = call
  const read = readDraft(call, input.json)
  if (isEnd(read)) return answerFailure(read.failure)
  const { draft, rfc, kind } = read.value
  requireLogo(account, pdfChoicesOf(input))
  await environment.csds.signerFor(account, rfc)
  const {
    ok: valid,
    document,
    findings,
    totals,
  } = await environment.engineOf(account).prepare(draft)
  const ofSeverity = (wanted: Finding['severity']) =>
    findings
      .filter(({ severity }) => severity === wanted)
      .map(({ value: _, ...finding }) => finding)
  const preview = {
    ...{ valid, document, totals, ...countedErrors(ofSeverity('error')) },
    warnings: countedErrors(ofSeverity('warning')).errors,
  }
  if (input.pdf !== true || !valid) return createAnswer(200, preview)
  const pdf = await renderDraft(call, writeDocument(kind.model, document))
  return createAnswer(200, { ...preview, PDF: encodeBase64(pdf) })
}

async function renderDraft(
  { service: { pdf }, environment, account, input }: KeyedCall<Values<typeof form>>,
  xml: string,
): Promise<Uint8Array> {
  if (pdf === undefined) throw refuse('pdf')
  const choices = await wantedOf(environment, account, pdfChoicesOf(input))
  try {
    return await pdf(xml, { ...choices, environment: environment.name, cancelled: false })
  } catch (cause) {
    throw Object.assign(refuse('pdf'), { cause })
  }
}
