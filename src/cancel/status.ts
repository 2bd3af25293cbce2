/**
 * Replies of the SAT's status service: the state that their four values mean together (the table of
 * phpcfdi, whose rows exclude each other).
 * @module
 */
import type { Exchange, HttpReply, Send } from '../pac/adapter/adapter.js'
import {
  type Consulta,
  expressionOf,
  readConsulta,
  satStatusUrl,
  statusRequest,
} from '../pac/adapter/satStatus.js'
import { isReply, sendOnce } from '../pac/adapter/sendOnce.js'
import type { SatStatus, StatusQuery } from '../pac/provider.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { statusQuery } from '../sat/cfdi40/statusQuery.js'

/**
 * State of a document at the SAT.
 * - `notKnown`: the SAT does not have it, or not yet: for minutes after stamping, by its own terms
 *   for up to 72 hours
 * - `cancelledBySilence`, `cancelledWithConsent`, `cancelledDirectly`: cancelled, final
 * - `cancelled`: cancelled, final; the reply does not include how
 * - `notCancellable`: in force, with related documents in force, or out of time
 * - `cancellableDirectly`, `cancellableWithConsent`: in force, no request
 * - `verifying`: in force, with a pending request that needs no consent
 * - `inProcess`: in force, waiting for its receiver
 * - `rejectedByReceiver`: in force, rejected by its receiver
 * - `unrecognised`: any other reply; it changes nothing
 * - `unavailable`: no reply
 */
export type SatState =
  | 'notKnown'
  | 'cancelledBySilence'
  | 'cancelledWithConsent'
  | 'cancelledDirectly'
  | 'cancelled'
  | 'notCancellable'
  | 'cancellableDirectly'
  | 'cancellableWithConsent'
  | 'verifying'
  | 'inProcess'
  | 'rejectedByReceiver'
  | 'unrecognised'
  | 'unavailable'

/** States of a cancelled document. */
export type CancelledState = Extract<SatState, `cancelled${string}`>

/** A reply of the service, with its meaning. */
export interface SatAnswer extends Consulta {
  /** Meaning of the values together. */
  readonly state: Exclude<SatState, 'unavailable'>
  /**
   * `listed`: the issuer is on the SAT's list of article 69-B (simulated operations); `null`: not
   * in the reply.
   */
  readonly efos: 'listed' | 'notListed' | null
}

/** No reply from the service. */
export interface NoSatAnswer {
  /** Discriminant. */
  readonly state: 'unavailable'
  /** In Spanish, for the taxpayer. */
  readonly message: string
}

/** A reply of the service, or its absence. */
export type SatReading = SatAnswer | NoSatAnswer

type Row = readonly [SatState, estado: string, esCancelable: string, estatusCancelacion: string]

const any = '*'

/**
 * Rows for a document that was found, without accents. `*` matches any value; the first matching
 * row wins. No match: `unrecognised`.
 */
const rows: readonly Row[] = [
  ['cancelledBySilence', 'Cancelado', any, 'Plazo vencido'],
  ['cancelledWithConsent', 'Cancelado', any, 'Cancelado con aceptacion'],
  ['cancelledDirectly', 'Cancelado', any, 'Cancelado sin aceptacion'],
  ['cancelled', 'Cancelado', any, any],
  ['notCancellable', 'Vigente', 'No cancelable', any],
  ['verifying', 'Vigente', 'Cancelable sin aceptacion', 'En proceso'],
  ['cancellableDirectly', 'Vigente', 'Cancelable sin aceptacion', any],
  ['cancellableWithConsent', 'Vigente', 'Cancelable con aceptacion', ''],
  ['inProcess', 'Vigente', 'Cancelable con aceptacion', 'En proceso'],
  ['rejectedByReceiver', 'Vigente', 'Cancelable con aceptacion', 'Solicitud rechazada'],
]

/**
 * Whether the SAT has cancelled a document in this state.
 * @example
 * isCancelled('cancelledBySilence') // → true
 * isCancelled('inProcess') // → false
 */
export function isCancelled(state: SatState): state is CancelledState {
  return rows.some(([known, estado]) => known === state && estado === 'Cancelado')
}

/**
 * Reads a reply of the SAT's status service. Never throws for its content: a page, a Fault, a
 * truncated text or a document type declaration is `unavailable`, and any combination outside the
 * table `unrecognised`. Only `Estado` makes a document cancelled.
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
  const consulta = readConsulta({
    status,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  })
  if (consulta === undefined)
    return statusUnavailable(`El servicio de consulta del SAT no respondió (HTTP ${status}).`)
  return { ...consulta, state: findState(consulta), efos: efosOf(consulta.validacionEFOS) }
}

/**
 * Returns the state of a reply of `Provider.status`, whose `undefined` is `unavailable`.
 * @example
 * satStateOf({ estado: 'Cancelado' }) // → 'cancelled'
 * satStateOf({ estado: 'Cancelado', estatusCancelacion: 'Plazo vencido' }) // → 'cancelledBySilence'
 */
export function satStateOf(status: SatStatus | undefined): SatState {
  if (status === undefined) return 'unavailable'
  const { estado, esCancelable = '', estatusCancelacion = '' } = status
  if (estado === 'No Encontrado') return 'notKnown'
  return findStatusRow({ estado, esCancelable, estatusCancelacion })
}

function findState(consulta: Consulta): SatAnswer['state'] {
  if (consulta.codigoEstatus.startsWith('N - ')) return 'notKnown'
  const state = findStatusRow(consulta)
  if (consulta.codigoEstatus.startsWith('S - ') || isCancelled(state)) return state
  return 'unrecognised'
}

type Said = Pick<Consulta, 'estado' | 'esCancelable' | 'estatusCancelacion'>

function findStatusRow({ estado, esCancelable, estatusCancelacion }: Said): SatAnswer['state'] {
  const said = [estado, esCancelable, estatusCancelacion].map(withoutAccents)
  for (const [state, ...cells] of rows)
    if (cells.every((cell, index) => cell === any || cell === said[index]))
      return state as SatAnswer['state']
  return 'unrecognised'
}

/** The service writes accents composed, combining, or not at all; the rest does not vary. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function efosOf(code: string): SatAnswer['efos'] {
  if (code === '') return null
  if (code === '200' || code === '201') return 'notListed'
  return 'listed'
}

function statusUnavailable(message: string): NoSatAnswer {
  return { state: 'unavailable', message }
}

/**
 * Returns the printed expression of a document (Anexo 20, section I.D) as the service expects it:
 * with `&amp;` for an `&` in an RFC.
 * @throws TypeError for a document without a stamp, or an RFC with a character that XML does not
 * admit
 * @example
 * statusExpression(factura).startsWith(`?re=${factura.Emisor.Rfc}&rr=`) // → true
 */
export function statusExpression(cfdi: Comprobante | StatusQuery): string {
  return expressionOf('Emisor' in cfdi ? statusQuery(cfdi) : cfdi)
}

/**
 * Creates the exchange with the SAT's own status service, without I/O: the request to send, and the
 * meaning of the reply. It needs no PAC and no credentials.
 * @param url Defaults to production; `satStatusUrl` of `cfdi-stamp/pac/adapter` has both.
 * @example
 * const { request } = satStatusService()
 * request(statusQuery(factura)).method // → 'POST'
 */
export function satStatusService(
  url: string = satStatusUrl.production,
): Exchange<StatusQuery, SatReading> {
  return { anonymous: true, request: (query) => statusRequest(url, query), read: readSatStatus }
}

/** Source of SAT document statuses. */
export interface StatusSource {
  /** Never rejects because of the service or the network: it then resolves to `unavailable`. */
  status(query: StatusQuery, signal?: AbortSignal): Promise<SatReading>
}

/**
 * Creates a source of statuses that queries the SAT itself through the host's `send` (for example,
 * `createSend` of `cfdi-stamp/node`).
 * @throws TypeError if `send` is not a function
 * @example
 * const source = createStatusSource({ send: async () => ({ sent: 'no' }) })
 * const { state } = await source.status(statusQuery(factura))
 * state // → 'unavailable'
 */
export function createStatusSource({
  send,
  url,
}: {
  readonly send: Send
  readonly url?: string
}): StatusSource {
  if (typeof send !== 'function') throw new TypeError('createStatusSource: send must be a function')
  const service = satStatusService(url)
  return {
    async status(query, signal) {
      const result = await sendOnce(send, service.request(query), signal)
      if (isReply(result)) return service.read(result, query)
      const code = result.error?.code
      return statusUnavailable(
        `No se pudo hablar con el servicio de consulta del SAT${code ? ` (${code})` : ''}.`,
      )
    },
  }
}
