/**
 * Outcome validation: whatever a provider gives back becomes an outcome that can be relied on. A stamp is one only when
 * its TFD can be used and bears the Sello of our document.
 * @module
 */
import { decodeBase64 } from '../lib/base64.js'
import { isRecord } from '../lib/json.js'
import { checkStructure } from '../model/check.js'
import { type Finding, structureCode } from '../model/finding.js'
import type { Model } from '../model/grammar.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Sealed } from '../seal/sello.js'
import type { Evidence, FindOutcome, Stamped, StampOutcome, Unavailable, Unknown } from './provider.js'

const tfd: Model = { document: timbreFiscalDigital, complements: [] }

/** The outcome of a request to stamp; `unknown` when it is a stamp that is not ours or cannot be used, or no outcome. */
export function judgeStamp(outcome: unknown, sealed: Sealed, pac: string): StampOutcome {
  return judge(outcome, sealed, pac) as StampOutcome
}

/** The outcome of a look-up, which may also be that the PAC does not have the document. */
export function judgeFind(outcome: unknown, sealed: Sealed, pac: string): FindOutcome {
  return isAbsent(outcome) ? { kind: 'absent', pac } : (judge(outcome, sealed, pac) as FindOutcome)
}

/** What keeps a TFD from being used. A legend out of its pattern harms nobody. */
export function faultsOf(timbre: unknown): Finding[] {
  const faults = checkStructure(tfd, timbre).filter(
    ({ severity, field }) => severity === 'error' && field !== 'Leyenda',
  )
  return faults.length === 0 ? faultsOfSello(timbre as { readonly SelloSAT: string }) : faults
}

/** What can be told of an outcome without its kind. */
export function evidence({ pac, code, detail, requestHash, replyHash }: Evidence): Evidence {
  return {
    pac,
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
    ...(requestHash === undefined ? {} : { requestHash }),
    ...(replyHash === undefined ? {} : { replyHash }),
  }
}

export function unknown(pac: string, message: string): Unknown {
  return { kind: 'unknown', pac, message }
}

export function unavailable(pac: string, message: string): Unavailable {
  return { kind: 'unavailable', pac, message }
}

/** A provider is the host's code: what it gives may be anything, even something that throws when it is looked at. */
function judge(outcome: unknown, sealed: Sealed, pac: string): StampOutcome | FindOutcome {
  try {
    if (isRecord(outcome)) {
      if (outcome['kind'] === 'stamped') return judgeStamped(outcome as Partial<Claimed>, sealed, pac)
      if (isNo(outcome)) return outcome as unknown as StampOutcome
    }
  } catch {
    // Below: what cannot be looked at says nothing.
  }
  return unknown(pac, 'El PAC dio una respuesta que no se entiende.')
}

/** A stamp, before anything is known of it but that somebody calls it one. */
type Claimed = Evidence & { readonly when?: unknown; readonly timbre?: unknown }

/** The outcome that a claimed stamp is: of ours, of another document, or of no use. */
export function judgeStamped(outcome: Partial<Claimed>, { sello }: Sealed, pac: string): Stamped | Unknown {
  const { when } = outcome
  const said = isEvidence(outcome) ? evidence(outcome) : { pac }
  // A copy: what is judged is what is used.
  const timbre: Readonly<Record<string, unknown>> = isRecord(outcome.timbre) ? { ...outcome.timbre } : {}
  const { SelloCFD } = timbre
  if (typeof SelloCFD === 'string' && SelloCFD !== sello)
    return { ...said, ...unknown(pac, 'El PAC devolvió el timbre de otro comprobante.'), why: 'mismatch' }
  if ((when === 'fresh' || when === 'earlier') && faultsOf(timbre).length === 0)
    return { ...said, kind: 'stamped', when, timbre: timbre as unknown as TimbreFiscalDigital }
  const message = 'El PAC dice que timbró y el timbre que devolvió no se puede leer.'
  return { ...said, ...unknown(pac, message), why: 'stamped' }
}

const noes: ReadonlySet<unknown> = new Set<StampOutcome['kind']>(['rejected', 'refused', 'unavailable', 'unknown'])

function isNo(outcome: Readonly<Record<string, unknown>>): boolean {
  const { kind, message, code, retryAfter = 0 } = outcome
  if (!noes.has(kind) || !isEvidence(outcome) || typeof message !== 'string') return false
  return (kind !== 'rejected' || code !== undefined) && Number.isFinite(retryAfter)
}

function isEvidence(outcome: Partial<Record<keyof Evidence, unknown>>): outcome is Evidence {
  const { pac, code, detail, requestHash, replyHash } = outcome
  return typeof pac === 'string' && [code, detail, requestHash, replyHash].every(isTextIfAny)
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isAbsent(outcome: unknown): boolean {
  try {
    return isRecord(outcome) && outcome['kind'] === 'absent'
  } catch {
    return false
  }
}

/** The XSD takes any text for a seal; of no octets it is none. */
function faultsOfSello({ SelloSAT }: { readonly SelloSAT: string }): Finding[] {
  if (decodeBase64(SelloSAT)?.length) return []
  const { name: element } = timbreFiscalDigital
  const message = `${element}.SelloSAT: no es un sello en Base64.`
  return [{ code: structureCode, severity: 'error', element, field: 'SelloSAT', message, path: 'SelloSAT' }]
}
