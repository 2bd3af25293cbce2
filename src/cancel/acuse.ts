/**
 * Reads the acuse of the SAT's cancellation services: the result of a request. An acuse proves that
 * the SAT received the request, and not that the document is cancelled. Its seal is an HMAC that
 * only the SAT can verify, so the text is kept unchanged.
 * @module
 */
import { decodeBase64 } from '../lib/base64.js'
import { listRange } from '../lib/lists.js'
import type { XmlNode } from '../lib/xml/xml.js'
import type { CancelOutcome } from '../pac/provider.js'
import { acuseIn, attribute, childElements, leadingCode, elementText } from './acuseXml.js'
import { type CancelService, folioFiscal } from './sign.js'

/**
 * Result of a request.
 * - `accepted`: the SAT received it, now or before; only the status service confirms the
 *   cancellation
 * - `rejectedRequest`: refused; the same request will be refused again
 * - `notYetVisible`: the SAT does not have the document yet; retry later
 * - `unavailable`: nothing was submitted
 * - `unknown`: in doubt; the same request may be sent again
 */
export type AcuseClass =
  | 'accepted'
  | 'rejectedRequest'
  | 'notYetVisible'
  | 'unavailable'
  | 'unknown'

/** Result of a request for one document. */
export interface AcuseFolio {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Code of the SAT, or of the PAC that relays it. */
  readonly code: string
  /** Meaning of the code. */
  readonly class: AcuseClass
}

/** A parsed acuse. */
export interface Acuse {
  /** Result of the request for the given document. */
  readonly class: AcuseClass
  /** Whether the code belongs to the document or to the whole request; `null` without a code. */
  readonly level: 'folio' | 'request' | null
  /**
   * The code that determined `class`; `null` without one. Sources disagree on the meaning of 207 to
   * 213: depend on `class` only.
   */
  readonly code: string | null
  /**
   * Time of the SAT's reply, as written: local time with fractions of a second. `null` without it.
   */
  readonly fecha: string | null
  /** RFC of the issuer, as written; `null` without it. */
  readonly rfcEmisor: string | null
  /** Every document that the acuse names. */
  readonly folios: readonly AcuseFolio[]
  /** The acuse as received: archive it with the document. */
  readonly acuse: string
}

type Codes = Readonly<Partial<Record<AcuseClass, readonly string[]>>>

/**
 * Codes by level. For retenciones, no source settles 1200, 1205, 1206 and 1300, so they are
 * `unknown`.
 */
const codes: Readonly<Record<CancelService, { readonly folio: Codes; readonly request: Codes }>> = {
  cfdi: {
    folio: {
      accepted: ['201', '202'],
      notYetVisible: ['205'],
      rejectedRequest: ['203', '204', '206', ...listRange(207, 213), 'no_cancelable'],
    },
    request: { unavailable: ['300'], rejectedRequest: listRange(301, 312) },
  },
  retenciones: {
    folio: { accepted: ['1201', '1202'], rejectedRequest: ['1203', '1204'] },
    request: { rejectedRequest: listRange(1301, 1314) },
  },
}

function classIn(table: Codes, code: string): AcuseClass {
  for (const [name, listed] of Object.entries(table))
    if (listed.includes(code)) return name as AcuseClass
  return 'unknown'
}

/**
 * Returns the meaning of a SAT code, for PACs that return a code without an acuse.
 * @example
 * classOfCode('202') // → 'accepted'
 */
export function classOfCode(code: string, service: CancelService = 'cfdi'): AcuseClass {
  const { folio, request } = codes[service]
  const found = classIn(folio, code)
  if (found === 'unknown') return classIn(request, code)
  return found
}

/** The request that an acuse belongs to. */
export interface AcuseRequest {
  /** Folio fiscal of the document. */
  readonly uuid: string
  /**
   * RFC of the issuer that signed the request. If undefined, `RfcEmisor` of the acuse is not
   * compared.
   */
  readonly rfcEmisor?: string | undefined
  /** Cancellation service that received the request. Defaults to `cfdi`. */
  readonly service?: CancelService | undefined
}

/**
 * Reads the acuse of a request to cancel `uuid`: bare, in the SOAP envelope that some PACs relay,
 * or in Base64. Never throws for the content of `text`. Returns the class `unknown` if the text is
 * not an acuse of the SAT (another namespace, an HTML page, more than 1 MB), does not name the
 * document, or names another issuer.
 * @throws {CancelError} `CANCEL_UUID` when `uuid` is not a folio fiscal
 * @throws TypeError when `text` is not a string, or `service` is unknown
 * @example
 * const acuse = `<Acuse><Folios><UUID>${timbre.UUID}</UUID><EstatusUUID>201</EstatusUUID></Folios></Acuse>`
 * readAcuse(acuse, { uuid: timbre.UUID }).class // → 'accepted'
 */
export function readAcuse(
  text: string,
  { uuid, rfcEmisor: issuer, service = 'cfdi' }: AcuseRequest,
): Acuse {
  if (typeof text !== 'string') throw new TypeError('readAcuse: text must be a string')
  if (!Object.hasOwn(codes, service)) throw new TypeError('service must be "cfdi" or "retenciones"')
  const wanted = folioFiscal(uuid)
  // Some PACs return the acuse in Base64.
  const bytes = text.includes('<') ? undefined : decodeBase64(text.replace(/\s/g, ''))
  const xml = bytes === undefined ? text : new TextDecoder().decode(bytes)
  const root = satElement(acuseIn(xml, /^(?:Acuse|\w+Result)$/), service)
  const isOfSat = (node: XmlNode) => satElement(node, service) !== undefined
  const folios: AcuseFolio[] = []
  for (const line of childElements(root)) {
    if (line.local !== 'Folios' || ![line, ...childElements(line)].every(isOfSat)) continue
    const code = elementText(line, 'EstatusUUID')
    const folio = elementText(line, 'UUID').toUpperCase()
    folios.push({ uuid: folio, code, class: classIn(codes[service].folio, code) })
  }
  const [fecha, rfcEmisor] = [attribute(root, 'Fecha'), attribute(root, 'RfcEmisor')]
  const isOfAnother = issuer !== undefined && rfcEmisor !== null && rfcEmisor.trim() !== issuer
  const verdict = isOfAnother ? unknown : judgeAcuse(root, folios, wanted, service)
  return { ...verdict, fecha, rfcEmisor, folios, acuse: text }
}

/**
 * Namespaces of the SAT's replies. As PACs relay it, `Acuse` has no namespace and its `Folios` have
 * one, so an element without a namespace is accepted and one of another namespace is not.
 */
const namespaces: Readonly<Record<CancelService, readonly string[]>> = {
  cfdi: ['', 'http://cancelacfd.sat.gob.mx'],
  retenciones: [
    '',
    'http://www.sat.gob.mx/esquemas/retencionpago/1',
    'http://cancelaretencion.sat.gob.mx',
  ],
}

/** Returns the element if its namespace belongs to the service. */
function satElement(node: XmlNode | undefined, service: CancelService): XmlNode | undefined {
  if (node !== undefined && namespaces[service].includes(node.namespace)) return node
  return undefined
}

type Verdict = Pick<Acuse, 'class' | 'level' | 'code'>

const unknown: Verdict = { class: 'unknown', level: null, code: null }

/**
 * A code of the whole request applies to every document. Two contradictory lines about one document
 * give no code.
 */
function judgeAcuse(
  root: XmlNode | undefined,
  folios: readonly AcuseFolio[],
  wanted: string,
  service: CancelService,
): Verdict {
  const request = leadingCode(
    attribute(root, 'CodEstatus') || attribute(root, 'EstatusPeticion') || '',
  )
  if (request !== '')
    return { class: classIn(codes[service].request, request), level: 'request', code: request }
  let own: AcuseFolio | undefined
  for (const folio of folios) {
    if (folio.uuid !== wanted) continue
    if (own !== undefined && own.code !== folio.code) return unknown
    own ??= folio
  }
  return own === undefined ? unknown : { class: own.class, level: 'folio', code: own.code }
}

/**
 * Returns the class of a PAC's outcome, from its acuse if it has one and from its code otherwise.
 * An accepted request is `unknown` if the acuse belongs to another document or issuer, or is not an
 * acuse.
 * @example
 * classOfOutcome({ kind: 'unavailable', pac: 'sw', message: '' }, { uuid: timbre.UUID }) // → 'unavailable'
 */
export function classOfOutcome(outcome: CancelOutcome, request: AcuseRequest): AcuseClass {
  switch (outcome.kind) {
    case 'accepted':
      if (outcome.acuse === undefined) return 'accepted'
      return readAcuse(outcome.acuse, request).class
    case 'rejected': {
      const found = classOfCode(outcome.code, request.service)
      if (found === 'notYetVisible' || found === 'unavailable') return found
      return 'rejectedRequest'
    }
    case 'refused':
    case 'unavailable':
      return 'unavailable'
    default:
      return 'unknown'
  }
}
