/**
 * Credentials in texts of a PAC, which may echo a request: as they are, escaped, or encoded.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { toHex } from '../../lib/hex.js'
import { escapePattern } from '../../lib/text.js'

const hidden = '***'
/**
 * A shorter secret, a contract with one digit, would take its letters out of every text: it is only
 * hidden as a whole word.
 */
const shortest = 4

/** A function that hides secrets in a text. */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.filter((secret) => secret !== ''))]
  const short = new Set(known.filter((secret) => secret.length < shortest))
  const patterns = known
    .filter((secret) => !short.has(secret))
    .sort((one, other) => other.length - one.length)
    .map((secret) => new RegExp((secret.match(/\\+|[^\\]/gu) ?? []).map(partOf).join(''), 'gu'))
  const holdsSecret = (bytes: Uint8Array) => {
    for (const decoder of decoders) {
      const text = decoder.decode(bytes)
      for (const pattern of patterns) if (text.search(pattern) >= 0) return true
    }
    return false
  }
  return (text) => {
    let rest = text
    for (const pattern of patterns) rest = rest.replace(pattern, hidden)
    return rest
      .replace(/[^\s"'<>=&,;:|()[\]{}]+/g, (word) => (short.has(word) ? hidden : word))
      .replace(/[A-Za-z0-9+/_-]{6,}={0,2}/g, (run) =>
        bytesIn(run).some(holdsSecret) ? hidden : run,
      )
  }
}

/** Encodings in which a program may have turned a text into bytes. */
const decoders = ['utf-8', 'latin1', 'utf-16le'].map((label) => new TextDecoder(label))

/**
 * Escapes may be escaped again: `&amp;amp;`, `%2525`, and `\\\\` three times at most, because
 * backslashes follow each other.
 */
const [ampersand, percent, backslash] = ['&(?:amp;)*', '%(?:25)*', '\\\\{1,7}'] as const

const entities: Readonly<Record<string, string>> = {
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** Names of HTML for the accents of Spanish, by the combining character. */
const accents: Readonly<Record<string, string>> = {
  '\u0301': 'acute',
  '\u0303': 'tilde',
  '\u0308': 'uml',
}

/** Expression for a character, or for backslashes in a row. */
function partOf(part: string): string {
  if (/[A-Za-z0-9]/.test(part)) return part
  const forms = encodedForms(part.startsWith('\\') ? '\\' : part)
  if (!part.startsWith('\\')) return `(?:${plainForms(part).join('|')}|${forms.join('|')})`
  // Each may be escaped twice: one expression for all of them, because their forms look alike.
  return `(?:\\\\{${part.length},${4 * part.length}}|(?:${forms.join('|')}){${part.length}})`
}

/** The character itself, or what stands for it in a form or in the wrong encoding. */
function plainForms(character: string): readonly string[] {
  const isForeign = character > '\u007f'
  return [
    character === '&' ? ampersand : escapePattern(character),
    ...(/["/]/.test(character) ? [backslash + escapePattern(character)] : []),
    ...(character === ' ' ? ['\\+'] : []),
    ...(isForeign ? [...misreadForms(character), '\\?', '\ufffd'] : []),
  ]
}

/** The character in XML, HTML, JSON and URLs. */
function encodedForms(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0
  const [letter = '', accent = ''] = character.normalize('NFD')
  const entity = entities[character] ?? (accents[accent] && letter + accents[accent])
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return [
    `${ampersand}#0*${code};`,
    `${ampersand}#[xX]0*${anyCase(code.toString(16))};`,
    ...(entity ? [`${ampersand}${entity};`] : []),
    units.map((unit) => `${backslash}u${anyCase(unit.toString(16).padStart(4, '0'))}`).join(''),
    percentOf(new TextEncoder().encode(character)),
    ...(code < 0x100 ? [percentOf(Uint8Array.of(code))] : []),
  ]
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function percentOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => percent + anyCase(toHex(Uint8Array.of(byte)))).join('')
}

/** UTF-8 that was read as ISO-8859-1, or as windows-1252. */
function misreadForms(character: string): readonly string[] {
  const bytes = new TextEncoder().encode(character)
  return [String.fromCharCode(...bytes), windows.decode(bytes)].map(escapePattern)
}

const windows = new TextDecoder('windows-1252')

/** The bytes that a run of letters may encode: Base64, with padding or without, or hexadecimal. */
function bytesIn(run: string): readonly Uint8Array[] {
  const text = run
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const base64 = decodeBase64(text + '='.repeat((4 - (text.length % 4)) % 4))
  const isHex = run.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(run)
  const hex = isHex ? [Uint8Array.from(run.match(/../g) ?? [], (two) => parseInt(two, 16))] : []
  return base64 === undefined ? hex : [base64, ...hex]
}
