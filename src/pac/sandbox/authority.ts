/**
 * A certification authority for tests: it issues certificates with the SAT's profile, in memory,
 * with any validity.
 *
 * It writes DER itself: `@peculiar/x509` would add 22 packages to every production install, and 43
 * names to `globalThis` and `Reflect`. The tests verify the issued certificates with that library
 * and with OpenSSL.
 * @module
 */

import { type Certificate, readCertificate } from '../../certificate/certificate.js'
import type { Signer } from '../../certificate/signer.js'
import type { Bytes } from '../../lib/bytes.js'
import { tags } from '../../lib/der.js'
import { writeBits, writeDer, writeOid, writeSequence, writeTime } from '../../lib/derWriter.js'
import { algorithmOid, attributeOid, extensionOid, purposeOid } from '../../lib/oid.js'
import { type OptionNames, requireKind, requireOptions } from '../../lib/options.js'
import { dateClock } from '../../lib/time.js'
import { importPrivateKeys, webCryptoSigner } from '../../seal/webcrypto.js'

/** The holder of a certificate. */
export interface Holder {
  /** Twelve characters for a company, thirteen for a person. */
  readonly rfc: string
  /** Name as registered; for a company with its regime. Letters of Latin-1. */
  readonly name: string
  /** CURP of a person. Derived from the RFC by default. */
  readonly curp?: string
  /** Legal representative of a company. A fictitious one by default. */
  readonly representative?: { readonly rfc: string; readonly curp: string }
  /**
   * Start of the validity. Defaults to one day before the current time: a document may be dated
   * minutes before it is sealed.
   */
  readonly validFrom?: Date
  /** End of the validity. Four years after `validFrom` by default. */
  readonly validTo?: Date
  /** Range of serial numbers: 30001… (the default) or 00001…. */
  readonly environment?: Certificate['environment']
}

/** A certificate with its key. */
export interface Issued {
  /** The certificate, read. */
  readonly certificate: Certificate
  /** The .cer. */
  readonly certificateDer: Bytes
  /** PrivateKeyInfo, DER, not encrypted. */
  readonly privateKeyPkcs8: Bytes
  /** Signs with the key of the certificate. */
  readonly signer: Signer
}

/** Issues certificates that are not valid outside a test. Each has its own RSA key of 2048 bits. */
export interface Authority {
  /** The root certificate; valid from 2000 to 2049. */
  root(): Promise<Certificate>
  /** Issues a Certificado de Sello Digital, by default of a branch called `Sucursal 1`. */
  issueCsd(holder: Holder & { readonly branch?: string }): Promise<Issued>
  /** Issues an e.firma (FIEL). */
  issueEfirma(holder: Holder): Promise<Issued>
  /** Issues a certificate for the stamps of a PAC. */
  issuePac(holder: Holder): Promise<Issued>
}

/** Options of {@link createAuthority}. */
export interface AuthorityOptions {
  /** Current time. The default validity begins one day before. */
  readonly clock: () => Date
  /** Number of the first certificate, incremented for each further one. 1 by default. */
  readonly firstSerial?: number
}

/** Names of the options. */
const optionNames: OptionNames<AuthorityOptions> = { clock: 'function', firstSerial: 'count' }

const holderNames: OptionNames<Holder & { readonly branch?: string }> = {
  rfc: 'text',
  name: 'text',
  curp: 'text',
  representative: { rfc: 'text', curp: 'text' },
  validFrom: 'date',
  validTo: 'date',
  environment: ['test', 'production'],
  branch: 'text',
}

function requireHolder(verb: string, holder: Holder): void {
  requireOptions(verb, holder, holderNames)
  requireKind(`${verb}: rfc`, holder.rfc, 'text')
  requireKind(`${verb}: name`, holder.name, 'text')
}

/**
 * Creates a certification authority with its own root. Keys are generated on first use.
 * @example
 * const authority = createAuthority({ clock: () => new Date('2026-01-15T12:00:00Z') })
 * const { signer } = await authority.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
 */
export function createAuthority(options: AuthorityOptions): Authority {
  requireOptions('createAuthority', options, optionNames)
  requireKind('createAuthority: clock', options.clock, 'function')
  const clock = dateClock('createAuthority', options.clock)
  const { firstSerial = 1 } = options
  let serial = firstSerial
  let opened: Promise<Root> | undefined
  const open = () => {
    opened ??= createRoot()
    return opened
  }
  const issue = async (holder: Holder, profile: Profile) => {
    // 20 digits: five for production or test, and the number.
    const range = holder.environment === 'production' ? '00001' : '30001'
    const number = range + String(serial++).padStart(15, '0')
    return issueFrom(await open(), { ...holder, ...validityOf(holder, clock) }, number, profile)
  }
  return {
    root: async () => (await open()).certificate,
    issueCsd: async (holder) => {
      requireHolder('issueCsd', holder)
      const { branch = 'Sucursal 1', ...named } = holder
      return issue(named, csdProfile(branch))
    },
    issueEfirma: async (holder) => {
      requireHolder('issueEfirma', holder)
      return issue(holder, efirmaProfile)
    },
    issuePac: async (holder) => {
      requireHolder('issuePac', holder)
      return issue(holder, csdProfile(`PAC${holder.rfc}`))
    },
  }
}

function validityOf({ validFrom, validTo }: Holder, clock: () => Date) {
  const from = validFrom ?? new Date(clock().getTime() - 86_400_000)
  const fourYearsLater = new Date(from)
  fourYearsLater.setUTCFullYear(from.getUTCFullYear() + 4)
  return { validFrom: from, validTo: validTo ?? fourYearsLater }
}

/** The profile of a kind of certificate: attributes around the RFC and CURP, and extensions. */
interface Profile {
  readonly before: readonly Attribute[]
  readonly after: readonly Attribute[]
  readonly extensions: readonly Bytes[]
}

type Attribute = readonly [oid: string, tag: number, text: string]

const isNotAuthority = extension(extensionOid.basicConstraints, true, writeSequence())

/** digitalSignature, nonRepudiation. */
const sealUsage = extension(extensionOid.keyUsage, false, writeBits(Uint8Array.of(0b1100_0000), 6))

const csdProfile = (unit: string): Profile => ({
  before: [],
  after: [[attributeOid.organizationalUnitName, tags.printableString, unit]],
  extensions: [isNotAuthority, sealUsage],
})

const efirmaProfile: Profile = {
  before: [
    [attributeOid.countryName, tags.printableString, 'MX'],
    [attributeOid.emailAddress, tags.ia5String, 'pruebas@example.com'],
  ],
  after: [],
  extensions: [
    isNotAuthority,
    // digitalSignature, nonRepudiation, dataEncipherment, keyAgreement
    extension(extensionOid.keyUsage, false, writeBits(Uint8Array.of(0b1101_1000), 3)),
    // SSL client and S/MIME
    extension(extensionOid.netscapeCertType, false, writeBits(Uint8Array.of(0b1010_0000), 5)),
    extension(
      extensionOid.extKeyUsage,
      false,
      writeSequence(writeOid(purposeOid.emailProtection), writeOid(purposeOid.clientAuth)),
    ),
  ],
}

const rootProfile: Profile = {
  before: [],
  after: [],
  extensions: [
    extension(
      extensionOid.basicConstraints,
      true,
      writeSequence(writeDer(tags.boolean, Uint8Array.of(0xff))),
    ),
    // keyCertSign, cRLSign
    extension(extensionOid.keyUsage, true, writeBits(Uint8Array.of(0b0000_0110), 1)),
  ],
}

/** RFC 5280 4.2. DER omits `critical` if false, as a default. */
function extension(oid: string, critical: boolean, value: Uint8Array): Bytes {
  const isCritical = critical ? [writeDer(tags.boolean, Uint8Array.of(0xff))] : []
  return writeSequence(writeOid(oid), ...isCritical, writeDer(tags.octetString, value))
}

const rootName = writeName([
  [attributeOid.commonName, tags.utf8String, 'AC SANDBOX'],
  [attributeOid.organizationName, tags.utf8String, 'CFDI-STAMP'],
  [attributeOid.organizationalUnitName, tags.utf8String, 'Sin valor fuera de pruebas'],
  [attributeOid.countryName, tags.printableString, 'MX'],
])

/**
 * The SAT writes PrintableString and, as soon as there is an Ñ, an accent or an &, TeletexString
 * with Latin-1 in it.
 */
function directory(oid: string, text: string): Attribute {
  return [
    oid,
    /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text) ? tags.printableString : tags.teletexString,
    text,
  ]
}

/** One attribute in each RDN, as in the SAT's certificates. */
function writeName(attributes: readonly Attribute[]): Bytes {
  const names: Bytes[] = []
  for (const [oid, tag, text] of attributes) {
    const value = writeDer(
      tag,
      tag === tags.utf8String ? new TextEncoder().encode(text) : Uint8Array.from(text, latin1),
    )
    names.push(writeDer(tags.set, writeSequence(writeOid(oid), value)))
  }
  return writeSequence(...names)
}

function latin1(char: string): number {
  const code = char.codePointAt(0)!
  if (code > 0xff) throw new TypeError(`a name of the sandbox has letters of Latin-1 only: ${char}`)
  return code
}

interface Root {
  readonly certificate: Certificate
  readonly keys: CryptoKeyPair
}

async function createRoot(): Promise<Root> {
  const keys = await generateKeys()
  const validFrom = new Date('2000-01-01T00:00:00Z')
  const validTo = new Date('2049-12-31T23:59:59Z')
  const body = {
    serial: '90000001',
    subject: rootName,
    validFrom,
    validTo,
    extensions: rootProfile.extensions,
  }
  return {
    certificate: readCertificate(await certify(body, keys.publicKey, keys.privateKey)),
    keys,
  }
}

type Dated = Holder & { readonly validFrom: Date; readonly validTo: Date }

async function issueFrom(
  root: Root,
  holder: Dated,
  serial: string,
  profile: Profile,
): Promise<Issued> {
  const { rfc, name, curp, representative } = holder
  const isCompany = rfc.length === 12
  const { rfc: itsRfc, curp: itsCurp } = representative ?? {
    rfc: 'PEGJ800101AB6',
    curp: 'PEGJ800101HDFRRN03',
  }
  const person = curp ?? `${rfc.slice(0, 10).replace(/[Ñ&]/g, 'X')}HDFRRN09`
  const subject = writeName([
    directory(attributeOid.commonName, name),
    directory(attributeOid.name, name),
    directory(attributeOid.organizationName, name),
    ...profile.before,
    directory(attributeOid.x500UniqueIdentifier, isCompany ? `${rfc} / ${itsRfc}` : rfc),
    directory(attributeOid.serialNumber, isCompany ? ` / ${itsCurp}` : person),
    ...profile.after,
  ])
  const { validFrom, validTo } = holder
  const keys = await generateKeys()
  const body = { serial, subject, validFrom, validTo, extensions: profile.extensions }
  const certificate = readCertificate(await certify(body, keys.publicKey, root.keys.privateKey))
  if (!certificate.rfc) throw new TypeError(`not an RFC: ${holder.rfc}`)
  const privateKeyPkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const signer = webCryptoSigner({ certificate, ...(await importPrivateKeys(privateKeyPkcs8))! })
  return { certificate, certificateDer: certificate.der, privateKeyPkcs8, signer }
}

interface Body {
  readonly serial: string
  readonly subject: Uint8Array
  readonly validFrom: Date
  readonly validTo: Date
  readonly extensions: readonly Uint8Array[]
}

/** Certificate and TBSCertificate, RFC 5280 4.1. */
async function certify(
  { serial, subject, validFrom, validTo, extensions }: Body,
  publicKey: CryptoKey,
  signingKey: CryptoKey,
): Promise<Bytes> {
  const algorithm = writeSequence(
    writeOid(algorithmOid.sha256WithRSAEncryption),
    writeDer(tags.null),
  )
  const tbs = writeSequence(
    // [0] version, v3
    writeDer(0xa0, writeDer(tags.integer, Uint8Array.of(2))),
    writeDer(tags.integer, new TextEncoder().encode(serial)),
    algorithm,
    rootName,
    writeSequence(writeTime(validFrom), writeTime(validTo)),
    subject,
    new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)),
    // [3] extensions
    writeDer(0xa3, writeSequence(...extensions)),
  )
  const signature = await crypto.subtle.sign(signingKey.algorithm.name, signingKey, tbs)
  return writeSequence(tbs, algorithm, writeBits(new Uint8Array(signature)))
}

async function generateKeys(): Promise<CryptoKeyPair> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}
