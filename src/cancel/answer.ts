/**
 * What the SAT answered to a receiver that accepted or rejected a cancellation.
 * @module
 */
import type { XmlNode } from '../lib/xml.js'
import type { AnswerOutcome } from '../pac/provider.js'
import { acuseIn, attribute, elementsOf, leadingCode, textOf } from './acuseXml.js'
import { folioFiscal } from './sign.js'

/**
 * What became of the answer of a receiver.
 * - `received`: the SAT has it
 * - `nothingPending`: nobody asks for the cancellation of that document, or no longer
 * - `answeredBefore`: it was answered already, here or elsewhere, and stays as it was answered
 * - `notReceiver`: whoever signed is not the receiver of the document
 * - `ambiguous`: there are several requests for the document
 * - `malformed`: the folio is none
 * - `tooMany`: too many documents in one request
 * - `rejectedRequest`: the request as a whole was refused: its form, its signature, its certificate
 * - `unavailable`: nothing was submitted
 * - `unknown`: not known; the same answer may be given again
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

/** The acuse of an answer, read. */
export interface AnswerAcuse {
  /** What became of the answer for the document that was asked about. */
  readonly class: AnswerClass
  /** The code that decided; `null` without one. */
  readonly code: string | null
  /** When the SAT answered, as written; `null` without it. */
  readonly fecha: string | null
  /** RFC of the receiver, as written; `null` without it. */
  readonly rfcReceptor: string | null
  /** The acuse itself, as it came: archive it with the document. */
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
 * What a code of the SAT means for the answer of a receiver.
 * @example
 * classOfAnswerCode('1002') // → 'answeredBefore'
 */
export function classOfAnswerCode(code: string): AnswerClass {
  if (Object.hasOwn(codes, code)) return codes[code]!
  return /^3(?:0[1-9]|1[0-2])$/.test(code) ? 'rejectedRequest' : 'unknown'
}

/**
 * Reads the acuse of the answer of a receiver (`AcuseAceptacionRechazo`), bare or in an envelope. Never throws for what it holds: what
 * is no such acuse, or does not name the document, is `unknown`. The code of the document decides: that of the request is 1000 where
 * the document has 1001 (recorded from the SAT's test service through a PAC).
 * @throws {CancelError} `CANCEL_UUID` when `uuid` is no folio fiscal
 * @throws TypeError when `text` is no text
 * @example
 * const folio = `<Folios><UUID>${timbre.UUID}</UUID><EstatusUUID>1001</EstatusUUID></Folios>`
 * const acuse = `<AcuseAceptacionRechazo CodEstatus="1000">${folio}</AcuseAceptacionRechazo>`
 * readAnswerAcuse(acuse, { uuid: timbre.UUID }).class // → 'nothingPending'
 */
export function readAnswerAcuse(text: string, { uuid }: { readonly uuid: string }): AnswerAcuse {
  if (typeof text !== 'string') throw new TypeError('readAnswerAcuse: text must be text')
  const wanted = folioFiscal(uuid)
  const root = acuseIn(text, /^AcuseAceptacionRechazo$/)
  const code = codeOfFolio(root, wanted) ?? codeOfRequest(root)
  const [fecha, rfcReceptor] = [attribute(root, 'Fecha'), attribute(root, 'RfcReceptor')]
  return { class: code === null ? 'unknown' : classOfAnswerCode(code), code, fecha, rfcReceptor, acuse: text }
}

/** `null` where lines of one document disagree; undefined where none names it. */
function codeOfFolio(root: XmlNode | undefined, wanted: string): string | null | undefined {
  const lines = elementsOf(root).filter(({ local }) => local === 'Folios')
  const own = lines.filter((line) => textOf(line, 'UUID').toUpperCase() === wanted)
  const [first, ...others] = own.map((line) => textOf(line, 'EstatusUUID'))
  return others.some((code) => code !== first) || first === '' ? null : first
}

/** Where no document is named, only what refuses the whole request says something. */
function codeOfRequest(root: XmlNode | undefined): string | null {
  const code = leadingCode(attribute(root, 'CodEstatus') ?? '')
  const isRefusal = ['rejectedRequest', 'unavailable'].includes(classOfAnswerCode(code))
  return isRefusal ? code : null
}

/**
 * What the outcome of a PAC means: by its acuse where it gave one, else by its code.
 * @example
 * classOfAnswer({ kind: 'answered', pac: 'sw', code: '1000' }, { uuid: timbre.UUID }) // → 'received'
 */
export function classOfAnswer(outcome: AnswerOutcome, request: { readonly uuid: string }): AnswerClass {
  if (outcome.kind === 'unknown') return 'unknown'
  if (outcome.kind !== 'answered') return 'unavailable'
  const read = outcome.acuse === undefined ? undefined : readAnswerAcuse(outcome.acuse, request).class
  return read === undefined || read === 'unknown' ? classOfAnswerCode(outcome.code) : read
}
