/**
 * What the SAT's status service says of a document: the state that its four values mean together (the table of phpcfdi, whose rows
 * exclude each other).
 * @module
 */
import type { Exchange, HttpReply, Send } from '../pac/adapter/adapter.js'
import { type Consulta, expressionOf, readConsulta, satStatusUrl, statusRequest } from '../pac/adapter/satStatus.js'
import { isReply, sendOnce } from '../pac/adapter/sendOnce.js'
import type { SatStatus, StatusQuery } from '../pac/provider.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'

/**
 * State of a document at the SAT.
 * - `notKnown`: the SAT does not have it, or not yet: for minutes after stamping, by its own terms for up to 72 hours
 * - `cancelledBySilence`, `cancelledWithConsent`, `cancelledDirectly`: cancelled, for good
 * - `notCancellable`: in force, with related documents in force, or out of time
 * - `cancellableDirectly`, `cancellableWithConsent`: in force, nothing asked
 * - `inProcess`: in force, its receiver has been asked
 * - `rejectedByReceiver`: in force, its receiver has said no
 * - `unrecognised`: the service said something else; nothing follows from it
 * - `unavailable`: the service said nothing
 */
export type SatState =
  | 'notKnown'
  | 'cancelledBySilence'
  | 'cancelledWithConsent'
  | 'cancelledDirectly'
  | 'notCancellable'
  | 'cancellableDirectly'
  | 'cancellableWithConsent'
  | 'inProcess'
  | 'rejectedByReceiver'
  | 'unrecognised'
  | 'unavailable'

/** States in which a document is cancelled. */
export type CancelledState = Extract<SatState, `cancelled${string}`>

/** What the service said, and what it means. */
export interface SatAnswer extends Consulta {
  /** What the values mean together. */
  readonly state: Exclude<SatState, 'unavailable'>
  /** `listed`: the issuer is on the SAT's list of article 69-B (simulated operations); `null`: nothing was said about it. */
  readonly efos: 'listed' | 'notListed' | null
}

/** No answer of the service. */
export interface NoSatAnswer {
  /** Discriminant. */
  readonly state: 'unavailable'
  /** In Spanish, for the taxpayer. */
  readonly message: string
}

/** An answer of the service, or its absence. */
export type SatReading = SatAnswer | NoSatAnswer

type Row = readonly [SatState, estado: string, esCancelable: string, estatusCancelacion: string]

const any = '*'

/** Rows for a document that was found, without accents; `*` is any value. What is in none is `unrecognised`. */
const rows: readonly Row[] = [
  ['cancelledBySilence', 'Cancelado', any, 'Plazo vencido'],
  ['cancelledWithConsent', 'Cancelado', any, 'Cancelado con aceptacion'],
  ['cancelledDirectly', 'Cancelado', any, 'Cancelado sin aceptacion'],
  ['notCancellable', 'Vigente', 'No cancelable', any],
  ['cancellableDirectly', 'Vigente', 'Cancelable sin aceptacion', any],
  ['cancellableWithConsent', 'Vigente', 'Cancelable con aceptacion', ''],
  ['inProcess', 'Vigente', 'Cancelable con aceptacion', 'En proceso'],
  ['rejectedByReceiver', 'Vigente', 'Cancelable con aceptacion', 'Solicitud rechazada'],
]

/**
 * Whether a state is that of a cancelled document: the SAT said so, and said how.
 * @example
 * isCancelled('cancelledBySilence') // → true
 * isCancelled('inProcess') // → false
 */
export function isCancelled(state: SatState): state is CancelledState {
  return rows.some(([known, estado]) => known === state && estado === 'Cancelado')
}

/**
 * Reads a reply of the SAT's status service. Never throws for what it holds: a page, a Fault, a text cut short or a document type
 * declaration is `unavailable`, and any combination that is not in the table `unrecognised`. It never guesses that a document is
 * cancelled.
 * @example
 * const body = new TextEncoder().encode('<html>Service Unavailable</html>')
 * readSatStatus({ status: 503, body }).state // → 'unavailable'
 */
export function readSatStatus(reply: {
  readonly status: number
  readonly body: Uint8Array | string
  readonly headers?: HttpReply['headers'] | undefined
}): SatReading {
  const { status, body } = reply
  const consulta = readConsulta({ status, body: typeof body === 'string' ? new TextEncoder().encode(body) : body })
  if (consulta === undefined) return unavailable(`El servicio de consulta del SAT no respondió (HTTP ${status}).`)
  return { ...consulta, state: stateOf(consulta), efos: efosOf(consulta.validacionEFOS) }
}

/**
 * The state that the answer of a provider means: of `Provider.status`, whose `undefined` is `unavailable`.
 * @example
 * satStateOf({ estado: 'Cancelado' }) // → 'unrecognised'
 * satStateOf({ estado: 'Cancelado', estatusCancelacion: 'Plazo vencido' }) // → 'cancelledBySilence'
 */
export function satStateOf(status: SatStatus | undefined): SatState {
  if (status === undefined) return 'unavailable'
  const { estado, esCancelable = '', estatusCancelacion = '' } = status
  return estado === 'No Encontrado' ? 'notKnown' : rowOf({ estado, esCancelable, estatusCancelacion })
}

function stateOf(consulta: Consulta): SatAnswer['state'] {
  if (consulta.codigoEstatus.startsWith('N - ')) return 'notKnown'
  return consulta.codigoEstatus.startsWith('S - ') ? rowOf(consulta) : 'unrecognised'
}

type Said = Pick<Consulta, 'estado' | 'esCancelable' | 'estatusCancelacion'>

function rowOf({ estado, esCancelable, estatusCancelacion }: Said): SatAnswer['state'] {
  const said = [estado, esCancelable, estatusCancelacion].map(withoutAccents)
  const row = rows.find(([, ...cells]) => cells.every((cell, index) => cell === any || cell === said[index]))
  return (row?.[0] as SatAnswer['state'] | undefined) ?? 'unrecognised'
}

/** Accents come composed, combining, or not at all; nothing else varies. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function efosOf(code: string): SatAnswer['efos'] {
  if (code === '') return null
  return code === '200' || code === '201' ? 'notListed' : 'listed'
}

function unavailable(message: string): NoSatAnswer {
  return { state: 'unavailable', message }
}

/**
 * What the service is asked about a stamped document. CFDI de retenciones are not known to it.
 * @throws TypeError for a document without a stamp
 * @example
 * statusQuery(factura).rfcEmisor // → factura.Emisor.Rfc
 */
export function statusQuery(cfdi: Comprobante): StatusQuery {
  const { Emisor, Receptor, Total, Sello, Complemento } = cfdi
  const uuid: unknown = Complemento?.TimbreFiscalDigital?.UUID
  if (typeof uuid !== 'string') throw new TypeError('statusQuery: a stamped document is expected')
  return { uuid, rfcEmisor: Emisor.Rfc, rfcReceptor: Receptor.Rfc, total: String(Total), fe: Sello.slice(-8) }
}

/**
 * The printed expression of a document (Anexo 20, section I.D), as the service is asked: an `&` in an RFC is `&amp;` in it.
 * @throws TypeError for a document without a stamp, or an RFC with a character that XML does not admit
 * @example
 * statusExpression(factura).startsWith(`?re=${factura.Emisor.Rfc}&rr=`) // → true
 */
export function statusExpression(cfdi: Comprobante | StatusQuery): string {
  return expressionOf('Emisor' in cfdi ? statusQuery(cfdi) : cfdi)
}

/**
 * The SAT's own status service as an exchange without input or output: what to send, and what the reply means. It needs no PAC and
 * no credentials.
 * @param url that of production by default; `satStatusUrl` of `cfdi-stamp/pac/adapter` has both.
 * @example
 * const { request } = satStatusService()
 * request(statusQuery(factura)).method // → 'POST'
 */
export function satStatusService(url: string = satStatusUrl.production): Exchange<StatusQuery, SatReading> {
  return { anonymous: true, request: (query) => statusRequest(url, query), read: readSatStatus }
}

/** Who tells the state of documents at the SAT. */
export interface StatusSource {
  /** Never rejects because of the service or the network: the answer is then `unavailable`. */
  status(query: StatusQuery, signal?: AbortSignal): Promise<SatReading>
}

/**
 * A source of states that asks the SAT itself, through the `send` of the host (`createSend` of `cfdi-stamp/node`, for one).
 * @throws TypeError if `send` is not a function
 * @example
 * const source = createStatusSource({ send: async () => ({ sent: 'no' }) })
 * const { state } = await source.status(statusQuery(factura))
 * state // → 'unavailable'
 */
export function createStatusSource({ send, url }: { readonly send: Send; readonly url?: string }): StatusSource {
  if (typeof send !== 'function') throw new TypeError('createStatusSource: send must be a function')
  const service = satStatusService(url)
  return {
    async status(query, signal) {
      const result = await sendOnce(send, service.request(query), signal)
      if (isReply(result)) return service.read(result, query)
      const code = result.error?.code
      return unavailable(`No se pudo hablar con el servicio de consulta del SAT${code ? ` (${code})` : ''}.`)
    },
  }
}
