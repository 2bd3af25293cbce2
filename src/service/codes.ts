/**
 * Every failure code of a service, as data: the engine's codes, and from 720 on those of the
 * service.
 * @module
 */
import { type FailureName, failureCodes } from '../engine/codes.js'

/** A failure code with its HTTP status and message. */
export interface CodeRow {
  /** Stable, never reused. */
  readonly code: number
  /** HTTP status. */
  readonly http: number
  /** Default message in Spanish, for end users. */
  readonly message: string
  /** Cause of the failure, for the documentation. */
  readonly when: string
  /** Seconds of `Retry-After`, where the same request may succeed later and no time is known. */
  readonly retryAfter?: number
}

/** Creates the row of an engine code, whose message comes from the engine. */
const engine = (name: FailureName, http: number, when: string, retryAfter?: number): CodeRow => ({
  ...{ code: failureCodes[name], http, message: '', when },
  ...(retryAfter !== undefined && { retryAfter }),
})

/** Every code, by name. */
export const serviceCodes = {
  json: engine(
    'json',
    400,
    'The field `json` is not JSON, is not an object, or exceeds the limits.',
  ),
  invalid: engine('invalid', 422, 'The document is not valid: `errors` has every finding.'),
  signer: engine('signer', 422, 'The issuer has no CSD.'),
  seal: engine('seal', 422, 'Sealing failed: the CSD is not in force, or its signer failed.'),
  rejected: engine('rejected', 422, 'The PAC, or the SAT through it, rejected the document.'),
  refused: engine('refused', 503, 'The PAC accepts no requests now.', 30),
  unavailable: engine('unavailable', 503, 'No PAC could be reached.', 5),
  unknown: engine(
    'unknown',
    504,
    'In doubt: the document was sent, or another request with the same key is in progress, so it may be stamped. Repeat the request with the same `Idempotency-Key`. The credit is held until the outcome is certain.',
    5,
  ),
  folio: engine('folio', 503, 'The sequence of folios failed.', 5),
  host: engine('host', 503, 'A dependency of the engine failed before anything was sent.', 5),
  key: engine('key', 409, 'The `Idempotency-Key` was used with another document.'),
  cancel: engine('cancel', 422, 'The cancellation cannot be requested.'),
  second: engine(
    'second',
    503,
    'Equal documents have every second of the last ten minutes. Nothing was sent: wait `Retry-After`, or use `Folio: "AUTO"`.',
  ),
  duplicate: engine(
    'duplicate',
    409,
    'Another `Idempotency-Key` has the identical document. Nothing was sent. The message has the key and the UUID, if both belong to the account.',
  ),
  foreign: engine(
    'foreign',
    409,
    'The PAC had stamped the identical document before the service sent it: another program sent it, with the same CSD. The message has its UUID. No credit is spent.',
  ),
  purged: engine(
    'purged',
    409,
    'The `Idempotency-Key` had its answer, and its document was purged. Nothing was sealed. The message has the UUID, if it is known.',
  ),
  unauthorized: {
    code: 720,
    http: 401,
    message: 'La llave del encabezado X-Api-Key falta o no es válida.',
    when: 'The API key is missing, malformed, wrong, expired, revoked or of a closed account. All give the same response.',
  },
  scope: {
    code: 721,
    http: 403,
    message: 'La llave no permite esta operación.',
    when: 'The API key lacks the scope of the operation.',
  },
  issuer: {
    code: 722,
    http: 403,
    message: 'El emisor no es de la cuenta.',
    when: '`Emisor.Rfc` is not an issuer of the account, or is omitted and the account has several.',
  },
  environment: {
    code: 723,
    http: 422,
    message: 'El certificado del emisor no es de este ambiente.',
    when: 'The CSD belongs to the other environment: production instead of sandbox, or the reverse.',
  },
  credits: {
    code: 724,
    http: 402,
    message: 'La cuenta no tiene créditos: no se selló ni se timbró nada.',
    when: 'The account has no available credit: its balance is spent, or reserved by stamps in progress.',
  },
  request: {
    code: 725,
    http: 400,
    message: 'La petición no se puede leer.',
    when: 'The form, the query or a header is malformed, not UTF-8, or lacks a field: see `errors`.',
  },
  size: {
    code: 726,
    http: 413,
    message: 'La petición es demasiado grande.',
    when: 'The body is larger than `limits.body`.',
  },
  absent: {
    code: 727,
    http: 404,
    message: 'No existe.',
    when: 'There is no such path, document, webhook or page. Documents of other accounts, and altered or expired links, give the same response.',
  },
  method: {
    code: 728,
    http: 405,
    message: 'El recurso no admite ese método.',
    when: 'The path has other methods: see the header `Allow`.',
  },
  media: {
    code: 729,
    http: 415,
    message: 'El cuerpo debe ser application/x-www-form-urlencoded, en UTF-8 y sin comprimir.',
    when: 'The body of the request is not a form, is not in UTF-8 or is compressed.',
  },
  failed: {
    code: 730,
    http: 503,
    message:
      'El servicio no pudo atender la petición. Se puede repetir con la misma Idempotency-Key.',
    when: 'A dependency of the service failed. Repeating the request with the same key is safe.',
    retryAfter: 5,
  },
  pdf: {
    code: 731,
    http: 503,
    message: 'El PDF no se pudo hacer. El comprobante está timbrado y su XML está disponible.',
    when: 'The PDF of a stamped document could not be created now.',
    retryAfter: 5,
  },
  settled: {
    code: 732,
    http: 409,
    message: 'El resultado de esa clave ya se conoce: no está en duda.',
    when: 'The outcome of the key is known: there is nothing to settle.',
  },
  limit: {
    code: 733,
    http: 429,
    message: 'La cuenta hizo demasiadas peticiones: repita la petición después de Retry-After.',
    when: 'The account, or its key, made more calls than its limits allow. Nothing was done: wait `Retry-After`. The headers `RateLimit` and `RateLimit-Policy` have the rate.',
    retryAfter: 1,
  },
  mail: {
    code: 734,
    http: 422,
    message: 'No se envió ningún correo.',
    when: 'No mail address of the receiver is known, or the service sends no mail. With `enviar_mail` it is a warning.',
  },
  csd: {
    code: 735,
    http: 422,
    message: 'El CSD no se puede usar.',
    when: 'The CSD was not accepted: `errors` has the reason. With a stamp it is a warning: the CSD expires in 30 days or less.',
  },
  vault: {
    code: 736,
    http: 503,
    message: 'Un secreto guardado no se puede abrir ahora.',
    when: 'A stored secret cannot be opened: the master key that sealed it is missing, or the KMS does not answer. Nothing was sent.',
    retryAfter: 30,
  },
  sandbox: {
    code: 737,
    http: 403,
    message: 'Los resultados forzados y el reloj de pruebas son del ambiente de pruebas.',
    when: 'The field `simular`, the header `X-Simular` or an operation of `/api/v5/sandbox` came with a key of production, or the sandbox of the service cannot be driven. Nothing was done.',
  },
  address: {
    code: 738,
    http: 403,
    message: 'La llave es del otro ambiente.',
    when: 'The form of the API key is that of the environment of the other address, which the message names. The key was not looked up.',
  },
  logo: {
    code: 739,
    http: 422,
    message: 'El logo no se puede usar.',
    when: 'The logo was not accepted: `errors` has the reason. Nothing was stored. With a stamp it is a warning: the account has no logo of that name, so its PDF has none.',
  },
} as const satisfies Readonly<Record<string, CodeRow>>

/** Name of a code. */
export type CodeName = keyof typeof serviceCodes

const byCode = new Map<number, CodeRow>(Object.values(serviceCodes).map((row) => [row.code, row]))

/** Returns the row of a code. */
export function codeRow(code: number): CodeRow {
  return byCode.get(code) ?? serviceCodes.failed
}
