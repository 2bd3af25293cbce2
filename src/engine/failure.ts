/**
 * Answers without a stamp.
 * @module
 */
import { encodeTextBase64 } from '../lib/base64.js'
import type { Finding } from '../model/finding.js'
import type { StampOutcome } from '../pac/provider.js'
import type { Sealed } from '../seal/sello.js'
import { type FailureCode, failureCodes } from './codes.js'
import type { SealedCfdi, StampError, StampFailure } from './result.js'

/** An answer with a code and a sentence. */
export function failure(code: FailureCode, message: string, errors: readonly StampError[] = []): StampFailure {
  return { ok: false, code, message, errors }
}

/** The answer with the error behind it, which goes nowhere with the answer. */
export function causedBy(cause: unknown, answer: StampFailure): StampFailure {
  return Object.defineProperty(answer, 'cause', { value: cause })
}

/** The only reason of a failure that is nobody's finding. */
export function reason(field: string, message: string, code: string): StampError {
  return { code, severity: 'error', element: 'Comprobante', field, message, path: field }
}

/** 702, with a summary of what is wrong. */
export function invalid(findings: readonly Finding[]): StampFailure {
  const [first] = findings
  const rest = findings.length - 1
  const more = rest === 0 ? '' : ` Hay ${rest} ${rest === 1 ? 'error' : 'errores'} más.`
  const message = `El comprobante no es válido. ${first?.message ?? ''}${more}`
  return failure(failureCodes.invalid, message, findings.map(errorOf))
}

function errorOf({ value, ...error }: Finding): StampError {
  return error
}

type NotStamped = Exclude<StampOutcome, { kind: 'stamped' }>

const prefixes: Readonly<Record<NotStamped['kind'], string>> = {
  rejected: 'El comprobante fue rechazado y no se timbró',
  refused: 'El PAC no aceptó la petición y no se timbró',
  unavailable: 'No se pudo contactar al PAC y no se timbró',
  unknown: 'Se envió y no hay una respuesta confiable: puede estar timbrado',
}

/** The answer to an outcome that is not a stamp. What was sealed is in it: nothing is lost. */
export function notStamped(sealed: Sealed, outcome: NotStamped): StampFailure {
  const message = `${prefixes[outcome.kind]}. ${outcome.message}`
  const code = outcome.code ?? String(failureCodes[outcome.kind])
  return {
    ...failure(failureCodes[outcome.kind], message, [reason('', outcome.message, code)]),
    pac: outcome.pac,
    sealed: sealedCfdi(sealed),
    ...(outcome.kind === 'unknown' && outcome.token !== undefined ? { token: outcome.token } : {}),
    ...(outcome.kind === 'refused' && outcome.retryAfter !== undefined ? { retryAfter: outcome.retryAfter } : {}),
  }
}

/** What was sealed, as it is told. */
export function sealedCfdi({ xml, sello, document }: Sealed): SealedCfdi {
  return {
    XML: encodeTextBase64(xml),
    Sello: sello,
    ...(document.Serie === undefined ? {} : { Serie: document.Serie }),
    ...(document.Folio === undefined ? {} : { Folio: document.Folio }),
  }
}
