/**
 * Native features of a runtime, read from `process`: an import of `node:crypto` fails in browsers.
 * @module
 */

/** Synchronous functions of `node:crypto`. */
export interface PlatformCrypto {
  createHash?(name: string): { update(content: string | Uint8Array): { digest(): Uint8Array } }
  createDecipheriv?(name: string, key: Uint8Array, iv: Uint8Array): PlatformDecipher
}

interface PlatformDecipher {
  setAutoPadding(pads: false): { update(data: Uint8Array): Uint8Array }
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): unknown } | undefined
}

/** Loaded on first use: `node:crypto` adds 2 ms to an import. */
let known: PlatformCrypto | undefined

/**
 * `node:crypto` of Node, Bun and Deno. Empty elsewhere, and where `process` refuses access (Edge
 * runtime of Next.js).
 */
export function platformCrypto(): PlatformCrypto {
  known ??= findPlatformCrypto()
  return known
}

function findPlatformCrypto(): PlatformCrypto {
  try {
    return (
      ((globalThis as Platform).process?.getBuiltinModule?.('node:crypto') as
        | PlatformCrypto
        | undefined) ?? {}
    )
  } catch {
    return {}
  }
}
