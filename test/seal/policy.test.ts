/**
 * Whose seals are accepted: by default, and under a policy.
 * @module
 */
import { createSign, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Certificate,
  readCertificate,
  verifySignature,
} from '../../src/certificate/certificate.js'
import type { Csd } from '../../src/certificate/csd.js'
import { openSignature } from '../../src/certificate/rsa.js'
import { CertificateError } from '../../src/errors.js'
import { tags } from '../../src/lib/der.js'
import { writeBits, writeDer, writeOid, writeSequence, writeTime } from '../../src/lib/derWriter.js'
import { algorithmOid, attributeOid, extensionOid } from '../../src/lib/oid.js'
import { type Authority, createAuthority, type Issued } from '../../src/pac/sandbox/authority.js'
import {
  createSandboxPac,
  type SandboxPac,
  type SandboxTrust,
} from '../../src/pac/sandbox/sandbox.js'
import { composeCfdi, readCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import type { IntegrityPolicy, SealPolicy } from '../../src/seal/policy.js'
import { type Sealed, seal } from '../../src/seal/sello.js'
import { verifySello, verifyStamp, verifyTimbre } from '../../src/seal/verify.js'
import { runs } from '../effort.js'
import { csd, fixture, invoice, noon } from '../fixtures.js'

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

type Requirements = Partial<SealPolicy | IntegrityPolicy>

/** The reason of the failure. Without anchors the integrity alone is verified. */
async function reason(xml: string | Uint8Array, policy: Requirements = {}): Promise<string> {
  const verdict = await verifySello(xml, { anchors: 'none', ...policy } as SealPolicy)
  if ('reason' in verdict) expect(verdict.message).toMatch(/^[A-ZÑ].*\.$/s)
  return 'reason' in verdict ? verdict.reason : 'ok'
}

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

describe('hostile keys in a certificate', () => {
  /** A certificate whose key is replaced, and a seal as long as it. */
  async function withKey(
    modulus: Uint8Array,
    exponent: Uint8Array,
  ): Promise<[string, Certificate]> {
    const { certificate } = await authority.issueCsd(holder)
    const number = writeSequence(writeDer(tags.integer, modulus), writeDer(tags.integer, exponent))
    const algorithm = writeSequence(writeOid(algorithmOid.rsaEncryption), writeDer(tags.null))
    const spki = writeSequence(algorithm, writeBits(number))
    const { publicKey } = certificate
    const tbsOf = (key: Uint8Array) => {
      const whole = Buffer.from(certificate.der)
      const start = whole.indexOf(publicKey)
      return [whole.subarray(0, start), key, whole.subarray(start + publicKey.length)] as const
    }
    const [before, key, after] = tbsOf(spki)
    const tbsStart = 4 + 4
    const extensions = after.subarray(0, after.length - 256 - 5 - 15)
    const tbs = writeSequence(before.subarray(tbsStart), key, extensions)
    const der = writeSequence(tbs, after.subarray(after.length - 256 - 5 - 15))
    const forged = readCertificate(der)
    const Sello = Buffer.alloc(modulus.length - 1, 1).toString('base64')
    const document = {
      ...invoice(),
      NoCertificado: forged.noCertificado,
      Certificado: forged.base64,
      Sello,
    }
    return [writeCfdi(document), forged]
  }

  it.each([
    ['RSA-192000', 24_000, Uint8Array.of(0, 0xff, 0xff, 0xff, 0xff)],
    ['RSA-8200', 1025, Uint8Array.of(1, 0, 1)],
    ['an exponent of 33 bits', 256, Uint8Array.of(1, 0, 0, 0, 1)],
    ['an exponent as long as the modulus', 256, new Uint8Array(256).fill(0x7f)],
    ['an exponent of 0', 256, Uint8Array.of(0)],
    ['an exponent of 1', 256, Uint8Array.of(1)],
    ['an exponent of 2', 256, Uint8Array.of(2)],
    ['an even exponent', 256, Uint8Array.of(1, 0, 0)],
    ['a negative exponent', 256, Uint8Array.of(0xff, 0, 1)],
  ])('%s is not computed with', async (_, bytes, exponent) => {
    const modulus = new Uint8Array(bytes + 1).fill(0xff)
    modulus[0] = 0
    const [xml, certificate] = await withKey(modulus, exponent)
    expect(certificate.keySize).toBe(bytes * 8)
    expect(await reason(xml)).toBe('certificate')
    const signature = new Uint8Array(bytes)
    expect(openSignature(certificate.publicKey, signature)).toBeUndefined()
    await expect(verifySignature(certificate, signature, signature)).rejects.toMatchObject({
      code: 'CERTIFICATE_UNSUPPORTED',
    })
  })

  it('a modulus of zero, an even one, an exponent of zero: not ok, and no exception', async () => {
    for (const [modulus, exponent] of [
      [new Uint8Array(257), Uint8Array.of(1, 0, 1)],
      [Uint8Array.of(0, ...new Uint8Array(256).fill(0xfe)), Uint8Array.of(1, 0, 1)],
      [Uint8Array.of(0, ...new Uint8Array(256).fill(0xff)), Uint8Array.of(0)],
      [Uint8Array.of(0, ...new Uint8Array(256).fill(0xff)), Uint8Array.of(1)],
    ] as const) {
      const [xml] = await withKey(modulus, exponent)
      expect(await reason(xml)).not.toBe('ok')
    }
  })

  it('any bytes changed in the certificate: a verdict, and never an exception', async () => {
    const { base64, der } = person.certificate
    const change = fc.record({ at: fc.nat(der.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const damaged = Uint8Array.from(der)
        for (const { at, value } of changes) damaged[at] = value
        const verdict = await verifySello(
          sealed.xml.replace(base64, Buffer.from(damaged).toString('base64')),
          {
            anchors: [root],
          },
        )
        expect(verdict.ok).toBe(Buffer.from(damaged).equals(der))
      }),
      { numRuns: runs(300) },
    )
  })

  /** In CI every other value; otherwise one bit at a time, to take less than a minute. */
  const changesOf = (byte: number): number[] =>
    process.env['CI'] === undefined
      ? Array.from({ length: 8 }, (_, bit) => byte ^ (1 << bit))
      : Array.from({ length: 255 }, (_, more) => (byte + more + 1) % 256)

  it('any byte changed that the signature does not cover: not ok, whatever it is changed to', async () => {
    const { base64, der } = person.certificate
    const algorithmAt = der.length - 256 - 5 - 15
    const uncovered = [
      ...Array(4).keys(),
      ...Array.from({ length: 15 + 5 }, (_, at) => algorithmAt + at),
    ]
    const verdicts = await Promise.all(
      uncovered.flatMap((at) =>
        changesOf(der[at] as number).map(async (value) => {
          const damaged = Uint8Array.from(der).fill(value, at, at + 1)
          const xml = sealed.xml.replace(base64, Buffer.from(damaged).toString('base64'))
          return { at, value, ok: (await verifySello(xml, { anchors: [root] })).ok }
        }),
      ),
    )
    expect(verdicts.filter(({ ok }) => ok)).toEqual([])
  })
})

describe('facts of a certificate object', () => {
  it('is frozen to its last name', () => {
    const { subject, issuer, keyUsage, representative } = readCertificate(
      fixture('csd/company.cer'),
    )
    const parts = [subject, issuer].flatMap((name) => [name, name.attributes, ...name.attributes])
    expect([...parts, keyUsage, representative].every((part) => Object.isFrozen(part))).toBe(true)
  })
})

describe('the dates of a certificate', () => {
  it('cannot be changed through it', async () => {
    const read = readCertificate(fixture('csd/person.cer'))
    for (const one of [read, person, person.certificate]) {
      const [from, to] = [one.validFrom.getTime(), one.validTo.getTime()]
      one.validFrom.setTime(0)
      one.validTo.setTime(0)
      expect([one.validFrom.getTime(), one.validTo.getTime()]).toEqual([from, to])
      expect(() => Object.assign(one, { validTo: new Date(0) })).toThrow(TypeError)
    }
    expect(JSON.parse(JSON.stringify(read)).validTo).toBe('2049-12-31T23:59:59.000Z')
    expect(structuredClone(read).validTo).toEqual(read.validTo)
  })
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
