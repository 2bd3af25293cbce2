/**
 * Addresses of mail, as far as they are sent to: those of RFC 5321 without quotes, comments nor literals, which nobody has and injections
 * are made of.
 * @module
 */

/** Who mail is from, or for. */
export interface MailAddress {
  /** For people; absent where only the address is known. */
  readonly name?: string
  /** `local@domain`, in ASCII. */
  readonly address: string
}

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const domain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/

/**
 * The address that a text is, its domain in ASCII and small letters; undefined when it is none.
 */
export function readMailAddress(text: string): MailAddress | undefined {
  const at = text.lastIndexOf('@')
  const [before, after] = [text.slice(0, Math.max(at, 0)), asciiOf(text.slice(at + 1))]
  if (before.length > 64 || !local.test(before) || after === undefined) return undefined
  return { address: `${before}@${after}` }
}

/** By the rules of hosts in URLs, which are those of IDNA; what a parser would drop or read otherwise is none. */
function asciiOf(name: string): string | undefined {
  if (name.length > 253 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return undefined
  const host = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : ''
  return domain.test(host) && host.length <= 253 ? host : undefined
}

/** What is put into a header or a line: without control characters, which end one. */
export function oneLine(text: string, most = 200): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return [...line].slice(0, most).join('')
}
