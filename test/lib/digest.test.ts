import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { digest, webDigest } from '../../src/lib/digest.js'
import { loadModule } from '../loadModule.js'

describe('digests', () => {
  it('are those of the standard', async () => {
    // FIPS 180-4, the example of one block.
    expect(Buffer.from(await digest('sha1', 'abc')).toString('hex')).toBe(
      'a9993e364706816aba3e25717850c26c9cd0d89d',
    )
    expect(Buffer.from(await digest('sha256', 'abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('of the platform and of WebCrypto are the same, of any text', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constant('\ud800x\udc00'),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('sha1', 'sha256'), texts, async (name, text) => {
        const own = Buffer.from(await digest(name, text)).toString('hex')
        expect(own).toBe(Buffer.from(await webDigest(name, text)).toString('hex'))
        expect(own).toBe(createHash(name).update(new TextEncoder().encode(text)).digest('hex'))
      }),
    )
  })
})

describe('a platform that stands in for Node', () => {
  /** The digest of a module that was loaded where `process` is this. */
  async function loadedWith(process: unknown) {
    const { digest } = loadModule<typeof import('../../src/lib/digest.js')>(
      'lib/digest.ts',
      process,
    )
    await digest('sha1', 'cba')
    return Buffer.from(await digest('sha1', 'abc')).toString('hex')
  }

  it('is looked up once, on first use', async () => {
    for (const found of [{}, { createHash }]) {
      const getBuiltinModule = vi.fn(() => found)
      expect(await loadedWith({ getBuiltinModule })).toBe(
        'a9993e364706816aba3e25717850c26c9cd0d89d',
      )
      expect(getBuiltinModule).toHaveBeenCalledOnce()
    }
  })

  it.each([
    ['none', undefined],
    [
      'one that refuses to be asked, as on the Edge runtime of Next.js',
      { getBuiltinModule: refuse },
    ],
    ['one that has nothing', { getBuiltinModule: () => ({}) }],
    ['one without the function', { env: {} }],
  ])('%s: WebCrypto serves', async (_, process) => {
    expect(await loadedWith(process)).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
  })
})

function refuse(): never {
  throw new Error('A Node.js API is used which is not supported in the Edge Runtime')
}
