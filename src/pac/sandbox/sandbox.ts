/**
 * An in-process PAC, for tests and demonstrations: it performs the checks of a PAC, and its stamps
 * can be verified.
 *
 * Its stamps are not valid before the SAT. Its authority, certificate and stamps live as long as
 * the object.
 * @module
 */

import { type Certificate, readCertificate } from '../../certificate/certificate.js'
import { type CertificateSource, certificateFrom, findAnchor } from '../../certificate/chain.js'
import { type Csd, createCsd } from '../../certificate/csd.js'
import { CertificateError, CfdiXmlError } from '../../errors.js'
import { encodeBase64 } from '../../lib/base64.js'
import { listOf, type OptionNames, requireOptions, withMethods } from '../../lib/options.js'
import { central, dateClock, instant, localTime } from '../../lib/time.js'
import { createUuid, type Random, secureRandom } from '../../lib/uuid.js'
import { checkStructure } from '../../model/check.js'
import type { Finding } from '../../model/finding.js'
import { readTree } from '../../model/read.js'
import { cadenaTimbre } from '../../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import { cfdiRoot } from '../../sat/cfdi40/model.js'
import type { SatDocument } from '../../sat/document.js'
import { parseDocument } from '../../sat/parse.js'
import { isCfdi, type Registered, registeredNames, registeredRoots } from '../../sat/registered.js'
import { factsOf, type Root } from '../../sat/root.js'
import type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import type { Sealed } from '../../seal/sello.js'
import type { VerdictReason } from '../../seal/verdict.js'
import { verifySello } from '../../seal/verify.js'
import type { PacList } from '../../trust/pacs.js'
import { hash } from '../hash.js'
import type {
  FindOutcome,
  Provider,
  Rejected,
  SatStatus,
  Stamped,
  StampOutcome,
  StatusQuery,
} from '../provider.js'
import { requireSealed } from '../requireProvider.js'
import { type Authority, createAuthority, type Holder, type Issued } from './authority.js'
import type { SandboxSat } from './sat.js'
import { answerAt, cancelAt, pendingAt, relatedAt } from './satCancel.js'
import { zoneOf as zoneOfCatalog } from './zones.js'

/** Options of {@link createSandboxPac}, all optional. */
export interface SandboxOptions extends Registered {
  /** Id in outcomes and journals. `sandbox` by default. */
  readonly id?: string
  /** RFC of the PAC in its stamps. */
  readonly rfc?: string
  /** Current time. The system clock by default. */
  readonly clock?: () => Date
  /** Random bytes for UUIDs. The platform's generator by default. */
  readonly random?: Random
  /** The authority that issues its certificate and whose CSDs it trusts. A new one by default. */
  readonly authority?: Authority
  /**
   * Certificates of additional authorities to trust. Those of the SAT are trusted by name alone.
   */
  readonly anchors?: readonly CertificateSource[]
  /** IANA time zone of a postal code, to check Fecha. From the SAT's catalogue by default. */
  readonly zoneOf?: (postalCode: string) => string | undefined
  /** Additional checks, such as the SAT's rules. Findings of severity `error` cause a rejection. */
  readonly check?: (document: Comprobante) => readonly Finding[]
  /**
   * SAT that receives its stamps and cancellations, and whose status service it uses. By default it
   * cancels nothing.
   */
  readonly sat?: SandboxSat
  /** Numbers of certificates to consider revoked (304). */
  readonly revoked?: readonly string[]
  /**
   * Durable store of its stamps, for several processes. By default they are in memory, and live as
   * long as the object. With it, `status` requires `sat`.
   */
  readonly stamps?: SandboxStamps
}

/** The stamps of a PAC, by the SHA-256 of the sealed XML in hexadecimal. */
export interface SandboxStamps {
  /** Resolves to a stamp. */
  load(token: string): Promise<TimbreFiscalDigital | undefined>
  /**
   * Writes the stamp of a document that has none. Resolves to the stamp that the document has
   * afterwards: of concurrent writes the first prevails.
   */
  insert(token: string, timbre: TimbreFiscalDigital): Promise<TimbreFiscalDigital>
}

/** A PAC that signs its stamps, with an authority that issues certificates. */
export interface SandboxPac extends Provider {
  /** The authority that it trusts. */
  readonly authority: Authority
  /** The certificate that verifies its stamps. */
  certificate(): Promise<Certificate>
  /** Issues a CSD that it trusts, with its key. */
  issueCsd(holder: Holder): Promise<Csd>
  /**
   * Resolves to the policy under which `verifyCfdi` accepts documents that this sandbox stamped,
   * and no others.
   */
  trust(): Promise<SandboxTrust>
}

/** Trust of a sandbox PAC: the counterpart of `cfdi-stamp/trust`. */
export interface SandboxTrust {
  /** Roots of its own authority and of `anchors` of its options. */
  readonly anchors: readonly Certificate[]
  /** The RFC of the sandbox. */
  readonly pacs: PacList
  /** The certificate of its stamps. */
  readonly pacCertificates: readonly Certificate[]
}

/** SAT codes of invalid seals; 302 for all other reasons. */
const codes: Partial<Record<VerdictReason, string>> = {
  holder: '303',
  date: '305',
  kind: '306',
  chain: '308',
}

const hours72 = 72 * 3_600_000
/** Tolerance for clock skew: a Fecha up to five minutes in the future is accepted. */
const ahead = 5 * 60_000
/** Names of the options. */
const optionNames: OptionNames<SandboxOptions> = {
  id: 'text',
  rfc: 'text',
  clock: 'function',
  random: 'function',
  authority: /* @__PURE__ */ withMethods('root', 'issueCsd', 'issuePac'),
  anchors: 'list',
  zoneOf: 'function',
  check: 'function',
  sat: /* @__PURE__ */ withMethods('register', 'registerRetenciones', 'cancel', 'status'),
  revoked: /* @__PURE__ */ listOf('text'),
  stamps: /* @__PURE__ */ withMethods('load', 'insert'),
  ...registeredNames,
}

/**
 * Creates a PAC for tests. Keys are generated on first use (an RSA key takes some tenths of a
 * second).
 * @example
 * const pac = createSandboxPac()
 * const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
 * const engine = createEngine({ signers: csd, provider: pac })
 */
export function createSandboxPac(options: SandboxOptions = {}): SandboxPac {
  requireOptions('createSandboxPac', options, optionNames)
  return new Sandbox(options)
}

class Sandbox implements SandboxPac {
  readonly id: string
  readonly authority: Authority
  readonly capabilities: Provider['capabilities']
  readonly cancel?: NonNullable<Provider['cancel']>
  readonly pending?: NonNullable<Provider['pending']>
  readonly answer?: NonNullable<Provider['answer']>
  readonly related?: NonNullable<Provider['related']>
  readonly #options: SandboxOptions
  readonly #roots: readonly Root[]
  readonly #clock: () => Date
  readonly #rfc: string
  readonly #memory = new MemoryStamps()
  readonly #stamps: SandboxStamps
  #issued: Promise<Issued> | undefined

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#roots = registeredRoots(cfdiRoot, 'createSandboxPac', options)
    this.id = options.id ?? 'sandbox'
    this.#rfc = options.rfc ?? 'PSB200101AA1'
    this.#stamps = options.stamps ?? this.#memory
    this.#clock = dateClock('createSandboxPac', options.clock)
    this.authority = options.authority ?? createAuthority({ clock: this.#clock })
    const { sat } = options
    const names = (options.documents ?? []).map(({ model }) => model.document.name)
    this.capabilities = {
      dedupByContent: true,
      returnsEarlierStamp: 'always',
      findKinds: ['bytes'],
      cancelSigned: sat !== undefined,
      satStatus: true,
      balance: false,
      documents: names,
      cancels: sat === undefined ? [] : names,
    }
    if (sat === undefined) return
    const carrier = { id: this.id, rfc: this.#rfc }
    this.cancel = (request) => cancelAt(sat, request, this.id)
    this.pending = (rfc) => pendingAt(sat, rfc, carrier)
    this.answer = (request) => answerAt(sat, request, carrier)
    this.related = (request) => relatedAt(sat, request, carrier)
  }

  async certificate(): Promise<Certificate> {
    return (await this.#own()).certificate
  }

  async issueCsd(holder: Holder): Promise<Csd> {
    return createCsd((await this.authority.issueCsd(holder)).signer)
  }

  async trust(): Promise<SandboxTrust> {
    const pacs = { date: this.#clock().toISOString().slice(0, 10), pacs: [{ rfc: this.#rfc }] }
    return { anchors: await this.#anchors(), pacs, pacCertificates: [await this.certificate()] }
  }

  async ping(): Promise<boolean> {
    return true
  }

  async stamp(sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
    requireSealed('stamp', sealed, signal)
    const { xml } = sealed
    if (signal?.aborted)
      return {
        kind: 'unavailable',
        pac: this.id,
        message: 'La petición se canceló antes de enviarse.',
      }
    const key = await hash(xml)
    const read = this.#read(xml)
    const problem = 'scope' in read ? read : await this.#validate(xml, read)
    if ('scope' in read || problem !== undefined) {
      // A document that it stamped is not rejected later, as for its date.
      const earlier = await this.#stamps.load(key)
      return earlier === undefined ? problem! : this.#stamped(earlier, 'earlier')
    }
    const { certificate, signer } = await this.#own()
    const unsigned: TimbreFiscalDigital = {
      Version: '1.1',
      UUID: createUuid(this.#options.random ?? secureRandom),
      FechaTimbrado: localTime(this.#clock(), central),
      RfcProvCertif: this.#rfc,
      SelloCFD: read.document.Sello,
      NoCertificadoSAT: certificate.noCertificado,
      SelloSAT: '',
    }
    const signature = await signer.sign(new TextEncoder().encode(cadenaTimbre(unsigned)))
    const timbre = { ...unsigned, SelloSAT: encodeBase64(signature) }
    // The first stamp of the same bytes prevails, also among concurrent calls.
    const present = await this.#stamps.insert(key, timbre)
    if (present.UUID !== timbre.UUID) return this.#stamped(present, 'earlier')
    const { kind, document } = read
    const { sat } = this.#options
    if (kind === undefined || kind.service === 'cfdi') sat?.register(document, timbre.UUID)
    else sat?.registerRetenciones(timbre.UUID, String(factsOf(kind, document).Rfc))
    return this.#stamped(timbre, 'fresh')
  }

  async #validate(xml: string, read: Readable): Promise<Rejected | undefined> {
    return (
      this.#validateDates(read) ??
      (await this.#validateSeal(xml)) ??
      (await this.#validateCertificate(read)) ??
      this.#validateRules(read)
    )
  }

  async find(sealed: Sealed): Promise<FindOutcome> {
    requireSealed('find', sealed)
    const { xml } = sealed
    const timbre = await this.#stamps.load(await hash(xml))
    if (timbre === undefined) return { kind: 'absent', pac: this.id }
    return this.#stamped(timbre, 'earlier')
  }

  async status(query: StatusQuery): Promise<SatStatus> {
    if (this.#options.sat !== undefined) return this.#options.sat.status(query)
    const { uuid } = query
    if (this.#memory.has(uuid.toUpperCase()))
      return { estado: 'Vigente', esCancelable: 'Cancelable sin aceptación' }
    return { estado: 'No Encontrado' }
  }

  #own(): Promise<Issued> {
    this.#issued ??= this.authority.issuePac({ rfc: this.#rfc, name: 'PAC DE PRUEBAS' })
    return this.#issued
  }

  #stamped(timbre: TimbreFiscalDigital, when: Stamped['when']): Stamped {
    return {
      kind: 'stamped',
      pac: this.id,
      when,
      timbre,
      ...(when === 'earlier' && { code: '307' }),
    }
  }

  #reject(scope: Rejected['scope'], code: string, message: string): Rejected {
    return { kind: 'rejected', pac: this.id, scope, code, message }
  }

  #read(xml: string): Readable | Rejected {
    try {
      const { tree, source, root } = parseDocument(cfdiRoot, xml, undefined, this.#roots)
      const { document, departures } = readTree(root.model, tree, source)
      const findings = checkStructure(root.model, document, { placement: true })
      for (const { severity, message } of [
        ...departures.map(({ finding }) => finding),
        ...findings,
      ])
        if (severity === 'error') return this.#reject('document', '301', message)
      const kind = isCfdi(root) ? undefined : (root as SatDocument)
      return { kind, document: document as Comprobante }
    } catch (error) {
      if (error instanceof CfdiXmlError || error instanceof Error)
        return this.#reject('document', '301', error.message)
      throw error
    }
  }

  #validateDates(read: Readable): Rejected | undefined {
    const { Fecha, LugarExpedicion } = datesOf(read)
    const zone = (this.#options.zoneOf ?? zoneOfCatalog)(LugarExpedicion.trim()) ?? central
    const age = this.#clock().getTime() - instant(Fecha.trim(), zone).getTime()
    if (age <= hours72 && age >= -ahead) return undefined
    return this.#reject(
      'time',
      '401',
      age > 0
        ? 'Pasaron más de 72 horas desde la Fecha del comprobante.'
        : 'La Fecha está en el futuro.',
    )
  }

  async #validateSeal(xml: string): Promise<Rejected | undefined> {
    const { documents, complements } = this.#options
    const verdict = await verifySello(xml, { anchors: 'none', documents, complements })
    if (verdict.intact) return undefined
    return this.#reject('certificate', codes[verdict.reason] ?? '302', verdict.message)
  }

  async #validateCertificate(read: Readable): Promise<Rejected | undefined> {
    const { Certificado, NoCertificado } = read.document
    const { Fecha } = datesOf(read)
    const certificate = readCertificate(Certificado)
    if (certificate.kind === 'efirma')
      return this.#reject('certificate', '306', 'El certificado es una e.firma, no un CSD.')
    const sealed = instant(Fecha.trim(), central).getTime()
    // The certificate's dates are in UTC and Fecha is local: the margin covers the time zones of
    // Mexico.
    const margin = 3 * 3_600_000
    if (
      sealed + margin < certificate.validFrom.getTime() ||
      sealed - margin > certificate.validTo.getTime()
    ) {
      return this.#reject(
        'certificate',
        '305',
        'La Fecha está fuera de la vigencia del certificado.',
      )
    }
    if (this.#options.revoked?.includes(NoCertificado))
      return this.#reject('list', '304', 'El certificado está revocado.')
    try {
      if ((await findAnchor(certificate, await this.#anchors())) !== undefined) return undefined
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
    }
    if (certificate.issuer.organization.toUpperCase().startsWith('SERVICIO DE ADMINISTRACI'))
      return undefined
    return this.#reject('certificate', '308', 'El certificado no lo emitió el SAT.')
  }

  async #anchors(): Promise<readonly Certificate[]> {
    return [...(this.#options.anchors ?? []).map(certificateFrom), await this.authority.root()]
  }

  /** `check` of the options is for CFDI 4.0. */
  #validateRules({ kind, document }: Readable): Rejected | undefined {
    if (kind !== undefined) return undefined
    for (const { severity, code, message } of this.#options.check?.(document) ?? [])
      if (severity === 'error') return this.#reject('document', code, message)
    return undefined
  }
}

class MemoryStamps implements SandboxStamps {
  readonly #stamps = new Map<string, TimbreFiscalDigital>()

  async load(token: string) {
    return this.#stamps.get(token)
  }

  async insert(token: string, timbre: TimbreFiscalDigital) {
    const present = this.#stamps.get(token)
    if (present !== undefined) return present
    this.#stamps.set(token, timbre)
    return timbre
  }

  has(uuid: string): boolean {
    return [...this.#stamps.values()].some(({ UUID }) => UUID === uuid)
  }
}

/** A document that was read; without a kind it is a CFDI 4.0. */
interface Readable {
  readonly kind: SatDocument | undefined
  readonly document: Comprobante
}

function datesOf({
  kind = cfdiRoot,
  document,
}: {
  kind?: Root | undefined
  document: Comprobante
}) {
  return factsOf(kind, document) as { readonly Fecha: string; readonly LugarExpedicion: string }
}
