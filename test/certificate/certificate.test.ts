import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Certificate,
  readCertificate,
  verifyIssuedBy,
  verifySignature,
} from '../../src/certificate/certificate.js'
import { CertificateError } from '../../src/errors.js'
import { type Digest, ec, type KeyUsage, rsa, selfSigned } from '../selfSigned.js'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const names = ['company', 'ampersand', 'enye', 'person', 'efirma', 'pac', 'root']
const root = readCertificate(fixture('root.cer'))
const company = readCertificate(fixture('company.cer'))

describe('facts of a certificate', () => {
  it.each([
    [
      'company',
      'csd',
      'PLO150312QT1',
      'PAPELERIA LUNA DE OCTUBRE SA DE CV',
      '30001000000600000001',
    ],
    [
      'ampersand',
      'csd',
      'C&L180905J49',
      'CAFE & LIBROS DEL SUR S DE RL DE CV',
      '30001000000600000002',
    ],
    ['enye', 'csd', 'PÑA110620H80', 'PIÑATAS ÑANDU SA DE CV', '30001000000600000003'],
    ['person', 'csd', 'TOAM850417U21', 'MARIANA TORRES ACOSTA', '30001000000600000004'],
    [
      'efirma',
      'efirma',
      'PLO150312QT1',
      'PAPELERIA LUNA DE OCTUBRE SA DE CV',
      '30001000000600000005',
    ],
    ['pac', 'pac', 'TPR170928K35', 'TIMBRES DE PRUEBA SA DE CV', '30001000000600000006'],
    ['root', 'other', '', 'AC SANDBOX', '90000001'],
  ])('%s', (file, kind, rfc, name, noCertificado) => {
    expect(readCertificate(fixture(`${file}.cer`))).toMatchObject({
      kind,
      rfc,
      name,
      noCertificado,
      environment: 'test',
    })
  })

  it('the CURP of a person, the representative of a company', () => {
    const person = readCertificate(fixture('person.cer'))
    expect(person.curp).toBe('TOAM850417MDFRCR02')
    expect(person.representative).toBeUndefined()
    expect(company.curp).toBeUndefined()
    expect(company.representative).toEqual({ rfc: 'PEGJ800101AB6', curp: 'PEGJ800101HDFRRN03' })
  })

  it('issuer and purpose', () => {
    expect(company.issuer).toMatchObject({ name: 'AC SANDBOX', organization: 'CFDI-STAMP' })
    expect(company.keyUsage).toEqual(['digitalSignature', 'nonRepudiation'])
    expect(readCertificate(fixture('efirma.cer')).keyUsage).toEqual([
      'digitalSignature',
      'nonRepudiation',
      'dataEncipherment',
      'keyAgreement',
    ])
    expect([company.isAuthority, root.isAuthority]).toEqual([false, true])
  })

  it.each(names)('agrees with OpenSSL on %s', (name) => {
    const ours = readCertificate(fixture(`${name}.cer`))
    const theirs = new X509Certificate(fixture(`${name}.cer`))
    expect(ours.validFrom).toEqual(new Date(theirs.validFrom))
    expect(ours.validTo).toEqual(new Date(theirs.validTo))
    expect(BigInt(ours.serialNumber)).toBe(BigInt(`0x${theirs.serialNumber}`))
    expect(Buffer.from(ours.publicKey)).toEqual(
      theirs.publicKey.export({ type: 'spki', format: 'der' }),
    )
    expect(ours.keySize).toBe(theirs.publicKey.asymmetricKeyDetails?.modulusLength)
    expect(ours.isAuthority).toBe(theirs.ca)
    expect(Buffer.from(ours.noCertificado).toString('hex')).toBe(theirs.serialNumber)
  })
})

describe('forms of the file', () => {
  const der = fixture('enye.cer')
  const pem = new X509Certificate(der).toString()

  it.each<[string, Uint8Array | string]>([
    ['PEM text', pem],
    ['PEM bytes with a byte order mark', Buffer.from(`\uFEFF${pem}`)],
    [
      'PEM after another block and a preamble',
      `Bag\n-----BEGIN X-----\nAA==\n-----END X-----\n${pem}`,
    ],
    ['PEM with CRLF', pem.replaceAll('\n', '\r\n')],
    ['Base64 in one line', der.toString('base64')],
    ['Base64 bytes', Buffer.from(der.toString('base64'))],
    ['a plain Uint8Array', Uint8Array.from(der)],
  ])('%s', (_, source) => {
    expect(readCertificate(source).der).toEqual(Uint8Array.from(der))
  })

  it('keeps a copy: the caller may change the bytes afterwards', () => {
    const bytes = Uint8Array.from(der)
    const certificate = readCertificate(bytes)
    bytes.fill(0)
    expect(Buffer.from(certificate.der)).toEqual(der)
    expect(certificate.base64).toBe(der.toString('base64'))
  })

  it.each<[string, Uint8Array | string]>([
    ['nothing', ''],
    ['no bytes', new Uint8Array()],
    ['another text', 'no es un certificado'],
    ['a private key', fixture('company.key')],
    ['an unclosed PEM', '-----BEGIN CERTIFICATE-----\nMIIF'],
    ['fifty megabytes', 'M'.repeat(50_000_000)],
    ['a thousand unclosed PEM', '-----BEGIN CERTIFICATE-----'.repeat(1000)],
    ['bytes after the end', Buffer.concat([der, Buffer.from([0])])],
  ])('refuses %s', (_, source) => {
    expect(() => readCertificate(source)).toThrow(CertificateError)
  })

  it.each([
    // basicConstraints (2.5.29.19) made a second keyUsage (2.5.29.15)
    ['an extension repeated', '551d13', '551d0f'],
    // sha256WithRSAEncryption replaced by sha1WithRSAEncryption in the signed part only
    ['two signature algorithms', '06092a864886f70d01010b', '06092a864886f70d010105'],
    ['a serial that is not there', '0214333030', '0400333030'],
  ])('refuses %s', (_, from, to) => {
    const changed = Buffer.from(Buffer.from(company.der).toString('hex').replace(from, to), 'hex')
    expect(() => readCertificate(changed)).toThrow(CertificateError)
  })

  it.each([undefined, null, 1, {}, []])('calls %s a wrong argument', (source) => {
    expect(() => readCertificate(source as never)).toThrow(TypeError)
  })

  it('reads any damaged file or throws a typed error', () => {
    const change = fc.record({ at: fc.nat(der.length - 1), value: fc.nat(255) })
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(der.length),
        (changes, length) => {
          const damaged = Uint8Array.from(der)
          for (const { at, value } of changes) damaged[at] = value
          for (const bytes of [damaged, damaged.subarray(0, length)]) expectReadOrRefused(bytes)
        },
      ),
      { numRuns: 500 },
    )
  })

  function expectReadOrRefused(bytes: Uint8Array): void {
    try {
      const certificate = readCertificate(bytes)
      expect(Number.isNaN(certificate.validFrom.getTime())).toBe(false)
    } catch (error) {
      expect(error).toMatchObject({ code: 'CERTIFICATE_UNREADABLE' })
    }
  }
})

describe('verifyIssuedBy', () => {
  it.each(names)('the root issued %s', async (name) => {
    expect(await verifyIssuedBy(readCertificate(fixture(`${name}.cer`)), root)).toBe(true)
  })

  it('other certificates did not issue it', async () => {
    expect(await verifyIssuedBy(root, company)).toBe(false)
    expect(await verifyIssuedBy(company, company)).toBe(false)
    expect(await verifyIssuedBy(company, { ...root, isAuthority: false })).toBe(false)
    expect(await verifyIssuedBy(company, { ...root, publicKey: company.publicKey })).toBe(false)
    expect(await verifyIssuedBy(company, { ...root, subject: company.subject })).toBe(false)
  })

  it('a name in another string type or case is the same name', async () => {
    const shouted = root.subject.attributes.map(
      ([oid, value]) => [oid, ` ${value.toUpperCase()} `] as const,
    )
    expect(
      await verifyIssuedBy(company, { ...root, subject: { ...root.subject, attributes: shouted } }),
    ).toBe(true)
  })

  it('any change in the signed part is detected', async () => {
    const start = Buffer.from(company.der).indexOf('PAPELERIA')
    const forged = Uint8Array.from(company.der)
    forged[start] = 'Q'.charCodeAt(0)
    expect(await verifyIssuedBy(readCertificate(forged), root)).toBe(false)
  })

  it.each<[string, Digest, boolean | 'CERTIFICATE_UNSUPPORTED']>([
    ['SHA-1', 'sha1', true],
    ['SHA-384', 'sha384', true],
    ['SHA-512', 'sha512', true],
    ['MD5', 'md5', 'CERTIFICATE_UNSUPPORTED'],
  ])('%s', async (_, digest, verdict) => {
    await expectVerdict(readCertificate(selfSigned({ digest, isAuthority: true })), verdict)
  })

  it.each<[string, Parameters<typeof selfSigned>[0]]>([
    [
      'an authority that may not sign certificates',
      { isAuthority: true, keyUsage: ['digitalSignature'] },
    ],
    ['a key of 1024 bits', { isAuthority: true, key: rsa(1024) }],
    ['no authority', { keyUsage: ['keyCertSign'] }],
  ])('%s issues nothing', async (_, holder) => {
    await expectVerdict(readCertificate(selfSigned(holder)), false)
  })

  it('an authority issues within its own term, the first and the last instant included', async () => {
    const { validFrom } = company
    const second = 1_000
    const terms = [
      [validFrom, validFrom, true],
      [new Date(validFrom.getTime() + second), new Date(validFrom.getTime() + 2 * second), false],
      [new Date(0), new Date(validFrom.getTime() - second), false],
    ] as const
    for (const [from, to, expected] of terms)
      expect(await verifyIssuedBy(company, { ...root, validFrom: from, validTo: to })).toBe(
        expected,
      )
  })

  it('a key that is not RSA is not supported', async () => {
    const certificate = readCertificate(selfSigned({ key: ec(), isAuthority: true }))
    expect(certificate).toMatchObject({ kind: 'other', keySize: 0 })
    await expectVerdict(certificate, 'CERTIFICATE_UNSUPPORTED')
    const answer = verifySignature(certificate, new Uint8Array(1), new Uint8Array(64))
    await expect(answer).rejects.toMatchObject({ code: 'CERTIFICATE_UNSUPPORTED' })
  })

  it('uses the bytes of the key only, with any number of keys in the cache', async () => {
    const verdicts = async () => [
      await verifyIssuedBy(company, root),
      await verifyIssuedBy(company, { ...root, publicKey: company.publicKey }),
      await verifyIssuedBy(company, root),
    ]
    expect(await verdicts()).toEqual([true, false, true])
    for (let bit = 0; bit < 8 * 9; bit++) {
      // Bytes of the modulus: every change gives another key.
      const publicKey = company.publicKey.slice()
      publicKey[100 + (bit >> 3)]! ^= 1 << (bit & 7)
      expect(await verifyIssuedBy(company, { ...root, publicKey })).toBe(false)
    }
    expect(await verdicts()).toEqual([true, false, true])
  })

  it('no two keys have one name: latin1 gives each byte a character of its own', () => {
    const text = new TextDecoder('latin1').decode(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    )
    expect(new Set(text).size).toBe(256)
  })

  async function expectVerdict(certificate: Certificate, verdict: boolean | string): Promise<void> {
    const answer = await verifyIssuedBy(certificate, certificate).catch(
      ({ code }: CertificateError) => code,
    )
    expect(answer).toBe(verdict)
  }
})

describe('kind and environment', () => {
  const unit = 'Sucursal 1'

  it.each([
    ['csd', 'signs and nothing else', '', 'digitalSignature,nonRepudiation', 2048],
    ['csd', 'states no usage and has a unit', unit, '', 2048],
    ['efirma', 'states no usage and has no unit', '', '', 2048],
    [
      'efirma',
      'also enciphers, whatever its unit',
      unit,
      'digitalSignature,dataEncipherment',
      2048,
    ],
    [
      'pac',
      'has the unit of a PAC, with its own RFC',
      'MEGAPACPLO150312QT101',
      'digitalSignature,nonRepudiation',
      2048,
    ],
    [
      'csd',
      'has the unit of another PAC',
      'MEGAPACSAT970701NN301',
      'digitalSignature,nonRepudiation',
      2048,
    ],
    ['csd', 'has a unit that only begins like it', 'PACHUCA', 'digitalSignature', 2048],
    ['other', 'has a usage that the SAT does not give', unit, 'keyEncipherment', 2048],
    ['other', 'has a key too short', unit, 'digitalSignature,nonRepudiation', 512],
  ])('%s: %s', (kind, _, ou, keyUsage, bits) => {
    expect(readCertificate(taxpayer(ou, keyUsage, bits)).kind).toBe(kind)
  })

  it('without an RFC it is of kind other', () => {
    const foreign = Buffer.from(company.der)
    foreign.write('X1', foreign.indexOf('PLO150312QT1'))
    expect(readCertificate(foreign)).toMatchObject({ kind: 'other', rfc: '' })
  })

  it('production requires the serial and the issuer', () => {
    const real = Buffer.from(company.der)
    real.write('00001', real.indexOf('30001'))
    expect(readCertificate(real).environment).toBe('production')
    real.write('AC PRUEBAS', real.indexOf('AC SANDBOX'))
    expect(readCertificate(real).environment).toBe('test')
  })

  function taxpayer(unit: string, keyUsage: string, bits: number): Uint8Array {
    const OU = unit === '' ? {} : { OU: unit }
    return selfSigned({
      subject: { CN: 'ALGUIEN', x500UniqueIdentifier: 'PLO150312QT1', ...OU },
      serial: '30001000000500000001',
      keyUsage: keyUsage.split(',').filter(Boolean) as KeyUsage[],
      key: rsa(bits),
    })
  }
})
