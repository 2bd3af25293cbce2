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

/** `node:crypto`, or an empty module. */
export function platformCrypto(): PlatformCrypto {
  known ??= platformModule<PlatformCrypto>('node:crypto')
  return known
}

/**
 * Returns a module of Node, Bun and Deno. Returns an empty one elsewhere, and where `process`
 * refuses access (Edge runtime of Next.js).
 */
export function platformModule<Module extends object>(name: string): Partial<Module> {
  try {
    const found = (globalThis as Platform).process?.getBuiltinModule?.(name)
    return (found as Partial<Module> | undefined) ?? {}
  } catch {
    return {}
  }
}
