import { createPrivateKey, verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Csd } from '../../src/certificate/csd.js'
import { CsdError } from '../../src/errors.js'
import { openCsd } from '../../src/node/openCsd.js'

const folder = new URL('../../fixtures/csd/', import.meta.url)
const path = (name: string) => fileURLToPath(new URL(name, folder))
const fixture = (name: string) => readFileSync(path(name))
const password = '12345678a'

const plainKey = (name: string) =>
  createPrivateKey({ key: fixture(name), format: 'der', type: 'pkcs8', passphrase: password })
const certificatePem = new X509Certificate(fixture('company.cer')).toString()

describe('what it opens', () => {
  it.each([
    ['company', password, 'PLO150312QT1', 'PAPELERIA LUNA DE OCTUBRE SA DE CV'],
    ['ampersand', password, 'C&L180905J49', 'CAFE & LIBROS DEL SUR S DE RL DE CV'],
    ['enye', 'contraseña', 'PÑA110620H80', 'PIÑATAS ÑANDU SA DE CV'],
    ['person', password, 'TOAM850417U21', 'MARIANA TORRES ACOSTA'],
  ])('%s', async (name, phrase, rfc, holder) => {
    const csd = await openCsd({
      cer: path(`${name}.cer`),
      key: path(`${name}.key`),
      password: phrase,
    })
    expect(csd).toMatchObject({ rfc, name: holder, environment: 'test' })
    expect(csd.noCertificado).toMatch(/^3000100000060000000\d$/)
    expect([csd.validFrom, csd.validTo]).toEqual([
      new Date('2020-01-01T06:00:00Z'),
      new Date('2049-12-31T23:59:59Z'),
    ])
  })

  const encryptedPem = plainKey('company.key').export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-128-cbc',
    passphrase: password,
  })
  const plain = (type: 'pkcs1' | 'pkcs8', format: 'pem' | 'der') =>
    plainKey('company.key').export({ type, format } as { type: 'pkcs8'; format: 'pem' })

  it.each([
    ['bytes', { cer: fixture('company.cer'), key: fixture('company.key'), password }],
    [
      'URLs',
      { cer: new URL('company.cer', folder), key: new URL('company.key', folder), password },
    ],
    ['PEM text', { cer: certificatePem, key: String(encryptedPem), password }],
    ['PEM bytes', { cer: Buffer.from(certificatePem), key: Buffer.from(encryptedPem), password }],
    [
      'Base64 text',
      {
        cer: fixture('company.cer').toString('base64'),
        key: fixture('company.key').toString('base64'),
        password,
      },
    ],
    [
      'a pass phrase in bytes',
      { cer: fixture('company.cer'), key: fixture('company.key'), password: Buffer.from(password) },
    ],
    ['a key that is not encrypted', { cer: certificatePem, key: plain('pkcs8', 'der') }],
    ['PKCS #1 in PEM', { cer: certificatePem, key: plain('pkcs1', 'pem'), password: '' }],
  ])('%s', async (_, files) => {
    expect((await openCsd(files)).noCertificado).toBe('30001000000600000001')
  })
})

describe('what it refuses', () => {
  const company = { cer: path('company.cer'), key: path('company.key'), password }
  const legacyPem = () =>
    plainKey('company.key').export({
      format: 'pem',
      type: 'pkcs1',
      cipher: 'aes-128-cbc',
      passphrase: password,
    })

  it.each([
    ['a wrong pass phrase', { ...company, password: '12345678A' }, 'CSD_PASSWORD'],
    [
      'a pass phrase too long for OpenSSL',
      { ...company, password: 'x'.repeat(100_000) },
      'CSD_PASSWORD',
    ],
    ['no pass phrase', { cer: company.cer, key: company.key }, 'CSD_PASSWORD'],
    [
      'a pass phrase where there is nothing encrypted',
      { ...company, key: plainKey('company.key').export({ format: 'der', type: 'pkcs8' }) },
      'CSD_PASSWORD',
    ],
    ['the key of another', { ...company, key: path('person.key') }, 'CSD_KEY_MISMATCH'],
    [
      'an e.firma',
      { ...company, cer: path('efirma.cer'), key: path('efirma.key') },
      'CSD_IS_EFIRMA',
    ],
    ["an e.firma's key", { ...company, key: path('efirma.key') }, 'CSD_KEY_MISMATCH'],
    ["an authority's certificate", { ...company, cer: path('root.cer') }, 'CSD_IS_OTHER'],
    [
      'files swapped',
      { ...company, cer: path('company.key'), key: path('company.cer') },
      'CSD_CERTIFICATE_FILE',
    ],
    ['a certificate for a key', { ...company, key: path('company.cer') }, 'CSD_KEY_FILE'],
    ['another file', { ...company, cer: path('README.md') }, 'CSD_CERTIFICATE_FILE'],
    ['an empty file', { ...company, key: new Uint8Array() }, 'CSD_KEY_FILE'],
    [
      'a certificate that is not there',
      { ...company, cer: path('nobody.cer') },
      'CSD_CERTIFICATE_FILE',
    ],
    ['a key that is not there', { ...company, key: path('nobody.key') }, 'CSD_KEY_FILE'],
    ['a folder', { ...company, cer: fileURLToPath(folder) }, 'CSD_CERTIFICATE_FILE'],
    ["PEM encrypted in OpenSSL's old way", { ...company, key: legacyPem() }, 'CSD_KEY_FILE'],
  ])('%s', async (_, files, code) => {
    await expect(openCsd(files)).rejects.toMatchObject({ name: 'CsdError', code })
  })

  it.each([{}, { cer: 1, key: 2 }, { cer: company.cer }, { cer: null, key: null }])(
    '%j is a wrong argument',
    async (files) => {
      await expect(openCsd(files as never)).rejects.toThrow(TypeError)
    },
  )

  it('says in Spanish what to do, and never the pass phrase', async () => {
    const attempts = [
      { password: 'MiSecreto123' },
      { key: path('person.key') },
      { cer: path('efirma.cer') },
    ]
    for (const attempt of attempts) {
      const error = await openCsd({ ...company, ...attempt }).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(CsdError)
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/MiSecreto123|12345678a/)
      expect(String(error)).toMatch(/contraseña|llave privada|Certificado de Sello Digital/)
    }
  })

  // Damage in the private exponent alone does no harm: OpenSSL signs with the two primes (RFC 8017
  // 5.1.2).
  it('a key with damaged bytes is refused, or seals as the whole one does', async () => {
    const key = fixture('company.key')
    const cadena = Buffer.from('||4.0||')
    const expected = await (await openCsd(company)).sign(cadena)
    const change = fc.record({
      at: fc.integer({ min: 74, max: key.length - 1 }),
      value: fc.nat(255),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, value }) => {
        const damaged = Uint8Array.from(key)
        damaged[at] = value
        const answer = await openCsd({ ...company, key: damaged }).catch(
          (caught: unknown) => caught,
        )
        if (answer instanceof CsdError)
          expect(['CSD_PASSWORD', 'CSD_KEY_MISMATCH']).toContain(answer.code)
        else expect(await (answer as Csd).sign(cadena)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('a certificate with damaged bytes is refused with a CsdError, or still verifies what the key signs', async () => {
    const cer = fixture('company.cer')
    const change = fc.record({ at: fc.nat(cer.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, value }) => {
        const damaged = Uint8Array.from(cer)
        damaged[at] = value
        const answer = await openCsd({ ...company, cer: damaged }).catch(
          (caught: unknown) => caught,
        )
        expect(answer instanceof CsdError || 'noCertificado' in (answer as Csd)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('garbage is refused, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (garbage) => {
        await expect(openCsd({ ...company, cer: garbage })).rejects.toMatchObject({
          code: 'CSD_CERTIFICATE_FILE',
        })
        await expect(openCsd({ ...company, key: garbage })).rejects.toMatchObject({
          code: 'CSD_KEY_FILE',
        })
      }),
    )
  })
})

describe('what it signs', () => {
  it('OpenSSL verifies', async () => {
    const csd = await openCsd({ cer: path('ampersand.cer'), key: path('ampersand.key'), password })
    const cadena = '||4.0|A|1|2026-11-21T10:00:00|Ñandú & «Cía»||'
    const { publicKey } = new X509Certificate(fixture('ampersand.cer'))
    const sello = await csd.sign(Buffer.from(cadena))
    expect(verify('sha256', Buffer.from(cadena), publicKey, sello)).toBe(true)
    expect(verify('sha256', Buffer.from(`${cadena} `), publicKey, sello)).toBe(false)
  })

  it('many at once, each its own', async () => {
    const csd = await openCsd({ cer: path('company.cer'), key: path('company.key'), password })
    const texts = Array.from({ length: 20 }, (_, i) => Buffer.from(`||${i}||`))
    const seals = await Promise.all(texts.map((text) => csd.sign(text)))
    expect(new Set(seals.map((seal) => Buffer.from(seal).toString('base64'))).size).toBe(20)
    expect(seals.every((seal) => seal.length === 256)).toBe(true)
  })

  it('shows nothing of the key', async () => {
    const csd = await openCsd({ cer: path('company.cer'), key: path('company.key'), password })
    const shown = inspect(csd, {
      depth: 9,
      showHidden: true,
      maxArrayLength: null,
      maxStringLength: null,
    })
    const { d, p } = plainKey('company.key').export({ format: 'jwk' })
    for (const secret of [password, d!, p!, 'PrivateKey', 'KeyObject']) {
      expect(shown + JSON.stringify(csd)).not.toContain(secret)
    }
  })
})
