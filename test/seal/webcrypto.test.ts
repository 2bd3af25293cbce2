import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readCertificate, verifySignature } from '../../src/certificate/certificate.js'
import { openCsd } from '../../src/node/openCsd.js'
import { openCsdWebCrypto, webCryptoSigner } from '../../src/seal/webcrypto.js'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const filesOf = (cer: string, key = cer) => ({
  cer: fixture(`${cer}.cer`),
  key: fixture(`${key}.key`),
})
const cadena = new TextEncoder().encode('||4.0|Ñ & "comillas"|€||')

describe('openCsdWebCrypto', () => {
  it.each([
    ['company', '12345678a'],
    ['ampersand', '12345678a'],
    ['enye', 'contraseña'],
    ['person', '12345678a'],
  ])('%s seals as openCsd does', async (name, password) => {
    const files = { ...filesOf(name), password }
    const [here, there] = await Promise.all([openCsdWebCrypto(files), openCsd(files)])
    expect(JSON.stringify(here)).toBe(JSON.stringify(there))
    const seal = await here.sign(cadena)
    expect(Buffer.from(seal)).toEqual(await there.sign(cadena))
    expect(await verifySignature(here.certificate, cadena, seal)).toBe(true)
  })

  it('takes PEM and Base64 text', async () => {
    const { cer, key } = filesOf('company')
    const pem = createPrivateKey({
      key,
      format: 'der',
      type: 'pkcs8',
      passphrase: '12345678a',
    }).export({
      format: 'pem',
      type: 'pkcs1',
    })
    expect((await openCsdWebCrypto({ cer: cer.toString('base64'), key: String(pem) })).rfc).toBe(
      'PLO150312QT1',
    )
    const base64 = {
      cer: cer.toString('base64'),
      key: key.toString('base64'),
      password: '12345678a',
    }
    expect((await openCsdWebCrypto(base64)).rfc).toBe('PLO150312QT1')
  })

  it('leaves the bytes of the caller alone', async () => {
    const files = filesOf('company')
    await openCsdWebCrypto({ ...files, password: '12345678a' })
    expect(files).toEqual(filesOf('company'))
  })

  it.each([
    ['a wrong pass phrase', filesOf('company'), 'otra', 'CSD_PASSWORD'],
    ['a wrong pass phrase, AES', filesOf('ampersand'), 'otra', 'CSD_PASSWORD'],
    ['no pass phrase', filesOf('company'), undefined, 'CSD_PASSWORD'],
    ['the key of another', filesOf('company', 'person'), '12345678a', 'CSD_KEY_MISMATCH'],
    ['an e.firma', filesOf('efirma'), '12345678a', 'CSD_IS_EFIRMA'],
    [
      'no certificate',
      { ...filesOf('company'), cer: Buffer.from('hola') },
      '12345678a',
      'CSD_CERTIFICATE_FILE',
    ],
    ['no key', { ...filesOf('company'), key: Buffer.from('hola') }, '12345678a', 'CSD_KEY_FILE'],
  ])('refuses %s', async (_, files, password, code) => {
    await expect(openCsdWebCrypto({ ...files, password })).rejects.toMatchObject({
      name: 'CsdError',
      code,
    })
  })
})

describe('webCryptoSigner', () => {
  const certificate = readCertificate(fixture('company.cer'))
  const generate = (name: string, hash: string) =>
    crypto.subtle.generateKey(
      { name, hash, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
      false,
      ['sign', 'verify'],
    )

  it('refuses a key that cannot make a seal', async () => {
    const { privateKey } = await generate('RSA-PSS', 'SHA-256')
    expect(() => webCryptoSigner({ certificate, privateKey })).toThrow(TypeError)
    const { privateKey: sha1 } = await generate('RSASSA-PKCS1-v1_5', 'SHA-1')
    expect(() => webCryptoSigner({ certificate, privateKey: sha1 })).toThrow(TypeError)
    const { publicKey } = await generate('RSASSA-PKCS1-v1_5', 'SHA-256')
    expect(() => webCryptoSigner({ certificate, privateKey: publicKey })).toThrow(TypeError)
  })

  it('signs with a key that cannot be exported and does not show it', async () => {
    const { publicKey, privateKey } = await generate('RSASSA-PKCS1-v1_5', 'SHA-256')
    const signer = webCryptoSigner({ certificate, privateKey })
    const verified = crypto.subtle.verify(
      'RSASSA-PKCS1-v1_5',
      publicKey,
      (await signer.sign(cadena)) as BufferSource,
      cadena,
    )
    expect(await verified).toBe(true)
    expect(inspect(signer, { depth: 9 })).not.toContain('CryptoKey')
  })
})
