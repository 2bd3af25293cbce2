/**
 * The acuse of the SAT's cancellation services: what became of a request. It proves that the request was received, and not that the
 * document is cancelled; its seal is an HMAC, which nobody but the SAT can verify. It is kept as it came.
 * @module
 */
import type { XmlNode } from '../lib/xml.js'
import type { CancelOutcome } from '../pac/provider.js'
import { acuseIn, attribute, elementsOf, leadingCode, textOf } from './acuseXml.js'
import { type CancelService, folioFiscal } from './sign.js'

/**
 * What became of a request.
 * - `accepted`: received now or before; the state of the document is told by the status service, and by nothing else
 * - `rejectedRequest`: refused, and will be again as it is
 * - `notYetVisible`: the SAT does not have the document yet: to be repeated
 * - `unavailable`: nothing was submitted
 * - `unknown`: not known; the same request may be sent again
 */
export type AcuseClass = 'accepted' | 'rejectedRequest' | 'notYetVisible' | 'unavailable' | 'unknown'

/** What an acuse says of one document. */
export interface AcuseFolio {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Code of the SAT, or of the PAC that relays it. */
  readonly code: string
  /** What the code means. */
  readonly class: AcuseClass
}

/** An acuse, read. */
export interface Acuse {
  /** What became of the request for the document that was asked about. */
  readonly class: AcuseClass
  /** Whether the code is of the document or of the whole request; `null` without one. */
  readonly level: 'folio' | 'request' | null
  /** The code that decided; `null` without one. Sources disagree on what 207 to 213 mean: nothing should depend on more than the class. */
  readonly code: string | null
  /** When the SAT answered, as written: local time with fractions of a second. `null` without it. */
  readonly fecha: string | null
  /** RFC of the issuer, as written; `null` without it. */
  readonly rfcEmisor: string | null
  /** Every document that it names. */
  readonly folios: readonly AcuseFolio[]
  /** The acuse itself, as it came: archive it with the document. */
  readonly acuse: string
}

type Codes = Readonly<Partial<Record<AcuseClass, readonly string[]>>>

/** Codes by level. Of retenciones, 1200, 1205, 1206 and 1300 are not settled by any source, and so are `unknown`. */
const codes: Readonly<Record<CancelService, { readonly folio: Codes; readonly request: Codes }>> = {
  cfdi: {
    folio: {
      accepted: ['201', '202'],
      notYetVisible: ['205'],
      rejectedRequest: ['203', '204', '206', ...range(207, 213), 'no_cancelable'],
    },
    request: { unavailable: ['300'], rejectedRequest: range(301, 312) },
  },
  retenciones: {
    folio: { accepted: ['1201', '1202'], rejectedRequest: ['1203', '1204'] },
    request: { rejectedRequest: range(1301, 1314) },
  },
}

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}

function classIn(table: Codes, code: string): AcuseClass {
  const found = Object.entries(table).find(([, listed]) => listed.includes(code))
  return (found?.[0] as AcuseClass | undefined) ?? 'unknown'
}

/**
 * What a code of the SAT means, where a PAC gives the code and no acuse.
 * @example
 * classOfCode('202') // → 'accepted'
 */
export function classOfCode(code: string, service: CancelService = 'cfdi'): AcuseClass {
  const { folio, request } = codes[service]
  const found = classIn(folio, code)
  return found === 'unknown' ? classIn(request, code) : found
}

/**
 * Reads the acuse of a request to cancel `uuid`: bare, or in the SOAP envelope that some PACs relay. Never throws for what it holds:
 * what is no acuse, or does not name the document, is `unknown`.
 * @throws {CancelError} `CANCEL_UUID` when `uuid` is no folio fiscal
 * @throws TypeError when `text` is no text, or the service is none
 * @example
 * const acuse = `<Acuse><Folios><UUID>${timbre.UUID}</UUID><EstatusUUID>201</EstatusUUID></Folios></Acuse>`
 * readAcuse(acuse, { uuid: timbre.UUID }).class // → 'accepted'
 */
export function readAcuse(
  text: string,
  { uuid, service = 'cfdi' }: { readonly uuid: string; readonly service?: CancelService | undefined },
): Acuse {
  if (typeof text !== 'string') throw new TypeError('readAcuse: text must be text')
  if (!Object.hasOwn(codes, service)) throw new TypeError('service must be "cfdi" or "retenciones"')
  const wanted = folioFiscal(uuid)
  const root = acuseIn(text, /^(?:Acuse|\w+Result)$/)
  const folios = foliosOf(root, service)
  const [fecha, rfcEmisor] = [attribute(root, 'Fecha'), attribute(root, 'RfcEmisor')]
  return { ...judge(root, folios, wanted, service), fecha, rfcEmisor, folios, acuse: text }
}

type Verdict = Pick<Acuse, 'class' | 'level' | 'code'>

/** A code of the whole request stands for every document. Two lines of one document that disagree say nothing. */
function judge(
  root: XmlNode | undefined,
  folios: readonly AcuseFolio[],
  wanted: string,
  service: CancelService,
): Verdict {
  const request = leadingCode(attribute(root, 'CodEstatus') || attribute(root, 'EstatusPeticion') || '')
  if (request !== '') return { class: classIn(codes[service].request, request), level: 'request', code: request }
  const own = folios.filter(({ uuid }) => uuid === wanted)
  const [first] = own
  if (first === undefined || own.some(({ code }) => code !== first.code))
    return { class: 'unknown', level: null, code: null }
  return { class: first.class, level: 'folio', code: first.code }
}

function foliosOf(root: XmlNode | undefined, service: CancelService): AcuseFolio[] {
  const lines = elementsOf(root).filter(({ local }) => local === 'Folios')
  return lines.map((line) => {
    const code = textOf(line, 'EstatusUUID')
    return { uuid: textOf(line, 'UUID').toUpperCase(), code, class: classIn(codes[service].folio, code) }
  })
}

/**
 * What the outcome of a PAC means: by its acuse where it gave one, else by its code. What the PAC called accepted or rejected stands
 * only as far as its code says nothing else.
 * @example
 * classOfOutcome({ kind: 'unavailable', pac: 'sw', message: '' }, { uuid: timbre.UUID }) // → 'unavailable'
 */
export function classOfOutcome(
  outcome: CancelOutcome,
  request: { readonly uuid: string; readonly service?: CancelService | undefined },
): AcuseClass {
  switch (outcome.kind) {
    case 'accepted': {
      const read = outcome.acuse === undefined ? undefined : readAcuse(outcome.acuse, request).class
      return read === undefined || read === 'unknown' ? 'accepted' : read
    }
    case 'rejected': {
      const found = classOfCode(outcome.code, request.service)
      return found === 'notYetVisible' || found === 'unavailable' ? found : 'rejectedRequest'
    }
    case 'refused':
    case 'unavailable':
      return 'unavailable'
    default:
      return 'unknown'
  }
}
