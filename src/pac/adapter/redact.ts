/**
 * Credentials in texts of a PAC, which may echo a request: as they are, escaped, or encoded.
 * @module
 */
import { decodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import { toHex } from '../../lib/hex.js'
import { escapeText } from '../../lib/xml/escape.js'

const hidden = '***'
/**
 * A shorter secret, a contract with one digit, would take its letters out of every text: it is only
 * hidden as a whole word.
 */
const shortest = 4

/** A function that hides secrets in a text. */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.filter((secret) => secret !== ''))]
  const forms = [...new Set(known.flatMap(formsOf))].sort((one, other) => other.length - one.length)
  const long = forms.filter((form) => form.length >= shortest)
  const short = new Set(forms.filter((form) => form.length < shortest))
  return (text) => {
    const plain = long.reduce((rest, form) => rest.replaceAll(form, hidden), text)
    const words = plain.replace(/[^\s"'<>=&,;:|()[\]{}]+/g, (word) =>
      short.has(word) ? hidden : word,
    )
    return words.replace(/[A-Za-z0-9+/_-]{8,}={0,2}/g, (run) =>
      holdsSecret(run, known) ? hidden : run,
    )
  }
}

/** As XML, JSON, URLs and forms have it, and in Base64 and hexadecimal. */
function formsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const [base64, percent, hex] = [
    encodeTextBase64(secret),
    encodeURIComponent(secret),
    toHex(bytes),
  ]
  const quoted = escapeText(secret).replaceAll('"', '&quot;').replaceAll("'", '&apos;')
  const lower = percent.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())
  return [
    secret,
    escapeText(secret),
    quoted,
    escapeText(quoted),
    JSON.stringify(secret).slice(1, -1),
    percent,
    lower,
    percent.replaceAll('%20', '+'),
    ...(bytes.length >= 3
      ? [base64, unpadded(base64), unpadded(base64).replaceAll('+', '-').replaceAll('/', '_')]
      : []),
    ...(bytes.length >= shortest ? [hex, hex.toUpperCase()] : []),
  ]
}

/** Base64 without its padding, of two characters at most. */
function unpadded(base64: string): string {
  return base64.replace(/={1,2}$/, '')
}

/**
 * Whether a run of letters is Base64 of a text with a secret in it: `Authorization: Basic`, or the
 * whole request.
 */
function holdsSecret(run: string, secrets: readonly string[]): boolean {
  const text = unpadded(run).replaceAll('-', '+').replaceAll('_', '/')
  const bytes = decodeBase64(text + '='.repeat((4 - (text.length % 4)) % 4))
  if (bytes === undefined) return false
  const inner = new TextDecoder().decode(bytes)
  return secrets.some(
    (secret) =>
      secret.length >= shortest && (inner.includes(secret) || inner.includes(escapeText(secret))),
  )
}
