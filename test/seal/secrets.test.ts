/**
 * Secrets stay with the caller: not in errors, not in the pooled memory of Buffers; and no hostile
 * file blocks the event loop.
 * @module
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { CsdFiles } from '../../src/certificate/csd.js'
import { maxIterations, passPhrases, readKeyFile } from '../../src/certificate/pbes2.js'
import { CsdError } from '../../src/errors.js'
import { children, readDer, tags } from '../../src/lib/der.js'
import { writeDer, writeOid, writeSequence } from '../../src/lib/derWriter.js'
import { algorithmOid } from '../../src/lib/oid.js'
import { unwrapText } from '../../src/lib/pem.js'
import { openCsd } from '../../src/node/openCsd.js'
import { openCsdWebCrypto } from '../../src/seal/webcrypto.js'
import { runs } from '../effort.js'
import { fixture } from '../fixtures.js'

const cer = fixture('csd/company.cer')
const key = fixture('csd/company.key')
const password = '12345678a'
const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase: password })
const plain = privateKey.export({ format: 'der', type: 'pkcs8' })
const scratch = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** Everything that a printed error can show. */
function shown(error: unknown): string {
  const { message, stack, cause } = error as Error
  const deep = inspect(error, {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
  })
  const further = cause === undefined ? '' : shown(cause)
  return [message, stack, String(error), JSON.stringify(error), deep, further].join('\n')
}

/** Ways in which the content of a file arrives as text. */
const forms: Record<string, (der: Uint8Array) => string> = {
  Base64: (der) => Buffer.from(der).toString('base64'),
  'quoted Base64': (der) => `"${Buffer.from(der).toString('base64')}"`,
  'a data: URL': (der) =>
    `data:application/octet-stream;base64,${Buffer.from(der).toString('base64')}`,
  'a data: URL, escaped': (der) =>
    `data:application/pkcs8;base64,${encodeURIComponent(Buffer.from(der).toString('base64'))}`,
  'Base64 with literal \\n': (der) =>
    Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\\n'),
  'Base64 with literal \\r\\n': (der) =>
    Buffer.from(der).toString('base64').replace(/.{76}/g, '$&\\r\\n'),
  base64url: (der) => Buffer.from(der).toString('base64url'),
  'Base64 without padding': (der) => Buffer.from(der).toString('base64').replace(/=+$/, ''),
  hexadecimal: (der) => Buffer.from(der).toString('hex'),
  'hexadecimal in capitals': (der) => `0x${Buffer.from(der).toString('hex').toUpperCase()}`,
}

const pemOf = (der: Uint8Array, label: string): string => {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)
  return `-----BEGIN ${label}-----\n${lines?.join('\n')}\n-----END ${label}-----\n`
}

describe('files as text', () => {
  it.each(Object.entries(forms))('%s', async (_, form) => {
    expect((await openCsd({ cer: form(cer), key: form(key), password })).rfc).toBe('PLO150312QT1')
    expect((await openCsdWebCrypto({ cer: form(cer), key: form(key), password })).rfc).toBe(
      'PLO150312QT1',
    )
    expect((await openCsd({ cer, key: form(plain) })).rfc).toBe('PLO150312QT1')
  })

  it.each<[string, (pem: string) => string]>([
    ['as it is', (pem) => pem],
    ['with literal \\n', (pem) => pem.replaceAll('\n', '\\n')],
    ['as JSON', (pem) => JSON.stringify(pem)],
    ['in Base64', (pem) => Buffer.from(pem).toString('base64')],
  ])('PEM %s', async (_, form) => {
    const files = {
      cer: form(new X509Certificate(cer).toString()),
      key: form(pemOf(key, 'ENCRYPTED PRIVATE KEY')),
    }
    expect((await openCsd({ ...files, password })).rfc).toBe('PLO150312QT1')
  })

  it('a data: URL as a URL, a file: URL as text', async () => {
    const path = join(scratch, 'company.key')
    writeFileSync(path, key)
    const url = new URL(forms['a data: URL']!(cer))
    expect((await openCsd({ cer: url, key: `file://${path}`, password })).rfc).toBe('PLO150312QT1')
  })

  it('other text stays unchanged, in linear time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof unwrapText(text)).toBe('string')
      }),
    )
    for (const path of ['csd.key', '/etc/ssl/csd.key', './csd']) {
      expect(unwrapText(path)).toBe(path)
    }
    const long = `"${'MII\\n'.repeat(1_000_000)}`
    expect(unwrapText(long)).toBe(long)
  })
})

describe('errors', () => {
  const open = [openCsd, openCsdWebCrypto] as const

  it('never contain a given key, certificate or pass phrase', async () => {
    const secret = fc.constantFrom(key, plain, plain.subarray(26))
    const form = fc.constantFrom(...Object.values(forms), (der: Uint8Array) =>
      pemOf(der, 'PRIVATE KEY'),
    )
    // Common damage to text: truncated, a changed character, surrounding text.
    const damage = fc.oneof(
      fc.nat(3000).map((at) => (text: string) => text.slice(at)),
      fc.nat(3000).map((at) => (text: string) => text.slice(0, at)),
      fc.tuple(fc.nat(3000), fc.string({ maxLength: 3 })).map(
        ([at, extra]) =>
          (text: string) =>
            text.slice(0, at) + extra + text.slice(at + 1),
      ),
      fc
        .constantFrom('/', './', 'file:', 'file:///', 'http://', 'KEY=', '\0', '[', '<', 'base64:')
        .map((before) => (text: string) => before + text),
    )
    const phrase = fc.constantFrom('Secreta-9f3b1c', 'Señá-9f3b1c-€', undefined)
    await fc.assert(
      fc.asyncProperty(
        secret,
        form,
        fc.array(damage, { maxLength: 2 }),
        phrase,
        fc.boolean(),
        async (der, as, damages, word, swap) => {
          const text = damages.reduce((made, change) => change(made), as(der))
          const files = swap ? { cer: text, key } : { cer, key: text }
          for (const opener of open) {
            const answer: unknown = await opener({ ...files, password: word }).catch(
              (error: unknown) => error,
            )
            if (!(answer instanceof Error)) continue
            expect(answer).toBeInstanceOf(CsdError)
            const all = shown(answer)
            if (word !== undefined) expect(all).not.toContain(word)
            for (let at = 0; at + 12 <= text.length; at += 6)
              expect(all).not.toContain(text.slice(at, at + 12))
          }
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it.each([
    ['ENOENT', 'nobody.key'],
    ['EISDIR', '.'],
  ])('%s is said in words, without the path', async (system, name) => {
    const path = join(scratch, name)
    const error = await openCsd({ cer, key: path, password }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'CSD_KEY_FILE', cause: { code: system } })
    expect(shown(error)).not.toContain(scratch)
    expect(String(error)).toMatch(/la llave privada \(key\).*PEM o Base64/)
  })

  it.each([12345678, { toString: () => 'secreta' }, ['secreta'], null, true])(
    'a pass phrase that is neither text nor bytes (%j) is a wrong argument, not shown',
    async (wrong) => {
      for (const opener of open) {
        const error = await opener({ cer, key, password: wrong as never }).catch(
          (caught: unknown) => caught,
        )
        expect(error).toBeInstanceOf(TypeError)
        expect(shown(error)).not.toMatch(/12345678|secreta/)
      }
    },
  )
})

describe('memory', () => {
  /** One slab, large enough for all that happens meanwhile. */
  function freshPool(): Uint8Array {
    const { poolSize } = Buffer
    Buffer.poolSize = 1 << 22
    const old = Buffer.from('x').buffer
    while (Buffer.allocUnsafe(1 << 20).buffer === old);
    const { buffer } = Buffer.from('x')
    Buffer.poolSize = poolSize
    expect(buffer.byteLength).toBe(1 << 22)
    // It may be memory that was somebody's before.
    return new Uint8Array(buffer).fill(0)
  }

  it.each<[string, CsdFiles<Uint8Array | string>]>([
    ['bytes', { cer, key, password }],
    ['text', { cer: forms['Base64']!(cer), key: forms['Base64']!(key), password }],
    [
      'a pass phrase in Latin-1',
      { cer: fixture('csd/enye.cer'), key: fixture('csd/enye.key'), password: 'contraseña' },
    ],
    ['AES', { cer: fixture('csd/ampersand.cer'), key: fixture('csd/ampersand.key'), password }],
    ['a wrong pass phrase', { cer, key, password: 'Secreta-9f3b1c' }],
    ['a key that is not encrypted', { cer, key: Uint8Array.from(plain) }],
    ['a file', { cer, key: join(scratch, 'pool.key') }],
  ])('no pass phrase and no key is left in the pool: %s', async (_, files) => {
    writeFileSync(join(scratch, 'pool.key'), plain)
    const { d, p } = privateKey.export({ format: 'jwk' })
    const phrases = passPhrases('password' in files ? files.password : undefined)
    const secrets = [
      ...phrases,
      plain.subarray(40, 60),
      Buffer.from(d!, 'base64url'),
      Buffer.from(p!, 'base64url'),
    ]
    const pool = freshPool()
    const openers =
      files.key === join(scratch, 'pool.key') ? [openCsd] : [openCsd, openCsdWebCrypto]
    for (const open of openers) {
      const csd = await open(files).catch(() => undefined)
      await csd?.sign(new Uint8Array(8))
    }
    expect(Buffer.from('x').buffer).toBe(pool.buffer)
    const all = Buffer.from(pool.buffer)
    expect(
      secrets.map((secret) =>
        all.includes(Buffer.from(secret.buffer, secret.byteOffset, secret.length)),
      ),
    ).toEqual(secrets.map(() => false))
  })

  it('the bytes of the caller are left alone', async () => {
    const [mine, phrase] = [Uint8Array.from(key), Buffer.from(password)]
    await openCsd({ cer, key: mine, password: phrase })
    await openCsd({ cer, key: Uint8Array.from(plain) })
    expect([Buffer.from(mine), String(phrase)]).toEqual([key, password])
  })

  it('PKCS #1 is wrapped and its own copy erased; the file of the caller is not', () => {
    const pkcs1 = privateKey.export({ format: 'der', type: 'pkcs1' })
    expect(Buffer.from(readKeyFile(pkcs1).der)).toEqual(plain)
    expect(pkcs1).toEqual(privateKey.export({ format: 'der', type: 'pkcs1' }))
  })
})

describe('hostile keys', () => {
  const { integer, octetString } = tags
  const small = (value: number) => {
    const digits = value.toString(16).padStart(8, '0')
    return writeDer(integer, Buffer.from(digits, 'hex'))
  }

  function encrypted({ iterations = 2048, bytes = 1280 }): Uint8Array {
    const derivation = writeSequence(
      writeOid(algorithmOid.PBKDF2),
      writeSequence(writeDer(octetString, new Uint8Array(8)), small(iterations)),
    )
    const cipher = writeSequence(
      writeOid(algorithmOid['des-ede3-cbc']),
      writeDer(octetString, new Uint8Array(8)),
    )
    const algorithm = writeSequence(writeOid(algorithmOid.PBES2), writeSequence(derivation, cipher))
    return writeSequence(algorithm, writeDer(octetString, new Uint8Array(bytes)))
  }

  it('excessive iterations are refused', () => {
    expect(readKeyFile(encrypted({ iterations: maxIterations }))).toMatchObject({
      iterations: maxIterations,
    })
    expect(() => readKeyFile(encrypted({ iterations: maxIterations + 1 }))).toThrow(/iteraciones/)
    expect(maxIterations).toBeLessThanOrEqual(1_000_000)
  })

  it('more bytes than a key has are refused', () => {
    expect(() => readKeyFile(encrypted({ bytes: 65_536 }))).toThrow(CsdError)
    expect(() => readKeyFile(encrypted({ bytes: 16_384 }))).toThrow(CsdError)
  })

  it('the event loop goes on while a key is opened', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    await openCsd({
      cer,
      key: encrypted({ iterations: maxIterations }),
      password: 'contraseña',
    }).catch(() => {})
    clearInterval(timer)
    // Before, not one: three derivations of tenths of a second each stood in the way.
    expect(ticks).toBeGreaterThan(20)
  })

  it('no key of any size is signed with before its size is known', async () => {
    const huge = writeDer(integer, Uint8Array.of(1), new Uint8Array(7000).fill(0xff))
    const one = writeDer(integer, Uint8Array.of(1))
    const rsa = writeSequence(
      writeDer(integer, Uint8Array.of(0)),
      huge,
      one,
      ...Array.from({ length: 6 }, () => one),
    )
    await expect(openCsd({ cer, key: rsa })).rejects.toMatchObject({ name: 'CsdError' })
  })

  // Node 24 leaves an error in the queue of OpenSSL when it reads the details of such a key.
  it.each([
    ['openCsd', openCsd],
    ['openCsdWebCrypto', openCsdWebCrypto],
  ])('an error that another operation left in OpenSSL fails no good key: %s', async (_, open) => {
    const one = writeDer(integer, Uint8Array.of(1))
    const huge = writeDer(integer, Uint8Array.of(1), new Uint8Array(7000).fill(0xff))
    const rsa = writeSequence(writeDer(integer, Uint8Array.of(0)), huge, ...Array(7).fill(one))
    const leaveError = () =>
      createPrivateKey({ key: Buffer.from(rsa), format: 'der', type: 'pkcs1' }).asymmetricKeyDetails
    // The first call may be failed by an error that is there already.
    try {
      leaveError()
    } catch {
      leaveError()
    }
    await expect(open({ cer, key, password })).resolves.toHaveProperty('rfc')
  })

  it('messages contain valid object identifiers only', () => {
    const file = encrypted({})
    const [algorithm, data] = children(readDer(file), tags.sequence)
    const [, parameters] = children(algorithm, tags.sequence)
    const long = writeDer(tags.oid, new Uint8Array(2000).fill(0x11))
    const error = (() => {
      try {
        return readKeyFile(writeSequence(writeSequence(long, parameters!.bytes), data!.bytes))
      } catch (caught) {
        return caught
      }
    })()
    expect(error).toBeInstanceOf(CsdError)
    expect((error as Error).message.length).toBeLessThan(400)
  })
})

describe('pass phrases', () => {
  it('of any length take time that grows with it alone', () => {
    expect(passPhrases(`${'é'.repeat(1000)}€`)).toHaveLength(1)
    expect(passPhrases(`${'é'.repeat(40_000)}€`)).toEqual([])
    // Combining marks out of their order: NFC sorts each run of them.
    expect(passPhrases(`a${'\u0316\u0301'.repeat(1_000_000)}`)).toEqual([])
    expect(passPhrases(new Uint8Array(100_000))).toEqual([])
  })

  it('too long is a wrong one', async () => {
    await expect(openCsd({ cer, key, password: `${'é'.repeat(40_000)}€` })).rejects.toMatchObject({
      code: 'CSD_PASSWORD',
    })
  })
})
