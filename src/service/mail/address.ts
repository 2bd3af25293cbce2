/**
 * Mail addresses: those of RFC 5321 without quotes, comments or literals, which are rare in use and
 * common in injections.
 * @module
 */

/** Sender or recipient of a mail. */
export interface MailAddress {
  /** Display name, if known. */
  readonly name?: string
  /** `local@domain`, in ASCII. */
  readonly address: string
}

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const domain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/

/** Parses an address, with its domain in ASCII and lower case; undefined when it is not valid. */
export function readMailAddress(text: string): MailAddress | undefined {
  const at = text.lastIndexOf('@')
  const [before, after] = [text.slice(0, Math.max(at, 0)), asciiOf(text.slice(at + 1))]
  if (before.length > 64 || !local.test(before) || after === undefined) return undefined
  return { address: `${before}@${after}` }
}

/**
 * Converts a domain as URLs do (IDNA). A domain that the parser would change otherwise is invalid.
 */
function asciiOf(name: string): string | undefined {
  if (name.length > 253 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return undefined
  const host = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : ''
  if (domain.test(host) && host.length <= 253) return host
  return undefined
}

/** Removes control characters, which could end a header or a line. */
export function oneLine(text: string, most = 200): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return [...line].slice(0, most).join('')
}
