/**
 * Seals secrets at rest: pass phrases and keys of CSDs, and secrets of webhooks.
 *
 * A vault is the interface of a KMS. The default one is AES-256-GCM (NIST SP 800-38D) of the platform
 * under a master key of the host. Each sealed text is bound to its place by the context, which the
 * tag covers: a text that is moved to another record cannot be opened.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import type { Bytes } from '../../lib/bytes.js'
import { toHex } from '../../lib/hex.js'
import { ignoreError } from '../../lib/ignoreError.js'
import { requireOptions } from '../../lib/options.js'
import { type Random, secureRandom } from '../../lib/uuid.js'

/** The interface of a KMS. Methods reject when it cannot be reached. */
export interface Vault {
  /**
   * Resolves to the sealed form of at most 4,096 bytes. `context` is not secret: pass it to the KMS
   * as its encryption context, or as additional data.
   */
  seal(secret: Uint8Array, context: string): Promise<string>
  /**
   * Resolves to the secret, or to undefined when the text was sealed with an unknown key or in
   * another context, or is damaged.
   */
  open(sealed: string, context: string): Promise<Uint8Array | undefined>
}

/** Options of {@link createVault}. */
export interface VaultOptions {
  /** Master keys of 32 bytes: the first seals, all open. */
  readonly keys: readonly Uint8Array[]
  /** Returns random bytes. Defaults to the platform's generator. */
  readonly random?: Random | undefined
}

const algorithm = 'AES-GCM'
const ivLength = 12
const form = /^sealed1\.([0-9a-f]{16})\.([A-Za-z0-9+/=]+)$/
const utf8 = new TextEncoder()

/**
 * Creates the vault of a master key. To replace the key, put the new one first, run
 * `resealSecrets` of the accounts, and then remove the old one.
 * @throws TypeError when there is no key, or one has not 32 bytes
 * @example
 * const vault = createVault({ keys: [crypto.getRandomValues(new Uint8Array(32))] })
 * const sealed = await vault.seal(new TextEncoder().encode('12345678a'), 'csd/1')
 * await vault.open(sealed, 'csd/2') // → undefined
 */
export function createVault(options: VaultOptions): Vault {
  requireOptions('createVault', options, ['keys', 'random'])
  const { keys, random = secureRandom } = options
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isMasterKey))
    throw new TypeError('createVault: keys must be a list of at least one key of 32 bytes')
  const opened = keys.map((key) => openMasterKey(Uint8Array.from(key)))
  for (const key of opened) key.catch(ignoreError)
  return {
    async seal(secret, context) {
      const { id, key } = await opened[0]!
      const iv = Uint8Array.from(random(ivLength))
      if (iv.length !== ivLength) throw new RangeError('the random source returned too few bytes')
      const given = { name: algorithm, iv, additionalData: utf8.encode(context) }
      const sealed = new Uint8Array(await crypto.subtle.encrypt(given, key, secret as Bytes))
      return `sealed1.${id}.${encodeBase64(new Uint8Array([...iv, ...sealed]))}`
    },
    async open(text, context) {
      const [, id, base64 = ''] = form.exec(text) ?? []
      const bytes = decodeBase64(base64)
      const found = (await Promise.all(opened)).find((one) => one.id === id)
      if (found === undefined || bytes === undefined) return undefined
      const [iv, sealed] = [bytes.slice(0, ivLength), bytes.slice(ivLength)]
      const given = { name: algorithm, iv, additionalData: utf8.encode(context) }
      try {
        return new Uint8Array(await crypto.subtle.decrypt(given, found.key, sealed))
      } catch {
        return undefined
      }
    },
  }
}

function isMasterKey(key: unknown): boolean {
  return key instanceof Uint8Array && key.length === 32
}

/** The id names the key in sealed texts, and reveals nothing of it. */
async function openMasterKey(bytes: Bytes) {
  const named = new Uint8Array([...utf8.encode('cfdi-stamp vault '), ...bytes])
  const [key, digest] = await Promise.all([
    crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt']),
    crypto.subtle.digest('SHA-256', named),
  ])
  return { id: toHex(new Uint8Array(digest).slice(0, 8)), key }
}

/** Secrets that a process has opened: a KMS is asked once for each. */
const mostOpened = 2_000
const openedTexts = new WeakMap<Vault, Map<string, string>>()

/** Resolves to a secret text, or to undefined when the vault cannot open it. */
export async function openText(
  vault: Vault,
  sealed: string,
  context: string,
): Promise<string | undefined> {
  const known = openedTexts.get(vault) ?? new Map<string, string>()
  openedTexts.set(vault, known)
  const name = `${context} ${sealed}`
  const before = known.get(name)
  if (before !== undefined) return before
  const bytes = await vault.open(sealed, context)
  if (bytes === undefined) return undefined
  const text = new TextDecoder().decode(bytes)
  const [oldest] = known.keys()
  if (known.size >= mostOpened && oldest !== undefined) known.delete(oldest)
  known.set(name, text)
  return text
}

/** Resolves to the sealed form of a text. */
export function sealText(vault: Vault, secret: string, context: string): Promise<string> {
  return vault.seal(utf8.encode(secret), context)
}
