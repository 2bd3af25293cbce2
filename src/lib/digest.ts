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
  createHash(name: string): { update(content: string | Uint8Array): { digest(): Uint8Array } }
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): unknown } | undefined
}

/** Those of this platform, null where there are none: asked for once, when a digest is first wanted (`node:crypto` is 2 ms of an import). */
let known: PlatformHashes | null | undefined

/** Null where there are none, and where a `process` stands in that refuses to be asked (the Edge runtime of Next.js). */
function platformHashes(): PlatformHashes | null {
  try {
    const found = (globalThis as Platform).process?.getBuiltinModule?.('node:crypto') as
      | Partial<PlatformHashes>
      | undefined
    return typeof found?.createHash === 'function' ? (found as PlatformHashes) : null
  } catch {
    return null
  }
}

const utf8 = new TextEncoder()

/** The digest of a text in UTF-8, or of bytes. */
export async function digest(name: DigestName, content: string | Uint8Array): Promise<Uint8Array> {
  if (known === undefined) known = platformHashes()
  return known === null ? webDigest(name, content) : known.createHash(name).update(content).digest()
}

/** The same of WebCrypto, which every platform has. */
export async function webDigest(name: DigestName, content: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content
  return new Uint8Array(await crypto.subtle.digest(names[name], bytes as BufferSource))
}
