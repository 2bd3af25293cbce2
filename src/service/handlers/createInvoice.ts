/**
 * POST /api/v5/invoice/create
 * @module
 */
import { AUTO } from '../../derive/derivation.js'
import { parseDraft } from '../../engine/draft.js'
import type { Draft } from '../../engine/stages.js'
import { isEnd } from '../../engine/step.js'
import { isRecord } from '../../lib/json.js'
import { limitsOf } from '../../lib/limits.js'
import { createUuid } from '../../lib/uuid.js'
import { type Answer, answer, answerFailure, Refusal, refuse, refuseField } from '../answer.js'
import { header } from '../authenticate.js'
import { clientKey, stampKey } from '../events.js'
import { type KeyedCall, keyed } from '../operation.js'
import { described, listOf, object, text, url } from './schemas.js'
import { stampWithCredit } from '../stamping.js'
import { linksOf } from './linksOf.js'

const cfdi = object(
  {
    UUID: described(text, 'Folio fiscal.'),
    XML: described({ type: 'string', contentEncoding: 'base64' }, 'El XML timbrado, en Base64.'),
    UrlXml: described(url, 'Liga al XML, firmada y con caducidad.'),
    UrlPdf: described(url, 'Liga al PDF, firmada y con caducidad.'),
    Serie: text,
    Folio: text,
    Fecha: text,
    FechaTimbrado: text,
    RfcProvCertif: text,
    NoCertificado: text,
    NoCertificadoSAT: text,
    Sello: text,
    SelloSAT: text,
    CadenaOriginalTimbre: text,
    UrlVerificacion: url,
  },
  ['UrlPdf', 'Serie', 'Folio'],
)

export const createInvoice = keyed({
  method: 'POST',
  path: '/api/v5/invoice/create',
  summary: { es: 'Timbra un comprobante.', en: 'Stamps an invoice.' },
  scope: 'invoices:create',
  takesKey: true,
  form: {
    json: { kind: 'json', required: true, description: 'El comprobante, como texto JSON.' },
    enviar_mail: { kind: 'flag', description: 'Si se envía por correo una vez timbrado.' },
  },
  output: { status: 200, schema: object({ cfdi, warnings: listOf({ $ref: '#/components/schemas/Reason' }) }) },
  codes: [
    ...([
      'json',
      'invalid',
      'signer',
      'seal',
      'rejected',
      'refused',
      'unavailable',
      'unknown',
      'folio',
      'host',
    ] as const),
    ...(['key', 'issuer', 'environment', 'credits'] as const),
  ],
  run: stamp,
})

type Input = { readonly json: string; readonly enviar_mail: boolean | undefined }

/** Whatever the answer, it tells the key: who had none repeats the request with it. */
async function stamp(call: KeyedCall<Input>): Promise<Answer> {
  const key = keyOf(call)
  const said = await stampUnder(call, key).catch((cause: unknown) => {
    throw cause instanceof Refusal ? new Refusal(withKey(cause.answer, key)) : cause
  })
  return withKey(said, key)
}

function withKey({ headers, ...rest }: Answer, key: string): Answer {
  return { ...rest, headers: { ...headers, 'idempotency-key': clientKey(key) } }
}

async function stampUnder(call: KeyedCall<Input>, key: string): Promise<Answer> {
  const { environment, account, service, input } = call
  const parsed = parseDraft(input.json, limitsOf(environment.limits))
  if (isEnd(parsed)) return answerFailure(parsed.failure)
  const { draft, rfc } = issuedBy(parsed.value, account.issuers)
  // Before a credit is spoken for: 723 is not to wait for the engine.
  await environment.signerOf(rfc)
  const told = await stampWithCredit(environment, draft, { key, owner: account.id, mail: input.enviar_mail === true })
  if (!told.ok) return answerFailure(told)
  const links = await linksOf(service, environment, told.cfdi.UUID)
  const warnings = told.warnings.map(({ value: _, ...warning }) => warning)
  return answer(200, { cfdi: { ...told.cfdi, ...links }, warnings })
}

/** Of an account with one issuer the draft need not say which. */
function issuedBy(draft: Draft, issuers: readonly string[]): { readonly draft: Draft; readonly rfc: string } {
  const emisor = isRecord(draft['Emisor']) ? draft['Emisor'] : {}
  const given = emisor['Rfc'] ?? AUTO
  if (given === AUTO && issuers.length === 1) {
    const [rfc = ''] = issuers
    return { draft: { ...draft, Emisor: { ...emisor, Rfc: rfc } }, rfc }
  }
  if (typeof given === 'string' && issuers.includes(given)) return { draft, rfc: given }
  const message =
    given === AUTO ? 'La cuenta tiene varios emisores: indique el RFC del emisor.' : 'El emisor no es de la cuenta.'
  throw refuse('issuer', { message, errors: [{ element: 'Emisor', field: 'Rfc', message, path: 'Emisor.Rfc' }] })
}

/** The key of the stamp: that of the request, or one that nobody else has. */
function keyOf({ headers, environment, account }: KeyedCall<Input>): string {
  const given = header(headers, 'idempotency-key') ?? createUuid(environment.random)
  if (!/^[\x21-\x7e]{1,128}$/.test(given))
    throw refuseField(
      'Idempotency-Key',
      'El encabezado Idempotency-Key debe tener de 1 a 128 caracteres ASCII visibles.',
      'header',
    )
  return stampKey(environment.name, account.id, given)
}
