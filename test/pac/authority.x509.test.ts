/**
 * The certificates that the sandbox writes, judged by who did not write them: @peculiar/x509,
 * Node's OpenSSL, and the fixtures, which @peculiar/x509 wrote once.
 * @module
 */
import 'reflect-metadata'
import { X509Certificate as OpenSsl } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsagesExtension,
  X509Certificate,
} from '@peculiar/x509'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCertificate } from '../../src/certificate/certificate.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { fixture } from '../fixtures.js'

const dates = {
  validFrom: new Date('2020-01-01T06:00:00Z'),
  validTo: new Date('2049-12-31T23:59:59Z'),
}
const company = { rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV', ...dates }
const enye = { rfc: 'PÑA110620H80', name: 'PIÑATAS ÑANDU SA DE CV', ...dates }
const person = {
  rfc: 'TOAM850417U21',
  name: 'MARIANA TORRES ACOSTA',
  curp: 'TOAM850417MDFRCR02',
  ...dates,
}
const pac = { rfc: 'TPR170928K35', name: 'TIMBRES DE PRUEBA SA DE CV', ...dates }
const clock = () => dates.validFrom

/** The DER without what no two certificates share: 256 bytes of modulus, 256 of signature. */
function withoutKeys(der: Uint8Array): string {
  const bytes = Buffer.from(der)
  const modulus = Buffer.from(readCertificate(der).publicKey).subarray(33, 33 + 256)
  bytes.fill(0, bytes.indexOf(modulus), bytes.indexOf(modulus) + 256)
  return bytes.fill(0, bytes.length - 256).toString('hex')
}

describe('what the sandbox issues', () => {
  it('is, byte for byte but for the keys, what @peculiar/x509 wrote', async () => {
    const authority = createAuthority({ clock, firstSerial: 600_000_001 })
    const ampersand = { rfc: 'C&L180905J49', name: 'CAFE & LIBROS DEL SUR S DE RL DE CV', ...dates }
    const issued = {
      company: await authority.issueCsd(company),
      ampersand: await authority.issueCsd(ampersand),
      enye: await authority.issueCsd(enye),
      person: await authority.issueCsd(person),
      efirma: await authority.issueEfirma(company),
      pac: await authority.issuePac(pac),
    }
    for (const [name, { certificateDer }] of Object.entries(issued)) {
      expect(withoutKeys(certificateDer), name).toBe(withoutKeys(fixture(`csd/${name}.cer`)))
    }
    expect(withoutKeys((await authority.root()).der)).toBe(withoutKeys(fixture('csd/root.cer')))
  })

  it('verifies and reads the same to @peculiar/x509 and to OpenSSL', async () => {
    const authority = createAuthority({ clock })
    const root = await authority.root()
    const [csd, efirma] = await Promise.all([
      authority.issueCsd(company),
      authority.issueEfirma(person),
    ])
    const rootKey = new X509Certificate(root.der).publicKey
    for (const { certificate } of [csd, efirma, { certificate: root }]) {
      const theirs = new X509Certificate(certificate.der)
      expect(await theirs.verify({ publicKey: rootKey, signatureOnly: true })).toBe(true)
      expect([theirs.notBefore, theirs.notAfter]).toEqual([
        certificate.validFrom,
        certificate.validTo,
      ])
      const openSsl = new OpenSsl(certificate.der)
      expect(openSsl.verify(new OpenSsl(root.der).publicKey)).toBe(true)
      expect(openSsl.checkIssued(new OpenSsl(root.der))).toBe(true)
    }
    const extensions = new X509Certificate(efirma.certificateDer).extensions
    expect(extensions.map(({ critical }) => critical)).toEqual([true, false, false, false])
    const parsed = new X509Certificate(efirma.certificateDer)
    expect(parsed.getExtension(BasicConstraintsExtension)?.ca).toBe(false)
    expect(parsed.getExtension(KeyUsagesExtension)?.usages).toBe(1 + 2 + 8 + 16)
    expect(parsed.getExtension(ExtendedKeyUsageExtension)?.usages).toEqual([
      '1.3.6.1.5.5.7.3.4',
      '1.3.6.1.5.5.7.3.2',
    ])
    expect(new X509Certificate(root.der).getExtension(BasicConstraintsExtension)?.ca).toBe(true)
  })

  it('holds any name of Latin-1 and any dates', async () => {
    const authority = createAuthority({ clock })
    const letter = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code > 0xa0)
    const name = fc
      .array(letter, { minLength: 1, maxLength: 300 })
      .map((codes) => String.fromCharCode(...codes))
    const date = fc.date({
      min: new Date('1950-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(name, date, date, async (holder, validFrom, validTo) => {
        const { certificate } = await authority.issueCsd({
          rfc: 'TOAM850417U21',
          name: holder,
          validFrom,
          validTo,
        })
        expect(certificate.name).toBe(holder)
        const theirs = new X509Certificate(certificate.der)
        expect([theirs.notBefore, theirs.notAfter]).toEqual([
          certificate.validFrom,
          certificate.validTo,
        ])
      }),
      { numRuns: 8 },
    )
  })
})
