/**
 * Links to documents: signed with HMAC-SHA256 (RFC 2104) and valid for a limited time, without an
 * API key.
 * @module
 */
import { toHex } from '../lib/hex.js'
import type { Addresses } from './operation.js'
import type { DocumentKind } from './ports.js'
import type { EnvironmentName } from './records.js'

/** Options of links. */
export interface LinkOptions {
  /** Base URL of the service: `https://facturas.example.mx`. */
  readonly base: string
  /**
   * Signing secret: 32 bytes or more, the same in all processes. With several the first signs and
   * all verify, so that one can be replaced while its links are valid.
   */
  readonly secret: Uint8Array | readonly Uint8Array[]
  /** Validity of a link in milliseconds. Defaults to 7 days. */
  readonly lifetime?: number | undefined
}

/** The document of a link. */
export interface Linked {
  readonly environment: EnvironmentName
  readonly kind: DocumentKind
  /** Folio fiscal. */
  readonly uuid: string
}

/** Creates and verifies links. */
export interface Links {
  /** Creates a link, valid from now on; for an account whose clock is ahead, from then on. */
  to(document: Linked, ahead?: number): Promise<string>
  /** Whether the service signed this link for this document. */
  isSigned(document: Linked, expires: string, signature: string): Promise<boolean>
  /** Whether a link has expired, for an account whose clock is ahead. */
  isExpired(expires: string, ahead: number): boolean
}

/** Path of documents; {@link linkPath} gives the rest of it. */
export const documentsPath = '/api/v5/documents'

const week = 7 * 86_400_000
const utf8 = new TextEncoder()

/**
 * Creates the signer of links.
 * @throws TypeError when `base` is not a URL, or a secret is shorter than 32 bytes
 */
export function createLinks(
  { base, secret, lifetime = week }: LinkOptions,
  now: () => number,
  addresses: Addresses = {},
): Links {
  const usual = rootOf(base)
  const roots = new Map(Object.entries(addresses).map(([name, url]) => [name, rootOf(url)]))
  const secrets = (secret instanceof Uint8Array ? [secret] : secret) ?? []
  if (secrets.length === 0 || secrets.some(({ length }) => !(length >= 32)))
    throw new TypeError('links: secret must be 32 bytes or more')
  if (!(lifetime > 0 && Number.isFinite(lifetime)))
    throw new TypeError('links: lifetime must be milliseconds, more than 0')
  const keys = secrets.map(importLinkKey)
  return {
    async to(document, ahead = 0) {
      const root = roots.get(document.environment) ?? usual
      const expires = String(Math.ceil((now() + ahead + lifetime) / 1000))
      const signature = toHex(await signLink(await keys[0]!, signedText(document, expires)))
      return `${root}${linkPath(document)}?expires=${expires}&signature=${signature}`
    },
    isExpired: (expires, ahead) => Number(expires) * 1000 < now() + ahead,
    async isSigned(document, expires, signature) {
      const bytes = decodeSignature(signature)
      if (bytes === undefined || !/^\d{1,12}$/.test(expires)) return false
      const text = signedText(document, expires)
      const answers = await Promise.all(
        keys.map(async (key) => crypto.subtle.verify('HMAC', await key, bytes, text)),
      )
      return answers.includes(true)
    },
  }
}

/** @throws TypeError when an address is not a URL, or has a query or a fragment */
function rootOf(base: string): string {
  const { href, search, hash } = new URL(base)
  if (search !== '' || hash !== '')
    throw new TypeError('links: base must not have a query or a fragment')
  return href.replace(/\/$/, '')
}

function linkPath({ environment, kind, uuid }: Linked): string {
  return `${documentsPath}/${environment}/${uuid}.${kind}`
}

function importLinkKey(secret: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', Uint8Array.from(secret), algorithm, false, [
    'sign',
    'verify',
  ])
}

async function signLink(key: CryptoKey, text: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
}

/** None of the parts contains a line feed. */
function signedText({ environment, kind, uuid }: Linked, expires: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(['cfdi-stamp link 1', environment, kind, uuid, expires].join('\n'))
}

function decodeSignature(signature: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(signature)) return undefined
  return Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
