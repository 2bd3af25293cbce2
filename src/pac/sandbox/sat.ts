/**
 * The SAT of the sandbox: its cancellation service, the inbox of receivers and the public status
 * service, in process and on an injected clock. It verifies signatures of requests. Its decisions
 * are configurable; they do not predict those of the real SAT.
 * @module
 */
import { verifyIssuedBy } from '../../certificate/certificate.js'
import { businessCalendar, endOfBusinessDays } from '../../fiscal/businessDays.js'
import { compareDecimals } from '../../lib/decimal.js'
import { type OptionNames, requireOptions } from '../../lib/options.js'
import { central, localTime, tryWall, wallAt } from '../../lib/time.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import type { Send } from '../adapter/adapter.js'
import type { RelatedDocument, SatStatus, StatusQuery } from '../provider.js'
import type { Authority } from './authority.js'
import { acuseOf, receiptOf } from './satAcuse.js'
import {
  isCancelledAt,
  relationsOf,
  type SatCancellation,
  type SatDocument,
  statusAt,
} from './satDocument.js'
import { isOfRetenciones, SandboxRetenciones } from './satRetenciones.js'
import { queryIn, replyOf } from './satStatus.js'
import { attributeOf, elementIn, readSatRequest, type SatRequest, textIn } from './satRequest.js'

/** Options of {@link createSandboxSat}, all optional. Times in milliseconds. */
export interface SandboxSatOptions {
  /** Current time. The system clock by default. */
  readonly clock?: () => Date
  /**
   * The authority that must have issued the certificates of requests (305). By default any
   * signature that fits its certificate will do.
   */
  readonly authority?: Authority
  /** Time from a stamp until the document is known here (205, "No Encontrado"). 0 by default. */
  readonly visibleAfter?: number
  /** Time from a request, or an answer, until the status service shows it. 0 by default. */
  readonly shownAfter?: number
  /**
   * Whether a receiver must consent. By default a total over 1,000 of income, or a payment, to a
   * receiver with an RFC of its own.
   */
  readonly needsConsent?: (document: Comprobante) => boolean
  /** Whether silence cancels: by default, only of the first request for a document. */
  readonly silenceCancels?: (document: Comprobante, request: number) => boolean
  /** Business days that a receiver has. 3 by default. */
  readonly receiverDays?: number
  /** Which days those are. `businessCalendar()` by default. */
  readonly isBusinessDay?: (day: string) => boolean
}

/** The SAT of the sandbox. */
export interface SandboxSat {
  /**
   * Registers a stamped document. `createSandboxPac({ sat })` does it for its stamps.
   * @param state of another SAT, by `stateOf`
   */
  register(document: Comprobante, uuid: string, state?: SandboxSatState): void
  /**
   * Registers a stamped CFDI de retenciones at the cancellation service, which requires no consent.
   * There is no other service for them.
   */
  registerRetenciones(uuid: string, rfcEmisor: string, state?: SandboxSatState): void
  /**
   * Returns what the SAT knows of a document besides its content, to be stored as JSON: with it and
   * `register`, another process continues.
   */
  stateOf(uuid: string): SandboxSatState
  /** The cancellation service, of CFDI and of retenciones: an acuse for a signed request. */
  cancel(signed: string): Promise<string>
  /** The service of receivers: an acuse for a signed answer. */
  answer(signed: string): Promise<string>
  /** Folios of the requests that wait for a receiver. */
  pending(rfc: string): readonly string[]
  /**
   * The documents that relate to one (`padres`), and those that it relates to (`hijos`), for a
   * signed question.
   */
  related(signed: string): Promise<SandboxRelated>
  /** Returns the answer of the status service. */
  status(query: StatusQuery): SatStatus
  /** The status service over HTTP, as the real one speaks: the `send` of `createStatusSource`. */
  readonly send: Send
}

/** State of a document at the SAT of the sandbox. Plain data. */
export interface SandboxSatState {
  /** Number of requests of cancellation that were accepted. Absent before the first. */
  readonly asked?: number
  /** The last request of a CFDI. */
  readonly cancellation?: SatCancellation
  /** Whether a CFDI de retenciones is cancelled. */
  readonly cancelled?: true
}

/**
 * Result of a lookup of related documents. Codes: 2000 found, 2001 none, 2002 seal, 305
 * certificate, 301 form.
 */
export interface SandboxRelated {
  /** The code. */
  readonly code: string
  /** The documents in force that relate to it. */
  readonly padres: readonly RelatedDocument[]
  /** Documents that it relates to. Unregistered ones have only a folio. */
  readonly hijos: readonly RelatedDocument[]
}

/** The public in general, and residents abroad. */
const genericRfcs = ['XAXX010101000', 'XEXX010101000']

function usuallyNeedsConsent({ TipoDeComprobante, Total, Receptor }: Comprobante): boolean {
  if (genericRfcs.includes(Receptor.Rfc)) return false
  return (
    TipoDeComprobante === 'P' ||
    (TipoDeComprobante === 'I' && compareDecimals(String(Total), '1000') > 0)
  )
}

/** Names of the options. */
const optionNames: OptionNames<SandboxSatOptions> = {
  clock: true,
  authority: true,
  visibleAfter: true,
  shownAfter: true,
  needsConsent: true,
  silenceCancels: true,
  receiverDays: true,
  isBusinessDay: true,
}

/**
 * Creates a SAT for tests and demonstrations.
 * @throws TypeError for an unknown option, or one of another type
 * @example
 * const sat = createSandboxSat()
 * sat.register(factura, timbre.UUID)
 * const { xml } = await signCancellation({ uuid: timbre.UUID, motivo: '02', at: new Date() }, csd)
 * readAcuse(await sat.cancel(xml), { uuid: timbre.UUID }).class // → 'accepted'
 * sat.status(statusQuery(factura)).estatusCancelacion // → 'Cancelado sin aceptación'
 */
export function createSandboxSat(options: SandboxSatOptions = {}): SandboxSat {
  requireOptions('createSandboxSat', options, optionNames)
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(optionTypes, name)
      ? optionTypes[name as keyof SandboxSatOptions]
      : undefined
    if (type === undefined) throw new TypeError(`createSandboxSat: ${name} is not an option`)
    if (value !== undefined) {
      const isNumber = type === 'number' && (!Number.isFinite(value) || (value as number) < 0)
      if (typeof value !== type || value === null || isNumber)
        throw new TypeError(
          `createSandboxSat: ${name} must be a ${type === 'number' ? 'number from 0' : type}`,
        )
    }
  }
  return new Sat(options)
}

/** The options, and the type of each. */
const optionTypes: Readonly<Record<keyof SandboxSatOptions, 'function' | 'number' | 'object'>> = {
  clock: 'function',
  authority: 'object',
  visibleAfter: 'number',
  shownAfter: 'number',
  needsConsent: 'function',
  silenceCancels: 'function',
  receiverDays: 'number',
  isBusinessDay: 'function',
}

class Sat implements SandboxSat {
  readonly send: Send
  readonly #options: SandboxSatOptions
  readonly #documents = new Map<string, SatDocument>()
  readonly #asked = new Map<string, number>()
  readonly #retenciones = new SandboxRetenciones()

  constructor(options: SandboxSatOptions) {
    this.#options = { isBusinessDay: businessCalendar(), ...options }
    this.send = async (request) => {
      const query = queryIn(request)
      return replyOf(query === undefined ? undefined : this.status(query))
    }
  }

  register(document: Comprobante, uuid: string, state: SandboxSatState = {}): void {
    const stampedAt = this.#now()
    const key = uuid.toUpperCase()
    if (this.#documents.has(key)) return
    const { asked, cancellation } = state
    const visibleAt = stampedAt + (this.#options.visibleAfter ?? 0)
    const requested = cancellation && { cancellation }
    this.#documents.set(key, { uuid: key, document, stampedAt, visibleAt, ...requested })
    if (asked !== undefined) this.#asked.set(key, asked)
  }

  registerRetenciones(uuid: string, rfcEmisor: string, state: SandboxSatState = {}): void {
    this.#retenciones.register(uuid, rfcEmisor, state.cancelled)
  }

  stateOf(uuid: string): SandboxSatState {
    const key = uuid.toUpperCase()
    const [asked, { cancellation } = {}] = [this.#asked.get(key), this.#documents.get(key)]
    return {
      ...(asked !== undefined && { asked }),
      ...(cancellation !== undefined && { cancellation }),
      ...(this.#retenciones.isCancelled(key) && { cancelled: true }),
    }
  }

  async cancel(signed: string): Promise<string> {
    const request = await this.#verify(signed, 'RfcEmisor')
    if (isOfRetenciones(signed)) return this.#retenciones.cancel(signed, request, this.#fecha())
    const fecha = this.#fecha()
    if (typeof request === 'string') return acuseOf(signed, fecha, { request })
    const folio = elementIn(request.root, 'Folio')
    if (folio === undefined) return acuseOf(signed, fecha, { request: '301' })
    const uuid = attributeOf(folio, 'UUID').toUpperCase()
    return acuseOf(signed, fecha, { uuid, folio: this.#judge(uuid, folio, request) })
  }

  async answer(signed: string): Promise<string> {
    const request = await this.#verify(signed, 'RfcReceptor')
    const fecha = this.#fecha()
    if (typeof request === 'string') return receiptOf(signed, fecha, { request })
    const uuid = textIn(request.root, 'UUID').toUpperCase()
    return receiptOf(signed, fecha, { uuid, folio: this.#answer(uuid, request) })
  }

  /** The code of an answer. */
  #answer(uuid: string, { root, certificate }: SatRequest): string {
    const one = this.#documents.get(uuid)
    if (one?.cancellation?.answer !== undefined) return '1002'
    if (one === undefined || !this.#isPending(one)) return '1001'
    if (one.document.Receptor.Rfc !== certificate.rfc) return '1003'
    const answer = {
      accepted: textIn(root, 'Respuesta') === 'Aceptacion',
      shownAt: this.#now() + (this.#options.shownAfter ?? 0),
    }
    this.#documents.set(uuid, { ...one, cancellation: { ...one.cancellation!, answer } })
    return '1000'
  }

  pending(rfc: string): readonly string[] {
    const uuids: string[] = []
    for (const one of this.#documents.values())
      if (one.document.Receptor.Rfc === rfc && this.#isPending(one)) uuids.push(one.uuid)
    return uuids
  }

  async related(signed: string): Promise<SandboxRelated> {
    const side = /^<\w+ [^>]*RfcEmisor=""/.test(signed) ? 'RfcReceptor' : 'RfcEmisor'
    const request = await this.#verify(signed, side)
    if (typeof request === 'string')
      return {
        code: request === '302' || request === '303' ? '2002' : request,
        padres: [],
        hijos: [],
      }
    const uuid = attributeOf(request.root, 'Uuid').toUpperCase()
    const padres = this.#relatedTo(uuid).map((one) => this.#named(one.uuid))
    const own = this.#documents.get(uuid)
    const hijos =
      own === undefined
        ? []
        : relationsOf(own.document).map((relation) => this.#named(relation.uuid))
    return { code: padres.length + hijos.length > 0 ? '2000' : '2001', padres, hijos }
  }

  status({ uuid, rfcEmisor, rfcReceptor, total, fe }: StatusQuery): SatStatus {
    const one = this.#visible(uuid.toUpperCase())
    if (one === undefined) return { estado: 'No Encontrado' }
    const { Emisor, Receptor, Total, Sello } = one.document
    const isIt = Emisor.Rfc === rfcEmisor && Receptor.Rfc === rfcReceptor && Sello.endsWith(fe)
    if (!isIt || compareDecimals(String(Total), total) !== 0) return { estado: 'No Encontrado' }
    return statusAt(one, this.#now(), {
      blocked: this.#relatedTo(one.uuid).length > 0,
      consent: this.#needsConsent(one),
    })
  }

  #now(): number {
    return (this.#options.clock?.() ?? new Date()).getTime()
  }

  #visible(uuid: string): SatDocument | undefined {
    const one = this.#documents.get(uuid)
    if (one !== undefined && this.#now() >= one.visibleAt) return one
    return undefined
  }

  #needsConsent({ document }: SatDocument): boolean {
    return (this.#options.needsConsent ?? usuallyNeedsConsent)(document)
  }

  /** Whether its receiver may still answer. */
  #isPending(one: SatDocument): boolean {
    const { cancellation } = one
    return (
      cancellation?.consent === true &&
      cancellation.answer === undefined &&
      !isCancelledAt(one, this.#now())
    )
  }

  /**
   * Returns valid documents that relate to one, except its substitute (04), which does not prevent
   * the cancellation.
   */
  #relatedTo(uuid: string): SatDocument[] {
    const related: SatDocument[] = []
    for (const one of this.#documents.values())
      for (const { uuid: other, tipo } of relationsOf(one.document))
        if (other === uuid && tipo !== '04' && !isCancelledAt(one, this.#now())) {
          related.push(one)
          break
        }
    return related
  }

  #named(uuid: string): RelatedDocument {
    const { Emisor, Receptor } = this.#documents.get(uuid)?.document ?? {}
    return {
      uuid,
      ...(Emisor && { rfcEmisor: Emisor.Rfc }),
      ...(Receptor && { rfcReceptor: Receptor.Rfc }),
    }
  }

  /** The request, or the code with which the whole of it is refused. */
  async #verify(signed: string, side: 'RfcEmisor' | 'RfcReceptor'): Promise<SatRequest | string> {
    const request = await readSatRequest(signed)
    if (typeof request === 'string') return request
    const { root, certificate } = request
    if (certificate.kind !== 'csd') return '310'
    if (attributeOf(root, side) !== certificate.rfc) return '303'
    const now = new Date(this.#now())
    if (now < certificate.validFrom || now > certificate.validTo) return '304'
    const { authority } = this.#options
    if (authority !== undefined && !(await verifyIssuedBy(certificate, await authority.root())))
      return '305'
    const fecha = attributeOf(root, 'Fecha')
    const tolerance = 5 * 60_000
    if (fecha !== '' && tryWall(fecha) > wallAt(now, central) + tolerance) return '301'
    return request
  }

  /** Returns the code of a request for one document. A request after a rejection counts as new. */
  #judge(uuid: string, folio: SatRequest['root'], { certificate }: SatRequest): string {
    const one = this.#visible(uuid)
    if (one === undefined) return '205'
    if (one.document.Emisor.Rfc !== certificate.rfc) return '203'
    if (isCancelledAt(one, this.#now()) || this.#isPending(one)) return '202'
    const motivo = attributeOf(folio, 'Motivo')
    const substitute = attributeOf(folio, 'FolioSustitucion').toUpperCase()
    if (!/^0[1-4]$/.test(motivo) || (motivo === '01') !== (substitute !== '')) return '207'
    if (motivo === '01' && !this.#isSubstitute(substitute, uuid)) return '208'
    if (this.#relatedTo(uuid).length > 0) return '204'
    const {
      silenceCancels = (_, request) => request === 1,
      receiverDays = 3,
      shownAfter = 0,
      isBusinessDay,
    } = this.#options
    const asked = (this.#asked.get(one.uuid) ?? 0) + 1
    this.#asked.set(one.uuid, asked)
    const [at, consent] = [this.#now(), this.#needsConsent(one)]
    const isSilent = consent && silenceCancels(one.document, asked)
    const silence = isSilent
      ? { silentAt: endOfBusinessDays(at, receiverDays, isBusinessDay!) }
      : {}
    this.#documents.set(uuid, {
      ...one,
      cancellation: { motivo, at, shownAt: at + shownAfter, consent, ...silence },
    })
    return '201'
  }

  #isSubstitute(substitute: string, uuid: string): boolean {
    const relations = this.#documents.get(substitute)
    const stated = relations === undefined ? [] : relationsOf(relations.document)
    return stated.some((relation) => relation.tipo === '04' && relation.uuid === uuid)
  }

  #fecha(): string {
    return `${localTime(new Date(this.#now()), central)}.0000000`
  }
}
