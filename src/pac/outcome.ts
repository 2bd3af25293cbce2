/**
 * Outcome validation: turns whatever a provider returns into a reliable outcome. A stamp is
 * accepted only if its TFD is valid and carries the Sello of the document.
 * @module
 */
import { decodeBase64 } from '../lib/base64.js'
import { isRecord } from '../lib/json.js'
import { checkStructure } from '../model/check.js'
import { type Finding, structureCode } from '../model/finding.js'
import type { Model } from '../model/grammar.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Sealed } from '../seal/sello.js'
import type {
  Evidence,
  FindOutcome,
  Stamped,
  StampOutcome,
  Unavailable,
  Unknown,
} from './provider.js'

const tfd: Model = { document: timbreFiscalDigital, complements: [] }

/**
 * The validated outcome of a request to stamp; `unknown` if it is malformed, or its stamp is
 * invalid or of another document.
 */
export function judgeStamp(outcome: unknown, sealed: Sealed, pac: string): StampOutcome {
  return judgeOutcome(outcome, sealed, pac) as StampOutcome
}

/** The validated outcome of a look-up. */
export function judgeFind(outcome: unknown, sealed: Sealed, pac: string): FindOutcome {
  try {
    if (isRecord(outcome) && outcome['kind'] === 'absent') return { kind: 'absent', pac }
  } catch {
    // Unreadable: unknown.
  }
  return judgeOutcome(outcome, sealed, pac) as FindOutcome
}

/** The errors of a TFD. An invalid legend is tolerated. */
export function faultsOf(timbre: unknown): Finding[] {
  const faults = checkStructure(tfd, timbre).filter(
    ({ severity, field }) => severity === 'error' && field !== 'Leyenda',
  )
  if (faults.length === 0) {
    // The XSD admits any text as a seal; it must be Base64 of at least one byte.
    const { SelloSAT } = timbre as { readonly SelloSAT: string }
    if (decodeBase64(SelloSAT)?.length) return []
    const { name: element } = timbreFiscalDigital
    const message = `${element}.SelloSAT: no es un sello en Base64.`
    return [
      {
        code: structureCode,
        severity: 'error',
        element,
        field: 'SelloSAT',
        message,
        path: 'SelloSAT',
      },
    ]
  }
  return faults
}

/** The evidence of an outcome, alone. */
export function evidence({ pac, code, detail, requestHash, replyHash }: Evidence): Evidence {
  return {
    pac,
    ...(code !== undefined && { code }),
    ...(detail !== undefined && { detail }),
    ...(requestHash !== undefined && { requestHash }),
    ...(replyHash !== undefined && { replyHash }),
  }
}

/** An `unknown` outcome. */
export function unknownOutcome(pac: string, message: string): Unknown {
  return { kind: 'unknown', pac, message }
}

/** An `unavailable` outcome. */
export function unavailable(pac: string, message: string): Unavailable {
  return { kind: 'unavailable', pac, message }
}

/** A provider is foreign code: its result may be anything, even an object whose getters throw. */
function judgeOutcome(outcome: unknown, sealed: Sealed, pac: string): StampOutcome | FindOutcome {
  try {
    if (isRecord(outcome)) {
      if (outcome['kind'] === 'stamped')
        return judgeStamped(outcome as Partial<Claimed>, sealed, pac)
      const other = judgeOther({ ...outcome })
      if (other !== undefined) return other
    }
  } catch {
    // Unreadable: unknown.
  }
  return unknownOutcome(pac, 'El PAC dio una respuesta que no se entiende.')
}

/** A stamp that is not validated yet. */
type Claimed = Evidence & {
  readonly when?: unknown
  readonly timbre?: unknown
  readonly previous?: unknown
}

/**
 * Validated stamps with the Sello of their document. They are frozen, so that they cannot change
 * after the validation.
 */
const validated = new WeakMap<object, string>()

/**
 * Validates a claimed stamp: it must be readable and of this document. Cached, because adapter,
 * failover and engine each validate it.
 */
export function judgeStamped(
  outcome: Partial<Claimed>,
  { sello }: Sealed,
  pac: string,
): Stamped | Unknown {
  if (validated.get(outcome) === sello) return outcome as Stamped
  const judged = judgeClaim(outcome, sello, pac)
  if (judged.kind === 'stamped') validated.set(judged, sello)
  return judged
}

function judgeClaim(outcome: Partial<Claimed>, sello: string, pac: string): Stamped | Unknown {
  const { when } = outcome
  const base = isEvidence(outcome) ? evidence(outcome) : { pac }
  // Copied, so that getters cannot change values after the validation.
  const timbre: Readonly<Record<string, unknown>> = isRecord(outcome.timbre)
    ? { ...outcome.timbre }
    : {}
  const { SelloCFD } = timbre
  if (typeof SelloCFD === 'string' && SelloCFD !== sello)
    return {
      ...base,
      ...unknownOutcome(pac, 'El PAC devolvió el timbre de otro comprobante.'),
      why: 'mismatch',
    }
  if ((when === 'fresh' || when === 'earlier') && faultsOf(timbre).length === 0) {
    const read = Object.freeze(timbre) as unknown as TimbreFiscalDigital
    const previous =
      when === 'earlier' && isOneOf(places, outcome.previous) ? { previous: outcome.previous } : {}
    return Object.freeze({ ...base, kind: 'stamped', when, timbre: read, ...previous })
  }
  const message = 'El PAC dice que timbró y el timbre que devolvió no se puede leer.'
  return { ...base, ...unknownOutcome(pac, message), why: 'stamped' }
}

/**
 * Returns an outcome without a stamp, with only the members of its kind: a journal accepts only
 * plain data. `undefined` if it is malformed.
 */
function judgeOther(
  outcome: Readonly<Record<string, unknown>>,
): Exclude<StampOutcome, Stamped> | undefined {
  const { kind, message, code, scope, why, retryAfter, token } = outcome
  if (!isEvidence(outcome) || typeof message !== 'string') return undefined
  const base = { ...evidence(outcome), message }
  if (kind === 'unavailable') return { ...base, kind }
  if (kind === 'unknown') {
    const wait = typeof retryAfter === 'number' && retryAfter > 0 ? { retryAfter } : {}
    const known: Unknown = { ...base, kind, ...(typeof token === 'string' && { token }), ...wait }
    if (why === undefined) return known
    // A reason that is not known still forbids that another PAC is tried.
    return { ...known, why: why === 'stamped' || why === 'unjournaled' ? why : 'mismatch' }
  }
  if (kind === 'rejected' && isOneOf(rejections, scope) && typeof code === 'string')
    return { ...base, kind, scope, code }
  if (kind !== 'refused' || !(retryAfter === undefined || Number.isFinite(retryAfter)))
    return undefined
  const trouble =
    scope === 'account' && isOneOf(troubles, outcome['account'])
      ? { account: outcome['account'] }
      : {}
  const refused = {
    ...base,
    kind,
    scope: scope === 'account' ? 'account' : 'throttle',
    ...trouble,
  } as const
  if (retryAfter === undefined) return refused
  return { ...refused, retryAfter: Math.max(0, Number(retryAfter)) }
}

const places = ['pac', 'journal'] as const

const troubles = ['password', 'blocked', 'credits', 'expired', 'issuer'] as const

const rejections = ['document', 'certificate', 'list', 'time'] as const

function isOneOf<T extends string>(known: readonly T[], value: unknown): value is T {
  return known.includes(value as T)
}

function isEvidence(outcome: Partial<Record<keyof Evidence, unknown>>): outcome is Evidence {
  const { pac, code, detail, requestHash, replyHash } = outcome
  if (typeof pac !== 'string') return false
  for (const text of [code, detail, requestHash, replyHash])
    if (text !== undefined && typeof text !== 'string') return false
  return true
}
