import { createPrivateKey, generateKeyPairSync, webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCertificate } from '../../src/certificate/certificate.js'
import { createCsd, requireKeySize } from '../../src/certificate/csd.js'
import { decryptKey, maxIterations, passPhrases, readKeyFile } from '../../src/certificate/pbes2.js'
import { CsdError } from '../../src/errors.js'
import { webCryptoSigner } from '../../src/seal/webcrypto.js'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const certificateOf = (name: string) => readCertificate(fixture(`${name}.cer`))
const utf8 = (text: string) => new TextEncoder().encode(text)

async function signerOf(cer: string, key = cer) {
  const pkcs8 = createPrivateKey({
    key: fixture(`${key}.key`),
    format: 'der',
    type: 'pkcs8',
    passphrase: '12345678a',
  })
  const privateKey = await crypto.subtle.importKey(
    'pkcs8',
    pkcs8.export({ format: 'der', type: 'pkcs8' }),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return webCryptoSigner({ certificate: certificateOf(cer), privateKey })
}

describe('createCsd', () => {
  it('takes no other thing for a signer', async () => {
    for (const signer of [undefined, null, 'csd.cer', {}])
      await expect(createCsd(signer as never)).rejects.toThrow(/^createCsd: a signer is expected/)
  })

  it('proves any signer, a class with private state too', async () => {
    const inner = await signerOf('company')
    class Kms {
      readonly certificate = inner.certificate
      readonly #sign = inner.sign
      sign(bytes: Uint8Array) {
        return this.#sign(bytes)
      }
    }
    const csd = await createCsd(new Kms())
    expect(csd).toMatchObject({
      rfc: 'PLO150312QT1',
      noCertificado: '30001000000600000001',
      environment: 'test',
    })
    expect(await csd.sign(utf8('hola'))).toEqual(await inner.sign(utf8('hola')))
  })

  it.each([
    ['company', 'person', 'CSD_KEY_MISMATCH'],
    ['efirma', 'efirma', 'CSD_IS_EFIRMA'],
    ['root', 'company', 'CSD_IS_OTHER'],
  ])('refuses the certificate %s with the key %s: %s', async (cer, key, code) => {
    await expect(createCsd(await signerOf(cer, key))).rejects.toMatchObject({
      name: 'CsdError',
      code,
    })
  })

  it('opens a CSD whose branch is called like a PAC of the same RFC: the holder chooses that text', async () => {
    expect(await createCsd(await signerOf('pac', 'pac'))).toMatchObject({ rfc: 'TPR170928K35' })
  })

  it('a key of another size need not sign to be refused', () => {
    expect(() => requireKeySize(certificateOf('company'), 4096)).toThrow(CsdError)
    expect(() => requireKeySize(certificateOf('company'), 2048)).not.toThrow()
  })

  it('rejects with the signer’s own error', async () => {
    const offline = {
      certificate: certificateOf('company'),
      sign: () => Promise.reject(new Error('HSM offline')),
    }
    await expect(createCsd(offline)).rejects.toThrow('HSM offline')
  })

  it('shows its facts and nothing of the signer', async () => {
    const signer = { ...(await signerOf('company')), secret: 'do not show' }
    const csd = await createCsd(signer)
    expect(JSON.parse(JSON.stringify(csd))).toEqual({
      noCertificado: '30001000000600000001',
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
      validFrom: '2020-01-01T06:00:00.000Z',
      validTo: '2049-12-31T23:59:59.000Z',
      environment: 'test',
    })
    expect(inspect(csd, { depth: 9, showHidden: true })).not.toContain('do not show')
    expect(Object.isFrozen(csd)).toBe(true)
  })
})

describe('decryption', () => {
  const keyPair = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const plain = keyPair.privateKey.export({ format: 'der', type: 'pkcs8' })

  it.each(['des-ede3-cbc', 'aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc'])(
    '%s gives what OpenSSL encrypted',
    async (cipher) => {
      const der = keyPair.privateKey.export({
        format: 'der',
        type: 'pkcs8',
        cipher,
        passphrase: 'secreta',
      })
      const key = readKeyFile(der)
      if (!key.isEncrypted) throw new Error('expected an encrypted key')
      expect(Buffer.from((await decryptKey(key, utf8('secreta')))!)).toEqual(plain)
      const wrong = await decryptKey(key, utf8('Secreta'))
      expect(wrong === undefined || !Buffer.from(wrong).equals(plain)).toBe(true)
    },
  )

  it.each([
    ['company', '12345678a'],
    ['ampersand', '12345678a'],
    ['person', '12345678a'],
    ['enye', Buffer.from('contraseña', 'latin1')],
  ])('agrees with createPrivateKey on the fixture %s', async (name, passphrase) => {
    const key = readKeyFile(fixture(`${name}.key`))
    if (!key.isEncrypted) throw new Error('expected an encrypted key')
    const theirs = createPrivateKey({
      key: fixture(`${name}.key`),
      format: 'der',
      type: 'pkcs8',
      passphrase,
    })
    expect(Buffer.from((await decryptKey(key, Buffer.from(passphrase)))!)).toEqual(
      theirs.export({ format: 'der', type: 'pkcs8' }),
    )
  })
})

describe('readKeyFile', () => {
  const company = fixture('company.key')

  it('reads PKCS #1 and unencrypted PKCS #8 as the same PKCS #8', () => {
    for (const modulusLength of [512, 1024, 2048]) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength })
      const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
      for (const file of [
        pkcs8,
        privateKey.export({ format: 'der', type: 'pkcs1' }),
        privateKey.export({ format: 'pem', type: 'pkcs1' }),
      ]) {
        expect(Buffer.from(readKeyFile(file).der)).toEqual(pkcs8)
      }
    }
  })

  it('refuses bytes too short for an RSA key', () => {
    expect(() => readKeyFile(Uint8Array.of(0x30, 0x06, 2, 1, 0, 2, 1, 0))).toThrow(CsdError)
  })

  it('knows a certificate when the two files are swapped', () => {
    expect(() => readKeyFile(fixture('company.cer'))).toThrow('es un certificado')
  })

  it('refuses an iteration count that would stop the process', () => {
    // 2048 is 02 02 08 00; ff ff ff ff iterations take an hour.
    const at = company.indexOf(Buffer.from('02020800', 'hex'))
    const many = Buffer.from(company)
    many.set([0x02, 0x02, 0x7f, 0xff], at)
    expect(readKeyFile(many)).toMatchObject({ iterations: 0x7fff })
    // One byte more for the count, one less for the salt before it.
    const hostile = Buffer.from(company)
    const salt = at - 10
    hostile.set(
      [0x04, 0x07, ...company.subarray(salt + 2, salt + 9), 0x02, 0x03, 0x7f, 0xff, 0xff],
      salt,
    )
    expect(() => readKeyFile(hostile)).toThrow(/8388607 iteraciones/)
    expect(maxIterations).toBeLessThan(8_388_607)
  })

  it.each(['scrypt', 'PBES1 with MD5 and DES', 'HMAC-MD5', 'Blowfish'])(
    'says that %s is not supported',
    (what) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 512 })
      const der = privateKey.export({
        format: 'der',
        type: 'pkcs8',
        cipher: 'aes-256-cbc',
        passphrase: 'x',
      })
      const [from, to] = replacements[what]!
      const file = Buffer.from(der.toString('hex').replace(from, to), 'hex')
      expect(() => readKeyFile(file)).toThrow(/no admitida/)
    },
  )

  /** Object identifiers exchanged for others of the same length. */
  const replacements: Record<string, [string, string]> = {
    scrypt: ['06092a864886f70d01050c', '06092b06010401da47040b'],
    'PBES1 with MD5 and DES': ['06092a864886f70d01050d', '06092a864886f70d010503'],
    'HMAC-MD5': ['06082a864886f70d0209', '06082a864886f70d0206'],
    Blowfish: ['060960864801650304012a', '06092b0601040197550102'],
  }

  it('reads any damaged file or throws a typed error', () => {
    const change = fc.record({ at: fc.nat(110), value: fc.nat(255) })
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.nat(company.length),
        (changes, length) => {
          const damaged = Uint8Array.from(company)
          for (const { at, value } of changes) damaged[at] = value
          for (const bytes of [damaged, damaged.subarray(0, length)]) {
            try {
              readKeyFile(bytes)
            } catch (error) {
              expect(error).toBeInstanceOf(CsdError)
              expect(error).toMatchObject({ code: 'CSD_KEY_FILE' })
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('passPhrases', () => {
  const texts = (password: string) =>
    passPhrases(password).map((phrase) => Buffer.from(phrase).toString('hex'))

  it('UTF-8, then composed, then Latin-1; each once', () => {
    expect(texts('12345678a')).toEqual(['313233343536373861'])
    expect(texts('ñ')).toEqual(['c3b1', 'f1'])
    expect(texts('n\u0303')).toEqual(['6ecc83', 'c3b1', 'f1'])
    expect(texts('€')).toEqual(['e282ac'])
    expect(passPhrases(Uint8Array.of(1, 2))).toEqual([Uint8Array.of(1, 2)])
    expect([passPhrases(''), passPhrases(undefined), passPhrases(new Uint8Array())]).toEqual([
      [],
      [],
      [],
    ])
  })
})

it('WebCrypto here is the one of Node, so that both sides of a comparison run on the same machine', () => {
  expect(crypto.subtle).toBe(webcrypto.subtle)
})
