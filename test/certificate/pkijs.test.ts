/**
 * Keys, PKCS #12 and chains, as pkijs reads them: another implementation over WebCrypto.
 */
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as asn1 from 'asn1js'
import * as pkijs from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCertificate, verifyIssuedBy } from '../../src/certificate/certificate.js'
import { openCsd } from '../../src/node/openCsd.js'
import { openPfx } from '../../src/node/openPfx.js'
import { legacyAnchors, sandboxAnchors, satAnchors } from '../../src/trust/authorities.js'

const folder = new URL('../../fixtures/csd/', import.meta.url)
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
const certificates = readdirSync(folder).filter((name) => name.endsWith('.cer'))
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

beforeAll(() => {
  const crypto = webcrypto as unknown as Crypto
  pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto }))
})

const theirs = (der: Uint8Array) => pkijs.Certificate.fromBER(der as BufferSource)

/** What a key signs identifies it: PKCS #1 v1.5 has no salt. */
async function signed(pkcs8: ArrayBuffer | Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('pkcs8', pkcs8 as BufferSource, algorithm, false, [
    'sign',
  ])
  return new Uint8Array(await webcrypto.subtle.sign(algorithm.name, key, bytes))
}

describe('certificates', () => {
  it.each(certificates)('%s: serial, dates, names, key and usage', (name) => {
    const [ours, other] = [readCertificate(fixture(name)), theirs(fixture(name))]
    const serial = BigInt(
      `0x${Buffer.from(other.serialNumber.valueBlock.valueHexView).toString('hex')}`,
    )
    expect(ours.serialNumber).toBe(String(serial))
    expect(ours.validFrom).toEqual(other.notBefore.value)
    expect(ours.validTo).toEqual(other.notAfter.value)
    for (const side of ['subject', 'issuer'] as const)
      expect(ours[side].attributes.map(([oid]) => oid)).toEqual(
        other[side].typesAndValues.map(({ type }) => type),
      )
    const info = Buffer.from(other.subjectPublicKeyInfo.toSchema().toBER())
    expect(Buffer.from(ours.publicKey).equals(info)).toBe(true)
    const basic = other.extensions?.find(({ extnID }) => extnID === '2.5.29.19')?.parsedValue
    expect(ours.isAuthority).toBe((basic as pkijs.BasicConstraints | undefined)?.cA === true)
  })
})

describe('chains', () => {
  const anchors = [...satAnchors, ...legacyAnchors, ...sandboxAnchors]

  it('every certificate with every authority: issued by it or not', async () => {
    const leaves = certificates.map((name) => readCertificate(fixture(name)))
    const root = readCertificate(fixture('root.cer'))
    let issues = 0
    for (const leaf of leaves)
      for (const issuer of [...anchors, root]) {
        const isTheirs = await theirs(leaf.der)
          .verify(theirs(issuer.der))
          .catch(() => false)
        const isOurs = await verifyIssuedBy(leaf, issuer)
        const isInTerm =
          leaf.validFrom >= issuer.validFrom &&
          leaf.validFrom <= issuer.validTo &&
          issuer.isAuthority
        expect(isOurs, `${leaf.name} by ${issuer.serialNumber}`).toBe(isTheirs && isInTerm)
        if (isOurs) issues++
      }
    expect(issues).toBeGreaterThan(4)
  })

  it('a changed byte of a certificate breaks its chain for both', async () => {
    const root = readCertificate(fixture('root.cer'))
    const leaf = fixture('company.cer')
    expect(await theirs(leaf).verify(theirs(root.der))).toBe(true)
    // The last byte belongs to the signature; the text belongs to the name of the holder.
    const inName = Buffer.from(leaf).indexOf('PAPELERIA')
    for (const at of [leaf.length - 1, inName]) {
      const changed = leaf.slice()
      changed[at] = (changed[at] as number) ^ 1
      expect(await theirs(changed).verify(theirs(root.der))).toBe(false)
      expect(await verifyIssuedBy(readCertificate(changed), root)).toBe(false)
    }
  })

  it('the anchors are certificates that pkijs and Node read alike', () => {
    for (const anchor of anchors) {
      const node = new X509Certificate(anchor.der)
      expect(BigInt(anchor.serialNumber)).toBe(BigInt(`0x${node.serialNumber}`))
      expect(theirs(anchor.der).notAfter.value).toEqual(anchor.validTo)
    }
  })
})

describe('keys', () => {
  const bytes = new TextEncoder().encode('||4.0|Ñ||')

  // pkijs decrypts no 3DES, the cipher of the SAT's keys: WebCrypto lacks it.
  it.each([
    ['AES-CBC', 128],
    ['AES-CBC', 256],
  ])('opens a key that pkijs encrypts with %s of %i bits', async (cipher, length) => {
    const [password, key] = ['contraseña', fixture('company.key')]
    const pkcs8 = createPrivateKey({
      ...{ key: Buffer.from(key), format: 'der', type: 'pkcs8', passphrase: '12345678a' },
    }).export({ format: 'der', type: 'pkcs8' })
    const parsedValue = pkijs.PrivateKeyInfo.fromBER(new Uint8Array(pkcs8))
    const bag = new pkijs.PKCS8ShroudedKeyBag({ parsedValue })
    await bag.makeInternalValues({
      password: bytesOf(password),
      contentEncryptionAlgorithm: { name: cipher, length },
      hmacHashAlgorithm: 'SHA-256',
      iterationCount: 2048,
    } as never)
    // pkijs splits the text in parts, which DER does not permit.
    bag.encryptedData = new asn1.OctetString({ valueHex: bag.encryptedData.getValue() })
    const file = new Uint8Array(bag.toSchema().toBER())
    const csd = await openCsd({ cer: fixture('company.cer'), key: file, password })
    expect(new Uint8Array(await csd.sign(bytes))).toEqual(await signed(pkcs8, bytes))
  })

  it('company.pfx: the key and the certificate that pkijs unpacks are those of openPfx', async () => {
    const password = bytesOf('12345678a')
    const pfx = pkijs.PFX.fromBER(fixture('company.pfx') as BufferSource)
    await pfx.parseInternalValues({ checkIntegrity: true, password })
    const safe = pfx.parsedValue?.authenticatedSafe as pkijs.AuthenticatedSafe
    await safe.parseInternalValues({
      safeContents: safe.safeContents.map(({ contentType }) =>
        contentType === '1.2.840.113549.1.7.6' ? { password } : {},
      ),
    })
    const contents = safe.parsedValue.safeContents as readonly { value: pkijs.SafeContents }[]
    const bags = contents.flatMap(({ value }) => value.safeBags.map(({ bagValue }) => bagValue))
    const shrouded = bags.find((bag) => bag instanceof pkijs.PKCS8ShroudedKeyBag)
    const packed = bags.find((bag) => bag instanceof pkijs.CertBag)
    await (
      shrouded as unknown as { parseInternalValues(given: object): Promise<void> }
    ).parseInternalValues({ password })
    const pkcs8 = (shrouded as pkijs.PKCS8ShroudedKeyBag).parsedValue?.toSchema().toBER()
    const csd = await openPfx({ pfx: fixture('company.pfx'), password: '12345678a' })
    expect(new Uint8Array(await csd.sign(bytes))).toEqual(await signed(pkcs8 as ArrayBuffer, bytes))
    const der = (packed as pkijs.CertBag).parsedValue as pkijs.Certificate
    expect(Buffer.from(csd.certificate.der).equals(Buffer.from(der.toSchema(true).toBER()))).toBe(
      true,
    )
  })
})
