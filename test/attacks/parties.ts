/**
 * Authorities with the SAT's names, taxpayers and PACs: the people of the forged and of the genuine
 * documents. Their keys are of this process; nobody else has them.
 * @module
 */
import {
  type Attribute,
  type Credential,
  issue,
  oid,
  type Profile,
  rsaKey,
  type Usage,
} from './certificates.js'

/** Name, order and text of the authority that issues since 2023 (AC7). */
const satName: readonly Attribute[] = [
  [oid.commonName, 'AC DEL SERVICIO DE ADMINISTRACION TRIBUTARIA'],
  [oid.organization, 'SERVICIO DE ADMINISTRACION TRIBUTARIA'],
  [oid.unit, 'SAT-IES Authority'],
  [oid.country, 'MX'],
  [oid.uniqueIdentifier, 'SAT970701NN3'],
]

/** Name of the one that issued from 2019 (AC5). */
const olderName: readonly Attribute[] = [
  [oid.commonName, 'AUTORIDAD CERTIFICADORA'],
  [oid.organization, 'SERVICIO DE ADMINISTRACION TRIBUTARIA'],
  [oid.unit, 'SAT-IES Authority'],
  [oid.country, 'MX'],
]

const rootName: readonly Attribute[] = [
  [oid.commonName, 'Agencia Registradora Central'],
  [oid.organization, 'Banco de Mexico'],
]

const testName: readonly Attribute[] = [
  [oid.commonName, 'AC UAT'],
  [oid.organization, 'SERVICIO DE ADMINISTRACION TRIBUTARIA'],
  [oid.unit, 'SAT-IES Authority'],
]

const issuing: readonly Usage[] = ['keyCertSign', 'cRLSign']

/** An authority: its name, and the key that goes by another. */
function authority(
  subject: readonly Attribute[],
  key: string,
  changes: Partial<Profile> = {},
): Credential {
  const terms = { from: '2023-05-23T16:45:25Z', to: '2031-05-23T16:45:25Z' }
  const own = {
    subject,
    number: '00000000000000001190',
    key: rsaKey(key),
    usages: issuing,
    isAuthority: true,
  }
  return issue({ ...own, ...terms, ...changes })
}

const root = authority(rootName, 'root', {
  from: '2014-01-01T00:00:00Z',
  to: '2038-01-01T00:00:00Z',
})
const signedByRoot = { issuer: rootName, signer: root.privateKey, hash: 'sha512' } as const

/** Authorities. `sat` and `older` are the trust anchors; nobody trusts the others. */
export const authorities = {
  root,
  sat: authority(satName, 'sat', signedByRoot),
  older: authority(olderName, 'older', {
    ...signedByRoot,
    number: '00000000000000001106',
    from: '2019-05-03T00:00:00Z',
    to: '2027-05-03T00:00:00Z',
  }),
  /** The SAT's name, another's key. */
  impostor: authority(satName, 'impostor'),
  test: authority(testName, 'test', { number: '90001061' }),
}

/** Holder of a certificate. */
export interface Party {
  readonly rfc: string
  readonly name: string
  /** RFC of a company's representative. */
  readonly representative?: string
}

export const parties = {
  /** Issuer of the invoice of `documents.ts`. */
  person: { rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' },
  company: {
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
    representative: 'PEGJ800101AB6',
  },
  /** Another taxpayer, who has a CSD of his own as anybody can have. */
  stranger: { rfc: 'LOFA900217KE4', name: 'ANA LOPEZ FLORES' },
  strangeCompany: {
    rfc: 'EDE2001159Z3',
    name: 'EMPRESA DE ENFRENTE SA DE CV',
    representative: 'LOFA900217KE4',
  },
  pac: { rfc: 'FIN1203015JA', name: 'FINKOK SA DE CV', representative: 'PEGJ800101AB6' },
  otherPac: { rfc: 'LSO1306189R5', name: 'LUNASOFT SA DE CV', representative: 'PEGJ800101AB6' },
  unlistedPac: {
    rfc: 'PNL160101AB2',
    name: 'PAC FUERA DE LISTA SA DE CV',
    representative: 'PEGJ800101AB6',
  },
  sat: {
    rfc: 'SAT970701NN3',
    name: 'SERVICIO DE ADMINISTRACION TRIBUTARIA',
    representative: 'PEGJ800101AB6',
  },
} as const satisfies Record<string, Party>

/** The subject as the SAT writes it; a unit only in certificates that seal. */
export function subjectOf({ rfc, name, representative }: Party, unit?: string): Attribute[] {
  const identifier = representative === undefined ? rfc : `${rfc} / ${representative}`
  const curp = `${(representative ?? rfc).slice(0, 10)}HDFRRN03`
  return [
    [oid.commonName, name],
    [oid.name, name],
    [oid.organization, name],
    [oid.uniqueIdentifier, identifier],
    [oid.serialNumber, representative === undefined ? curp : ` / ${curp}`],
    ...(unit === undefined ? [] : [[oid.unit, unit] as const]),
  ]
}

let issued = 700_000_000

/** A number of production, the next one. */
export function nextNumber(prefix = '00001'): string {
  issued += 1
  return prefix + String(issued).padStart(15, '0')
}

interface Wishes extends Partial<Profile> {
  /** Name of the branch, which the taxpayer types himself. */
  readonly unit?: string
  readonly by?: Credential
}

/** A certificate that seals, in force from June 2024 to June 2028. */
export function csdOf(
  party: Party,
  { unit = 'Matriz', by = authorities.sat, ...changes }: Wishes = {},
): Credential {
  return issue({
    subject: subjectOf(party, unit),
    issuer: by.subject,
    signer: by.privateKey,
    number: nextNumber(),
    from: '2024-06-01T06:00:00Z',
    to: '2028-06-01T06:00:00Z',
    key: rsaKey(party.rfc),
    usages: ['digitalSignature', 'nonRepudiation'],
    isAuthority: false,
    ...changes,
  })
}

/** The certificate of a PAC: a CSD whose unit says so. */
export function pacOf(party: Party, wishes: Wishes = {}): Credential {
  return csdOf(party, { unit: `PAC${party.rfc}`, ...wishes })
}

/** An e.firma: it also enciphers, and has no unit. */
export function efirmaOf(
  party: Party,
  { by = authorities.sat, ...changes }: Wishes = {},
): Credential {
  return csdOf(party, {
    by,
    subject: [...subjectOf(party), [oid.country, 'MX'], [oid.email, 'a@example.com']],
    usages: ['digitalSignature', 'nonRepudiation', 'dataEncipherment', 'keyAgreement'],
    extensions: [{ name: 'extKeyUsage', emailProtection: true, clientAuth: true }],
    ...changes,
  })
}

/** The CSD and the PAC certificate that are what they should be. */
export const person = csdOf(parties.person)
export const company = csdOf(parties.company)
export const pac = pacOf(parties.pac)
export const otherPac = pacOf(parties.otherPac)

/** What a careful receiver trusts. */
export const trust = {
  anchors: [authorities.sat.der, authorities.older.der] as readonly Uint8Array[],
  pacCertificates: [pac.der, otherPac.der] as readonly Uint8Array[],
  pacs: [parties.pac.rfc, parties.otherPac.rfc] as readonly string[],
}
