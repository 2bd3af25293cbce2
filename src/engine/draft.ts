/**
 * What the caller gives: JSON text or an object, read into a draft of the engine's own.
 * @module
 */
import { copyJson, isRecord, type Json, JsonLimitError, ownData } from '../lib/json.js'
import type { AllLimits } from '../lib/limits.js'
import { messageOf } from '../lib/message.js'
import { hash } from '../pac/hash.js'
import { failureCodes } from './codes.js'
import { failure } from './failure.js'
import type { Draft } from './stages.js'
import type { Step } from './step.js'

/** A copy of its own: what is checked is what is sealed, whatever the caller does with the object meanwhile. */
export function parseDraft(json: unknown, limits: AllLimits): Step<Draft> {
  const isText = typeof json === 'string' || ArrayBuffer.isView(json)
  try {
    const draft = copyJson(isText ? parseText(json, limits) : json, limits)
    if (isRecord(draft)) return { value: draft }
  } catch (cause) {
    if (cause instanceof JsonLimitError)
      return { failure: failure(failureCodes.json, `El comprobante ${cause.message}.`) }
    return { failure: failure(failureCodes.json, `El JSON no se puede leer: ${messageOf(cause)}`) }
  }
  return { failure: failure(failureCodes.json, 'El comprobante debe ser un objeto JSON.') }
}

function parseText(json: string | ArrayBufferView, limits: AllLimits): unknown {
  const measure = typeof json === 'string' ? json.length : json.byteLength
  if (measure > limits.length) throw new JsonLimitError(`mide más de ${limits.length}`)
  const text = typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json)
  return JSON.parse(text.replace(/^\ufeff/, ''))
}

/** SHA-256 of a draft, in hexadecimal: the same for the same members in any order. */
export function fingerprintOf(draft: Draft): Promise<string> {
  return hash(JSON.stringify(sorted(draft)))
}

/** A value whose members are in the order of their names. To sort in a replacer of `JSON.stringify` takes twice as long. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (Array.isArray(value)) return value.map(sorted)
  if (ownData(value as Json) === undefined) return value
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const content = sorted((value as Json)[name])
    if (name === '__proto__') Object.defineProperty(copy, name, { value: content, enumerable: true })
    else copy[name] = content
  }
  return copy
}
