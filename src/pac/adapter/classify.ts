/**
 * Classification of replies without a stamp, by the codes that all PACs share and by HTTP status.
 * Anything not listed is `unknown`: the PAC may have stamped.
 * @module
 */
import { ownMember } from '../../lib/json.js'
import type { AccountTrouble, Refused, Rejected, Unavailable, Unknown } from '../provider.js'
import type { ClaimedStamp, FindAnswer, HttpReply, Unsigned } from './adapter.js'
import { readRetryAfter } from './reply.js'

/** The outcome of a reply without a stamp. */
export type Classification = Unsigned<Rejected | Refused | Unavailable | Unknown>

/**
 * The meaning of a code. `unavailable`: the PAC did not process the document. `stamped`: the PAC
 * has a stamp; if the reply does not contain it, the outcome is the `unknown` after which no other
 * PAC may be tried. `account`: it is not known which trouble it has.
 */
export type Meaning =
  | Rejected['scope']
  | Refused['scope']
  | AccountTrouble
  | 'unavailable'
  | 'unknown'
  | 'stamped'

/** The codes of one PAC. They take precedence over the shared ones. */
export type Meanings = Readonly<Record<string, Meaning>>

/** The content of a reply, extracted from the PAC's envelope. */
export interface Report {
  /** The PAC's own code. */
  readonly code?: string | undefined
  /** For the taxpayer. */
  readonly message?: string | undefined
  /** All texts, verbatim. */
  readonly detail?: string | undefined
}

/** Codes of the stamping service (Anexo 20 and 29). */
const stamping: Meanings = {
  301: 'document',
  302: 'certificate',
  303: 'certificate',
  304: 'list',
  305: 'certificate',
  306: 'certificate',
  307: 'stamped',
  308: 'certificate',
  401: 'time',
  402: 'list',
  403: 'time',
}

/** Codes of the validation matrices: CFDI 4.0 and its complements. */
const rule = /(?:CFDI1?4\d{4}|CRP2\d{4}|(?:CCE|CP|CCHYP|ECC|GCEH|IEEH|INE|PDR|SPT)\d{3}|NOM\d{1,3})/
const wholeRule = new RegExp(`^${rule.source}$`)
const innerRule = new RegExp(`(?<![A-Za-z0-9])${rule.source}(?![A-Za-z0-9])`, 'g')
/** "Error not classified" of a matrix: it does not prove that the document was rejected. */
const unclassified = /\D\d*999$/

/**
 * Rules that depend on lists that each PAC downloads daily (LCO, l_RFC, L_CNE), and that may differ
 * between PACs for some hours.
 */
const listed = new Set([
  ...family(
    'CFDI',
    '40138 40139 40143 40144 40145 40147 40148 40187 40189 40190 40192 40193 140224 140225',
  ),
  ...family('CP', '108 132 176 188 195'),
  ...family('NOM', '9 41 45 46 67'),
  ...family('CCHYP', '107 108'),
  ...family('SPT', '103 139'),
  ...['CCE107', 'CRP20222', 'ECC123'],
])

function family(name: string, numbers: string): readonly string[] {
  return numbers.split(' ').map((number) => name + number)
}

/** The rules equivalent to 302, and those about the certificate. */
const ofCertificate = new Set(['CFDI40102', 'CFDI40106'])

/**
 * The meaning of a shared code; `undefined` if it is not one.
 * @example
 * meaningOf('307') // → 'stamped'
 * meaningOf('CFDI40145') // → 'list'
 * meaningOf('AU2000') // → undefined
 */
export function meaningOf(code: string): Meaning | undefined {
  if (Object.hasOwn(stamping, code)) return stamping[code]
  if (!wholeRule.test(code) || unclassified.test(code)) return undefined
  if (listed.has(code)) return 'list'
  if (ofCertificate.has(code)) return 'certificate'
  return 'document'
}

/**
 * The code with which a message begins: `307. El…`, `AU2000 - El…`, `CFDI40102 – El…`.
 * @example
 * codeOf('307. El CFDI ya tiene un timbre.') // → '307'
 */
export function codeOf(message: string): string | undefined {
  return /^\s*([A-Za-z]{0,8}\d{2,6})\s*(?:[.:)\-\u2013\u2014]|$)/.exec(message)?.[1]
}

/**
 * The first rule of a matrix that a text mentions. PACs wrap them: `301 … [Error #CFDI40145]`.
 * @example
 * ruleIn('301 - No cumple la matriz [Error #CFDI40145]') // → 'CFDI40145'
 */
export function ruleIn(text: string): string | undefined {
  return text.match(innerRule)?.find((code) => !unclassified.test(code))
}

/**
 * The code, or the rule that it wraps: generic ones (301 by default) and texts without a code hold
 * those of the matrices.
 * @example
 * specificCode('301', 'No cumple la matriz [Error #CFDI40145]') // → 'CFDI40145'
 * specificCode('307', 'No cumple la matriz [Error #CFDI40145]') // → '307'
 */
export function specificCode(
  code: string | undefined,
  texts: string,
  generic: readonly string[] = ['301'],
): string | undefined {
  if (code === undefined || generic.includes(code)) return ruleIn(texts) ?? code
  return code
}

/**
 * Returns the classification of a reply that proves least: a stamp, then a doubt, then the first.
 * @example
 * const all = ['301', '307'].map((code) => classify(replyWith(200, ''), { code }))
 * mostCautious(all)?.code // → '307'
 */
export function mostCautious(all: readonly Classification[]): Classification | undefined {
  const stamped = all.find((one) => one.kind === 'unknown' && one.why === 'stamped')
  return stamped ?? all.find(({ kind }) => kind === 'unknown') ?? all[0]
}

/**
 * The classification of a reply to a look-up or to a cancellation: codes of stamping prove nothing
 * there.
 * @example
 * inconclusive(classify(replyWith(200, ''), { code: '301' })).kind // → 'unknown'
 */
export function inconclusive(one: Classification): Unsigned<Refused | Unavailable | Unknown> {
  if (one.kind === 'rejected') return { kind: 'unknown', message: one.message, ...evidenceOf(one) }
  return one
}

/**
 * A reported stamp with the XML that came. Without one the outcome is `unknown`, and no other PAC
 * may be tried.
 * @example
 * claim('earlier', xml, { code: '307' }) // → { kind: 'stamped', when: 'earlier', sources: [xml], code: '307' }
 */
export function claim(
  when: ClaimedStamp['when'],
  xml: string | undefined,
  report: Report,
): ClaimedStamp {
  return { kind: 'stamped', when, sources: xml === undefined ? [] : [xml], ...evidenceOf(report) }
}

/** Returns the answer of a lookup: the received stamp, an absence, or a doubt. */
export function answerOfFind(
  xml: string | undefined,
  isAbsent: boolean,
  otherwise: Classification,
): FindAnswer {
  if (xml !== undefined) return claim('earlier', xml, {})
  if (isAbsent) return { kind: 'absent' }
  return inconclusive(otherwise)
}

/**
 * `code` and `detail`, if present, as evidence.
 * @example
 * evidenceOf({ code: '301', message: 'El XML no es válido.' }) // → { code: '301' }
 */
export function evidenceOf({ code, detail }: Report): {
  readonly code?: string
  readonly detail?: string
} {
  return { ...(code !== undefined && { code }), ...(detail !== undefined && { detail }) }
}

/**
 * Classifies a reply without a stamp: by its code, otherwise by its status.
 *
 * A status of 500 or more is `unknown` regardless of the body: the failure may have come after
 * stamping. A code that only repeats the status (`401 - Unauthorized`) is not taken for one of the
 * SAT.
 * @example
 * classify(replyWith(200, ''), { code: '401' }).kind // → 'rejected'
 * classify(replyWith(200, ''), { code: 'P07' }, { P07: 'account' }).kind // → 'refused'
 * classify(replyWith(500, ''), { code: '401' }).kind // → 'unknown'
 */
export function classify(
  reply: HttpReply,
  report: Report = {},
  meanings: Meanings = {},
): Classification {
  if (reply.status >= 500)
    return classification('unknown', {
      message: `El PAC falló con HTTP ${reply.status}.`,
      ...defined(report),
    })
  if (certain.has(reply.status)) return classifyStatus(reply, report)
  return classifyCode(report, meanings, reply.status) ?? classifyStatus(reply, report)
}

/** Statuses that prove that nothing was processed, regardless of the body. */
const certain = new Set([407, 413, 429])

/**
 * Classifies a report by its code alone; `undefined` if the code is not known.
 * @example
 * classifyCode({ code: '302' })?.kind // → 'rejected'
 * classifyCode({ code: 'P07' }) // → undefined
 */
export function classifyCode(
  report: Report,
  meanings: Meanings = {},
  status?: number,
): Classification | undefined {
  const { code } = report
  if (code === undefined) return undefined
  const own = ownMember(meanings, code)
  const meaning = own ?? (code === String(status) ? undefined : meaningOf(code))
  return meaning && classification(meaning, report)
}

/**
 * Classifies by the status alone (RFC 9110, section 15): only 401, 407, 413 and 429 prove that
 * nothing was processed. 401 counts as a wrong password, after which a failover sends nothing more:
 * some PACs lock an account at the third.
 * @example
 * classifyStatus(replyWith(401, '')).kind // → 'refused'
 * classifyStatus(replyWith(200, '<html/>')).kind // → 'unknown'
 */
export function classifyStatus(reply: HttpReply, report: Report = {}): Classification {
  const wait = readRetryAfter(reply)
  const evidence = defined(report)
  switch (reply.status) {
    case 401:
      return classification('password', {
        message: 'El PAC no aceptó las credenciales.',
        ...evidence,
      })
    case 407:
      return classification('unavailable', {
        message: 'El proxy pide autenticarse: el documento no salió.',
        ...evidence,
      })
    case 413:
      return classification('unavailable', {
        message: 'El PAC no recibe documentos de ese tamaño.',
        ...evidence,
      })
    case 429:
      return {
        ...classification('throttle', { message: 'El PAC pide bajar el ritmo.', ...evidence }),
        ...(wait !== undefined && { retryAfter: wait }),
      }
    default:
      return classification('unknown', {
        message: `No se entiende la respuesta del PAC (HTTP ${reply.status}).`,
        ...evidence,
      })
  }
}

function classification(meaning: Meaning, { code, message, detail }: Report): Classification {
  const evidence = evidenceOf({ code, detail })
  const text = message ?? `El PAC respondió con el código ${code ?? 'desconocido'}.`
  switch (meaning) {
    case 'account':
    case 'throttle':
      return { kind: 'refused', scope: meaning, message: text, ...evidence }
    case 'password':
    case 'blocked':
    case 'credits':
    case 'expired':
    case 'issuer':
      return { kind: 'refused', scope: 'account', account: meaning, message: text, ...evidence }
    case 'unavailable':
    case 'unknown':
      return { kind: meaning, message: text, ...evidence }
    case 'stamped':
      return {
        kind: 'unknown',
        why: 'stamped',
        message: `${text} El timbre no vino con la respuesta.`,
        ...evidence,
      }
    default:
      return { kind: 'rejected', scope: meaning, message: text, ...evidence, code: code ?? '' }
  }
}

function defined({ code, message, detail }: Report): Report {
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(detail !== undefined && { detail }),
  }
}
