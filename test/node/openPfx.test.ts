/**
 * CSDs in PKCS #12, held against the same ones in .cer and .key; hostile files; and other makers of
 * them.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import fc from 'fast-check'
import forge from 'node-forge'
import { describe, expect, it } from 'vitest'
import { signCancellation } from '../../src/cancel/sign.js'
import { CsdError } from '../../src/errors.js'
import { tags } from '../../src/lib/der.js'
import { writeDer, writeOid, writeSequence } from '../../src/lib/derWriter.js'
import { openCsd } from '../../src/node/openCsd.js'
import { openPfx } from '../../src/node/openPfx.js'
import { folder } from '../programs.js'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const password = '12345678a'
const at = new Date('2026-11-21T12:00:00Z')
const request = { uuid: 'CDD64FBC-A288-49EB-891A-48E538EF9CB1', motivo: '02', at } as const

describe('openPfx', () => {
  it.each([
    ['company.pfx', 'company', password],
    ['company.legacy.pfx', 'company', password],
    ['enye.pfx', 'enye', 'contraseña'],
    ['enye.legacy.pfx', 'enye', 'contraseña'],
  ])('%s is the same as the .cer and .key', async (file, name, phrase) => {
    const files = { cer: fixture(`${name}.cer`), key: fixture(`${name}.key`), password: phrase }
    const [one, other] = await Promise.all([
      openPfx({ pfx: fixture(file), password: phrase }),
      openCsd(files),
    ])
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
    expect(one.certificate.base64).toBe(other.certificate.base64)
    const bytes = new TextEncoder().encode('||4.0|Ñ||')
    expect(await one.sign(bytes)).toEqual(await other.sign(bytes))
    expect(await signCancellation(request, one)).toEqual(await signCancellation(request, other))
    expect(inspect(one, { depth: 9 })).not.toContain('PrivateKey')
  })

  it('takes a path, a URL and Base64', async () => {
    const path = folder()
    writeFileSync(join(path, 'a.pfx'), fixture('company.pfx'))
    for (const pfx of [
      join(path, 'a.pfx'),
      new URL(`file://${path}/a.pfx`),
      fixture('company.pfx').toString('base64'),
    ])
      expect((await openPfx({ pfx, password })).rfc).toBe('PLO150312QT1')
  })

  /** The company's key and certificate as forge packs them. */
  function packed(
    options: Parameters<typeof forge.pkcs12.toPkcs12Asn1>[3],
    certificate = 'company',
  ): Buffer {
    const pem = createPrivateKey({
      key: fixture('company.key'),
      format: 'der',
      type: 'pkcs8',
      passphrase: password,
    })
    const key = forge.pki.privateKeyFromPem(String(pem.export({ format: 'pem', type: 'pkcs1' })))
    const chain = [
      forge.pki.certificateFromPem(new X509Certificate(fixture(`${certificate}.cer`)).toString()),
    ]
    return Buffer.from(
      forge.asn1.toDer(forge.pkcs12.toPkcs12Asn1(key, chain, password, options)).getBytes(),
      'latin1',
    )
  }

  it.each(['3des', 'aes128', 'aes192', 'aes256'] as const)(
    'opens what node-forge makes with %s',
    async (algorithm) => {
      expect((await openPfx({ pfx: packed({ algorithm }), password })).rfc).toBe('PLO150312QT1')
    },
  )

  it('refuses the certificate of another', async () => {
    const pfx = packed({ algorithm: 'aes128' }, 'person')
    await expect(openPfx({ pfx, password })).rejects.toMatchObject({ code: 'CSD_KEY_MISMATCH' })
  })

  it.each([
    ['a wrong pass phrase', 'company.pfx', 'otra', 'CSD_PASSWORD'],
    ['a wrong pass phrase of an old file', 'company.legacy.pfx', 'otra', 'CSD_PASSWORD'],
    ['no pass phrase', 'company.pfx', '', 'CSD_PASSWORD'],
    ['one longer than any', 'company.legacy.pfx', 'x'.repeat(2000), 'CSD_PASSWORD'],
    ['an e.firma', 'efirma.pfx', password, 'CSD_IS_EFIRMA'],
    ['a certificate', 'company.cer', password, 'CSD_PFX_FILE'],
    ['a key', 'company.key', password, 'CSD_PFX_FILE'],
  ])('refuses %s', async (_, file, phrase, code) => {
    await expect(openPfx({ pfx: fixture(file), password: phrase })).rejects.toMatchObject({
      name: 'CsdError',
      code,
    })
  })

  it('refuses what is of another type, and files that are not there, without repeating them', async () => {
    await expect(openPfx({ pfx: fixture('company.pfx'), password: 1 as never })).rejects.toThrow(
      TypeError,
    )
    await expect(openPfx({ pfx: 1 as never, password })).rejects.toThrow(TypeError)
    const error = await openPfx({ pfx: '/secret/place.pfx', password: 'hunter2' }).catch(
      (one: unknown) => one,
    )
    expect(error).toMatchObject({ code: 'CSD_PFX_FILE' })
    expect(inspect(error, { depth: 9 })).not.toMatch(/secret|hunter2/)
  })

  it('refuses a file that would take minutes', async () => {
    const algorithm = (oid: string, count: number[]) => {
      const parameters = writeSequence(
        writeDer(tags.octetString, new Uint8Array(8)),
        writeDer(tags.integer, Uint8Array.from(count)),
      )
      return writeSequence(writeOid(oid), parameters)
    }
    const explicit = (inner: Uint8Array) => writeDer(0xa0, inner)
    const data = writeOid('1.2.840.113549.1.7.1')
    for (const oid of ['1.2.840.113549.1.12.1.3', '1.2.840.113549.1.12.1.6']) {
      const encrypted = writeSequence(
        data,
        algorithm(oid, [0x7f, 0xff, 0xff, 0xff]),
        writeDer(0x80, new Uint8Array(64)),
      )
      const body = writeSequence(writeDer(tags.integer, Uint8Array.of(0)), encrypted)
      const safe = writeSequence(writeSequence(writeOid('1.2.840.113549.1.7.6'), explicit(body)))
      const info = writeSequence(data, explicit(writeDer(tags.octetString, safe)))
      const pfx = writeSequence(writeDer(tags.integer, Uint8Array.of(3)), info)
      const error = await openPfx({ pfx, password }).catch((one: unknown) => one)
      expect(error).toMatchObject({
        code: 'CSD_PFX_FILE',
        message: expect.stringContaining('2147483647'),
      })
    }
  })

  it('of a damaged file is nothing but a CsdError, or the same CSD where the damage is in its MAC', async () => {
    const whole = fixture('company.pfx')
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const pfx = Uint8Array.from(whole)
          pfx[place]! ^= change
          const result = await openPfx({ pfx, password }).catch((error: unknown) => error)
          if (result instanceof Error) return void expect(result).toBeInstanceOf(CsdError)
          expect(result).toMatchObject({ rfc: 'PLO150312QT1' })
        },
      ),
      { numRuns: 60 },
    )
    for (const length of [0, 1, 100, whole.length - 1])
      await expect(openPfx({ pfx: whole.subarray(0, length), password })).rejects.toBeInstanceOf(
        CsdError,
      )
  })
})
