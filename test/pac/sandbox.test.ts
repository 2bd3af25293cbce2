import { beforeAll, describe, expect, it } from 'vitest'
import type { Csd } from '../../src/certificate/csd.js'
import type { Provider } from '../../src/pac/provider.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { type Sealed, seal } from '../../src/seal/sello.js'
import { verifyTimbre } from '../../src/seal/verify.js'
import { csd, fixture, invoice, noon } from '../fixtures.js'

let now = noon
let pac: SandboxPac
let person: Csd

beforeAll(async () => {
  pac = createSandboxPac({
    clock: () => now,
    anchors: [fixture('csd/root.cer')],
    revoked: ['30001000000600000003'],
  })
  person = await csd('person')
})

const stamp = async (sealed: Sealed, provider: Provider = pac) => {
  const outcome = await provider.stamp(sealed)
  return outcome.kind === 'rejected' ? outcome.code : outcome.kind
}

describe('the sandbox', () => {
  it('signs its stamps: the timbre verifies and nothing else of the XML changes', async () => {
    const sealed = await seal(
      invoice({ Folio: '1', Addenda: '<a>&lt;/cfdi:Complemento></a>' }),
      person,
    )
    const outcome = await pac.stamp(sealed)
    expect(outcome).toMatchObject({
      kind: 'stamped',
      when: 'fresh',
      timbre: { Version: '1.1', FechaTimbrado: '2026-11-21T12:00:00', SelloCFD: sealed.sello },
    })
    if (outcome.kind !== 'stamped') return
    const { xml, document } = insertTimbre(sealed, outcome.timbre)
    expect(xml.replace(/<cfdi:Complemento>.*?<\/cfdi:Complemento>/, '')).toBe(sealed.xml)
    expect(writeCfdi(document)).toBe(xml)
    const { pacCertificates: _, ...trust } = await pac.trust()
    expect((await verifyTimbre(xml, await pac.certificate(), trust)).ok).toBe(true)
    expect(await verifyTimbre(xml, person.certificate, trust)).toMatchObject({
      ok: false,
      reason: 'certificate-number',
    })
    expect(
      await verifyTimbre(
        xml.replace(
          outcome.timbre.UUID,
          outcome.timbre.UUID.replace(/^./, (first) => (first === '0' ? '1' : '0')),
        ),
        await pac.certificate(),
        trust,
      ),
    ).toMatchObject({ ok: false })
    const swapped = xml.replace(/SelloCFD="..../, 'SelloCFD="AAAA')
    expect(await verifyTimbre(swapped, await pac.certificate(), trust)).toMatchObject({
      ok: false,
      reason: 'other-document',
    })
  })

  it('returns the earlier stamp for the same bytes, also concurrently', async () => {
    const sealed = await seal(invoice({ Folio: '2' }), person)
    const answers = await Promise.all([pac.stamp(sealed), pac.stamp(sealed), pac.stamp(sealed)])
    const uuids = answers.map((answer) =>
      answer.kind === 'stamped' ? answer.timbre.UUID : answer.kind,
    )
    expect(new Set(uuids).size).toBe(1)
    expect(await pac.stamp(sealed)).toMatchObject({ kind: 'stamped', when: 'earlier', code: '307' })
    expect(await pac.find(sealed)).toMatchObject({ kind: 'stamped' })
    expect(await pac.find(await seal(invoice({ Folio: '3' }), person))).toMatchObject({
      kind: 'absent',
    })
  })

  it('inserts the stamp beside other complements', async () => {
    const sealed = await seal(
      invoice({
        Complemento: { LeyendasFiscales: { version: '1.0', Leyenda: [{ textoLeyenda: 'x' }] } },
      }),
      person,
    )
    const outcome = await pac.stamp(sealed)
    if (outcome.kind !== 'stamped') return expect.unreachable(JSON.stringify(outcome))
    const { xml, document } = insertTimbre(sealed, outcome.timbre)
    expect(writeCfdi(document)).toBe(xml)
    const empty = await seal(invoice({ Folio: '9', Complemento: {} }), person)
    const again = await pac.stamp(empty)
    if (again.kind !== 'stamped') return expect.unreachable(JSON.stringify(again))
    expect(insertTimbre(empty, again.timbre).xml).toContain('<cfdi:Complemento><tfd:')
  })

  it('rejects what a PAC rejects', async () => {
    const sealed = await seal(invoice({ Folio: '4' }), person)
    expect(await stamp({ ...sealed, xml: sealed.xml.slice(0, -5) })).toBe('301')
    expect(
      await stamp({
        ...sealed,
        xml: sealed.xml.replace('UsoCFDI="G03"', 'UsoCFDI=""').replace(' Moneda="MXN"', ''),
      }),
    ).toBe('301')
    expect(await stamp({ ...sealed, xml: sealed.xml.replace('Serie="A"', 'Serie="B"') })).toBe(
      '302',
    )
    const other = writeCfdi(
      (
        await seal(invoice({ Emisor: { ...invoice().Emisor } }), {
          ...person,
          certificate: { ...person.certificate, rfc: 'TOAM850417U21' },
        })
      ).document,
    )
    expect(await stamp({ ...sealed, xml: other })).not.toBe('unknown')
    const impostor = {
      certificate: { ...person.certificate, rfc: 'PLO150312QT1' },
      sign: person.sign,
    }
    expect(
      await stamp(
        await seal(
          invoice({ Emisor: { Rfc: 'PLO150312QT1', Nombre: 'X', RegimenFiscal: '601' } }),
          impostor,
        ),
      ),
    ).toBe('303')
    expect(await stamp(await seal(invoice({ Fecha: '2026-11-18T11:59:00' }), person))).toBe('401')
    expect(await stamp(await seal(invoice({ Fecha: '2026-11-21T12:06:00' }), person))).toBe('401')
    expect(await stamp(await seal(invoice({ Fecha: '2026-11-18T12:01:00' }), person))).toBe(
      'stamped',
    )
    const enye = await csd('enye')
    expect(
      await stamp(
        await seal(
          invoice({ Emisor: { Rfc: enye.rfc, Nombre: 'PIÑATAS ÑANDU', RegimenFiscal: '601' } }),
          enye,
        ),
      ),
    ).toBe('304')
    const stranger = createSandboxPac({ clock: () => now })
    expect(await stamp(sealed, stranger)).toBe('308')
    const strict = createSandboxPac({
      clock: () => now,
      anchors: [fixture('csd/root.cer')],
      check: () => [
        {
          code: 'CFDI40119',
          severity: 'error',
          element: 'Comprobante',
          field: 'Total',
          message: 'x',
          path: 'Total',
        },
      ],
    })
    expect(await stamp(sealed, strict)).toBe('CFDI40119')
  })

  it('rejects an e.firma and an expired certificate', async () => {
    const efirma = await pac.authority.issueEfirma({
      rfc: 'TOAM850417U21',
      name: 'MARIANA TORRES ACOSTA',
    })
    expect(await stamp(await seal(invoice({ Folio: '5' }), efirma.signer))).toBe('306')
    const ended = await pac.authority.issueCsd({
      rfc: 'TOAM850417U21',
      name: 'MARIANA TORRES ACOSTA',
      validFrom: new Date('2020-01-01'),
      validTo: new Date('2024-01-01'),
    })
    const forged = {
      ...ended.signer,
      certificate: { ...ended.certificate, validTo: new Date('2030-01-01') },
    }
    expect(await stamp(await seal(invoice({ Folio: '6' }), forged))).toBe('305')
  })

  it('does not stamp if aborted before', async () => {
    const sealed = await seal(invoice({ Folio: '77' }), person)
    expect(await pac.stamp(sealed, AbortSignal.abort())).toMatchObject({ kind: 'unavailable' })
    expect(await pac.find(sealed)).toMatchObject({ kind: 'absent' })
    now = noon
  })
})
