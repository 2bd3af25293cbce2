/**
 * An in-process PAC, for tests and demonstrations: it performs the checks of a PAC, and its stamps can be verified.
 *
 * Its stamps are not valid before the SAT. Its authority, certificate and stamps live as long as the object.
 * @module
 */

import { type Certificate, readCertificate, verifyIssuedBy } from '../../certificate/certificate.js'
import { type Csd, createCsd } from '../../certificate/csd.js'
import { CertificateError, CfdiXmlError } from '../../errors.js'
import { encodeBase64 } from '../../lib/base64.js'
import { central, instant, localTime } from '../../lib/time.js'
import { createUuid, type Random, secureRandom } from '../../lib/uuid.js'
import { checkStructure } from '../../model/check.js'
import type { Finding } from '../../model/finding.js'
import { readDocument } from '../../model/read.js'
import { cadenaTimbre, cfdi } from '../../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import type { Sealed } from '../../seal/sello.js'
import type { VerdictReason } from '../../seal/verdict.js'
import { verifySello } from '../../seal/verify.js'
import { hash } from '../hash.js'
import type { FindOutcome, Provider, Rejected, SatStatus, Stamped, StampOutcome, StatusQuery } from '../provider.js'
import { type Authority, createAuthority, type Holder, type Issued } from './authority.js'
import type { SandboxSat } from './sat.js'
import { answerAt, cancelAt, pendingAt, relatedAt } from './satCancel.js'
import { zoneOf as zoneOfCatalog } from './zones.js'

/** Options of {@link createSandboxPac}, all optional. */
export interface SandboxOptions {
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
  /** Certificates of additional authorities to trust. Those of the SAT are trusted by name alone. */
  readonly anchors?: readonly (Certificate | Uint8Array | string)[]
  /** IANA time zone of a postal code, to check Fecha. From the SAT's catalogue by default. */
  readonly zoneOf?: (postalCode: string) => string | undefined
  /** Additional checks, such as the SAT's rules. Findings of severity `error` cause a rejection. */
  readonly check?: (document: Comprobante) => readonly Finding[]
  /** The SAT to which it reports its stamps, sends cancellations, and whose status service it asks. By default it cancels nothing. */
  readonly sat?: SandboxSat
  /** Numbers of certificates to consider revoked (304). */
  readonly revoked?: readonly string[]
}

/** A PAC that signs its stamps, with an authority that issues certificates. */
export interface SandboxPac extends Provider {
  /** The authority that it trusts. */
  readonly authority: Authority
  /** The certificate that verifies its stamps. */
  certificate(): Promise<Certificate>
  /** Issues a CSD that it trusts, with its key. */
  issueCsd(holder: Holder): Promise<Csd>
}

/** SAT codes of invalid seals; 302 for all other reasons. */
const codes: Partial<Record<VerdictReason, string>> = { holder: '303', date: '305', kind: '306', chain: '308' }

const hours72 = 72 * 3_600_000
/** Tolerance for clock skew: a Fecha up to five minutes in the future is accepted. */
const ahead = 5 * 60_000
/**
 * Creates a PAC for tests. Keys are generated on first use (an RSA key takes some tenths of a second).
 * @example
 * const pac = createSandboxPac()
 * const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
 * const engine = createEngine({ signers: csd, provider: pac })
 */
export function createSandboxPac(options: SandboxOptions = {}): SandboxPac {
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
  readonly #clock: () => Date
  readonly #rfc: string
  readonly #stamps = new Map<string, TimbreFiscalDigital>()
  #issued: Promise<Issued> | undefined

  constructor(options: SandboxOptions) {
    this.#options = options
    this.id = options.id ?? 'sandbox'
    this.#rfc = options.rfc ?? 'PSB200101AA1'
    this.#clock = options.clock ?? (() => new Date())
    this.authority = options.authority ?? createAuthority({ clock: this.#clock })
    const { sat } = options
    this.capabilities = {
      dedupByContent: true,
      returnsEarlierStamp: 'always',
      findKinds: ['bytes'],
      cancelSigned: sat !== undefined,
      satStatus: true,
      balance: false,
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

  async ping(): Promise<boolean> {
    return true
  }

  async stamp({ xml }: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
    if (signal?.aborted)
      return { kind: 'unavailable', pac: this.id, message: 'La petición se canceló antes de enviarse.' }
    const key = await hash(xml)
    const earlier = this.#stamps.get(key)
    if (earlier !== undefined) return this.#stamped(earlier, 'earlier')
    const document = this.#read(xml)
    if (isRejection(document)) return document
    const problem = await this.#validate(xml, document)
    if (problem !== undefined) return problem
    const timbre = await this.#certify(document)
    // Concurrent calls with the same bytes may meet here: the first stamp prevails.
    const present = this.#stamps.get(key)
    if (present !== undefined) return this.#stamped(present, 'earlier')
    this.#stamps.set(key, timbre)
    this.#options.sat?.register(document, timbre.UUID)
    return this.#stamped(timbre, 'fresh')
  }

  async find({ xml }: Sealed): Promise<FindOutcome> {
    const timbre = this.#stamps.get(await hash(xml))
    return timbre === undefined ? { kind: 'absent', pac: this.id } : this.#stamped(timbre, 'earlier')
  }

  async status(query: StatusQuery): Promise<SatStatus> {
    if (this.#options.sat !== undefined) return this.#options.sat.status(query)
    const { uuid } = query
    const known = [...this.#stamps.values()].some(({ UUID }) => UUID === uuid.toUpperCase())
    return known ? { estado: 'Vigente', esCancelable: 'Cancelable sin aceptación' } : { estado: 'No Encontrado' }
  }

  #own(): Promise<Issued> {
    this.#issued ??= this.authority.issuePac({ rfc: this.#rfc, name: 'PAC DE PRUEBAS' })
    return this.#issued
  }

  #stamped(timbre: TimbreFiscalDigital, when: Stamped['when']): Stamped {
    return { kind: 'stamped', pac: this.id, when, timbre, ...(when === 'earlier' ? { code: '307' } : {}) }
  }

  #reject(scope: Rejected['scope'], code: string, message: string): Rejected {
    return { kind: 'rejected', pac: this.id, scope, code, message }
  }

  #read(xml: string): Comprobante | Rejected {
    try {
      const { document, departures } = readDocument(cfdi, xml)
      const findings = [
        ...departures.map(({ finding }) => finding),
        ...checkStructure(cfdi, document, { placement: true }),
      ]
      const [first] = findings.filter(({ severity }) => severity === 'error')
      return first === undefined ? (document as Comprobante) : this.#reject('document', '301', first.message)
    } catch (error) {
      if (error instanceof CfdiXmlError || error instanceof Error) return this.#reject('document', '301', error.message)
      throw error
    }
  }

  async #validate(xml: string, document: Comprobante): Promise<Rejected | undefined> {
    return (
      this.#validateDates(document) ??
      (await this.#validateSeal(xml)) ??
      (await this.#validateCertificate(document)) ??
      this.#validateRules(document)
    )
  }

  #validateDates({ Fecha, LugarExpedicion }: Comprobante): Rejected | undefined {
    const zone = (this.#options.zoneOf ?? zoneOfCatalog)(LugarExpedicion.trim()) ?? central
    const age = this.#clock().getTime() - instant(Fecha.trim(), zone).getTime()
    if (age <= hours72 && age >= -ahead) return undefined
    return this.#reject(
      'time',
      '401',
      age > 0 ? 'Pasaron más de 72 horas desde la Fecha del comprobante.' : 'La Fecha está en el futuro.',
    )
  }

  async #validateSeal(xml: string): Promise<Rejected | undefined> {
    const verdict = await verifySello(xml)
    return verdict.ok ? undefined : this.#reject('certificate', codes[verdict.reason] ?? '302', verdict.message)
  }

  async #validateCertificate({ Certificado, Fecha, NoCertificado }: Comprobante): Promise<Rejected | undefined> {
    const certificate = readCertificate(Certificado)
    if (certificate.kind === 'efirma')
      return this.#reject('certificate', '306', 'El certificado es una e.firma, no un CSD.')
    const sealed = instant(Fecha.trim(), central).getTime()
    // The certificate's dates are in UTC and Fecha is local: the margin covers the time zones of Mexico.
    const margin = 3 * 3_600_000
    if (sealed + margin < certificate.validFrom.getTime() || sealed - margin > certificate.validTo.getTime()) {
      return this.#reject('certificate', '305', 'La Fecha está fuera de la vigencia del certificado.')
    }
    if (this.#options.revoked?.includes(NoCertificado))
      return this.#reject('list', '304', 'El certificado está revocado.')
    return (await this.#trusts(certificate))
      ? undefined
      : this.#reject('certificate', '308', 'El certificado no lo emitió el SAT.')
  }

  async #trusts(certificate: Certificate): Promise<boolean> {
    const anchors = (this.#options.anchors ?? []).map((anchor) =>
      isCertificate(anchor) ? anchor : readCertificate(anchor),
    )
    for (const anchor of [...anchors, await this.authority.root()]) {
      try {
        if (await verifyIssuedBy(certificate, anchor)) return true
      } catch (error) {
        if (!(error instanceof CertificateError)) throw error
      }
    }
    return certificate.issuer.organization.toUpperCase().startsWith('SERVICIO DE ADMINISTRACI')
  }

  #validateRules(document: Comprobante): Rejected | undefined {
    const [first] = (this.#options.check?.(document) ?? []).filter(({ severity }) => severity === 'error')
    return first === undefined ? undefined : this.#reject('document', first.code, first.message)
  }

  async #certify({ Sello }: Comprobante): Promise<TimbreFiscalDigital> {
    const { certificate, signer } = await this.#own()
    const unsigned: TimbreFiscalDigital = {
      Version: '1.1',
      UUID: createUuid(this.#options.random ?? secureRandom),
      FechaTimbrado: localTime(this.#clock(), central),
      RfcProvCertif: this.#rfc,
      SelloCFD: Sello,
      NoCertificadoSAT: certificate.noCertificado,
      SelloSAT: '',
    }
    const signature = await signer.sign(new TextEncoder().encode(cadenaTimbre(unsigned)))
    return { ...unsigned, SelloSAT: encodeBase64(signature) }
  }
}

function isRejection(value: Comprobante | Rejected): value is Rejected {
  return (value as Partial<Rejected>).kind === 'rejected'
}

function isCertificate(value: Certificate | Uint8Array | string): value is Certificate {
  return typeof value === 'object' && !(value instanceof Uint8Array)
}
