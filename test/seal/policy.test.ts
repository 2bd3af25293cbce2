/**
 * Whose seals are accepted: by default, and under a policy.
 * @module
 */
import { createSign, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, readCertificate } from '../../src/certificate/certificate.js'
import type { Csd } from '../../src/certificate/csd.js'
import { CertificateError } from '../../src/errors.js'
import { tags } from '../../src/lib/der.js'
import { writeBits, writeDer, writeOid, writeSequence, writeTime } from '../../src/lib/derWriter.js'
import { algorithmOid, attributeOid, extensionOid } from '../../src/lib/oid.js'
import { type Authority, createAuthority, type Issued } from '../../src/pac/sandbox/authority.js'
import { composeCfdi, readCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { type Sealed, seal } from '../../src/seal/sello.js'
import { verifySello } from '../../src/seal/verify.js'
import { runs } from '../effort.js'
import { csd, fixture, invoice, noon } from '../fixtures.js'
import { reason } from './reason.js'

const holder = { rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' }
let authority: Authority
let person: Csd
let sealed: Sealed
const root = readCertificate(fixture('csd/root.cer'))

beforeAll(async () => {
  authority = createAuthority({ clock: () => noon })
  person = await csd('person')
  sealed = await seal(invoice(), person)
})

/** A forgery: any certificate, any document. */
async function sealedWith(
  {
    certificate,
    sign,
  }: { certificate: Certificate; sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array },
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { noCertificado: NoCertificado, base64: Certificado } = certificate
  const document: Comprobante = { ...invoice(changes), NoCertificado, Certificado, Sello: '' }
  const { cadena } = composeCfdi(document)
  const Sello = Buffer.from(await sign(Buffer.from(cadena))).toString('base64')
  return writeCfdi({ ...document, Sello })
}

const by = ({ certificate, signer }: Issued) => ({ certificate, sign: signer.sign })

/** A certificate as anybody can make one, signed by its own key. */
function homemade({
  bits = 2048,
  hash = 'SHA256',
  exponent = 65537,
  issuer = holder.name,
  rfc = holder.rfc,
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicExponent: exponent,
  })
  const name = (...pairs: [string, string][]) =>
    writeSequence(
      ...pairs.map(([oid, text]) =>
        writeDer(
          tags.set,
          writeSequence(writeOid(oid), writeDer(tags.utf8String, Buffer.from(text))),
        ),
      ),
    )
  const subject = name(
    [attributeOid.commonName, holder.name],
    [attributeOid.x500UniqueIdentifier, rfc],
  )
  const { sha256WithRSAEncryption, sha1WithRSAEncryption, md5WithRSAEncryption } = algorithmOid
  const oid = {
    SHA256: sha256WithRSAEncryption,
    SHA1: sha1WithRSAEncryption,
    MD5: md5WithRSAEncryption,
  }[hash]!
  const algorithm = writeSequence(writeOid(oid), writeDer(tags.null))
  const usage = writeSequence(
    writeOid(extensionOid.keyUsage),
    writeDer(tags.octetString, writeBits(Uint8Array.of(0xc0), 6)),
  )
  const tbs = writeSequence(
    writeDer(0xa0, writeDer(tags.integer, Uint8Array.of(2))),
    writeDer(tags.integer, Buffer.from('30001000000500000001')),
    algorithm,
    issuer === holder.name ? subject : name([attributeOid.commonName, issuer]),
    writeSequence(writeTime(new Date('2020-01-01')), writeTime(new Date('2040-01-01'))),
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
    writeDer(0xa3, writeSequence(usage)),
  )
  const der = writeSequence(
    tbs,
    algorithm,
    writeBits(createSign(hash).update(tbs).sign(privateKey)),
  )
  return {
    certificate: readCertificate(der),
    sign: (bytes: Uint8Array) => createSign('RSA-SHA256').update(bytes).sign(privateKey),
  }
}

describe('by default', () => {
  it('a CSD of the issuer, in force at Fecha, is accepted, whatever day it is', async () => {
    expect(await reason(sealed.xml)).toBe('ok')
    const dates = {
      validFrom: new Date('2022-01-01T06:00:00Z'),
      validTo: new Date('2022-12-31T06:00:00Z'),
    }
    const ended = await authority.issueCsd({ ...holder, ...dates })
    expect(await reason(await sealedWith(by(ended), { Fecha: '2022-06-01T12:00:00' }))).toBe('ok')
  })

  it.each([
    [
      'another taxpayer',
      'holder',
      () => authority.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA' }),
    ],
    ['an e.firma', 'kind', () => authority.issueEfirma(holder)],
    [
      'one that had ended',
      'date',
      () =>
        authority.issueCsd({
          ...holder,
          validFrom: new Date('2005-01-01'),
          validTo: new Date('2009-01-01'),
        }),
    ],
    [
      'one that had not begun',
      'date',
      () =>
        authority.issueCsd({
          ...holder,
          validFrom: new Date('2027-01-01'),
          validTo: new Date('2031-01-01'),
        }),
    ],
  ])('%s: %s', async (_, expected, issue) => {
    expect(await reason(await sealedWith(by(await issue())))).toBe(expected)
  })

  it.each([
    ['a key of 512 bits', { bits: 512, issuer: 'AC' }, 'weak'],
    ['a key of 1024 bits', { bits: 1024, issuer: 'AC' }, 'weak'],
    ['signed with SHA-1', { hash: 'SHA1', issuer: 'AC' }, 'weak'],
    ['signed with MD5', { hash: 'MD5', issuer: 'AC' }, 'weak'],
    ['signed by itself', {}, 'chain'],
    ['by somebody', { issuer: 'AC' }, 'ok'],
  ])('%s: %s', async (_, options, expected) => {
    expect(await reason(await sealedWith(homemade(options)))).toBe(expected)
  })

  it('a PAC seals for an acquirer, and for no other issuer', async () => {
    const pac = by(await authority.issuePac({ rfc: 'TPR170928K35', name: 'TIMBRES' }))
    const { Emisor } = invoice()
    const forSupplier = await sealedWith(pac, {
      Emisor: { ...Emisor, FacAtrAdquirente: '0000000001' },
    })
    const pacs = { date: '2026-11-23', pacs: [{ rfc: 'TPR170928K35' }] }
    expect(await reason(forSupplier, { pacs })).toBe('ok')
    expect(await reason(forSupplier)).toBe('holder')
    expect(await reason(await sealedWith(pac), { pacs })).toBe('holder')
    const csdOfOther = by(await authority.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA' }))
    expect(
      await reason(
        await sealedWith(csdOfOther, { Emisor: { ...Emisor, FacAtrAdquirente: '0000000001' } }),
      ),
    ).toBe('holder')
  })

  it.each(['PACTPR170928K35', 'PACPLO150312QT1', 'MEGAPACSAT970701NN301', 'PAC'])(
    'a taxpayer who calls a branch %s seals for himself alone',
    async (branch) => {
      const { Emisor } = invoice()
      const csdOfBranch = by(
        await authority.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA', branch }),
      )
      for (const FacAtrAdquirente of ['0000000001', undefined]) {
        const forged = await sealedWith(csdOfBranch, { Emisor: { ...Emisor, FacAtrAdquirente } })
        expect(await reason(forged, { anchors: [await authority.root()] })).toBe('holder')
        expect(await reason(forged)).toBe('holder')
      }
      const own = { Emisor: { ...Emisor, Rfc: 'PLO150312QT1' } }
      expect(
        await reason(await sealedWith(csdOfBranch, own), { anchors: [await authority.root()] }),
      ).toBe('ok')
    },
  )

  it('a test certificate without a holder proves integrity only, without any requirement', async () => {
    const nobody = await sealedWith(homemade({ issuer: 'AC de pruebas', rfc: 'XAXX010101000' }))
    expect(await reason(nobody)).toBe('ok')
    expect(await reason(nobody, { anchors: [root] })).not.toBe('ok')
    expect(await reason(nobody, { rfc: holder.rfc })).toBe('holder')
    expect(await reason(nobody, { at: noon })).toBe('holder')
    expect(await reason(nobody, { kinds: ['csd', 'efirma'] })).toBe('holder')
    expect(await reason(nobody.replace('Serie="A"', 'Serie="B"'))).toBe('changed')
  })
})

describe('a policy', () => {
  it('anchors: one of them issued it, and is returned', async () => {
    expect(
      await verifySello(sealed.xml, { anchors: [fixture('csd/pac.cer'), fixture('csd/root.cer')] }),
    ).toMatchObject({
      ok: true,
      anchor: { name: 'AC SANDBOX', noCertificado: '90000001' },
    })
    expect(await reason(sealed.xml, { anchors: [] })).toBe('chain')
    expect(await reason(sealed.xml, { anchors: [await authority.root()] })).toBe('chain')
    expect(await reason(sealed.xml, { anchors: [person.certificate] })).toBe('chain')
    // The same name, another key: the sandboxes' roots are all called alike.
    const forged = await sealedWith(
      by(await authority.issueCsd({ ...holder, validFrom: new Date('2026-01-01') })),
    )
    expect([await reason(forged), await reason(forged, { anchors: [root] })]).toEqual([
      'ok',
      'chain',
    ])
    await expect(
      verifySello(sealed.xml, { anchors: fixture('csd/root.cer') as never }),
    ).rejects.toThrow(TypeError)
    await expect(verifySello(sealed.xml, { anchors: ['no es un certificado'] })).rejects.toThrow(
      CertificateError,
    )
  })

  it('rfc, at, kinds, minKeySize', async () => {
    expect(await reason(sealed.xml, { rfc: holder.rfc })).toBe('ok')
    expect(await reason(sealed.xml, { rfc: 'PLO150312QT1' })).toBe('holder')
    expect(await reason(sealed.xml, { at: new Date('2051-01-01') })).toBe('date')
    expect(await reason(sealed.xml, { minKeySize: 3072 })).toBe('weak')
    const efirma = await sealedWith(by(await authority.issueEfirma(holder)))
    expect(await reason(efirma, { kinds: ['csd', 'efirma'] })).toBe('ok')
    expect(
      await reason(await sealedWith(homemade({ bits: 1024, issuer: 'AC' })), { minKeySize: 1024 }),
    ).toBe('ok')
  })
})

describe('the verified document', () => {
  it('comes with the verdict, from the same text', async () => {
    const verdict = await verifySello(sealed.xml, { anchors: [root] })
    expect(verdict).toMatchObject({
      ok: true,
      document: readCfdi(sealed.xml),
      cadena: sealed.cadena,
    })
  })

  it('is absent when JSON cannot hold the content', async () => {
    const strange = sealed.xml.replace(
      '<cfdi:Emisor ',
      '<cfdi:Emisor xmlns:e="urn:e" e:Rfc="PLO150312QT1" ',
    )
    expect(strange).not.toBe(sealed.xml)
    expect(await reason(strange)).toBe('xml')
  })

  it('no edit of a value is ok: it is refused, or the document that comes is the one that was sealed', async () => {
    const at = fc.nat(sealed.xml.length - 1)
    const piece = fc.constantFrom(
      '0',
      '9',
      'A',
      ' ',
      '|',
      '"',
      '<',
      '>',
      '&',
      'Ñ',
      '\n',
      ' Total="1"',
    )
    await fc.assert(
      fc.asyncProperty(at, fc.nat(3), piece, async (start, cut, text) => {
        const edited = sealed.xml.slice(0, start) + text + sealed.xml.slice(start + cut)
        const verdict = await verifySello(edited, { anchors: [root] })
        if (!verdict.ok) return
        expect(verdict.cadena).toBe(sealed.cadena)
        expect(verdict.document).toEqual(readCfdi(edited))
        // An attribute that a CFDI does not have is not in the cadena: that is for the rules to
        // find.
        const isKnown = !checkXml(edited).some(
          ({ severity, code }) => severity === 'error' && code === '301',
        )
        if (isKnown) expect(composeCfdi(verdict.document).cadena).toBe(sealed.cadena)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is ambiguous when a value holds a bar: the signature verifies, the fields are others', async () => {
    const moved = sealed.xml.replace('Serie="A" Folio="7"', 'Serie="A|7"')
    expect(moved).not.toBe(sealed.xml)
    const { cadena } = sealed
    const facts = { reason: 'ambiguous', isSigned: true, cadena, certificate: { rfc: holder.rfc } }
    expect(await verifySello(moved, { anchors: [root] })).toMatchObject({ ok: false, ...facts })
    expect(await verifySello(moved, { anchors: 'none' })).toMatchObject({ intact: false, ...facts })
    const changed = moved.replace('Total="16683.34"', 'Total="16683.35"')
    expect(await verifySello(changed, { anchors: [root] })).toMatchObject({
      reason: 'ambiguous',
      isSigned: false,
    })
  })

  // The cadena has values without names: rules and people distinguish the two documents.
  it('may have its values in other fields, by the SAT’s design', async () => {
    const moved = sealed.xml
      .replace('Serie="A" Folio="7"', 'Serie="A" Folio="7"')
      .replace(/ Serie="A"/, '')
    expect(await reason(moved)).toBe('changed')
  })
})
