/**
 * Digests of FIPS 180-4.
 *
 * Of the platform's own hash where it has one that answers at once (Node, Bun, Deno), of WebCrypto elsewhere. A task for the pool
 * of threads costs more than the digest: of 4 kB, 52 µs of processor and not 7 (Node 20).
 * @module
 */

/** By the names of `node:crypto`, and those of WebCrypto. */
const names = { sha1: 'SHA-1', sha256: 'SHA-256' } as const

export type DigestName = keyof typeof names

/** What is used of `node:crypto`. */
interface PlatformHashes {
  createHash(name: string): { update(text: string): { digest(): Uint8Array } }
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): unknown } | undefined
}

const hashes = (globalThis as Platform).process?.getBuiltinModule?.('node:crypto') as PlatformHashes | undefined

const utf8 = new TextEncoder()

/** The digest of a text in UTF-8. */
export async function digest(name: DigestName, text: string): Promise<Uint8Array> {
  return hashes === undefined ? webDigest(name, text) : hashes.createHash(name).update(text).digest()
}

/** The same of WebCrypto, which every platform has. */
export async function webDigest(name: DigestName, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(names[name], utf8.encode(text)))
}
