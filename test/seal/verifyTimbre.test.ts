/** `verifyTimbre` and `verifyStamp`: the stamp of a PAC. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, readCertificate } from '../../src/certificate/certificate.js'
import type { Csd } from '../../src/certificate/csd.js'
import {
  createSandboxPac,
  type SandboxPac,
  type SandboxTrust,
} from '../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import type { SealPolicy } from '../../src/seal/policy.js'
import { type Sealed, seal } from '../../src/seal/sello.js'
import { verifyStamp, verifyTimbre } from '../../src/seal/verify.js'
import { csd, fixture, invoice, noon } from '../fixtures.js'

let person: Csd
let sealed: Sealed
const root = readCertificate(fixture('csd/root.cer'))

beforeAll(async () => {
  person = await csd('person')
  sealed = await seal(invoice(), person)
})

describe('verifyTimbre', () => {
  let pac: SandboxPac
  let stamped: string
  let certificate: Certificate

  beforeAll(async () => {
    pac = createSandboxPac({ clock: () => noon, anchors: [root] })
    const outcome = await pac.stamp(sealed)
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
    stamped = insertTimbre(sealed, outcome.timbre).xml
    certificate = await pac.certificate()
    trust = await pac.trust()
  })

  let trust: SandboxTrust
  const why = async (xml: string, policy: SealPolicy = trust) => {
    const verdict = await verifyTimbre(xml, certificate, {
      anchors: policy.anchors,
      pacs: trust.pacs,
    })
    return verdict.ok ? 'ok' : verdict.reason
  }
  const edit = (from: string | RegExp, to: string) => {
    const edited = stamped.replace(from, to)
    expect(edited).not.toBe(stamped)
    return edited
  }

  it('gives the document with its stamp', async () => {
    expect(
      await verifyTimbre(stamped, certificate, { anchors: trust.anchors, pacs: trust.pacs }),
    ).toMatchObject({
      ok: true,
      anchor: { name: 'AC SANDBOX' },
      certificate: { kind: 'pac' },
      document: readCfdi(stamped),
    })
    expect(
      (await verifyTimbre(stamped, certificate.der, { anchors: trust.anchors, pacs: trust.pacs }))
        .ok,
    ).toBe(true)
  })

  it.each<[string, string, string | RegExp, string]>([
    ['an altered document', 'changed', 'Total="16683.34"', 'Total="66733360.00"'],
    ['children in the stamp', 'form', /(<tfd:[^>]*)\/>/, '$1><tfd:x/></tfd:TimbreFiscalDigital>'],
    ['text in the stamp', 'form', /(<tfd:[^>]*)\/>/, '$1>Total 1.00</tfd:TimbreFiscalDigital>'],
    ['white space in the stamp', 'form', /(<tfd:[^>]*)\/>/, '$1> </tfd:TimbreFiscalDigital>'],
    [
      'an attribute that it does not have',
      'form',
      '<tfd:TimbreFiscalDigital ',
      '<tfd:TimbreFiscalDigital Total="1" ',
    ],
    ['another version', 'form', 'Version="1.1"', 'Version="1.0"'],
    ['no UUID', 'form', / UUID="[^"]*"/, ''],
    ['a UUID of another form', 'form', / UUID="[^"]*"/, ' UUID="1"'],
    ['two stamps', 'repeated', /<tfd:[^>]*>/, '$&$&'],
    ['no stamp', 'absent', /<tfd:[^>]*>/, ''],
    [
      'a stamp in another namespace',
      'absent',
      'http://www.sat.gob.mx/TimbreFiscalDigital"',
      'urn:x"',
    ],
  ])('%s: %s', async (_, expected, from, to) => {
    expect(await why(edit(from, to))).toBe(expected)
  })

  it('ignores a stamp in another root, or in a Complemento of another namespace', async () => {
    const [, tfd] = /(<tfd:[^>]*\/>)/.exec(stamped)!
    const Sello = sealed.sello
    const other = `<x Sello="${Sello}"><Complemento>${tfd}</Complemento></x>`
    expect(await why(other)).toBe('xml')
    expect(
      await why(
        edit(
          /<cfdi:Complemento>.*<\/cfdi:Complemento>/,
          `<e:Complemento xmlns:e="urn:e">${tfd}</e:Complemento>`,
        ),
      ),
    ).toBe('absent')
    expect(await why(edit('http://www.sat.gob.mx/cfd/4', 'http://www.sat.gob.mx/cfd/3'))).toBe(
      'xml',
    )
  })

  it('applies the policy of the seal', async () => {
    expect(await why(stamped)).toBe('ok')
    expect(await why(stamped, { anchors: [root] })).toBe('chain')
    expect(await why(stamped, { anchors: [await pac.authority.root()] })).toBe('chain')
  })

  it('verifyStamp judges a stamp that was read, with the certificate of its number', async () => {
    const { document } = await verifyTimbre(stamped, certificate, {
      anchors: trust.anchors,
      pacs: trust.pacs,
    }).then((verdict) => (verdict.ok ? verdict : expect.unreachable()))
    const timbre = document.Complemento!['TimbreFiscalDigital'] as Parameters<typeof verifyStamp>[0]
    const others = [person.certificate, certificate]
    expect(await verifyStamp(timbre, sealed.sello, others)).toMatchObject({
      ok: true,
      certificate: { kind: 'pac' },
    })
    expect(await verifyStamp(timbre, sealed.sello, [person.certificate])).toMatchObject({
      reason: 'certificate-number',
    })
    expect(await verifyStamp(timbre, 'AAAA', others)).toMatchObject({ reason: 'other-document' })
    expect(
      await verifyStamp({ ...timbre, FechaTimbrado: '2026-11-21T12:00:01' }, sealed.sello, others),
    ).toMatchObject({
      reason: 'changed',
    })
    expect(await verifyStamp({ ...timbre, SelloSAT: 'ñ' }, sealed.sello, others)).toMatchObject({
      reason: 'base64',
    })
  })

  it('verifyStamp takes anything for a stamp', async () => {
    const field = fc.oneof(fc.string(), fc.constant('30001000000000000001'), fc.anything())
    const names = [
      'Version',
      'UUID',
      'FechaTimbrado',
      'RfcProvCertif',
      'SelloCFD',
      'NoCertificadoSAT',
      'SelloSAT',
      'x',
    ]
    const record = fc.dictionary(fc.constantFrom(...names), field)
    await fc.assert(
      fc.asyncProperty(fc.oneof(record, fc.anything()), async (timbre) => {
        expect((await verifyStamp(timbre as never, sealed.sello, [certificate])).ok).toBe(false)
      }),
    )
  })
})
