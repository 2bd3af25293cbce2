/**
 * Copies the caller's JSON, text or object, into a draft of the engine.
 * @module
 */
import type { Signer } from '../certificate/signer.js'
import { decodeBase64 } from '../lib/base64.js'
import { copyJson, isRecord, type Json, JsonLimitError, ownData } from '../lib/json.js'
import type { AllLimits } from '../lib/limits.js'
import { itemsOf } from '../lib/lists.js'
import { messageOf } from '../lib/message.js'
import { hash } from '../pac/hash.js'
import type { JournalUnit } from '../pac/attempt/stampUnit.js'
import type { Root } from '../sat/root.js'
import { parseSealed } from '../seal/parseSealed.js'
import type { Sealed } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import { createFailure } from './failure.js'
import type { FolioSequence } from './folios.js'
import type { Orders } from './orders.js'
import type { StampFailure } from './result.js'
import type { Draft } from './documentStages.js'
import { isEnd, type Step } from './stepResult.js'

/** Parses or copies the JSON, so that later changes of the caller's object do not affect the sealed document. */
export function parseDraft(json: unknown, limits: AllLimits): Step<Draft> {
  try {
    let given = json
    if (typeof json === 'string' || ArrayBuffer.isView(json)) {
      const measure = typeof json === 'string' ? json.length : json.byteLength
      if (measure > limits.length) throw new JsonLimitError(`mide más de ${limits.length}`)
      const text =
        typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json)
      given = JSON.parse(text.replace(/^\ufeff/, ''))
    }
    const draft = copyJson(given, limits)
    if (isRecord(draft)) return { value: draft }
  } catch (cause) {
    if (cause instanceof JsonLimitError)
      return { failure: createFailure(failureCodes.json, `El comprobante ${cause.message}.`) }
    return {
      failure: createFailure(failureCodes.json, `El JSON no se puede leer: ${messageOf(cause)}`),
    }
  }
  return { failure: createFailure(failureCodes.json, 'El comprobante debe ser un objeto JSON.') }
}

/**
 * Admits a new document: called once its draft is valid, before it takes a folio and is sealed. A
 * failure ends the stamp. A key that has an order needs no admission.
 */
export type Admission = () => Promise<StampFailure | undefined>

/** Unit of work of one stamp, with its order. */
export interface StampUnit extends JournalUnit {
  /** Orders that buffer a write, and resolve to `true`. */
  readonly orders: Orders
  /** Folios that settle with the order of their holder. Defaults to those of the engine. */
  readonly folios?: FolioSequence | undefined
}

/** How a draft is stamped. */
export interface DraftOptions {
  /** Defaults to no condition. */
  readonly admit?: Admission
  /** The signer, if the caller knows it. Defaults to that of the engine's options. */
  readonly signer?: Signer | undefined
  /**
   * Unit of work for a new order. The caller commits it before it uses the answer; when that fails,
   * the answer is void, and the caller stamps again without a unit.
   */
  readonly unit?: StampUnit | undefined
  /** SHA-256 of the draft, if the caller knows it. */
  readonly fingerprint?: string
}

/**
 * Parsed draft with its fingerprint, which is computed once. The service parses a draft earlier, to
 * read its issuer, and admits it by the credits of the account.
 */
export class ParsedDraft {
  /** The draft; the engine derives its values in place. */
  readonly json: Draft
  readonly admit: Admission | undefined
  readonly signer: Signer | undefined
  readonly unit: StampUnit | undefined
  #fingerprint: Promise<string> | undefined

  /** @param json a copy without other references */
  constructor(json: Draft, options: DraftOptions = {}) {
    const { admit, signer, unit, fingerprint } = options
    if (fingerprint !== undefined) this.#fingerprint = Promise.resolve(fingerprint)
    this.json = json
    this.admit = admit
    this.signer = signer
    this.unit = unit
  }

  /** SHA-256 of the original draft. Call it before values are derived. */
  fingerprint(): Promise<string> {
    this.#fingerprint ??= fingerprintOf(this.json)
    return this.#fingerprint
  }
}

/** Parses the caller's JSON, unless it is already parsed. */
export function openDraft(json: unknown, limits: AllLimits): Step<ParsedDraft> {
  if (json instanceof ParsedDraft) return { value: json }
  const parsed = parseDraft(json, limits)
  if (isEnd(parsed)) return parsed
  return { value: new ParsedDraft(parsed.value) }
}

/** SHA-256 of a draft, in hexadecimal, independent of the order of members. */
export function fingerprintOf(draft: Draft): Promise<string> {
  return hash(JSON.stringify(sortMembers(draft)))
}

/** Sorts members by name. A replacer of `JSON.stringify` takes twice as long. */
function sortMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'bigint' ? String(value) : value
  if (Array.isArray(value)) return value.map(sortMembers)
  if (ownData(value as Json) === undefined) return value
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const content = sortMembers((value as Json)[name])
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: content, enumerable: true })
    else copy[name] = content
  }
  return copy
}

/** Adds the relation to the substituted document, unless the draft already has it. */
export function substituteOf(draft: Draft, UUID: string): Draft {
  const relations = itemsOf(draft['CfdiRelacionados'])
  if (relations.some(({ TipoRelacion }) => TipoRelacion === '04')) return draft
  return {
    ...draft,
    CfdiRelacionados: [{ TipoRelacion: '04', CfdiRelacionado: [{ UUID }] }, ...relations],
  }
}

/** Reads a sealed document from its XML in Base64. */
export function openSealed(xml: unknown, documents: readonly Root[]): Step<Sealed> {
  try {
    const bytes = decodeBase64(xml as string)
    if (bytes !== undefined)
      return {
        value: parseSealed(new TextDecoder('utf-8', { fatal: true }).decode(bytes), documents),
      }
  } catch {
    // Returns the failure below.
  }
  return {
    failure: createFailure(
      failureCodes.json,
      'Lo sellado no se puede leer: XML debe ser un CFDI sellado, en Base64.',
    ),
  }
}
