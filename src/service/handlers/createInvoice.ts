/**
 * POST /api/v5/invoice/create
 * @module
 */
import { folioFiscal } from '../../cancel/sign.js'
import type { Signer } from '../../certificate/signer.js'
import { AUTO } from '../../derive/derivation.js'
import { failureCodes } from '../../engine/codes.js'
import type { Draft } from '../../engine/documentStages.js'
import { parseDraft } from '../../engine/draft.js'
import type { StampFailure } from '../../engine/result.js'
import { isEnd, type Step } from '../../engine/stepResult.js'
import { isRecord } from '../../lib/json.js'
import { limitsOf } from '../../lib/limits.js'
import { createUuid } from '../../lib/uuid.js'
import { traceContextOf } from '../../pac/observe/trace.js'
import type { SatDocument } from '../../sat/document.js'
import type { Members } from '../../sat/root.js'
import { expiryWarning, issuersOf } from '../account/csds.js'
import { logoProblem } from '../account/logos.js'
import {
  type Answer,
  answerFailure,
  createAnswer,
  Refusal,
  refuse,
  refuseField,
} from '../answer.js'
import { readRequestHeader } from '../authenticate.js'
import { serviceCodes } from '../codes.js'
import type { Environment } from '../environment.js'
import { accountOf, clientKey, isStampKey, stampKey } from '../events.js'
import type { Values } from '../fields.js'
import { requestMailOf } from '../mail/requestMail.js'
import { type KeyedCall, keyed } from '../operation.js'
import { presentOf } from '../sandbox/accountClock.js'
import { stampWithCredit } from '../stamping.js'
import { linksOf } from './linksOf.js'
import { noAddress } from './mail.js'
import { pdfChoicesOf, pdfFields } from './pdfChoices.js'
import { arrayOf, describedSchema, object, text, url } from './schemas.js'
import { simulatedOf, simulationField } from './simulation.js'

const cfdi = object(
  {
    UUID: describedSchema(text, 'Folio fiscal.'),
    XML: describedSchema(
      { type: 'string', contentEncoding: 'base64' },
      'El XML timbrado, en Base64.',
    ),
    UrlXml: describedSchema(url, 'Liga al XML, firmada y con caducidad.'),
    UrlPdf: describedSchema(url, 'Liga al PDF, firmada y con caducidad.'),
    Serie: text,
    Folio: text,
    Moneda: text,
    SubTotal: text,
    Total: text,
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
  isAudited: false,
  form: {
    json: { kind: 'json', required: true, description: 'El comprobante, como texto JSON.' },
    enviar_mail: {
      kind: 'mail',
      description: 'Si se envía por correo una vez timbrado, o a qué direcciones.',
    },
    fecha_pedido: {
      kind: 'text',
      pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/,
      description:
        'Cuándo se tomó el pedido, en ISO 8601. Solo importa mientras se revisa un respaldo restaurado: un pedido posterior se timbra.',
    },
    ...pdfFields,
    ...simulationField,
  },
  output: {
    status: 200,
    schema: object({ cfdi, warnings: arrayOf({ $ref: '#/components/schemas/Reason' }) }),
  },
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
    ...([
      'key',
      'second',
      'duplicate',
      'foreign',
      'purged',
      'issuer',
      'environment',
      'credits',
      'sandbox',
      'vault',
    ] as const),
  ],
  run: stampInvoice,
})

type Input = {
  readonly json: string
  readonly enviar_mail: boolean | readonly string[] | undefined
  readonly fecha_pedido: string | undefined
} & Values<typeof pdfFields> &
  Values<typeof simulationField>

/**
 * Every response carries the key, also a generated one, so that the client can repeat the request.
 */
async function stampInvoice(call: KeyedCall<Input>): Promise<Answer> {
  const key = requestKey(call)
  const said = await stampUnder(call, key).catch((cause: unknown) => {
    throw cause instanceof Refusal ? new Refusal(withKey(cause.answer, key)) : cause
  })
  return withKey(said, key)
}

function withKey({ headers, ...rest }: Answer, key: string): Answer {
  return { ...rest, headers: { ...headers, 'idempotency-key': clientKey(key) } }
}

async function stampUnder(call: KeyedCall<Input>, key: string): Promise<Answer> {
  const { environment, account, service, headers, input } = call
  const read = readDraft(call, input.json)
  if (isEnd(read)) return answerFailure(read.failure)
  const { draft, rfc } = read.value
  const pdf = pdfChoicesOf(input)
  const signer = await environment.csds.signerFor(account, rfc)
  const engine = environment.engineOf(account, simulatedOf('stamp', call))
  const told = await stampWithCredit(environment, draft, {
    ...{ key, engine },
    owner: account.id,
    mail: input.enviar_mail ?? false,
    pdf,
    by: call.key.id,
    lacksCredit: call.lacksCredit,
    orderedAt: orderedAtOf(call),
    signer,
    trace: traceContextOf({
      traceparent: readRequestHeader(headers, 'traceparent'),
      tracestate: readRequestHeader(headers, 'tracestate'),
    }),
  })
  if (!told.ok) return answerFailure(await ownFailure(call, told, key))
  const links = await linksOf(service, call, told.cfdi.UUID)
  const warnings: object[] = told.warnings.map(({ value: _, ...warning }) => warning)
  warnings.push(...(await mailWarnings(environment, told.cfdi.UUID, input.enviar_mail)))
  warnings.push(...logoWarnings(logoProblem(account, pdf)))
  warnings.push(...csdWarnings(signer, presentOf(call)))
  return createAnswer(200, { cfdi: { ...told.cfdi, ...links }, warnings })
}

/** Time of the order; now for a key that the service generates. @throws Refusal 725 */
function orderedAtOf({ environment, headers, input }: KeyedCall<Input>): Date | undefined {
  const now = environment.now()
  const { fecha_pedido: given } = input
  if (given === undefined)
    return readRequestHeader(headers, 'idempotency-key') === undefined ? new Date(now) : undefined
  const at = Date.parse(given)
  if (at <= now) return new Date(at)
  throw refuseField('fecha_pedido', 'El campo fecha_pedido no es una fecha que ya pasó.')
}

/** A repeated key must have its answer, also when the logo was removed meanwhile. */
function logoWarnings(message: string | undefined): object[] {
  if (message === undefined) return []
  const place = { element: 'request', field: 'logo', path: '' }
  return [{ code: String(serviceCodes.logo.code), severity: 'warning', ...place, message }]
}

function csdWarnings(signer: Signer | undefined, now: number): object[] {
  const message = signer && expiryWarning(signer.certificate, now)
  if (message === undefined) return []
  const place = { element: 'Emisor', field: 'Rfc', path: 'Emisor.Rfc' }
  return [{ code: String(serviceCodes.csd.code), severity: 'warning', ...place, message }]
}

/** Parses a draft, within the limits of the service, and fills in its issuer. @throws Refusal 722 */
export function readDraft(
  { environment, account, service }: KeyedCall<object>,
  json: string,
): Step<{ readonly draft: Draft; readonly rfc: string; readonly kind: SatDocument }> {
  const parsed = parseDraft(json, limitsOf(environment.limits))
  if (isEnd(parsed)) return parsed
  const kind = environment.documents.ofDraft(parsed.value)
  if (isEnd(kind)) return kind
  const { Conceptos } = parsed.value
  if (Array.isArray(Conceptos) && Conceptos.length > service.mostConcepts)
    throw refuseConcepts(Conceptos.length, service.mostConcepts)
  const issued = issuedBy(parsed.value, kind.value.members, issuersOf(account))
  return { value: { ...issued, kind: kind.value } }
}

function refuseConcepts(count: number, most: number): Refusal {
  const message = `El comprobante tiene ${count} conceptos: el servicio admite hasta ${most}.`
  const error = { element: 'Comprobante', field: 'Conceptos', message, path: 'Conceptos' }
  return refuse('invalid', { message, errors: [error] })
}

/**
 * Requests the mail of an invoice that has none yet, as that of a repeated key, and returns the
 * warning when none will be sent.
 */
async function mailWarnings(
  environment: Environment,
  uuid: string,
  wanted: Input['enviar_mail'],
): Promise<object[]> {
  if (wanted === undefined || wanted === false) return []
  const why = await mailProblem(environment, uuid, wanted).catch(
    () => 'no se pudo registrar; repita la petición con la misma Idempotency-Key.',
  )
  if (why === undefined) return []
  const { code, message } = serviceCodes.mail
  const place = { element: 'request', field: 'enviar_mail', path: '' }
  return [{ code: String(code), severity: 'warning', ...place, message: `${message} ${why}` }]
}

async function mailProblem(
  environment: Environment,
  uuid: string,
  wanted: true | readonly string[],
): Promise<string | undefined> {
  if (environment.mail === undefined) return 'El servicio no tiene correo.'
  const invoice = await environment.store.invoices.get(folioFiscal(uuid))
  if (invoice === undefined) throw new Error(`${uuid} is not recorded`)
  const mail = await requestMailOf(environment, invoice, { wanted, again: false })
  return mail === undefined ? noAddress : undefined
}

/**
 * Names the client's own keys in a failure. The identical document of a duplicate may belong to
 * another account: its key and UUID are then hidden.
 */
async function ownFailure(
  { environment, account }: KeyedCall<object>,
  failure: StampFailure,
  asked: string,
): Promise<StampFailure> {
  if (failure.code === failureCodes.key) {
    const message = `La Idempotency-Key ${clientKey(asked)} ya se usó con otro comprobante: no se selló nada.`
    return { ...failure, message }
  }
  if (failure.duplicateOf === undefined) return failure
  const { key, UUID } = failure.duplicateOf
  const owner = UUID && (await environment.store.invoices.get(folioFiscal(UUID)))?.owner
  const isOthers = owner !== undefined && owner !== account.id
  const end = 'Si es otra operación, cambie Fecha o Folio, o use "AUTO".'
  if (failure.code === failureCodes.foreign) {
    if (!isOthers) return failure
    const message = `El PAC ya tenía este mismo comprobante antes de que se le enviara. ${end}`
    const errors = failure.errors.map((error) => ({ ...error, message }))
    return { ...failure, message, errors }
  }
  if (failure.code !== failureCodes.duplicate || key === undefined) return failure
  const stamp = UUID === undefined || isOthers ? '' : `, con folio fiscal ${UUID}`
  const isOwn = accountOf(key) === accountOf(asked)
  const whose = isOwn ? ` con la Idempotency-Key ${clientKey(key)}${stamp}` : ''
  const message = `Ya hay un comprobante idéntico, hasta el último byte${whose}: no se envió nada. ${end}`
  return { ...failure, message }
}

/** Fills in the issuer of an account that has only one. */
function issuedBy(
  draft: Draft,
  { rfc: field }: Members,
  issuers: readonly string[],
): { readonly draft: Draft; readonly rfc: string } {
  const emisor = isRecord(draft['Emisor']) ? draft['Emisor'] : {}
  const given = emisor[field] ?? AUTO
  if (given === AUTO && issuers.length === 1) {
    const [rfc = ''] = issuers
    return { draft: { ...draft, Emisor: { ...emisor, [field]: rfc } }, rfc }
  }
  if (typeof given === 'string' && issuers.includes(given)) return { draft, rfc: given }
  const message =
    given === AUTO
      ? 'La cuenta tiene varios emisores: indique el RFC del emisor.'
      : 'El emisor no es de la cuenta.'
  throw refuse('issuer', {
    message,
    errors: [{ element: 'Emisor', field, message, path: `Emisor.${field}` }],
  })
}

/** Returns the key of the stamp: the request's, or a new unique one. */
function requestKey({ headers, environment, account }: KeyedCall<Input>): string {
  const given = readRequestHeader(headers, 'idempotency-key')
  if (given === undefined) {
    const key = stampKey(environment.name, account.id, createUuid(environment.random))
    environment.store.joined?.expectNew(key)
    return key
  }
  if (isStampKey(given)) return stampKey(environment.name, account.id, given)
  throw refuseField(
    'Idempotency-Key',
    'El encabezado Idempotency-Key debe tener de 1 a 128 caracteres ASCII visibles.',
    'header',
  )
}
