/**
 * Failures: results without a stamp.
 * @module
 */
import { encodeTextBase64 } from '../lib/base64.js'
import type { Finding } from '../model/finding.js'
import type { StampOutcome } from '../pac/provider.js'
import { outlineRoot } from '../sat/cfdi40/cfdi.js'
import { factsOf } from '../sat/root.js'
import type { Sealed } from '../seal/sello.js'
import { type FailureCode, failureCodes } from './codes.js'
import type { SealedCfdi, StampError, StampFailure } from './result.js'

/** Creates a failure. */
export function createFailure(
  code: FailureCode,
  message: string,
  errors: readonly StampError[] = [],
): StampFailure {
  return { ok: false, code, message, errors }
}

/** Adds the cause to a failure, as a non-enumerable member. */
export function causedBy(cause: unknown, answer: StampFailure): StampFailure {
  return Object.defineProperty(answer, 'cause', { value: cause })
}

/** Creates a reason without a finding. */
export function reason(field: string, message: string, code: string): StampError {
  return { code, severity: 'error', element: 'Comprobante', field, message, path: field }
}

/** Creates failure 702, with a summary of the findings. */
export function invalid(findings: readonly Finding[]): StampFailure {
  const [first] = findings
  const rest = findings.length - 1
  const more = rest === 0 ? '' : ` Hay ${rest} ${rest === 1 ? 'error' : 'errores'} más.`
  const message = `El comprobante no es válido. ${first?.message ?? ''}${more}`
  return createFailure(failureCodes.invalid, message, findings.map(errorOf))
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

/** Creates the failure of an outcome without a stamp. It contains the sealed document. */
export function notStamped(sealed: Sealed, outcome: NotStamped): StampFailure {
  const message = `${prefixes[outcome.kind]}. ${outcome.message}`
  const code = outcome.code ?? String(failureCodes[outcome.kind])
  return {
    ...createFailure(failureCodes[outcome.kind], message, [reason('', outcome.message, code)]),
    pac: outcome.pac,
    sealed: sealedCfdi(sealed),
    ...(outcome.kind === 'unknown' && outcome.token !== undefined && { token: outcome.token }),
    ...('retryAfter' in outcome &&
      outcome.retryAfter !== undefined && { retryAfter: outcome.retryAfter }),
  }
}

/** Returns the public form of a sealed document. */
export function sealedCfdi(sealed: Sealed): SealedCfdi {
  const { xml, sello, document, root = outlineRoot } = sealed
  const { Serie, Folio } = factsOf(root, document)
  return {
    XML: encodeTextBase64(xml),
    Sello: sello,
    ...(Serie !== undefined && { Serie: Serie as string }),
    ...(Folio !== undefined && { Folio: Folio as string }),
  }
}
