/**
 * Fake PAC: the shared state of all fakes. It stamps with a sandbox PAC, remembers stamped
 * documents, and fails on request.
 * @module
 */
import { CfdiXmlError } from '../../errors.js'
import type { Root } from '../../sat/root.js'
import { parseSealed } from '../../seal/parseSealed.js'
import { hash } from '../hash.js'
import type { SatStatus } from '../provider.js'
import { createSandboxPac, type SandboxOptions, type SandboxPac } from '../sandbox/sandbox.js'
import { createSandboxSat, type SandboxSat } from '../sandbox/sat.js'
import { stampXml } from '../sandbox/testHost.js'
import { type Sent, type Trick, tricks, whole } from './tricks.js'
import type { FakeAnswer, FakeCall, FakeReply, FakeRequest, Problem, Wire } from './wire.js'

/** The account that a fake accepts. */
export const fakeAccount = { user: 'demo@example.com', password: 'contraseña & 12345678' }

/** A token that it accepts and that does not expire. */
export const infiniteToken = 'T2lYQ0t4L0R.infinite-token.7k2gVCGSZKL'

/**
 * Options of a fake. With `sat`, cancellations, receivers and related documents are that SAT's.
 * Without one every document is cancelled immediately, without consent.
 */
export interface FakeOptions extends SandboxOptions {
  /**
   * The sandbox PAC that stamps; a new one by default. Sharing one saves the generation of its key.
   */
  readonly pac?: SandboxPac
  /** Returns the trick for each stamp request without one from `next`. Defaults to none. */
  readonly trick?: () => Trick | undefined
  /** Stamps that the account has. 1,000 by default. */
  readonly credits?: number
}

/** Stamped document of a fake. */
interface Record {
  readonly uuid: string
  readonly cfdi: string
  readonly tfd: string
  /** Lookup keys: hash of the bytes, hash of the cadena, reference. */
  readonly keys: ReadonlySet<string>
}

/** A fake PAC, without its server. */
export class FakePac {
  /** Issues certificates that the fake trusts. */
  readonly pac: SandboxPac
  /** Received calls, in order. */
  readonly asked: FakeCall[] = []
  /** Violations of the requests that do not match the contract, in order. */
  readonly refusals: string[] = []
  /** The tokens that it accepts. */
  readonly tokens = new Set<string>([infiniteToken])
  readonly #wire: Wire
  readonly #clock: () => Date
  readonly #tricks: Trick[] = []
  readonly #records: Record[] = []
  readonly #cancelled = new Set<string>()
  readonly #sat: SandboxSat
  readonly #credits: number
  readonly #trick: () => Trick | undefined
  readonly #keepsOwn: boolean
  readonly #documents: readonly Root[]
  #lag = 0
  #badLogins = 0
  #received = 0
  #rejected = 0
  #repeats = 0

  constructor(
    wire: Wire,
    { pac, credits = 1000, trick = () => undefined, ...options }: FakeOptions = {},
  ) {
    this.#wire = wire
    this.#sat =
      options.sat ?? createSandboxSat(options.clock === undefined ? {} : { clock: options.clock })
    this.#keepsOwn = options.sat === undefined
    this.pac = pac ?? createSandboxPac(options)
    this.#documents = options.documents ?? []
    this.#credits = credits
    this.#trick = trick
    this.#clock = options.clock ?? (() => new Date())
  }

  /** Sets the tricks for the next stamp requests, in order. */
  next(...list: readonly Trick[]): void {
    this.#tricks.push(...list)
  }

  /** The UUIDs that it issued. */
  get uuids(): readonly string[] {
    return this.#records.map(({ uuid }) => uuid)
  }

  /** Answers a request. */
  async answer(request: FakeRequest): Promise<Sent> {
    const ask = await this.#wire.read(request)
    if (ask === undefined)
      return whole({ status: 404, headers: {}, body: '<html><title>Not Found</title></html>' })
    if ('refusal' in ask) {
      this.refusals.push(ask.refusal)
      return whole(ask.reply)
    }
    this.asked.push(ask)
    const trick = ask.op === 'stamp' ? (this.#tricks.shift() ?? this.#trick()) : undefined
    if (trick === undefined) return whole(await this.#write(await this.#say(ask), ask))
    const { stamps, problem, expires, lag = 0, say, packing, send = whole } = tricks[trick]
    if (expires) this.tokens.clear()
    const usual = stamps ? await this.#say(ask) : absent
    const said = problem === undefined ? (say?.(usual) ?? usual) : this.#problem(problem)
    this.#lag = Math.max(this.#lag, lag)
    return send(await this.#write(said, ask, packing))
  }

  async #write(
    said: FakeAnswer,
    ask: FakeCall,
    packing?: 'two' | 'none' | 'bomb',
  ): Promise<FakeReply> {
    return this.#wire.write(said, ask, packing)
  }

  async #say(ask: FakeCall): Promise<FakeAnswer> {
    if (ask.op === 'login') {
      const turnedAway = this.#turnAway(ask)
      if (turnedAway !== undefined) return turnedAway
      const token = `eyJ.session-${this.asked.length}.sig`
      this.tokens.add(token)
      return { kind: 'open', token, expires: this.#clock().getTime() + 2 * 3_600_000 }
    }
    return this.#turnAway(ask) ?? this.#operate(ask)
  }

  async #operate(ask: FakeCall): Promise<FakeAnswer> {
    switch (ask.op) {
      case 'stamp':
        return this.#stamp(ask)
      case 'find':
        return this.#find(ask)
      case 'cancel':
        if (this.#keepsOwn) return this.#cancel(ask)
        {
          const { xml = '' } = ask
          const acuse = await this.#sat.cancel(xml)
          const uuid = /UUID="([^"]+)"/.exec(xml)?.[1] ?? ''
          const code = codeIn(acuse)
          if (code.startsWith('3')) return { kind: 'rejected', code, message: `${code}.` }
          return { kind: 'cancelled', uuid, code, acuse }
        }
      case 'pending':
        return { kind: 'pending', uuids: this.#sat.pending(ask.rfc ?? '') }
      case 'answer':
        return this.#answer(ask)
      case 'related':
        return { kind: 'related', ...(await this.#sat.related(ask.xml ?? '')) }
      case 'status':
        return { kind: 'state', state: this.#stateOf(ask) }
      case 'register':
        if (/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(ask.rfc ?? ''))
          return { kind: 'registered', message: 'Account Created successfully' }
        return { kind: 'rejected', code: '', message: 'RFC Invalido' }
      case 'balance':
        return { kind: 'balance', left: this.#left }
      default:
        return { kind: 'alive' }
    }
  }

  get #left(): number {
    return this.#credits - this.#records.length
  }

  #problem(problem: Problem): FakeAnswer {
    const [code, message, status] = this.#wire.problems[problem] ?? [
      '',
      `No hay código para ${problem}.`,
    ]
    return { kind: 'problem', code, message, status }
  }

  /**
   * Requests that carry no credentials are admitted: whether they need some is the wire's to know.
   */
  #turnAway({ user, password, token }: FakeCall): FakeAnswer | undefined {
    const { lockAfter = Number.POSITIVE_INFINITY } = this.#wire
    if (token !== undefined && !this.tokens.has(token))
      return this.#problem(this.#wire.problems.token ? 'token' : 'login')
    if (user === undefined && password === undefined) return undefined
    if (this.#badLogins >= lockAfter) return this.#problem('blocked')
    // Of an API key there is the secret alone.
    const isUser = user === undefined || user === fakeAccount.user
    if (isUser && password === fakeAccount.password) return undefined
    this.#badLogins++
    return this.#problem('login')
  }

  async #stamp({ xml = '', key }: FakeCall): Promise<FakeAnswer> {
    this.#received++
    const { blockAbove = 1, dedup } = this.#wire
    if (this.#received > 10 && this.#rejected / this.#received > blockAbove)
      return this.#problem('blocked')
    const wanted = dedup === 'reference' ? (key ?? '') : contentKey(xml)
    for (const earlier of this.#records) if (earlier.keys.has(wanted)) return this.#again(earlier)
    if (this.#left <= 0) return this.#problem('credits')
    const result = await this.#tryStamp(xml)
    if ('code' in result) {
      this.#rejected++
      return { kind: 'rejected', ...result }
    }
    const { uuid, cfdi, tfd } = result
    const { findsBy } = this.#wire
    const hashed =
      findsBy && (await hash(findsBy === 'cadena' ? parseSealed(xml, this.#documents).cadena : xml))
    const keys = [contentKey(xml), hashed ?? '', key ?? '']
    // Concurrent requests with the same bytes may meet here: the first stamp prevails.
    for (const present of this.#records) if (present.uuid === uuid) return this.#again(present)
    this.#records.push({ uuid, cfdi, tfd, keys: new Set(keys.filter((each) => each !== '')) })
    return { kind: 'stamped', when: 'fresh', cfdi, tfd }
  }

  #again(record: Record): FakeAnswer {
    const { earlier } = this.#wire
    const isTold = earlier === 'always' || (earlier === 'alternates' && this.#repeats++ % 2 === 1)
    return {
      kind: 'stamped',
      when: 'earlier',
      ...(isTold && { cfdi: record.cfdi, tfd: record.tfd }),
    }
  }

  async #tryStamp(
    xml: string,
  ): Promise<Omit<Record, 'keys'> | { readonly code: string; readonly message: string }> {
    try {
      const { outcome, cfdi = '', tfd = '' } = await stampXml(this.pac, xml, this.#documents)
      if (outcome.kind === 'stamped') return { uuid: outcome.timbre.UUID, cfdi, tfd }
      return {
        code: outcome.code ?? '301',
        message: outcome.kind === 'rejected' ? outcome.message : '',
      }
    } catch (error) {
      if (error instanceof CfdiXmlError) return { code: '301', message: error.message }
      throw error
    }
  }

  async #find({ xml, key }: FakeCall): Promise<FakeAnswer> {
    if (this.#lag > 0) {
      this.#lag--
      return absent
    }
    const wanted = key ?? contentKey(xml ?? '')
    for (const { keys, cfdi, tfd } of this.#records)
      if (keys.has(wanted)) return { kind: 'stamped', when: 'earlier', cfdi, tfd }
    return absent
  }

  /** Without a request, with the CSD that the PAC keeps. */
  #cancel({ xml, uuid: asked }: FakeCall): FakeAnswer {
    const uuid = (/UUID="([^"]+)"/.exec(xml ?? '')?.[1] ?? asked ?? '').toUpperCase()
    if (xml !== undefined && !/<(?:\w+:)?Signature\b/.test(xml))
      return { kind: 'rejected', code: '302', message: 'Sello mal formado.' }
    const code = !this.uuids.includes(uuid) ? '205' : this.#cancelled.has(uuid) ? '202' : '201'
    if (code === '201') this.#cancelled.add(uuid)
    const folios = `<Folios><UUID>${uuid}</UUID><EstatusUUID>${code}</EstatusUUID></Folios>`
    return {
      kind: 'cancelled',
      uuid,
      code,
      acuse: `<Acuse xmlns="http://cancelacfd.sat.gob.mx" Fecha="2026-11-21T10:00:00" RfcEmisor="EKU9003173C9">${folios}</Acuse>`,
    }
  }

  async #answer({ xml = '' }: FakeCall): Promise<FakeAnswer> {
    const acuse = await this.#sat.answer(xml)
    return {
      kind: 'answered',
      uuid: /<UUID>([^<]+)/.exec(xml)?.[1] ?? '',
      code: codeIn(acuse),
      acuse,
    }
  }

  #stateOf({ uuid = '', query }: FakeCall): SatStatus {
    if (!this.#keepsOwn && query !== undefined) return this.#sat.status(query)
    if (!this.uuids.includes(uuid.toUpperCase())) return { estado: 'No Encontrado' }
    if (this.#cancelled.has(uuid.toUpperCase()))
      return { estado: 'Cancelado', estatusCancelacion: 'Cancelado sin aceptación' }
    return { estado: 'Vigente', esCancelable: 'Cancelable sin aceptación' }
  }
}

const absent: FakeAnswer = { kind: 'absent' }

/** The code of the document, or that of a request that was refused as a whole. */
function codeIn(acuse: string): string {
  return (/<EstatusUUID>(\w+)/.exec(acuse) ?? /CodEstatus="(\w+)"/.exec(acuse))?.[1] ?? ''
}

/** The document itself, as a key that no reference equals. */
function contentKey(xml: string): string {
  return `=${xml}`
}
