/** Keys, bytes and objects of a certificate that are hostile: a verdict, and no exception. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Certificate,
  readCertificate,
  verifySignature,
} from '../../src/certificate/certificate.js'
import type { Csd } from '../../src/certificate/csd.js'
import { openSignature } from '../../src/certificate/rsa.js'
import { tags } from '../../src/lib/der.js'
import { writeBits, writeDer, writeOid, writeSequence } from '../../src/lib/derWriter.js'
import { algorithmOid } from '../../src/lib/oid.js'
import { type Authority, createAuthority } from '../../src/pac/sandbox/authority.js'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
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
