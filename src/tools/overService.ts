/**
 * Runs tools over a stamping service with an account's API key: credits are charged, and scopes
 * apply.
 * @module
 */
import type { SatState } from '../cancel/status.js'
import type { Preview } from '../engine/preview.js'
import { isRecord, type Json } from '../lib/json.js'
import type { Finding } from '../model/finding.js'
import type { FindQuery, FoundCfdi, HostFailure, ToolHost } from './host.js'

/** Request of an operation. */
export interface ServiceQuestion {
  /** Header names in any case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string | undefined>> | undefined
  /** Query parameters. */
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  /** Form fields. */
  readonly form?: Readonly<Record<string, string | undefined>> | undefined
}

type OperationName =
  | 'createInvoice'
  | 'previewInvoice'
  | 'listInvoices'
  | 'retrieveInvoice'
  | 'cancelInvoice'
  | 'statusOfInvoice'
  | 'balance'

/**
 * The operations of a service that tools use. `createService` of `cfdi-stamp/service` provides
 * them.
 */
export type ToolService = {
  readonly [Name in OperationName]: (
    request: ServiceQuestion,
  ) => Promise<{ readonly status: number; readonly body: unknown }>
}

/**
 * Creates the host of tools over a service.
 * @param key API key of the account. Operations outside its scopes return a failure.
 * @example
 * const service = createService({
 *   environments: { sandbox: { signers: csd, provider: pac, store: createMemoryServiceStore() } },
 *   links: { base: 'https://facturas.example.mx', secret: new Uint8Array(32) },
 * })
 * const tools = createTools({ engine, host: overService(service, 'the key of an account'), allow: ['stamp'] })
 * tools.length // → 9
 */
export function overService(service: ToolService, key: string): Required<ToolHost> {
  const context = new ServiceContext(service, key)
  return {
    stamp: (json, stampKey) => context.stamp(json, stampKey),
    prepare: (json) => context.prepare(json),
    find: (query) => context.find(query),
    cancel: (call) => context.cancel(call),
    status: (uuid) => context.status(uuid),
    balance: () => context.balance(),
  }
}

class ServiceContext {
  readonly #service: ToolService
  readonly #key: string

  constructor(service: ToolService, key: string) {
    this.#service = service
    this.#key = key
  }

  async stamp(json: unknown, key: string) {
    const form = { json: draftText(json) }
    const said = await this.#ask('createInvoice', { form, headers: { 'idempotency-key': key } })
    if (!said.ok) return said
    const { XML: _, ...cfdi } = said.body['cfdi'] as Json
    return { ok: true as const, cfdi, warnings: (said.body['warnings'] ?? []) as [] }
  }

  async prepare(json: unknown): Promise<Preview | HostFailure> {
    const form = { json: draftText(json) }
    const said = await this.#ask('previewInvoice', { form })
    if (!said.ok) return said
    const { valid, document, totals, errors, warnings } = said.body
    const findings = [...(errors as Finding[]), ...(warnings as Finding[])]
    return { ok: valid === true, document, totals, findings } as Preview
  }

  async find(query: FindQuery) {
    if (query.uuid !== undefined) {
      const said = await this.#ask('retrieveInvoice', { params: { uuid: query.uuid } })
      if (!said.ok) return { cfdis: [] }
      const { XML: _, ...cfdi } = said.body['cfdi'] as FoundCfdi
      return { cfdis: [cfdi] }
    }
    const found: FoundCfdi[] = []
    let { cursor } = query
    for (let pages = 0; pages < mostPages && found.length < query.limit; pages++) {
      // Never requests more than needed: the cursor belongs to the last item read.
      const page = await this.#ask('listInvoices', {
        query: { limit: String(query.limit - found.length), cursor },
      })
      if (!page.ok) throw new Error(page.message)
      for (const cfdi of page.body['data'] as FoundCfdi[]) {
        const { Serie, Folio, Receptor, Fecha } = cfdi
        const day = String(Fecha).slice(0, 10)
        const { serie = Serie, folio = Folio, receptor = Receptor } = query
        const { desde = day, hasta = day } = query
        const isNamed = Serie === serie && Folio === folio && Receptor === receptor
        if (isNamed && day >= desde && day <= hasta) found.push(cfdi)
      }
      cursor = page.body['next'] as string | undefined
      if (cursor === undefined) break
    }
    return { cfdis: found, ...(cursor !== undefined && { cursor }) }
  }

  async cancel({ uuid, motivo, folioSustitucion }: Parameters<NonNullable<ToolHost['cancel']>>[0]) {
    const said = await this.#ask('cancelInvoice', {
      params: { uuid },
      form: { motivo, folioSustitucion },
    })
    if (!said.ok) return said
    const { phase, how } = said.body['cancellation'] as {
      readonly phase: string
      readonly how?: string
    }
    return { ok: true as const, phase, how }
  }

  async status(uuid: string) {
    const said = await this.#ask('statusOfInvoice', { params: { uuid } })
    if (!said.ok) return said
    const { cancellation, state } = said.body
    return {
      ok: true as const,
      state: state as SatState,
      ...(isRecord(cancellation) && { phase: String(cancellation['phase']) }),
    }
  }

  async balance() {
    const said = await this.#ask('balance', {})
    if (!said.ok) throw new Error(said.message)
    const { available, balance, reserved } = said.body as Record<
      'available' | 'balance' | 'reserved',
      number
    >
    return { available, balance, reserved }
  }

  async #ask(
    name: OperationName,
    request: ServiceQuestion,
  ): Promise<{ ok: true; body: Json } | HostFailure> {
    const headers = { 'x-api-key': this.#key, ...request.headers }
    const { status, body } = await this.#service[name]({ ...request, headers })
    if (status < 400 && isRecord(body)) return { ok: true, body }
    const { code, message, errors } = body as {
      code: number
      message: string
      errors: NonNullable<HostFailure['errors']>
    }
    return { ok: false, code, message, errors: errors.map(wholeError) }
  }
}

function draftText(json: unknown): string {
  if (typeof json === 'string') return json
  return JSON.stringify(json)
}

/**
 * Maximum pages searched with a filter, because the service lists by time only. The cursor
 * continues the search.
 */
const mostPages = 20

/** Errors of a request have no place in a document, so the missing members are empty. */
function wholeError(error: NonNullable<HostFailure['errors']>[number]) {
  return { ...{ code: '', severity: 'error' as const, path: error.field }, ...error }
}
