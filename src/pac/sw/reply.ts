/**
 * Replies of SW: the envelope that all its services share, and its codes.
 * @module
 */
import type { HttpReply } from '../adapter/adapter.js'
import {
  type Classification,
  classify,
  codeOf,
  evidenceOf,
  type Meanings,
  specificCode,
} from '../adapter/classify.js'
import { asObject, asText, asXml, type Json, readJson } from '../adapter/reply.js'

/**
 * SW's own codes. CO1000 is "uncontrolled": it may have stamped; likewise any code that is not
 * listed.
 */
export const meanings: Meanings = {
  AU1000: 'password',
  AU2000: 'password',
  AU2001: 'credits',
  AU2002: 'blocked',
  AU2003: 'issuer',
  AU2004: 'issuer',
  AU4101: 'account',
  CC2001: 'document',
  CC3001: 'document',
  CC3002: 'document',
  CFDI3307: 'stamped',
  CO1000: 'unknown',
  CO1001: 'document',
  CO1002: 'document',
  CO1003: 'document',
  CO1004: 'document',
  CO1005: 'document',
}

/** The parsed envelope `{ status, message, messageDetail, data }`. */
export interface SwReply {
  readonly success: boolean
  /** The code at the beginning of the message, or the rule of a matrix that it wraps. */
  readonly code?: string
  /** The last of the two texts, which is the specific one. */
  readonly message?: string
  /** Both texts. */
  readonly detail?: string
  /** Code of the SAT's service, in answers about pending or related documents. */
  readonly codStatus?: string
  readonly data: Json
  /** XML that may contain a stamp. */
  readonly sources: readonly string[]
}

/** Parses the envelope; `undefined` if it is not SW's: HTML of a proxy, a truncated body. */
export function read(reply: HttpReply): SwReply | undefined {
  const body = readJson(reply)
  const status = asText(body?.['status'])
  if (body === undefined || (status !== 'success' && status !== 'error')) return undefined
  const data = asObject(body['data']) ?? {}
  const sources: string[] = []
  for (const place of [data['tfd'], data['cfdi'], data['retencion'], body['messageDetail']]) {
    const xml = asXml(place)
    if (xml?.includes('TimbreFiscalDigital')) sources.push(xml)
  }
  const codStatus = asText(body['codStatus'])
  return {
    success: status === 'success',
    ...(codStatus && { codStatus }),
    data,
    sources,
    ...readTexts(body['message'], body['messageDetail']),
  }
}

/** The texts that are not a stamp. */
function readTexts(...values: unknown[]): Pick<SwReply, 'code' | 'message' | 'detail'> {
  const texts: string[] = []
  for (const value of values) {
    const text = asText(value)
    if (text !== undefined && !asXml(value)?.includes('TimbreFiscalDigital')) texts.push(text)
  }
  const [first, last] = [texts[0], texts.at(-1)]
  if (first === undefined || last === undefined) return {}
  const detail = texts.join(' | ')
  const code = specificCode(codeOf(first), detail)
  return { message: last, detail, ...(code !== undefined && { code }) }
}

/**
 * Classifies a reply without a stamp. A 401 without a code of SW is about the token, which another
 * login may replace, and not about the password.
 */
export function judge(reply: HttpReply, envelope: SwReply | undefined): Classification {
  const outcome = classify(reply, envelope, meanings)
  const isOwn = envelope?.code !== undefined && Object.hasOwn(meanings, envelope.code)
  const isAboutToken =
    (reply.status === 401 && !isOwn) || (envelope !== undefined && blamesToken(reply, envelope))
  if (!isAboutToken) return outcome
  const message = envelope?.message ?? outcome.message
  return { kind: 'refused', scope: 'account', message, ...evidenceOf(envelope ?? {}) }
}

/**
 * Whether the token is malformed: `El token debe contener 3 partes`, `Token Mal Formado`, without a
 * code, 400 or 401.
 */
export function blamesToken({ status }: HttpReply, { code, message = '' }: SwReply): boolean {
  return (
    (status === 400 || status === 401) && code === undefined && /^(?:El )?token /i.test(message)
  )
}
