/**
 * Documents sealed with a certificate that may not seal them: the text is whole, the stamp is good.
 * @module
 */
import { createHash } from 'node:crypto'
import { cadenaOriginalXml } from '../../../src/sat/cfdi40/cfdi.js'
import { invoice } from '../../fixtures.js'
import { type Credential, numbersOf, oid, type Profile, reissue, rsaKey } from '../certificates.js'
import {
  inComplemento,
  replaced,
  sealed,
  sealXml,
  stamped,
  unsealed,
  withSello,
} from '../documents.js'
import {
  authorities,
  csdOf,
  efirmaOf,
  nextNumber,
  pacOf,
  parties,
  person,
  subjectOf,
  trust,
} from '../parties.js'
import { type Forgery, rowsOf, sealedBy } from './forgery.js'

const { Emisor } = invoice()
const forAcquirer = { Emisor: { ...Emisor, FacAtrAdquirente: '0000000001' } }
const { stranger, strangeCompany } = parties

/** A document of the SAT's registry, which the SAT seals for others. */
const registry = (xml: string) =>
  inComplemento(
    xml,
    '<registrofiscal:CFDIRegistroFiscal xmlns:registrofiscal="http://www.sat.gob.mx/registrofiscal" Version="1.0" Folio="0000000000000001"/>',
  )

/** Sealed and stamped, of the SAT's registry. */
export function inRegistry(credential: Credential): string {
  return stamped(sealXml(registry(unsealed(credential)), credential))
}

const branches = [
  'PACSPR190613I52',
  'MEGAPACSAT970701NN301',
  'PACFIN1203015JA',
  `PAC${stranger.rfc}`,
  `PAC${Emisor.Rfc}`,
]

const branch = rowsOf(
  'S1',
  'certificate',
  [
    ...branches.map((unit) => [`branch ${unit}, for an acquirer`, unit, forAcquirer] as const),
    ...branches.slice(0, 3).map((unit) => [`branch ${unit}`, unit, {}] as const),
  ].map(
    ([name, unit, changes]) => [name, () => sealedBy(csdOf(stranger, { unit }), changes)] as const,
  ),
)

const forOthers = rowsOf('S1', 'certificate', [
  ['a CSD of another, for an acquirer', () => sealedBy(csdOf(stranger), forAcquirer)],
  [
    'a PAC outside the list, for an acquirer',
    () => sealedBy(pacOf(parties.unlistedPac), forAcquirer),
  ],
  ['a PAC that the issuer did not engage', () => sealedBy(pacOf(parties.pac))],
  ['a CSD of another, in the registry', () => inRegistry(csdOf(stranger))],
])

/** Strangers who write certificates themselves. */
const homemade = rowsOf('S10', 'certificate', [
  [
    'signed by itself',
    () =>
      sealedBy(
        csdOf(parties.person, { by: person, issuer: person.subject, signer: rsaKey(Emisor.Rfc) }),
      ),
  ],
  [
    'signed by itself with the name of the SAT as issuer',
    () => sealedBy(csdOf(parties.person, { signer: rsaKey(Emisor.Rfc) })),
  ],
  [
    "by an authority with the SAT's name and another key",
    () => sealedBy(csdOf(parties.person, { by: authorities.impostor })),
  ],
  [
    'by the test authority',
    () => sealedBy(csdOf(parties.person, { by: authorities.test, number: nextNumber('30001') })),
  ],
  [
    'by the test authority, with a number of production',
    () => sealedBy(csdOf(parties.person, { by: authorities.test })),
  ],
  ['by the root of roots', () => sealedBy(csdOf(parties.person, { by: authorities.root }))],
  ['by the CSD of a taxpayer', () => sealedBy(csdOf(parties.person, { by: csdOf(stranger) }))],
  [
    'by the CSD of a taxpayer, under the name of the SAT',
    () => sealedBy(csdOf(parties.person, { signer: csdOf(stranger).privateKey })),
  ],
])

const trustsNobody = { anchors: 'none' } as const

/** Nobody is trusted: nothing may be `ok`. */
const withoutAnchors = rowsOf('S10', 'certificate', [
  [
    'an impostor, and no anchors',
    () => sealedBy(csdOf(parties.person, { by: authorities.impostor })),
    { trust: trustsNobody, verdict: 'incomplete' },
  ],
  [
    'a genuine document, and no anchors',
    () => sealedBy(person),
    { trust: trustsNobody, verdict: 'incomplete' },
  ],
  [
    'a genuine document, and an empty list',
    () => sealedBy(person),
    { trust: { anchors: [] }, verdict: 'incomplete' },
  ],
])

/** An anchor that is trusted and should not be: the leaf is signed with its key. */
function under(
  changes: Partial<Profile>,
  leaf: Partial<Profile> = {},
): Pick<Forgery, 'xml' | 'trust'> {
  const anchor = reissue(authorities.sat, { signer: authorities.root.privateKey, ...changes })
  return {
    xml: () => sealedBy(csdOf(parties.person, { by: anchor, ...leaf })),
    trust: { anchors: [anchor.der], pacCertificates: trust.pacCertificates },
  }
}

const weakKey = rsaKey('weak authority', 1024)
const anchors: Forgery[] = (
  [
    ['that ended in 2005', under({ from: '2001-01-01T00:00:00Z', to: '2005-01-01T00:00:00Z' })],
    ['that ended before the leaf began', under({ to: '2024-05-31T00:00:00Z' })],
    ['that had not begun', under({ from: '2025-01-01T00:00:00Z' })],
    ['of 1024 bits', under({ key: weakKey })],
    ['that may not sign certificates', under({ usages: ['digitalSignature', 'nonRepudiation'] })],
    ['that may only sign revocation lists', under({ usages: ['cRLSign'] })],
    ['that is no authority', under({ isAuthority: false })],
    ['of exponent 1', underExponentOne()],
  ] as const
).map(([name, rest]) => ({
  name: `S11: an anchor ${name}`,
  finding: 'S11',
  step: 'certificate',
  ...rest,
}))

/** The padded digest itself, which a key of exponent 1 "opens" (RFC 8017 9.2). */
export function bareBlock(bytes: Uint8Array, size = 256): Buffer {
  const info = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const tail = Buffer.concat([Buffer.of(0), info, createHash('sha256').update(bytes).digest()])
  return Buffer.concat([Buffer.of(0, 1), Buffer.alloc(size - tail.length - 2, 0xff), tail])
}

/** The certificate with the exponent 1 in the place of its own. */
export function exponentOne(credential: Credential, e = 1n): Credential {
  return reissue(credential, { publicKey: { n: numbersOf(credential.privateKey).n, e } })
}

function underExponentOne(): Pick<Forgery, 'xml' | 'trust'> {
  const anchor = exponentOne(authorities.sat)
  return {
    xml: () => sealedBy(csdOf(parties.person, { signWith: bareBlock })),
    trust: { anchors: [anchor.der], pacCertificates: trust.pacCertificates },
  }
}

const exponents = rowsOf(
  'S12',
  ['certificate', 'seal'],
  [
    [
      'exponent 1: the bare digest is the seal',
      () => {
        const credential = exponentOne(person)
        const xml = unsealed(credential)
        return stamped(withSello(xml, bareBlock(Buffer.from(cadenaOriginalXml(xml)))))
      },
    ],
    ...[0n, 2n, 65_536n, (1n << 32n) + 1n].map(
      (e) => [`exponent ${e}`, () => sealedBy(exponentOne(person, e))] as const,
    ),
  ],
)

const companyOf = (representative: string) => csdOf({ ...strangeCompany, representative })

/** An extension with an empty SEQUENCE. */
const critical = (id: string) => ({ id, critical: true, value: '\x30\x00' })

const leaves = rowsOf('certificate attacks', 'certificate', [
  ['an e.firma', () => sealedBy(efirmaOf(parties.person))],
  [
    'an e.firma without extended usage',
    () => sealedBy(efirmaOf(parties.person, { extensions: [] })),
  ],
  ['of another taxpayer', () => sealedBy(csdOf(stranger))],
  ['of a company that the issuer represents', () => sealedBy(companyOf(Emisor.Rfc))],
  [
    'with the name of the issuer, and another RFC',
    () => sealedBy(csdOf({ ...parties.person, rfc: stranger.rfc })),
  ],
  [
    'without an RFC',
    () =>
      sealedBy(
        csdOf(parties.person, {
          subject: subjectOf(parties.person).filter(([id]) => id !== oid.uniqueIdentifier),
        }),
      ),
  ],
  [
    'with an RFC in lower case',
    () =>
      sealedBy(csdOf({ ...parties.person, rfc: Emisor.Rfc.toLowerCase() }, { key: rsaKey('x') })),
  ],
  ['of the generic RFC', () => sealedBy(csdOf({ ...parties.person, rfc: 'XAXX010101000' }))],
  [
    'expired',
    () =>
      sealedBy(csdOf(parties.person, { from: '2020-01-01T00:00:00Z', to: '2024-01-01T00:00:00Z' })),
  ],
  ['expired the day before', () => sealedBy(csdOf(parties.person, { to: '2026-11-20T12:00:00Z' }))],
  [
    'not yet valid',
    () =>
      sealedBy(csdOf(parties.person, { from: '2027-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' })),
  ],
  [
    'valid from the day after',
    () => sealedBy(csdOf(parties.person, { from: '2026-11-22T12:00:00Z' })),
  ],
  [
    'that ends before it begins',
    () =>
      sealedBy(csdOf(parties.person, { from: '2028-06-01T00:00:00Z', to: '2024-06-01T00:00:00Z' })),
  ],
  ['of 1024 bits', () => sealedBy(csdOf(parties.person, { key: rsaKey('weak', 1024) }))],
  ['of 512 bits', () => sealedBy(csdOf(parties.person, { key: rsaKey('weaker', 512) }))],
  ['signed with SHA-1', () => sealedBy(csdOf(parties.person, { hash: 'sha1' }))],
  ['signed with MD5', () => sealedBy(csdOf(parties.person, { hash: 'md5' }))],
  ['of an authority', () => sealedBy(csdOf(parties.person, { isAuthority: true }))],
  [
    'of an authority that issues',
    () =>
      sealedBy(csdOf(parties.person, { isAuthority: true, usages: ['keyCertSign', 'cRLSign'] })),
  ],
  [
    'whose key may only encipher',
    () => sealedBy(csdOf(parties.person, { usages: ['keyEncipherment'] })),
  ],
  ['whose number is none', () => sealedBy(csdOf(parties.person, { number: '123' }))],
  [
    'with a critical extension that nobody knows',
    () => sealedBy(csdOf(parties.person, { extensions: [critical('1.3.6.1.4.1.99999.1')] })),
  ],
  [
    'with critical constraints of names',
    () => sealedBy(csdOf(parties.person, { extensions: [critical('2.5.29.30')] })),
  ],
])

const numbered = rowsOf(
  'certificate attacks',
  ['certificate', 'seal'],
  [
    [
      'with the usage twice',
      () =>
        sealedBy(
          csdOf(parties.person, {
            extensions: [{ name: 'keyUsage', digitalSignature: true, critical: true }],
          }),
        ),
    ],
    ['under the number of another', () => stamped(sealed(person, { NoCertificado: nextNumber() }))],
    ['with bytes after its end', () => withBytesAfter()],
    ['of which the last byte is changed', () => damaged(1)],
    ['of which a byte of the subject is changed', () => damaged(600)],
    ['that is not there', () => stamped(replaced(sealed(), / Certificado="[^"]*"/, ''))],
    ['that is empty', () => stamped(sealed(person, { Certificado: '' }))],
    [
      'that is a text',
      () => stamped(sealed(person, { Certificado: 'Tm8gZXMgdW4gY2VydGlmaWNhZG8=' })),
    ],
  ],
)

function withBytesAfter(): string {
  return stamped(
    sealed(person, {
      Certificado: Buffer.concat([person.der, Buffer.of(0, 0, 0)]).toString('base64'),
    }),
  )
}

function damaged(fromEnd: number): string {
  const der = Buffer.from(person.der)
  der[der.length - fromEnd]! ^= 1
  return stamped(sealed(person, { Certificado: der.toString('base64') }))
}

export { forAcquirer }

export const certificateForgeries: readonly Forgery[] = [
  ...branch,
  ...forOthers,
  ...homemade,
  ...withoutAnchors,
  ...anchors,
  ...exponents,
  ...leaves,
  ...numbered,
]
