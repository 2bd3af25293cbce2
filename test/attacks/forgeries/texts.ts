/**
 * Documents whose text is not what was sealed, says two things, or is no CFDI.
 * @module
 */
import { constants, sign } from 'node:crypto'
import { cadenaOriginalXml } from '../../../src/sat/cfdi40/cfdi.js'
import { rsaKey } from '../certificates.js'
import {
  inComplemento,
  otherUnusedBits,
  replaced,
  sealed,
  sealXml,
  selloOf,
  stamped,
  stampOf,
  unsealed,
  withSello,
  writeStamp,
} from '../documents.js'
import { pac, person } from '../parties.js'
import { type Forgery, type Row, rowsOf } from './forgery.js'

/** A `|` in a printed value, by the sealer or by whoever comes after. */
const bars = rowsOf('S2', 'seal', [
  ['two values in one', () => replaced(stamped(), 'Serie="A" Folio="7"', 'Serie="A|7"')],
  [
    'of a value that may hold anything',
    () => sealedText((xml) => replaced(xml, ' Descripcion="', ' Descripcion="Una|')),
  ],
  [
    'of the tax identity of a foreigner',
    () => sealedText((xml) => replaced(xml, ' UsoCFDI=', ' NumRegIdTrib="X|Y" UsoCFDI=')),
  ],
  ['of a complement', () => sealedText((xml) => inComplemento(xml, donation('12|34')))],
  ['by reference', () => replaced(stamped(), 'Serie="A" Folio="7"', 'Serie="A&#x7c;7"')],
  ['two vouchers merged', () => mergedVouchers()],
  [
    'a value that goes on in the text of an unknown complement',
    () => continuedValue(),
    { reason: 'ambiguous' },
  ],
])

const donation = (authorisation: string) =>
  `<donat:Donatarias xmlns:donat="http://www.sat.gob.mx/donat" version="1.1" noAutorizacion="${authorisation}" fechaAutorizacion="2020-01-01" leyenda="Donativo"/>`

/** A document of the issuer, edited before it is sealed and stamped. */
function sealedText(edit: (xml: string) => string): string {
  return stamped(sealXml(edit(unsealed())))
}

const voucher = (identificador: string, rfc: string, nombre: string, importe: string) =>
  `<valesdedespensa:Concepto identificador="${identificador}" fecha="2026-11-20T10:00:00" rfc="${rfc}" curp="${rfc.slice(0, 10)}MDFRCR02" nombre="${nombre}" importe="${importe}"/>`

const vouchers = (concepts: string, total: string) =>
  `<valesdedespensa:ValesDeDespensa xmlns:valesdedespensa="http://www.sat.gob.mx/valesdedespensa" version="1.0" tipoOperacion="monedero electrónico" numeroDeCuenta="1" total="${total}"><valesdedespensa:Conceptos>${concepts}</valesdedespensa:Conceptos></valesdedespensa:ValesDeDespensa>`

/** Two workers' vouchers become one worker's: the cadena is the same, and so are seal and stamp. */
function mergedVouchers(): string {
  const [ana, luz] = [
    voucher('1', 'LOFA900217KE4', 'ANA', '100.00'),
    voucher('2', 'RACL790312H45', 'LUZ', '900.00'),
  ]
  const xml = sealXml(inComplemento(unsealed(), vouchers(ana + luz, '1000.00')))
  const tfd = writeStamp(stampOf(xml))
  const name = 'ANA|100.00|2|2026-11-20T10:00:00|RACL790312H45|RACL790312MDFRCR02|LUZ'
  const merged = voucher('1', 'LOFA900217KE4', name, '900.00')
  return inComplemento(replaced(xml, ana + luz, merged), tfd)
}

/**
 * XSLT prints text of what it does not know without a bar before it: the last value is cut, and
 * goes on there.
 */
function continuedValue(): string {
  const xml = sealed()
  const total = ' TotalImpuestosTrasladados="2'
  const cut = xml.replace(new RegExp(`${total}([^"]*)"`), `${total}"`)
  const [, rest = ''] = new RegExp(`${total}([^"]*)"`).exec(xml) ?? []
  const unknown = `<x:Futuro xmlns:x="http://www.sat.gob.mx/futuro">${rest}</x:Futuro>`
  return inComplemento(cut, unknown + writeStamp(stampOf(xml)))
}

/** Nodes that a CFDI cannot have, behind so many others that nobody tells them any more. */
const hidden = '<cfdi:Hidden total="999999">Pague aqui</cfdi:Hidden>'
const floods = rowsOf(
  'S3',
  ['structure', 'readable', 'seal'],
  [
    ['a node that a CFDI has not', () => atTheEnd(hidden)],
    [
      'behind 10,001 empty Complementos',
      () => atTheEnd('<cfdi:Complemento/>'.repeat(10_001) + hidden),
    ],
    ['behind 10,001 nodes of its own', () => atTheEnd('<cfdi:Nada/>'.repeat(10_001) + hidden)],
    [
      'behind 10,001 nodes of another',
      () => atTheEnd('<z xmlns="urn:z"/>'.repeat(10_001) + hidden),
    ],
    [
      '10,001 nodes of another in the Complemento',
      () => inComplemento(stamped(), '<z xmlns="urn:z"/>'.repeat(10_001) + hidden),
    ],
    ['10,001 texts', () => atTheEnd('<!-- -->x'.repeat(10_001) + hidden)],
    ['10,001 attributes of another', () => floodOfAttributes()],
  ],
)

const atTheEnd = (nodes: string) =>
  replaced(stamped(), '</cfdi:Comprobante>', `${nodes}</cfdi:Comprobante>`)

function floodOfAttributes(): string {
  const attributes = Array.from({ length: 10_001 }, (_, n) => `z:a${n}=""`).join(' ')
  return replaced(stamped(), '<cfdi:Emisor ', `<cfdi:Emisor xmlns:z="urn:z" ${attributes} `)
}

/**
 * Elements for which the SAT's transformation has a template, wherever they stand: they change the
 * cadena.
 */
const strangers = [
  '<cfdi:Emisor Rfc="OCULTO"/>',
  '<cfdi:Concepto ClaveProdServ="01010101" Cantidad="1" Importe="1.00"/>',
  '<cfdi:Traslado Base="1" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="1"/>',
  '<n:Percepcion xmlns:n="http://www.sat.gob.mx/nomina12" TipoPercepcion="001" Clave="1" Concepto="x" ImporteGravado="1" ImporteExento="0"/>',
  '<p:DoctoRelacionado xmlns:p="http://www.sat.gob.mx/Pagos20" IdDocumento="x"/>',
]

const places = rowsOf(
  'S4',
  ['structure', 'readable', 'seal'],
  [
    ...strangers.map(
      (node): Row => [
        `in the Complemento: ${node.slice(0, 20)}`,
        () => inComplemento(stamped(), node),
      ],
    ),
    ...strangers.map(
      (node): Row => [
        `in a node of another: ${node.slice(0, 20)}`,
        () => inComplemento(stamped(), `<z:z xmlns:z="urn:z">${node}</z:z>`),
      ],
    ),
    ...strangers.map((node): Row => [`in the stamp: ${node.slice(0, 20)}`, () => inStamp(node)]),
  ],
)

const inStamp = (node: string) =>
  replaced(stamped(), /(?<=SelloSAT="[^"]*")\/>/, `>${node}</tfd:TimbreFiscalDigital>`)

const edits: readonly (readonly [string, string | RegExp, string])[] = [
  ['the Total', 'Total="16683.34"', 'Total="66733360.00"'],
  ['the receiver', 'Rfc="PLO150312QT1"', 'Rfc="EDE2001159Z3"'],
  ['the date', 'Fecha="2026-11-21T12:00:00"', 'Fecha="2026-11-21T12:00:01"'],
  ['a concept less', /<cfdi:Concepto .*?<\/cfdi:Concepto>/s, ''],
  ['a letter of a name', 'PAPELERIA', 'PAPELERiA'],
  ['a Folio less', ' Folio="7"', ''],
]

const changed = rowsOf('texts', 'seal', [
  ...edits.map(
    ([name, from, to]): Row => [name, () => replaced(stamped(), from, to), { reason: 'changed' }],
  ),
  [
    'the seal of another document',
    () =>
      stamped(
        replaced(sealed(), / Sello="[^"]*"/, ` Sello="${selloOf(sealed(person, { Folio: '8' }))}"`),
      ),
    { reason: 'changed' },
  ],
  [
    "a stranger's key",
    () => stamped(sealXml(unsealed(), { ...person, privateKey: rsaKey('thief') })),
    { reason: 'key' },
  ],
  ['SHA-1', () => stamped(sealXml(unsealed(), person, 'sha1')), { reason: 'hash' }],
  ['SHA-512', () => stamped(sealXml(unsealed(), person, 'sha512')), { reason: 'hash' }],
  [
    'PSS',
    () =>
      stamped(
        sealedWith((text) =>
          sign('sha256', text, {
            key: person.privateKey,
            padding: constants.RSA_PKCS1_PSS_PADDING,
          }),
        ),
      ),
  ],
  ['a seal of zeros', () => stamped(sealedWith(() => Buffer.alloc(256)))],
  [
    'a seal one byte short',
    () => stamped(sealedWith((text) => sign('sha256', text, person.privateKey).subarray(1))),
  ],
  [
    'a seal one byte long',
    () =>
      stamped(
        sealedWith((text) =>
          Buffer.concat([Buffer.of(0), sign('sha256', text, person.privateKey)]),
        ),
      ),
  ],
  [
    'no seal',
    () => stamped(replaced(sealed(), / Sello="[^"]*"/, ' Sello=""'), pac, { SelloCFD: '' }),
  ],
])

function sealedWith(make: (text: Buffer) => Buffer): string {
  const xml = unsealed()
  return withSello(xml, make(Buffer.from(cadenaOriginalXml(xml))))
}

/** One signature, written otherwise: the stamp is made over that text. */
const malleable = rowsOf(
  'S13',
  ['seal', 'certificate'],
  [
    ['a seal with other unused bits', () => stamped(withUnusedBits(sealed()))],
    ['a seal with a space in it', () => stamped(replaced(sealed(), /(?<= Sello=".{8})/, ' '))],
    ['a seal without padding', () => stamped(replaced(sealed(), /(?<= Sello="[^"]*)==(?=")/, ''))],
    ['a seal of the URL alphabet', () => stamped(urlAlphabet())],
    [
      'a certificate with a space',
      () => stamped(replaced(sealed(), / Certificado="MII/, ' Certificado="MI I')),
    ],
    ['a certificate as PEM', () => stamped(asPem())],
  ],
)

function withUnusedBits(xml: string): string {
  const sello = selloOf(xml)
  return replaced(xml, sello, otherUnusedBits(sello))
}

function urlAlphabet(): string {
  for (let Folio = 1; ; Folio++) {
    const xml = sealed(person, { Folio: String(Folio) })
    const sello = selloOf(xml)
    if (/[+/]/.test(sello))
      return replaced(
        xml,
        ` Sello="${sello}"`,
        ` Sello="${sello.replaceAll('+', '-').replaceAll('/', '_')}"`,
      )
  }
}

function asPem(): string {
  const pem = `-----BEGIN CERTIFICATE-----&#10;${person.der.toString('base64')}&#10;-----END CERTIFICATE-----`
  return replaced(sealed(), / Certificado="[^"]*"/, ` Certificado="${pem}"`)
}

/** No CFDI 4.0, or no XML. */
const unreadable = rowsOf(
  'texts',
  ['readable', 'structure'],
  [
    ['nothing', () => ''],
    ['no XML', () => 'Factura por 1,000 pesos'],
    ['an XML that ends before its end', () => stamped().slice(0, -20)],
    [
      'a CFDI 3.3',
      () => replaced(stamped(), 'http://www.sat.gob.mx/cfd/4"', 'http://www.sat.gob.mx/cfd/3"'),
    ],
    ['a CFDI within another root', () => `<x>${stamped().replace(/^<\?xml[^>]*>/, '')}</x>`],
    [
      'a CFDI in the Addenda of another',
      () =>
        replaced(
          sealed(person, { Folio: '8' }),
          '</cfdi:Comprobante>',
          `<cfdi:Addenda>${stamped().replace(/^<\?xml[^>]*>/, '')}</cfdi:Addenda></cfdi:Comprobante>`,
        ),
      { step: 'stamp' },
    ],
    ['two roots', () => stamped() + stamped().replace(/^<\?xml[^>]*>/, '')],
    [
      'a DOCTYPE',
      () =>
        replaced(stamped(), '<cfdi:Comprobante', '<!DOCTYPE cfdi:Comprobante><cfdi:Comprobante'),
    ],
    [
      'an entity',
      () =>
        replaced(
          replaced(
            stamped(),
            '<cfdi:Comprobante',
            '<!DOCTYPE a [<!ENTITY e "A">]><cfdi:Comprobante',
          ),
          'Serie="A"',
          'Serie="&e;"',
        ),
    ],
    ['an attribute twice', () => replaced(stamped(), 'Serie="A"', 'Serie="A" Serie="A"')],
    [
      'an attribute of another namespace',
      () =>
        replaced(stamped(), '<cfdi:Emisor ', '<cfdi:Emisor xmlns:e="urn:e" e:Rfc="PLO150312QT1" '),
    ],
    [
      'an attribute that a CFDI has not',
      () => replaced(stamped(), '<cfdi:Emisor ', '<cfdi:Emisor Pagado="si" '),
    ],
    [
      'text between the nodes',
      () => replaced(stamped(), '<cfdi:Emisor ', 'Pague aqui<cfdi:Emisor '),
    ],
    [
      'a second Emisor',
      () =>
        replaced(
          stamped(),
          '<cfdi:Emisor ',
          '<cfdi:Emisor Rfc="PLO150312QT1" Nombre="X" RegimenFiscal="601"/><cfdi:Emisor ',
        ),
    ],
    [
      'US-ASCII with a byte above it',
      () => Buffer.from(replaced(stamped(), 'UTF-8', 'US-ASCII'), 'latin1'),
    ],
    ['UTF-8 that is none', () => Buffer.from(stamped(), 'latin1')],
  ],
)

/** Whole and genuine, and against the rules. */
const unruly = rowsOf('texts', 'rules', [
  [
    'a Total that does not add up',
    () => sealedText((xml) => replaced(xml, 'Total="16683.34"', 'Total="16684.34"')),
  ],
  [
    'a code that is in no catalogue',
    () => sealedText((xml) => replaced(xml, 'FormaPago="03"', 'FormaPago="77"')),
    { step: ['structure', 'rules'] },
  ],
])

export const textForgeries: readonly Forgery[] = [
  ...bars,
  ...floods,
  ...places,
  ...changed,
  ...malleable,
  ...unreadable,
  ...unruly,
]
