/**
 * Reads the SAT's reply to a receiver that accepted or rejected a cancellation.
 * @module
 */
import type { XmlNode } from '../lib/xml/xml.js'
import type { AnswerOutcome } from '../pac/provider.js'
import { acuseIn, attribute, childElements, leadingCode, elementText } from './acuseXml.js'
import { folioFiscal } from './sign.js'

/**
 * Result of a receiver's answer.
 * - `received`: the SAT has it
 * - `nothingPending`: the document has no pending request of cancellation
 * - `answeredBefore`: the request was answered earlier, here or elsewhere; that answer stands
 * - `notReceiver`: the signer is not the receiver of the document
 * - `ambiguous`: the document has several requests
 * - `malformed`: the folio is malformed
 * - `tooMany`: too many documents in one request
 * - `rejectedRequest`: the SAT refused the whole request: its form, signature or certificate
 * - `unavailable`: nothing was submitted
 * - `unknown`: in doubt; the same answer may be sent again
 */
export type AnswerClass =
  | 'received'
  | 'nothingPending'
  | 'answeredBefore'
  | 'notReceiver'
  | 'ambiguous'
  | 'malformed'
  | 'tooMany'
  | 'rejectedRequest'
  | 'unavailable'
  | 'unknown'

/** A parsed acuse of an answer. */
export interface AnswerAcuse {
  /** Result of the answer for the given document. */
  readonly class: AnswerClass
  /** The code that determined `class`; `null` without one. */
  readonly code: string | null
  /** Time of the SAT's reply, as written; `null` without it. */
  readonly fecha: string | null
  /** RFC of the receiver, as written; `null` without it. */
  readonly rfcReceptor: string | null
  /** The acuse as received: archive it with the document. */
  readonly acuse: string
}

const codes: Readonly<Record<string, AnswerClass>> = {
  1000: 'received',
  1001: 'nothingPending',
  1002: 'answeredBefore',
  1003: 'notReceiver',
  1004: 'ambiguous',
  1005: 'malformed',
  1006: 'tooMany',
  300: 'unavailable',
}

/**
 * Returns the meaning of a SAT code for a receiver's answer.
 * @example
 * classOfAnswerCode('1002') // → 'answeredBefore'
 */
export function classOfAnswerCode(code: string): AnswerClass {
  if (Object.hasOwn(codes, code)) return codes[code]!
  if (/^3(?:0[1-9]|1[0-2])$/.test(code)) return 'rejectedRequest'
  return 'unknown'
}

/**
 * Reads the acuse of a receiver's answer (`AcuseAceptacionRechazo`), bare or in an envelope. Never
 * throws for the content of `text`: the class is `unknown` if it is not such an acuse or does not
 * name the document. The code of the document decides, since the request may have code 1000 while
 * the document has 1001 (recorded from the SAT's test service through a PAC).
 * @throws {CancelError} `CANCEL_UUID` when `uuid` is not a folio fiscal
 * @throws TypeError when `text` is not a string
 * @example
 * const folio = `<Folios><UUID>${timbre.UUID}</UUID><EstatusUUID>1001</EstatusUUID></Folios>`
 * const acuse = `<AcuseAceptacionRechazo CodEstatus="1000">${folio}</AcuseAceptacionRechazo>`
 * readAnswerAcuse(acuse, { uuid: timbre.UUID }).class // → 'nothingPending'
 */
export function readAnswerAcuse(text: string, { uuid }: { readonly uuid: string }): AnswerAcuse {
  if (typeof text !== 'string') throw new TypeError('readAnswerAcuse: text must be a string')
  const wanted = folioFiscal(uuid)
  const root = acuseIn(text, /^AcuseAceptacionRechazo$/)
  const code = codeOfFolio(root, wanted) ?? codeOfRequest(root)
  const [fecha, rfcReceptor] = [attribute(root, 'Fecha'), attribute(root, 'RfcReceptor')]
  return {
    class: code === null ? 'unknown' : classOfAnswerCode(code),
    code,
    fecha,
    rfcReceptor,
    acuse: text,
  }
}

/** Returns `null` if lines of the document disagree, and undefined if no line names it. */
function codeOfFolio(root: XmlNode | undefined, wanted: string): string | null | undefined {
  let known: string | undefined
  for (const line of childElements(root)) {
    if (line.local !== 'Folios' || elementText(line, 'UUID').toUpperCase() !== wanted) continue
    const code = elementText(line, 'EstatusUUID')
    if (code === '' || (known !== undefined && known !== code)) return null
    known = code
  }
  return known
}

/** Without a line for the document, only codes that refuse the whole request count. */
function codeOfRequest(root: XmlNode | undefined): string | null {
  const code = leadingCode(attribute(root, 'CodEstatus') ?? '')
  const isRefusal = ['rejectedRequest', 'unavailable'].includes(classOfAnswerCode(code))
  if (isRefusal) return code
  return null
}

/**
 * Returns the class of a PAC's outcome, from its acuse if it has one and from its code otherwise.
 * @example
 * classOfAnswer({ kind: 'answered', pac: 'sw', code: '1000' }, { uuid: timbre.UUID }) // → 'received'
 */
export function classOfAnswer(
  outcome: AnswerOutcome,
  request: { readonly uuid: string },
): AnswerClass {
  if (outcome.kind === 'unknown') return 'unknown'
  if (outcome.kind !== 'answered') return 'unavailable'
  const read =
    outcome.acuse === undefined ? undefined : readAnswerAcuse(outcome.acuse, request).class
  if (read === undefined || read === 'unknown') return classOfAnswerCode(outcome.code)
  return read
}
