/**
 * A certification authority for tests: it issues certificates with the SAT's profile, in memory, for whatever dates.
 * @module
 */
import { toHex } from '../../lib/hex.js'
import { attributeOid, extensionOid, purposeOid } from '../../lib/oid.js'
import { type Certificate, readCertificate } from '../../seal/certificate.js'
import type { Signer } from '../../seal/signer.js'
import { webCryptoSigner } from '../../seal/webcrypto.js'

type X509 = typeof import('@peculiar/x509')
type Extension = InstanceType<X509['Extension']>
type JsonName = ConstructorParameters<X509['Name']>[0] & object[]

/** Who a certificate is issued to. */
export interface Holder {
  /** Twelve characters for a company, thirteen for a person. */
  readonly rfc: string
  /** Name as registered; for a company with its regime. Letters of Latin-1. */
  readonly name: string
  /** Of a person. By default one made of the RFC. */
  readonly curp?: string
  /** Of a company. By default a fictitious one. */
  readonly representative?: { readonly rfc: string; readonly curp: string }
  /** By default the clock's now. */
  readonly validFrom?: Date
  /** By default four years after `validFrom`. */
  readonly validTo?: Date
  /** Which serials it gets: 30001… (the default) or 00001…. */
  readonly environment?: Certificate['environment']
}

/** A certificate with its key. */
export interface Issued {
  readonly certificate: Certificate
  /** The .cer. */
  readonly certificateDer: Uint8Array<ArrayBuffer>
  /** PrivateKeyInfo, DER, not encrypted. */
  readonly privateKeyPkcs8: Uint8Array<ArrayBuffer>
  readonly signer: Signer
}

/** Issues certificates that are worth nothing outside a test. Each has an RSA key of 2048 bits of its own. */
export interface Authority {
  /** The certificate to trust; valid from 2000 to 2049. */
  root(): Promise<Certificate>
  /** A Certificado de Sello Digital, of a branch called `Sucursal 1` unless told otherwise. */
  issueCsd(holder: Holder & { readonly branch?: string }): Promise<Issued>
  /** An e.firma (FIEL). */
  issueEfirma(holder: Holder): Promise<Issued>
  /** The certificate with which a PAC signs its stamps. */
  issuePac(holder: Holder): Promise<Issued>
}

/** What {@link createAuthority} needs to know. */
export interface AuthorityOptions {
  /** Where the default validity begins. */
  readonly clock: () => Date
  /** Number of the first certificate issued; the next ones follow. 1 by default. */
  readonly firstSerial?: number
}

/**
 * A certification authority of its own, with its own root. Nothing is generated before the first certificate is asked for.
 * @example
 * const authority = createAuthority({ clock: () => new Date('2026-01-15T12:00:00Z') })
 * const { signer } = await authority.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
 */
export function createAuthority({ clock, firstSerial = 1 }: AuthorityOptions): Authority {
  let serial = firstSerial
  let opened: Promise<Root> | undefined
  const open = () => {
    opened ??= createRoot()
    return opened
  }
  const issue = async (holder: Holder, profile: Profile) => {
    const number = serialOf(holder, serial++)
    return issueFrom(await open(), { ...holder, ...validityOf(holder, clock) }, number, profile)
  }
  return {
    root: async () => (await open()).certificate,
    issueCsd: ({ branch = 'Sucursal 1', ...holder }) => issue(holder, csdProfile(branch)),
    issueEfirma: (holder) => issue(holder, efirmaProfile),
    issuePac: (holder) => issue(holder, csdProfile(`PAC${holder.rfc}`)),
  }
}

/** 20 digits: five that tell production from test, and the number. */
function serialOf({ environment = 'test' }: Holder, number: number): string {
  return (environment === 'production' ? '00001' : '30001') + String(number).padStart(15, '0')
}

function validityOf({ validFrom, validTo }: Holder, clock: () => Date) {
  const from = validFrom ?? clock()
  const fourYearsLater = new Date(from)
  fourYearsLater.setUTCFullYear(from.getUTCFullYear() + 4)
  return { validFrom: from, validTo: validTo ?? fourYearsLater }
}

/** What tells one kind of certificate from another: attributes around the RFC and CURP, and extensions. */
interface Profile {
  readonly before: ReadonlyArray<readonly [oid: string, tag: number, text: string]>
  readonly after: ReadonlyArray<readonly [oid: string, tag: number, text: string]>
  extensions(x509: X509): Extension[]
}

/** Tags of X.690 8.23 for the strings that the SAT writes. */
const utf8 = 0x0c
const printable = 0x13
const teletex = 0x14
const ia5 = 0x16

const csdProfile = (unit: string): Profile => ({
  before: [],
  after: [[attributeOid.organizationalUnitName, printable, unit]],
  extensions: (x509) => [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, false),
  ],
})

const efirmaProfile: Profile = {
  before: [
    [attributeOid.countryName, printable, 'MX'],
    [attributeOid.emailAddress, ia5, 'pruebas@example.com'],
  ],
  after: [],
  extensions: (x509) => {
    const { digitalSignature, nonRepudiation, dataEncipherment, keyAgreement } = x509.KeyUsageFlags
    // Netscape Cert Type, a BIT STRING: SSL client and S/MIME.
    const netscape = Uint8Array.of(0x03, 0x02, 0x05, 0xa0)
    return [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature | nonRepudiation | dataEncipherment | keyAgreement, false),
      new x509.Extension(extensionOid.netscapeCertType, false, netscape),
      new x509.ExtendedKeyUsageExtension([purposeOid.emailProtection, purposeOid.clientAuth], false),
    ]
  },
}

const rootName = [
  rdn(attributeOid.commonName, utf8, 'AC SANDBOX'),
  rdn(attributeOid.organizationName, utf8, 'CFDI-STAMP'),
  rdn(attributeOid.organizationalUnitName, utf8, 'Sin valor fuera de pruebas'),
  rdn(attributeOid.countryName, printable, 'MX'),
]

function subjectOf({ rfc, name, curp, representative }: Holder, { before, after }: Profile): JsonName {
  const isCompany = rfc.length === 12
  const { rfc: itsRfc, curp: itsCurp } = representative ?? { rfc: 'PEGJ800101AB6', curp: 'PEGJ800101HDFRRN03' }
  const person = curp ?? `${rfc.slice(0, 10).replace(/[Ñ&]/g, 'X')}HDFRRN09`
  return [
    directory(attributeOid.commonName, name),
    directory(attributeOid.name, name),
    directory(attributeOid.organizationName, name),
    ...before.map((attribute) => rdn(...attribute)),
    directory(attributeOid.x500UniqueIdentifier, isCompany ? `${rfc} / ${itsRfc}` : rfc),
    directory(attributeOid.serialNumber, isCompany ? ` / ${itsCurp}` : person),
    ...after.map((attribute) => rdn(...attribute)),
  ]
}

/** The SAT writes PrintableString and, as soon as there is an Ñ, an accent or an &, TeletexString with Latin-1 in it. */
function directory(oid: string, text: string) {
  return rdn(oid, /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text) ? printable : teletex, text)
}

/** An attribute for `Name`, which takes `#` and hexadecimal as the DER itself: the one way to choose the string type. */
function rdn(oid: string, tag: number, text: string): Record<string, [string]> {
  const octets = tag === utf8 ? new TextEncoder().encode(text) : Uint8Array.from(text, latin1)
  if (octets.length > 127) throw new TypeError(`a name of the sandbox has at most 127 octets: ${text}`)
  return { [oid]: [`#${toHex(Uint8Array.of(tag, octets.length, ...octets))}`] }
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
  const [x509, keys] = await Promise.all([loadX509(), generateKeys()])
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      keys,
      serialNumber: toHex(new TextEncoder().encode('90000001')),
      name: rootName,
      notBefore: new Date('2000-01-01T00:00:00Z'),
      notAfter: new Date('2049-12-31T23:59:59Z'),
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      ],
    },
    crypto,
  )
  return { certificate: readCertificate(new Uint8Array(certificate.rawData)), keys }
}

type Dated = Holder & { readonly validFrom: Date; readonly validTo: Date }

async function issueFrom(root: Root, holder: Dated, serial: string, profile: Profile): Promise<Issued> {
  const [x509, keys] = await Promise.all([loadX509(), generateKeys()])
  const issued = await x509.X509CertificateGenerator.create(
    {
      serialNumber: toHex(new TextEncoder().encode(serial)),
      issuer: new x509.Name(rootName),
      subject: new x509.Name(subjectOf(holder, profile)),
      notBefore: holder.validFrom,
      notAfter: holder.validTo,
      publicKey: keys.publicKey,
      signingKey: root.keys.privateKey,
      extensions: profile.extensions(x509),
    },
    crypto,
  )
  const certificate = readCertificate(new Uint8Array(issued.rawData))
  if (!certificate.rfc) throw new TypeError(`not an RFC: ${holder.rfc}`)
  const privateKeyPkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const signer = webCryptoSigner({ certificate, privateKey: keys.privateKey })
  return { certificate, certificateDer: certificate.der, privateKeyPkcs8, signer }
}

/** 150 ms of code that only the sandbox needs; tsyringe, inside it, asks for the metadata polyfill to be there first. */
async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
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
