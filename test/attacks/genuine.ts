/**
 * Documents that are what they say, in every form that a receiver may get: as many as there are
 * forgeries, and their counterpart.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { invoice } from '../fixtures.js'
import { type Credential, reissue, rsaKey } from './certificates.js'
import {
  inComplemento,
  replaced,
  type Stamp,
  sealed,
  sealXml,
  stamped,
  stampOf,
  unsealed,
  writeStamp,
} from './documents.js'
import { inRegistry } from './forgeries/certificates.js'
import type { Trust } from './forgeries/forgery.js'
import {
  authorities,
  company,
  csdOf,
  otherPac,
  pac,
  pacOf,
  parties,
  person,
  trust,
} from './parties.js'

export interface Genuine {
  readonly name: string
  readonly trust?: Partial<Trust>
  readonly xml: () => string | Uint8Array
}

type Row = readonly [name: string, xml: Genuine['xml'], rest?: Partial<Genuine>]

/** An invoice by one certificate, stamped by one PAC. */
function by(
  credential: Credential,
  changes: Record<string, unknown> = {},
  stamper = pac,
  stamp: Partial<Stamp> = {},
): string {
  return stamped(sealed(credential, changes), stamper, stamp)
}

const { person: someone } = parties

const certificates: readonly Row[] = [
  ['of the authority of before', () => by(csdOf(someone, { by: authorities.older }))],
  ['of 3072 bits', () => by(csdOf(someone, { key: rsaKey('long', 3072) }))],
  ['of 4096 bits', () => by(csdOf(someone, { key: rsaKey('longer', 4096) }))],
  ['of exponent 3', () => by(csdOf(someone, { key: rsaKey('three', 2048, 3) }))],
  ['signed with SHA-384', () => by(csdOf(someone, { hash: 'sha384' }))],
  ['signed with SHA-512', () => by(csdOf(someone, { hash: 'sha512' }))],
  ['without a branch', () => by(csdOf(someone, { subject: person.subject.slice(0, -1) }))],
  ['whose branch begins with PAC', () => by(csdOf(someone, { unit: 'PACHUCA CENTRO' }))],
  ['whose branch is the RFC of a PAC', () => by(csdOf(someone, { unit: 'PACFIN1203015JA' }))],
  ['that ended since', () => by(csdOf(someone, { to: '2026-11-22T06:00:00Z' }))],
  ['that began the day before', () => by(csdOf(someone, { from: '2026-11-20T06:00:00Z' }))],
  [
    'that ends after its authority',
    () => by(csdOf(someone, { by: authorities.older, to: '2028-01-01T06:00:00Z' })),
  ],
]

const issued = (Rfc: string, Nombre: string) => ({ Emisor: { Rfc, Nombre, RegimenFiscal: '601' } })
const holders: readonly Row[] = (
  [
    ['PÑA110620H80', 'PIÑATAS ÑANDU SA DE CV'],
    ['C&L180905J49', 'CAFE & LIBROS DEL SUR S DE RL DE CV'],
  ] as const
).map(([rfc, name]) => [
  `sealed by ${rfc}`,
  () =>
    by(csdOf({ rfc, name, representative: 'PEGJ800101AB6' }), {
      ...issued(rfc, name),
      Conceptos: simple,
      Impuestos: undefined,
      SubTotal: '100.00',
      Total: '100.00',
      Receptor: anybody,
    }),
])

const { Receptor } = invoice()
const anybody = {
  ...Receptor,
  Rfc: 'XAXX010101000',
  Nombre: 'CLIENTE',
  DomicilioFiscalReceptor: '06600',
  RegimenFiscalReceptor: '616',
  UsoCFDI: 'S01',
}
const simple = [
  {
    ClaveProdServ: '14111507',
    Cantidad: '1',
    ClaveUnidad: 'H87',
    Descripcion: 'Papel',
    ValorUnitario: '100.00',
    Importe: '100.00',
    ObjetoImp: '01',
  },
]

const endedSince = pacOf(parties.pac, { to: '2026-11-22T06:00:00Z' })
const long = pacOf(parties.pac, { key: rsaKey('long pac', 4096) })
/** Its number is the PAC's, its key is not. */
const impostor = reissue(pac, { key: rsaKey('thief') })
const expiredSince = () => stamped(sealed(), endedSince)

const stamps: readonly Row[] = [
  ['of another PAC', () => by(person, {}, otherPac, { RfcProvCertif: parties.otherPac.rfc })],
  ['with a Leyenda', () => by(person, {}, pac, { Leyenda: 'Una leyenda de 12 letras o mas' })],
  ['a minute later', () => by(person, {}, pac, { FechaTimbrado: '2026-11-21T12:01:00' })],
  ['in the same second', () => by(person, {}, pac, { FechaTimbrado: '2026-11-21T12:00:00' })],
  [
    '70 hours later',
    () =>
      by(person, { Fecha: '2026-11-18T14:00:00' }, pac, { FechaTimbrado: '2026-11-21T12:00:00' }),
  ],
  [
    'by the central clock, an hour before that of Cancún',
    () => by(person, { LugarExpedicion: '77500' }, pac, { FechaTimbrado: '2026-11-21T11:01:00' }),
  ],
  [
    'with a UUID of version 5',
    () => by(person, {}, pac, { UUID: '982E4DF2-0E0C-5A4B-8F3E-2B6C1D0E9F8A' }),
  ],
  [
    'with a UUID in lower case',
    () => by(person, {}, pac, { UUID: '982e4df2-0e0c-4a4b-8f3e-2b6c1d0e9f8a' }),
  ],
  [
    'of a certificate that ended since',
    () => expiredSince(),
    { trust: { pacCertificates: [endedSince.der] } },
  ],
  [
    'of a key of 4096 bits',
    () => stamped(sealed(), long),
    { trust: { pacCertificates: [long.der] } },
  ],
  [
    'among the certificates of other PACs',
    () => by(person),
    { trust: { pacCertificates: [otherPac.der, long.der, pac.der] } },
  ],
  [
    'beside one of the same number',
    () => by(person),
    { trust: { pacCertificates: [impostor.der, pac.der] } },
  ],
]

const bodyOf = (xml: string) => xml.replace(/^<\?xml[^>]*>/, '')
const texts: readonly Row[] = [
  ['as bytes', () => Buffer.from(by(person))],
  ['with a mark of order', () => Buffer.from(`\ufeff${by(person)}`)],
  ['in UTF-16', () => Buffer.from(`\ufeff${replaced(by(person), 'UTF-8', 'UTF-16')}`, 'utf16le')],
  ['in ISO-8859-1', () => Buffer.from(replaced(by(person), 'UTF-8', 'ISO-8859-1'), 'latin1')],
  ['in windows-1252, with what Latin-1 has not', () => windows1252()],
  ['without a declaration', () => bodyOf(by(person))],
  ['indented', () => by(person).replaceAll('><', '>\n  <')],
  ['with line ends of Windows', () => by(person).replaceAll('><', '>\r\n<')],
  ['between apostrophes', () => by(person).replaceAll(/ (Serie|Folio)="([^"]*)"/g, " $1='$2'")],
  ['with comments', () => by(person).replaceAll('><', '><!-- x --><')],
  ['with characters by number', () => replaced(by(person), 'Serie="A"', 'Serie="&#65;"')],
  [
    'with spaces that the cadena leaves out',
    () => replaced(by(person), 'Serie="A"', 'Serie=" A "'),
  ],
  ['with an Addenda', () => withAddenda('<a b="1"/>')],
  ['with an Addenda of another CFDI', () => withAddenda(bodyOf(by(person, { Folio: '9' })))],
  ['with a `|` in the Addenda', () => withAddenda('<a b="1|2">|</a>')],
  [
    'with another prefix',
    () => by(person).replaceAll('cfdi:', 'c:').replaceAll('xmlns:cfdi', 'xmlns:c'),
  ],
]

const withAddenda = (nodes: string) =>
  replaced(
    by(person),
    '</cfdi:Comprobante>',
    `<cfdi:Addenda>${nodes}</cfdi:Addenda></cfdi:Comprobante>`,
  )

/** The bytes of some characters (WHATWG, index windows-1252). */
const above: Readonly<Record<string, number>> = {
  '€': 0x80,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '…': 0x85,
  '™': 0x99,
}

function windows1252(): Uint8Array {
  const text = stamped(
    sealXml(replaced(unsealed(), ' Descripcion="', ' Descripcion="“Plan” – 10 € … ™ ')),
  )
  return Uint8Array.from(
    replaced(text, 'UTF-8', 'windows-1252'),
    (letter) => above[letter] ?? letter.charCodeAt(0),
  )
}

const folios: readonly Row[] = Array.from({ length: 110 }, (_, n) => [
  `folio ${n + 100}`,
  () => by(person, { Folio: String(n + 100) }),
])

/** What a draft leaves open. */
const open: Readonly<Record<string, string>> = {
  Folio: '1',
  Fecha: '2026-11-21T12:00:00',
  IdCCP: 'CCC6F1D2-8A3B-4C5D-9E7F-0A1B2C3D4E5F',
}
const folder = new URL('../../fixtures/', import.meta.url)

/** Documents of `fixtures/`, sealed by their issuers. */
const fixtures: readonly Row[] = ['documents', 'complements'].flatMap((name) =>
  readdirSync(new URL(name, folder))
    .filter((file) => file.endsWith('.json') && !/^(invalido|registroFiscal)/.test(file))
    .map((file): Row => [`${name}/${file}`, () => fixture(`${name}/${file}`)]),
)

function fixture(path: string): string {
  const json = JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
  const issuer = json.Emisor.Rfc === parties.person.rfc ? person : company
  const { rfc: Rfc, name: Nombre } =
    issuer === person ? parties.person : { ...parties.company, name: 'PAPELERIA LUNA DE OCTUBRE' }
  const document = closed({ ...json, Emisor: { ...json.Emisor, Rfc, Nombre } }) as Record<
    string,
    unknown
  >
  const xml = sealed(issuer, {
    ...absent,
    ...document,
    Certificado: issuer.der.toString('base64'),
    NoCertificado: issuer.number,
    Sello: '',
  })
  return stamped(xml)
}

/** Fields of the usual invoice that another document does not have. */
const absent = Object.fromEntries(Object.keys(invoice()).map((name) => [name, undefined]))

function closed(value: unknown, name = ''): unknown {
  if (value === 'AUTO') return open[name] ?? value
  if (Array.isArray(value)) return value.map((item) => closed(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item, key)]))
}

const others: readonly Row[] = [
  ['of the registry, sealed by the SAT', () => inRegistry(csdOf(parties.sat))],
  ['stamped before another complement', () => beforeAnother()],
  [
    'with anchors that are not needed',
    () => by(person),
    { trust: { anchors: [authorities.test.der, ...trust.anchors] } },
  ],
]

const donation =
  '<donat:Donatarias xmlns:donat="http://www.sat.gob.mx/donat" version="1.1" noAutorizacion="1234" fechaAutorizacion="2020-01-01" leyenda="Donativo"/>'

function beforeAnother(): string {
  const xml = sealXml(inComplemento(unsealed(), donation))
  return replaced(xml, '<cfdi:Complemento>', `<cfdi:Complemento>${writeStamp(stampOf(xml))}`)
}

export const genuine: readonly Genuine[] = [
  ...certificates,
  ...holders,
  ...stamps,
  ...texts,
  ...fixtures,
  ...others,
  ...folios,
].map(([name, xml, rest]) => ({ name, xml, ...rest }))
