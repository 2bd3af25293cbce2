/**
 * Documents with a good seal, whose stamp is missing, invented, made by another or belongs
 * elsewhere.
 * @module
 */
import { constants, randomBytes, sign } from 'node:crypto'
import { type Credential, reissue, rsaKey } from '../certificates.js'
import {
  cadenaOf,
  inComplemento,
  otherUnusedBits,
  replaced,
  type Stamp,
  sealed,
  selloOf,
  signStamp,
  stamped,
  stampOf,
  writeStamp,
} from '../documents.js'
import {
  authorities,
  csdOf,
  efirmaOf,
  nextNumber,
  otherPac,
  pac,
  pacOf,
  parties,
  person,
  trust,
} from '../parties.js'
import { bareBlock, exponentOne } from './certificates.js'
import { type Forgery, type Row, rowsOf } from './forgery.js'

const { stranger, strangeCompany, unlistedPac } = parties
const zero = '00000000-0000-0000-0000-000000000000'
const unlisted = pacOf(unlistedPac)
const invented = () => randomBytes(256).toString('base64')

const missing = rowsOf('X1', 'stamp', [
  ['no stamp', () => sealed(), { reason: 'absent' }],
  ['an empty Complemento', () => inComplemento(sealed(), ''), { reason: 'absent' }],
  [
    'a stamp of another namespace',
    () => replaced(stamped(), 'http://www.sat.gob.mx/TimbreFiscalDigital"', 'urn:x"'),
  ],
  ['a stamp of version 1.0', () => stamped(sealed(), pac, { Version: '1.0' })],
])

/** Stamps that nobody signed. */
const imagined = rowsOf(
  'X1',
  'stamp',
  (
    [
      ['SelloSAT of 3 bytes', { SelloSAT: 'AAAA' }],
      ['SelloSAT of 256 bytes of chance', { SelloSAT: invented() }],
      ['SelloSAT of zeros', { SelloSAT: Buffer.alloc(256).toString('base64') }],
      ['an empty SelloSAT', { SelloSAT: '' }],
      [
        "a UUID of zeros, and nobody's numbers",
        { UUID: zero, SelloSAT: 'AAAA', NoCertificadoSAT: '9'.repeat(20) },
      ],
      ['a UUID that is none', { UUID: 'x' }],
      ['a path as UUID', { UUID: '../../etc/passwd' }],
      ['a number of 19 digits', { NoCertificadoSAT: '1'.repeat(19) }],
    ] as const
  ).map(([name, changes]) => [name, () => stamped(sealed(), pac, changes)] as const),
)

/** The PAC's certificate is not at hand. */
const unknown = rowsOf('X1', 'stamp', [
  [
    'the certificate of the PAC is not given',
    () => stamped(),
    { verdict: 'incomplete', trust: { pacCertificates: [] } },
  ],
  [
    'another one is given',
    () => stamped(),
    { verdict: 'incomplete', trust: { pacCertificates: [otherPac.der] } },
  ],
  [
    'chance, under a number that nobody has',
    () => stamped(sealed(), pac, { SelloSAT: invented(), NoCertificadoSAT: '9'.repeat(20) }),
    { verdict: 'incomplete' },
  ],
  [
    'a PAC outside the list',
    () => stampedBy(unlisted, unlistedPac.rfc),
    { verdict: 'incomplete', ...known(unlisted) },
  ],
])

/** Who receives finds the certificate where the SAT publishes all of them. */
function known(credential: Credential): Pick<Forgery, 'trust'> {
  return { trust: { pacCertificates: [...trust.pacCertificates, credential.der] } }
}

function stampedBy(
  credential: Credential,
  RfcProvCertif: string,
  changes: Partial<Stamp> = {},
): string {
  return stamped(sealed(), credential, { RfcProvCertif, ...changes })
}

type Signer = readonly [name: string, credential: Credential, RfcProvCertif?: string]

const signers: readonly Signer[] = [
  ["an ordinary taxpayer, in a PAC's name", csdOf(stranger)],
  ['an ordinary taxpayer, in his own name', csdOf(stranger), stranger.rfc],
  [
    'an ordinary taxpayer whose branch is that PAC',
    csdOf(stranger, { unit: `PAC${parties.pac.rfc}` }),
  ],
  [
    'an ordinary taxpayer whose branch is a PAC, in his own name',
    csdOf(stranger, { unit: `PAC${stranger.rfc}` }),
    stranger.rfc,
  ],
  ['an ordinary company, in its own name', csdOf(strangeCompany), strangeCompany.rfc],
  [
    'an ordinary company whose branch is a PAC, in its own name',
    csdOf(strangeCompany, { unit: `PAC${strangeCompany.rfc}` }),
    strangeCompany.rfc,
  ],
  ['the issuer itself', person, parties.person.rfc],
  ["the issuer itself, in a PAC's name", person],
  ['another PAC in its name', otherPac],
  ['the PAC in the name of another', pac, parties.otherPac.rfc],
  [
    'a certificate that had expired',
    pacOf(parties.pac, { from: '2020-01-01T00:00:00Z', to: '2024-01-01T00:00:00Z' }),
  ],
  ['a certificate that expired the day before', pacOf(parties.pac, { to: '2026-11-20T12:00:00Z' })],
  ['a certificate that had not begun', pacOf(parties.pac, { from: '2026-11-23T00:00:00Z' })],
  [
    'a certificate of the test authority',
    pacOf(parties.pac, { by: authorities.test, number: nextNumber('30001') }),
  ],
  ['a certificate of an impostor', pacOf(parties.pac, { by: authorities.impostor })],
  ['a certificate that signed itself', pacOf(parties.pac, { signer: rsaKey(parties.pac.rfc) })],
  ['a certificate signed by another PAC', pacOf(parties.pac, { by: otherPac })],
  ['an e.firma of the PAC', efirmaOf(parties.pac)],
  ['a certificate of 1024 bits', pacOf(parties.pac, { key: rsaKey('weak pac', 1024) })],
  ['a certificate signed with SHA-1', pacOf(parties.pac, { hash: 'sha1' })],
  ['a certificate signed with MD5', pacOf(parties.pac, { hash: 'md5' })],
  ['an authority of that name', pacOf(parties.pac, { isAuthority: true })],
  [
    'a certificate of which the PAC is the representative',
    csdOf({ ...strangeCompany, representative: parties.pac.rfc }),
  ],
  ['a key that may only encipher', pacOf(parties.pac, { usages: ['keyEncipherment'] })],
]

/**
 * In whose name: RFC that no list of PACs has are unknown, and not wrong; those of persons are
 * wrong, for a PAC is a company.
 */
const hands = signers.map(([name, credential, RfcProvCertif = parties.pac.rfc]): Forgery => {
  const isUnknown = !trust.pacs.includes(RfcProvCertif) && RfcProvCertif.length === 12
  return {
    name: `stamped by ${name}`,
    finding: 'stamps',
    step: 'stamp',
    ...(isUnknown && { verdict: 'incomplete' }),
    ...known(credential),
    xml: () => stampedBy(credential, RfcProvCertif),
  }
})

/** The number of the PAC's certificate, and another's key or another's certificate. */
const thief = csdOf(stranger, { number: pac.number })
const swapped = rowsOf('stamps', 'stamp', [
  [
    "the PAC's number, a stranger's key",
    () => stamped(sealed(), reissue(pac, { key: rsaKey('thief') })),
  ],
  ["the PAC's number in a stranger's certificate", () => stamped(sealed(), thief), only(thief)],
  [
    "the PAC's number in a stranger's certificate, both given",
    () => stamped(sealed(), thief),
    known(thief),
  ],
  ['exponent 1: the bare digest is the stamp', () => bareStamp(), only(exponentOne(pac))],
])

function only({ der }: Credential): Pick<Forgery, 'trust'> {
  return { trust: { pacCertificates: [der] } }
}

function bareStamp(): string {
  const xml = sealed()
  const stamp = stampOf(xml)
  return inComplemento(
    xml,
    writeStamp({ ...stamp, SelloSAT: bareBlock(Buffer.from(cadenaOf(stamp))).toString('base64') }),
  )
}

/** A good stamp, edited afterwards. */
const edits: readonly (readonly [string, RegExp | string, string])[] = [
  ['another UUID', / UUID="[^"]*"/, ' UUID="11111111-2222-4333-8444-555555555555"'],
  ['another date', '12:05:00"', '12:06:00"'],
  ['another PAC', `RfcProvCertif="${parties.pac.rfc}"`, `RfcProvCertif="${parties.otherPac.rfc}"`],
  ['a Leyenda more', ' SelloCFD=', ' Leyenda="Una leyenda de mas" SelloCFD='],
  ['another number', `NoCertificadoSAT="${pac.number}"`, `NoCertificadoSAT="${otherPac.number}"`],
  ['another version', 'Version="1.1"', 'Version="1.0"'],
  ['an attribute more', '<tfd:TimbreFiscalDigital ', '<tfd:TimbreFiscalDigital Total="1" '],
  ['another type', '<tfd:TimbreFiscalDigital ', '<tfd:TimbreFiscalDigital xsi:type="tfd:Otro" '],
  ['a child', /(?<=SelloSAT="[^"]*")\/>/, '><tfd:x/></tfd:TimbreFiscalDigital>'],
  ['text', /(?<=SelloSAT="[^"]*")\/>/, '>Total 1.00</tfd:TimbreFiscalDigital>'],
  [
    'a prefix that is of another namespace',
    'xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital"',
    'xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital/2"',
  ],
  ['another name', /tfd:TimbreFiscalDigital (?=xmlns)/, 'tfd:Timbre '],
  ['a `|` in RfcProvCertif', 'RfcProvCertif="', 'RfcProvCertif="|'],
  ['no SelloSAT', / SelloSAT="[^"]*"/, ''],
  ['no RfcProvCertif', / RfcProvCertif="[^"]*"/, ''],
]

const edited = rowsOf('stamps', 'stamp', [
  ...edits.map(([name, from, to]) => [name, () => replaced(stamped(), from, to)] as const),
  [
    'a Leyenda that is taken out',
    () =>
      replaced(stamped(sealed(), pac, { Leyenda: 'Una leyenda de mas' }), / Leyenda="[^"]*"/, ''),
  ],
  [
    'another Leyenda',
    () => replaced(stamped(sealed(), pac, { Leyenda: 'Una leyenda de mas' }), 'de mas', 'de menos'),
  ],
  [
    'a `|` in a Leyenda',
    () => stamped(sealed(), pac, { Leyenda: 'Una leyenda|de mas' }),
    { step: ['stamp', 'structure'] },
  ],
])

/** Good stamps of something else, or in another place. */
const misplaced = rowsOf(
  'S14',
  ['stamp', 'structure', 'readable'],
  [
    [
      'the stamp of another document',
      () => inComplemento(sealed(), writeStamp(stampOf(sealed(person, { Folio: '8' })))),
    ],
    [
      'SelloCFD of another document, signed by the PAC',
      () => stamped(sealed(), pac, { SelloCFD: selloOf(sealed(person, { Folio: '8' })) }),
    ],
    ['the same stamp twice', () => twice((xml) => stampOf(xml))],
    [
      'a good stamp, and one of another document',
      () => inComplemento(stamped(), writeStamp(stampOf(sealed(person, { Folio: '8' })))),
    ],
    [
      'an invented stamp before a good one',
      () => twice((xml) => ({ ...stampOf(xml), SelloSAT: 'AAAA' })),
    ],
    [
      'two stamps of two PACs',
      () => twice((xml) => stampOf(xml, otherPac, { RfcProvCertif: parties.otherPac.rfc })),
    ],
    ['in a second Complemento', () => inSecondComplemento()],
    ['in the Addenda', () => atTheEnd((tfd) => `<cfdi:Addenda>${tfd}</cfdi:Addenda>`)],
    ['beside the Complemento', () => atTheEnd((tfd) => tfd)],
    [
      'within a node of another',
      () =>
        atTheEnd((tfd) => `<cfdi:Complemento><z:z xmlns:z="urn:z">${tfd}</z:z></cfdi:Complemento>`),
    ],
    [
      'in a Concepto',
      () =>
        replaced(
          sealed(),
          '</cfdi:Concepto>',
          `<cfdi:ComplementoConcepto>${writeStamp(stampOf(sealed()))}</cfdi:ComplementoConcepto></cfdi:Concepto>`,
        ),
    ],
    [
      "in another's Complemento",
      () => atTheEnd((tfd) => `<e:Complemento xmlns:e="urn:e">${tfd}</e:Complemento>`),
    ],
  ],
)

function twice(make: (xml: string) => Stamp): string {
  const xml = sealed()
  const [first, second] = [writeStamp(make(xml)), writeStamp(stampOf(xml))]
  return inComplemento(xml, first + second)
}

function atTheEnd(wrap: (tfd: string) => string): string {
  const xml = sealed()
  return replaced(
    xml,
    '</cfdi:Comprobante>',
    `${wrap(writeStamp(stampOf(xml)))}</cfdi:Comprobante>`,
  )
}

function inSecondComplemento(): string {
  return atTheEnd((tfd) => `<cfdi:Complemento/><cfdi:Complemento>${tfd}</cfdi:Complemento>`)
}

const dates = rowsOf('stamps', 'stamp', [
  [
    'stamped the day before Fecha',
    () => stamped(sealed(), pac, { FechaTimbrado: '2026-11-20T12:00:00' }),
  ],
  [
    'stamped a year before Fecha',
    () => stamped(sealed(), pac, { FechaTimbrado: '2025-11-21T12:00:00' }),
  ],
  [
    'stamped on a day that is none',
    () => stamped(sealed(), pac, { FechaTimbrado: '2026-02-30T12:00:00' }),
  ],
])

const otherwiseSigned: readonly Row[] = (
  [
    ['SHA-1', (text: Buffer) => sign('sha1', text, pac.privateKey)],
    ['SHA-512', (text: Buffer) => sign('sha512', text, pac.privateKey)],
    [
      'PSS',
      (text: Buffer) =>
        sign('sha256', text, { key: pac.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    ],
    ['Latin-1 of another text', () => sign('sha256', Buffer.from('||'), pac.privateKey)],
  ] as const
).map(([name, make]) => [
  `SelloSAT by ${name}`,
  () => {
    const xml = sealed()
    const fields = stampOf(xml)
    return inComplemento(
      xml,
      writeStamp({ ...fields, SelloSAT: make(Buffer.from(cadenaOf(fields))).toString('base64') }),
    )
  },
])

const malleable = rowsOf('S13', 'stamp', [
  ['SelloSAT with other unused bits', () => withUnusedBits()],
  ['SelloSAT with a space in it', () => withSpace()],
  ...otherwiseSigned,
  [
    'SelloSAT by a key that is not the PAC’s',
    () => stamped(sealed(), pac, { SelloSAT: signStamp(stampOf(sealed()), person) }),
  ],
])

function withSpace(): string {
  const xml = sealed()
  const stamp = stampOf(xml)
  return inComplemento(
    xml,
    writeStamp({ ...stamp, SelloSAT: stamp.SelloSAT.replace(/^.{8}/, '$& ') }),
  )
}

function withUnusedBits(): string {
  const xml = sealed()
  const stamp = stampOf(xml)
  return inComplemento(xml, writeStamp({ ...stamp, SelloSAT: otherUnusedBits(stamp.SelloSAT) }))
}

export const stampForgeries: readonly Forgery[] = [
  ...missing,
  ...imagined,
  ...unknown,
  ...hands,
  ...swapped,
  ...edited,
  ...misplaced,
  ...dates,
  ...malleable,
]
