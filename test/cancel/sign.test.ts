/**
 * Our own requests, under certificates with every form of RFC, verified by xml-crypto, xmlsec1 and
 * Node.
 */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cancellation,
  type Motivo,
  signCancellation,
  signReceiverAnswer,
  signRelatedQuery,
} from '../../src/cancel/sign.js'
import type { Csd } from '../../src/certificate/csd.js'
import { createCsd } from '../../src/certificate/csd.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { openCsd } from '../../src/node/openCsd.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { openCsdWebCrypto } from '../../src/seal/webcrypto.js'
import { runs } from '../effort.js'
import { isInstalled, itWith } from '../programs.js'
import { altered, verifiedByXmlCrypto, verifiedByXmlsec } from './verifiers.js'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const open = (name: string, password = '12345678a'): Promise<Csd> =>
  openCsd({ cer: fixture(`${name}.cer`), key: fixture(`${name}.key`), password })

const csds = {
  company: await open('company'),
  'an RFC with &': await open('ampersand'),
  'an RFC with Ñ': await open('enye', 'contraseña'),
  person: await open('person'),
}
const { company } = csds
const at = new Date('2026-11-21T05:59:59Z')
const uuid = 'cdd64fbc-a288-49eb-891a-48e538ef9cb1'
const folioSustitucion = 'be7e47b7-81ff-403f-8b8d-6784ddfec3f7'
const rfcPac = 'S&S051221SE2'

/** Every kind of request. */
const kinds: ReadonlyArray<readonly [string, (csd: Csd) => Promise<{ readonly xml: string }>]> = [
  ['motive 01', (csd) => signCancellation({ uuid, motivo: '01', folioSustitucion, at }, csd)],
  ['motive 02', (csd) => signCancellation({ uuid, motivo: '02', at }, csd)],
  [
    'retenciones',
    (csd) => signCancellation({ uuid, motivo: '03', at, service: 'retenciones' }, csd),
  ],
  ['acceptance', (csd) => signReceiverAnswer({ uuid, respuesta: 'Aceptacion', rfcPac, at }, csd)],
  ['rejection', (csd) => signReceiverAnswer({ uuid, respuesta: 'Rechazo', rfcPac, at }, csd)],
  ['related, as issuer', (csd) => signRelatedQuery({ uuid, rol: 'emisor', rfcPac }, csd)],
  ['related, as receiver', (csd) => signRelatedQuery({ uuid, rol: 'receptor', rfcPac }, csd)],
]

const cases = Object.entries(csds).flatMap(([holder, csd]) =>
  kinds.map(([kind, sign]) => [`${kind}, ${holder}`, csd, sign] as const),
)

describe('a signed request', () => {
  it.each(cases)(
    '%s: xml-crypto verifies it, and none that differs by a character',
    async (_, csd, sign) => {
      const { xml } = await sign(csd)
      expect(verifiedByXmlCrypto(xml, csd.certificate)).toBe(true)
      for (const other of altered(xml))
        expect(verifiedByXmlCrypto(other, csd.certificate)).toBe(false)
    },
  )

  for (const [title, csd, sign] of cases) {
    itWith(
      'xmlsec1',
      `${title}: xmlsec1 verifies it, and none that differs by a character`,
      async () => {
        const { xml } = await sign(csd)
        expect(await verifiedByXmlsec(xml, csd.certificate)).toBe(true)
        for (const other of altered(xml))
          expect(await verifiedByXmlsec(other, csd.certificate)).toBe(false)
      },
    )
  }

  it('is refused under the certificate of another', async () => {
    const { xml } = await kinds[0]![1](company)
    expect(verifiedByXmlCrypto(xml, csds.person.certificate)).toBe(false)
    if (isInstalled('xmlsec1'))
      expect(await verifiedByXmlsec(xml, csds.person.certificate)).toBe(false)
  })

  it('is its own canonical form: the digest and the signature are of slices of it', async () => {
    const { xml } = await kinds[0]![1](csds['an RFC with &'])
    const [signature, info] = [
      /<Signature .*<\/Signature>/.exec(xml)![0],
      /<SignedInfo>.*<\/SignedInfo>/.exec(xml)![0],
    ]
    const schemas = / xmlns:xsd="[^"]*" xmlns:xsi="[^"]*"/.exec(xml)![0]
    const inPlace = info.replace(
      '<SignedInfo>',
      `<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#"${schemas}>`,
    )
    const text = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)![1]!
    expect(createHash('sha1').update(xml.replace(signature, '')).digest('base64')).toBe(
      text('DigestValue'),
    )
    const { publicKey } = new X509Certificate(csds['an RFC with &'].certificate.der)
    const value = Buffer.from(text('SignatureValue'), 'base64')
    expect(verify('RSA-SHA1', Buffer.from(inPlace), publicKey, value)).toBe(true)
  })

  it('is the same for the same input, with any way to open the key', async () => {
    const files = {
      cer: fixture('company.cer'),
      key: fixture('company.key'),
      password: '12345678a',
    }
    const other = await openCsdWebCrypto(files)
    for (const [, sign] of kinds) expect((await sign(other)).xml).toBe((await sign(company)).xml)
  })

  it('writes the date of central Mexico, the folios in upper case, and the RFC as XML has it', async () => {
    const { xml } = await kinds[0]![1](csds['an RFC with &'])
    expect(xml).toMatch(/ Fecha="2026-11-20T23:59:59" RfcEmisor="[A-Z]*&amp;/)
    expect(xml).toContain(
      `FolioSustitucion="${folioSustitucion.toUpperCase()}" Motivo="01" UUID="${uuid.toUpperCase()}"`,
    )
    const root = parseXml(xml)
    expect(root.attributes).toEqual([
      'Fecha',
      '2026-11-20T23:59:59',
      'RfcEmisor',
      csds['an RFC with &'].rfc,
    ])
  })
})

describe('motives', () => {
  const motivos: readonly Motivo[] = ['01', '02', '03', '04']
  const uuids = fc.uuid().map((one) => one.toUpperCase())

  it('01 exactly with its substitute, the others without: for any input', async () => {
    const given = fc.record({
      uuid: uuids,
      motivo: fc.constantFrom(...motivos),
      folioSustitucion: fc.option(uuids, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(given, async (request) => {
        const { uuid, motivo, folioSustitucion } = request
        const isRight =
          motivo === '01'
            ? ![undefined, uuid].includes(folioSustitucion)
            : folioSustitucion === undefined
        const signed = signCancellation({ ...request, at }, company)
        if (!isRight)
          return void (await expect(signed).rejects.toMatchObject({ code: 'CANCEL_SUSTITUCION' }))
        const { xml } = await signed
        expect(xml.includes('FolioSustitucion')).toBe(request.motivo === '01')
        expect(xml).toContain(
          `Motivo="${request.motivo}" UUID="${request.uuid}"></Folio></Folios><Signature`,
        )
      }),
      { numRuns: runs(40) },
    )
  })

  it.each([
    [
      'a document that takes its own place',
      { motivo: '01', folioSustitucion: uuid.toUpperCase() },
      'CANCEL_SUSTITUCION',
    ],
    ['an empty substitute', { motivo: '01', folioSustitucion: '' }, 'CANCEL_SUSTITUCION'],
    ['a substitute that is no folio', { motivo: '01', folioSustitucion: 'x' }, 'CANCEL_UUID'],
    ['a motive that is none', { motivo: '05' }, 'CANCEL_MOTIVO'],
    ['a number', { motivo: 1 }, 'CANCEL_MOTIVO'],
    ['no motive', { motivo: undefined }, 'CANCEL_MOTIVO'],
    ['a member of every object', { motivo: 'toString' }, 'CANCEL_MOTIVO'],
    ['a list', { motivo: ['02'] }, 'CANCEL_MOTIVO'],
    ['a folio cut short', { motivo: '02', uuid: uuid.slice(1) }, 'CANCEL_UUID'],
    [
      'a folio with a ligature for ff',
      { motivo: '02', uuid: uuid.replace('cd', 'ﬀ').slice(0, 35) },
      'CANCEL_UUID',
    ],
    ['markup', { motivo: '02', uuid: '"><x/>' }, 'CANCEL_UUID'],
    ['no folio', { motivo: '02', uuid: undefined }, 'CANCEL_UUID'],
  ])('%s is refused', async (_, request, code) => {
    const signed = signCancellation({ uuid, at, ...request } as unknown as Cancellation, company)
    await expect(signed).rejects.toMatchObject({ name: 'CancelError', code })
  })

  it.each([
    ['no date', { at: undefined }],
    ['a date that is none', { at: new Date('x') }],
    ['text for a date', { at: '2026-11-21' }],
    ['another service', { service: 'nomina' }],
    ['a service that every object has', { service: 'constructor' }],
  ])('%s is a mistake of the program', async (_, request) => {
    const signed = signCancellation(
      { uuid, motivo: '02', at, ...request } as unknown as Cancellation,
      company,
    )
    await expect(signed).rejects.toThrow(TypeError)
  })

  it('so are requests and signers that are none', async () => {
    await expect(signCancellation(undefined as never, company)).rejects.toThrow(TypeError)
    await expect(signCancellation({ uuid, motivo: '02', at }, undefined as never)).rejects.toThrow(
      TypeError,
    )
    await expect(
      signReceiverAnswer({ uuid, respuesta: 'Tal vez' as never, rfcPac, at }, company),
    ).rejects.toThrow(TypeError)
    await expect(
      signReceiverAnswer({ uuid, respuesta: 'Rechazo', rfcPac: '<', at }, company),
    ).rejects.toThrow(TypeError)
    await expect(signRelatedQuery({ uuid, rol: 'otro' as never, rfcPac }, company)).rejects.toThrow(
      TypeError,
    )
    await expect(signRelatedQuery({ uuid, rol: 'emisor', rfcPac: '' }, company)).rejects.toThrow(
      TypeError,
    )
  })
})

describe('the signer', () => {
  const authority = createAuthority({ clock: () => at })
  const request: Cancellation = { uuid, motivo: '02', at }

  it('an e.firma may not, nor a PAC', async () => {
    const holder = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' }
    for (const { signer } of [
      await authority.issueEfirma(holder),
      await authority.issuePac(holder),
    ])
      await expect(signCancellation(request, signer)).rejects.toMatchObject({
        code: 'CANCEL_CERTIFICATE',
      })
  })

  it('the certificate of another RFC may not', async () => {
    const signed = signCancellation({ ...request, rfcEmisor: 'EKU9003173C9' }, company)
    await expect(signed).rejects.toMatchObject({ code: 'CANCEL_ISSUER' })
    await expect(
      signCancellation({ ...request, rfcEmisor: company.rfc }, company),
    ).resolves.toBeDefined()
  })

  it('a certificate may from its first instant to its last', async () => {
    const { validFrom, validTo } = company
    for (const moment of [validFrom, validTo])
      await expect(signCancellation({ ...request, at: moment }, company)).resolves.toBeDefined()
    for (const moment of [validFrom.getTime() - 1, validTo.getTime() + 1]) {
      const signed = signCancellation({ ...request, at: new Date(moment) }, company)
      await expect(signed).rejects.toMatchObject({ code: 'CANCEL_DATE' })
    }
  })

  it('a signer without SHA-1 seals and does not cancel', async () => {
    const { certificate, sign } = company
    const kms = await createCsd({ certificate, sign })
    expect('signSha1' in kms).toBe(false)
    await expect(signCancellation(request, kms)).rejects.toMatchObject({ code: 'CANCEL_SHA1' })
  })

  it('an error of the signer is the cause; an invalid signature is refused', async () => {
    const cause = new Error('HSM')
    const failing = { ...company, signSha1: () => Promise.reject(cause) }
    await expect(signCancellation(request, failing)).rejects.toMatchObject({
      code: 'CANCEL_SIGNER',
      cause,
    })
    const bytes = new TextEncoder().encode('x')
    const foreign = await csds.person.signSha1!(bytes)
    for (const nonsense of ['text', undefined, new Uint8Array(), new Uint8Array(256), foreign]) {
      const signer = { ...company, signSha1: async () => nonsense as never }
      await expect(signCancellation(request, signer)).rejects.toMatchObject({
        code: 'CANCEL_SIGNER',
      })
    }
    // One that always signs with SHA-256.
    const signer = { ...company, signSha1: company.sign }
    await expect(signCancellation(request, signer)).rejects.toMatchObject({ code: 'CANCEL_SIGNER' })
  })
})
