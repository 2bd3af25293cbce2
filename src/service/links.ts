/**
 * Links to documents: signed with HMAC-SHA256 (RFC 2104), so that who has one needs no key, and for a time.
 * @module
 */
import { toHex } from '../lib/hex.js'
import type { DocumentKind } from './ports.js'
import type { EnvironmentName } from './records.js'

/** Options of links. */
export interface LinkOptions {
  /** Where the service is: `https://facturas.example.mx`. */
  readonly base: string
  /**
   * What signs them: 32 bytes or more, the same in all processes. Of several the first signs and all verify, so that one can be replaced
   * while links of the one before are out.
   */
  readonly secret: Uint8Array | readonly Uint8Array[]
  /** Milliseconds for which a link works. 7 days by default. */
  readonly lifetime?: number | undefined
}

/** A document that a link leads to. */
export interface Linked {
  readonly environment: EnvironmentName
  readonly kind: DocumentKind
  /** Folio fiscal. */
  readonly uuid: string
}

/** Makes links and judges them. */
export interface Links {
  /** A link that works from now on. */
  to(document: Linked): Promise<string>
  /** Whether a link was made here, for this document, and has not expired. */
  isValid(document: Linked, expires: string, signature: string): Promise<boolean>
}

/** Where documents are found by link; the rest of the path is that of {@link pathOf}. */
export const documentsPath = '/api/v5/documents'

const week = 7 * 86_400_000
const utf8 = new TextEncoder()

/**
 * Makes links.
 * @throws TypeError when `base` is no URL, or a secret is shorter than 32 bytes
 */
export function createLinks({ base, secret, lifetime = week }: LinkOptions, now: () => number): Links {
  const root = rootOf(base)
  const secrets = (secret instanceof Uint8Array ? [secret] : secret) ?? []
  if (secrets.length === 0 || secrets.some(({ length }) => !(length >= 32)))
    throw new TypeError('links: secret must be 32 bytes or more')
  if (!(lifetime > 0 && Number.isFinite(lifetime))) throw new TypeError('links: lifetime is milliseconds, more than 0')
  const keys = secrets.map(keyOf)
  return {
    async to(document) {
      const expires = String(Math.ceil((now() + lifetime) / 1000))
      const signature = toHex(await sign(await keys[0]!, textOf(document, expires)))
      return `${root}${pathOf(document)}?expires=${expires}&signature=${signature}`
    },
    async isValid(document, expires, signature) {
      const bytes = bytesOf(signature)
      if (bytes === undefined || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < now()) return false
      const text = textOf(document, expires)
      const answers = await Promise.all(keys.map(async (key) => crypto.subtle.verify('HMAC', await key, bytes, text)))
      return answers.includes(true)
    },
  }
}

function rootOf(base: string): string {
  const { href, search, hash } = new URL(base)
  if (search !== '' || hash !== '') throw new TypeError('links: base has neither query nor fragment')
  return href.replace(/\/$/, '')
}

function pathOf({ environment, kind, uuid }: Linked): string {
  return `${documentsPath}/${environment}/${uuid}.${kind}`
}

function keyOf(secret: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', Uint8Array.from(secret), algorithm, false, ['sign', 'verify'])
}

async function sign(key: CryptoKey, text: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
}

/** None of the parts has a line feed. */
function textOf({ environment, kind, uuid }: Linked, expires: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(['cfdi-stamp link 1', environment, kind, uuid, expires].join('\n'))
}

function bytesOf(signature: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(signature)) return undefined
  return Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
