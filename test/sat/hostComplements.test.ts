/**
 * Complements that the host declares: a new one, a new version and a revision, in every verb. The
 * cadena is compared with libxslt's, over the derived XSLT.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { CertificateSource } from '../../src/certificate/chain.js'
import { createEngine } from '../../src/engine/engine.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { preview } from '../../src/engine/preview.js'
import { decodeBase64 } from '../../src/lib/base64.js'
import {
  type Complement,
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
} from '../../src/model/grammar.js'
import { extendModel } from '../../src/model/host/extend.js'
import { code, decimal, fixed, text } from '../../src/model/types.js'
import { writeXsd } from '../../src/model/xsd.js'
import { writeXslt } from '../../src/model/xslt.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  readCfdi,
  writeCfdi,
} from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import { complement } from '../../src/sat/cfdi40/complement.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { complements as declared } from '../../src/sat/declarations.js'
import { hidrocarburosPetroliferos } from '../../src/sat/hidrocarburosPetroliferos/declaration.js'
import { pagos20 } from '../../src/sat/pagos20/declaration.js'
import { seal } from '../../src/seal/sello.js'
import { verifySello, verifyTimbre } from '../../src/seal/verify.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { composeMail } from '../../src/service/mail/composeMail.js'
import { invoice, sale } from '../fixtures.js'
import { schemaOf } from '../libxml.js'
import { describeWith, folder, transformed } from '../programs.js'

const root = element(
  {
    Version: required(fixed('1.0')),
    FolioManifiesto: required(text(1, 20)),
    Notas: optional(text(1, 50)),
    Materiales: one(
      list(
        'Material',
        oneOrMore({
          Clave: required(code(4, '[A-Z]{2}[0-9]{2}')),
          Kilos: required(decimal(3, { minInclusive: '0.001' })),
        }),
      ),
    ),
    Planta: maybe({ Autorizacion: required(text(5, 30)) }),
  },
  { cadena: ['Version', 'Notas', 'FolioManifiesto', 'Materiales', 'Planta'] },
)

const reciclaje = complement({
  name: 'Reciclaje',
  version: '1.0',
  prefix: 'rec',
  namespace: 'http://www.sat.gob.mx/Reciclaje',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/Reciclaje/Reciclaje10.xsd',
  at: 'comprobante',
  tipos: ['I', 'E'],
  root,
})

const complements = [reciclaje]

const Reciclaje = {
  Version: '1.0',
  FolioManifiesto: 'M-2041',
  Materiales: [
    { Clave: 'PT01', Kilos: '820.500' },
    { Clave: 'AL03', Kilos: '75.25' },
  ],
  Planta: { Autorizacion: '19-039' },
  Notas: 'por la tarde',
}
const fields = '|1.0|por la tarde|M-2041|PT01|820.500|AL03|75.25|19-039||'

const document = invoice({ Complemento: { Reciclaje } })
const errorsOf = (given: unknown, options: object = { complements }) =>
  check(given, options).filter(({ severity }) => severity === 'error')

describe('a complement that the host declares', () => {
  it('is checked: its values, its place and its type', () => {
    expect(errorsOf(document)).toEqual([])
    const wrong = { ...Reciclaje, FolioManifiesto: '', Otro: '1' }
    expect(
      errorsOf({ ...document, Complemento: { Reciclaje: wrong } }).map(({ path }) => path),
    ).toEqual(['Complemento.Reciclaje.FolioManifiesto', 'Complemento.Reciclaje.Otro'])
    expect(errorsOf(document, {}).map(({ path }) => path)).toEqual(['Complemento.Reciclaje'])
    expect(explain(document, { complements }).some(({ outcome }) => outcome === 'broken')).toBe(
      explain(invoice()).some(({ outcome }) => outcome === 'broken'),
    )
  })

  it('is written, read back and part of the cadena', () => {
    const xml = writeCfdi(document, { complements })
    expect(xml).toContain(' xmlns:rec="http://www.sat.gob.mx/Reciclaje"')
    expect(xml).toContain('http://www.sat.gob.mx/Reciclaje http://www.sat.gob.mx/sitio_internet')
    expect(readCfdi(xml, { complements }).Complemento).toEqual({ Reciclaje })
    expect(cadenaOriginal(document, { complements }).endsWith(fields)).toBe(true)
    expect(cadenaOriginalXml(xml, { complements }).endsWith(fields)).toBe(true)
    expect(checkXml(xml, { complements }).filter(({ severity }) => severity === 'error')).toEqual(
      [],
    )
  })

  it('without its declaration is an error that names the option', () => {
    expect(errorsOf(document, {}).map(({ message }) => message)).toContain(
      'Complemento.Reciclaje: no existe en Complemento; un complemento que falta se declara con la opción `complements`.',
    )
    const [finding] = checkXml(writeCfdi(document, { complements })).filter(
      ({ code: of }) => of === 'CFDI40-S50',
    )
    expect(finding?.message).toContain('complements')
    expect(finding?.message).toContain('host-complements')
  })

  it('has an XSD', () => {
    const isValid = schemaOf(writeXsd(extendModel(cfdi, complements)))
    const sealed = { ...document, Sello: 'AAAA', Certificado: 'AAAA' }
    const xml = writeCfdi(sealed as Comprobante, { complements })
    expect(isValid(xml)).toBe(true)
    expect(isValid(xml.replace('Clave="PT01"', 'Clave="pt01"'))).toBe(false)
  })

  it('is printed', () => {
    const printed = JSON.stringify(viewOf(document, { complements }))
    expect(printed).toContain('M-2041')
    // A measure is no amount of money.
    expect(printed).toContain('"text":"820.500"')
  })

  it('is sealed, stamped, verified, mailed and read again by an engine', async () => {
    const clock = () => new Date('2026-11-24T18:00:00Z')
    const pac = createSandboxPac({ clock, complements: [...complements] })
    const csd = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE' })
    const orders = createUnsafeMemoryOrders()
    const stamping = { signers: csd, provider: pac, clock, orders, complete: true }
    const engine = createEngine({ ...stamping, complements })
    const draft: Record<string, unknown> = { ...sale, Complemento: { Reciclaje } }
    expect(preview(draft, { complements, clock, complete: true }).findings).toEqual([])
    const answer = await engine.stamp(draft, { key: 'host-1' })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    expect(answer.document.Complemento).toMatchObject({ Reciclaje })
    const xml = decodeBase64(answer.cfdi.XML) as Uint8Array
    const trust = await pac.trust()
    expect(await verifyCfdi(xml, { ...trust, complements })).toMatchObject({ verdict: 'valid' })
    expect((await verifyCfdi(xml, trust)).verdict).not.toBe('valid')
    const { anchors, pacs } = trust
    const [pacCertificate] = trust.pacCertificates as readonly [CertificateSource]
    const timbre = { anchors, pacs, complements }
    expect(await verifyTimbre(xml, pacCertificate, timbre)).toMatchObject({ ok: true })
    const mail = await composeMail({
      xml,
      from: { name: 'Facturación', address: 'facturas@example.com' },
      to: ['compras@example.com'],
      complements,
    })
    expect(JSON.stringify(mail)).toContain(answer.cfdi.UUID)
    const again = await engine.stamp(draft, { key: 'host-1' })
    expect(again).toMatchObject({ ok: true, cfdi: { UUID: answer.cfdi.UUID } })
    const { Sello: _, ...unsealed } = answer.document
    const { TimbreFiscalDigital: __, ...rest } = unsealed.Complemento as Record<string, unknown>
    const sealed = await seal({ ...unsealed, Complemento: rest }, csd, { complements })
    expect(sealed.cadena.endsWith(fields)).toBe(true)
    const verdict = await verifySello(sealed.xml, { anchors: 'none', complements })
    expect(verdict).toMatchObject({ intact: true })
  })

  it('costs no compilation for another list of the same declarations', () => {
    const model = extendModel(cfdi, [reciclaje])
    expect(extendModel(cfdi, [reciclaje])).toBe(model)
    expect(extendModel(cfdi, [])).toBe(cfdi)
  })
})

describe('a new version', () => {
  const pagos21: Complement = {
    ...pagos20,
    version: '2.1',
    prefix: 'pago21',
    namespace: 'http://www.sat.gob.mx/Pagos21',
    root: {
      ...pagos20.root,
      content: { ...pagos20.root.content, Version: required(fixed('2.1')) },
    },
  }

  it('is chosen by its version', () => {
    const written = (version: string) =>
      writeCfdi(invoice({ Complemento: { Pagos: { Version: version, Totales: {}, Pago: [] } } }), {
        complements: [pagos21],
      })
    expect(written('2.1')).toContain('<pago21:Pagos ')
    expect(written('2.0')).toContain('<pago20:Pagos ')
  })
})

describe('a revision', () => {
  const { content } = hidrocarburosPetroliferos.root
  const revised: Complement = {
    ...hidrocarburosPetroliferos,
    previous: hidrocarburosPetroliferos,
    desde: '2026-12-01',
    root: {
      ...hidrocarburosPetroliferos.root,
      content: { ...content, Nuevo: optional(text(1, 9)) },
    },
  }
  const withNew = (Fecha: string) =>
    errorsOf(
      {
        ...invoice({ Fecha }),
        Conceptos: invoice().Conceptos.map((concepto) => ({
          ...concepto,
          ComplementoConcepto: { HidroYPetro: { Version: '1.0', Nuevo: 'x' } },
        })),
      },
      { complements: [revised], rules: false },
    ).filter(({ field }) => field === 'Nuevo')

  it('judges the documents of its days, and the earlier one the documents before', () => {
    expect(withNew('2026-12-01T00:00:00')).toEqual([])
    expect(withNew('2026-11-30T23:59:59')).not.toEqual([])
  })
})

/** An element that contains itself. */
function endless(): ReturnType<typeof element> {
  const content: Record<string, unknown> = {}
  const root = { ...element({ A: maybe({}) }), content }
  content['A'] = { kind: 'child', element: root, min: 0, max: 1 }
  return root as ReturnType<typeof element>
}

/** Message of the TypeError with which a verb refuses declarations. */
function refusal(given: unknown, verb: (options: object) => unknown = (own) => check({}, own)) {
  try {
    verb({ complements: given })
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error)
  }
  return undefined
}

/** A declaration whose root has other content, or another shape. */
function withRoot(content: object, more: object = {}): object {
  return { ...reciclaje, root: { ...element({}), content, ...more } }
}

describe('declarations that are refused by name', () => {
  it.each([
    ['no list', reciclaje, 'complements must be a list'],
    ['no declaration', [{}], 'complements[0]: is not a declaration'],
    ['a namespace of the library', [{ ...reciclaje, namespace: pagos20.namespace }], 'Pagos 2.0'],
    ['a prefix of the library', [{ ...reciclaje, prefix: 'pago20' }], 'has the prefix pago20'],
    ['a version of the library', [{ ...reciclaje, name: 'Pagos', version: '2.0' }], 'already'],
    ['the same twice', [reciclaje, { ...reciclaje }], 'complements[1] (Reciclaje 1.0)'],
    ['a reserved prefix', [{ ...reciclaje, prefix: 'xsi' }], 'prefix'],
    ['a namespace that breaks XML', [{ ...reciclaje, namespace: 'a" b' }], 'namespace'],
    ['another place', [{ ...reciclaje, at: 'emisor' }], 'at must be one of comprobante, concepto'],
    ['another type', [{ ...reciclaje, tipos: ['X'] }], 'tipos'],
    ['a day that is none', [{ ...reciclaje, desde: 'ayer' }], 'desde'],
    [
      'a revision without days',
      [{ ...pagos20, previous: pagos20, desde: undefined }],
      'must have desde',
    ],
    [
      'a revision of another one',
      [{ ...reciclaje, previous: pagos20, desde: '2026-01-01' }],
      'without previous it is a new version',
    ],
    [
      'a pattern that is none',
      [{ ...reciclaje, root: element({ A: required(code(1, '[')) }) }],
      'Reciclaje.A: pattern',
    ],
    [
      'an attribute after a child',
      [{ ...reciclaje, root: element({ A: maybe({}), B: required(text(1, 2)) }) }],
      'Reciclaje.B: attributes come before children',
    ],
    ['an element in itself', [{ ...reciclaje, root: endless() }], 'must not contain itself'],
    [
      'a field of the cadena that is none',
      [{ ...reciclaje, root: element({ A: required(text(1, 2)) }, { cadena: ['B'] }) }],
      'B is not a member',
    ],
  ])('%s', (_, given, words) => {
    expect(refusal(given)).toContain(words)
  })

  it('before other prefixes and versions, by the namespace: its message has the remedy', () => {
    expect(refusal([reciclaje, { ...reciclaje }])).toContain('to revise it, give previous')
  })

  it('but none of ours', () => {
    const [{ document: comprobante }] = [cfdi]
    const bare = { document: comprobante, complements: [] }
    expect(() => extendModel(bare, declared)).not.toThrow()
  })
})

describe('declarations for a reader', () => {
  const xml = writeCfdi(document, { complements })
  const read = (own: object) => readCfdi(xml, own)
  const child = (more: object) => ({ kind: 'child', element: element({}), min: 0, max: 1, ...more })

  it.each([
    ['no list', reciclaje, 'readCfdi: complements must be a list'],
    ['no declaration', [{}], 'readCfdi: complements[0]: is not a declaration'],
    ['no name', [{ ...reciclaje, name: undefined }], 'name'],
    ['no namespace', [{ ...reciclaje, namespace: undefined }], 'namespace'],
    ['a namespace of the library', [{ ...reciclaje, namespace: pagos20.namespace }], 'Pagos 2.0'],
    [
      'that of the document',
      [{ ...pagos20, namespace: cfdi.document.namespace }],
      'Comprobante 4.0',
    ],
    ['the same twice', [reciclaje, { ...reciclaje }], 'complements[1] (Reciclaje 1.0)'],
    ['another place', [{ ...reciclaje, at: 'emisor' }], 'at must be one of comprobante, concepto'],
    ['an element in itself', [{ ...reciclaje, root: endless() }], 'must not contain itself'],
    ['another shape', [withRoot({}, { shape: 'lista' })], 'Reciclaje: shape must be'],
    ['a list of nothing', [withRoot({}, { shape: 'list' })], 'Reciclaje: a list has one member'],
    ['a list of one', [withRoot({ A: child({}) }, { shape: 'list' })], 'a list has one member'],
    ['no member', [withRoot({ A: null })], 'Reciclaje.A: must be an attribute or a child'],
    [
      'another kind',
      [withRoot({ A: child({ kind: 'slot' }) })],
      'Reciclaje.A: must be an attribute',
    ],
    ['no count', [withRoot({ A: child({ max: undefined }) })], 'Reciclaje.A: min and max'],
    ['no element', [withRoot({ A: child({ element: {} }) })], 'Reciclaje.A: element must be'],
    ['none below', [withRoot({ A: child({ element: withRoot({ B: 1 }) }) })], 'Reciclaje.A'],
  ])('are refused with %s', (_, given, words) => {
    expect(refusal(given, read)).toContain(words)
    // Every other verb refuses the same.
    expect(refusal(given)).toContain(words.replace('readCfdi', 'check'))
  })

  it('are refused by every verb for the same fault, of a type of document too', () => {
    const given = [{ ...reciclaje, tipos: ['I', 'X'] }]
    const verbs = [
      (own: object) => check(document, own),
      (own: object) => checkXml(xml, own),
      (own: object) => explain(document, own),
      (own: object) => writeCfdi(document, own),
      (own: object) => cadenaOriginal(document, own),
      (own: object) => cadenaOriginalXml(xml, own),
      (own: object) => extendModel(cfdi, (own as { complements: never }).complements),
    ]
    for (const verb of [read, ...verbs])
      expect(refusal(given, verb)).toContain(
        'complements[0]: tipos must be a list of I, E, T, N, P',
      )
  })

  it('are read as copies of another thread, and as revisions', () => {
    const copies = structuredClone([
      reciclaje,
      { ...pagos20, previous: pagos20, desde: '2027-01-01' },
    ])
    expect(readCfdi(xml, { complements: copies }).Complemento).toEqual({ Reciclaje })
  })
})

describeWith('xsltproc', 'its derived XSLT', () => {
  it('prints the same cadena', async () => {
    const xml = writeCfdi(document, { complements })
    const scratch = folder({
      'cfdi.xslt': writeXslt(extendModel(cfdi, complements)),
      'document.xml': xml,
    })
    const printed = await transformed(`${scratch}/cfdi.xslt`, [`${scratch}/document.xml`])
    expect(printed).toEqual([cadenaOriginal(document, { complements })])
  })
})
