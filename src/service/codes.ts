/**
 * Every code with which a service says no, as data: the engine's own, and from 720 on what only a service can say.
 * @module
 */
import { type FailureName, failureCodes } from '../engine/codes.js'

/** A code, and what it is told with. */
export interface CodeRow {
  /** Stable, never reused. */
  readonly code: number
  /** Status of HTTP. */
  readonly http: number
  /** In Spanish, for people, where nobody has more to say. */
  readonly message: string
  /** When it is told, for who reads the documentation. */
  readonly when: string
}

/** A code of the engine, whose message is the engine's. */
const engine = (name: FailureName, http: number, when: string): CodeRow => ({
  code: failureCodes[name],
  http,
  message: '',
  when,
})

/** Every code, by name. */
export const serviceCodes = {
  json: engine('json', 400, 'The field `json` is not JSON, is not an object, or holds more than the limits.'),
  invalid: engine('invalid', 422, 'The document is not valid: `errors` has every finding.'),
  signer: engine('signer', 422, 'There is no CSD of the issuer.'),
  seal: engine('seal', 422, 'It could not be sealed: the CSD is not in force, or its signer failed.'),
  rejected: engine('rejected', 422, 'The PAC, or the SAT through it, rejected it.'),
  refused: engine('refused', 503, 'The PAC does not take requests now.'),
  unavailable: engine('unavailable', 503, 'No PAC could be reached.'),
  unknown: engine(
    'unknown',
    504,
    'It was sent, or another request of the same key is under way: it may be stamped. Repeat it with the same `Idempotency-Key`. Its credit is held until it is known.',
  ),
  folio: engine('folio', 503, 'The sequence of folios failed.'),
  host: engine('host', 503, 'Something that the engine works with failed before anything was sent.'),
  key: engine('key', 409, 'The `Idempotency-Key` was used with another document.'),
  cancel: engine('cancel', 422, 'The cancellation cannot be asked for.'),
  unauthorized: {
    code: 720,
    http: 401,
    message: 'La llave del encabezado X-Api-Key falta o no es válida.',
    when: 'There is no key, or none that works: missing, malformed, wrong, expired, revoked and of a closed account answer alike.',
  },
  scope: {
    code: 721,
    http: 403,
    message: 'La llave no permite esta operación.',
    when: 'The key works, and lacks the scope of the operation.',
  },
  issuer: {
    code: 722,
    http: 403,
    message: 'El emisor no es de la cuenta.',
    when: '`Emisor.Rfc` is none of the issuers of the account, or is left open and the account has several.',
  },
  environment: {
    code: 723,
    http: 422,
    message: 'El certificado del emisor no es de este ambiente.',
    when: 'The CSD is of production and the environment is the sandbox, or the other way round.',
  },
  credits: {
    code: 724,
    http: 402,
    message: 'La cuenta no tiene créditos: no se selló ni se timbró nada.',
    when: 'The balance of the account is spent, or spoken for by what is under way.',
  },
  request: {
    code: 725,
    http: 400,
    message: 'La petición no se puede leer.',
    when: 'The form, the query or a header is malformed, not UTF-8, or lacks a field: `errors` says which.',
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
    when: 'There is no such path, document, webhook or page; that of another account is not told from one that is not, nor is a link that was altered or has expired.',
  },
  method: {
    code: 728,
    http: 405,
    message: 'El recurso no admite ese método.',
    when: 'The path is known with other methods: the header `Allow` has them.',
  },
  media: {
    code: 729,
    http: 415,
    message: 'El cuerpo debe ser application/x-www-form-urlencoded.',
    when: 'The body of a request is something else than a form.',
  },
  failed: {
    code: 730,
    http: 503,
    message: 'El servicio no pudo atender la petición. Se puede repetir con la misma Idempotency-Key.',
    when: 'Something that the service works with failed. Repeating the request with the same key does nothing twice.',
  },
  pdf: {
    code: 731,
    http: 503,
    message: 'El PDF no se pudo hacer. El comprobante está timbrado y su XML está disponible.',
    when: 'The PDF of a stamped document could not be made now.',
  },
} as const satisfies Readonly<Record<string, CodeRow>>

/** Name of a code. */
export type CodeName = keyof typeof serviceCodes

const byCode = new Map<number, CodeRow>(Object.values(serviceCodes).map((row) => [row.code, row]))

/** The row of a code of the engine. */
export function codeRow(code: number): CodeRow {
  return byCode.get(code) ?? serviceCodes.failed
}
