/**
 * Spanish descriptions of content that is not a CFDI 4.0: empty, damaged, compressed, another
 * document.
 * @module
 */
import type { CfdiXmlError } from '../errors.js'
import { clip } from '../lib/text.js'

/** First bytes of other file types that occur with the extension of an XML. */
const signatures: readonly (readonly [name: string, ...starts: readonly string[]])[] = [
  ['es un archivo ZIP: descomprima y revise lo que contiene', 'PK\u0003\u0004', 'PK\u0005\u0006'],
  ['está comprimido con gzip: descomprima primero', '\u001f\u008b'],
  ['es un archivo RAR: descomprima y revise lo que contiene', 'Rar!\u001a'],
  ['es un archivo 7z: descomprima y revise lo que contiene', "7z\u00bc\u00af'\u001c"],
  ['es un PDF: la factura es el XML', '%PDF-'],
  ['es una imagen', '\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8'],
  ['es un documento de Office anterior a 2007', '\u00d0\u00cf\u0011\u00e0'],
]

/**
 * Describes content that is neither XML nor JSON, to complete «archivo.xml: …». Returns undefined
 * when it may be one of them.
 */
export function describeForeign(bytes: Uint8Array): string | undefined {
  const start = decodeLatin1(bytes.subarray(0, 1_000))
  for (const [says, ...starts] of signatures)
    for (const one of starts) if (start.startsWith(one)) return says
  const first = firstCharacter(bytes)
  if (first === undefined)
    return bytes.length === 0 ? 'está vacío' : 'está vacío: solo tiene espacios'
  if (first === '<') return /^[^<]*<(!doctype\s+html|html)\b/i.test(start) ? webPage : undefined
  if (first === '{' || first === '[') return undefined
  if (bytes.every((byte) => byte === 0)) return `está vacío: sus ${bytes.length} bytes son ceros`
  if (start.includes('\0')) return 'no es un XML ni un JSON: es binario'
  return 'no es un XML ni un JSON: no empieza como ellos'
}

const webPage = 'es una página web (HTML), no un CFDI'

/**
 * Returns the first non-blank character of a text in UTF-8, in a single-byte encoding, or in UTF-16
 * with a byte order mark.
 */
export function firstCharacter(bytes: Uint8Array): string | undefined {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const start = isWide ? 2 : bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const first = bytes
    .subarray(start)
    .find((byte) => !(isWide && byte === 0) && !' \t\r\n'.includes(String.fromCharCode(byte)))
  if (first === undefined) return undefined
  return String.fromCharCode(first)
}

function decodeLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** Describes the damage of a JSON text. Returns undefined for valid syntax. */
export function describeJsonDamage(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'el JSON no está en UTF-8'
  }
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    // Translates the syntax error of V8, which often states an offset.
    const message = (error as Error).message
    const offset = Number(/position (\d+)/.exec(message)?.[1])
    if (/end of JSON|unterminated/i.test(message) || offset >= text.trimEnd().length)
      return 'el JSON está cortado: no termina'
    if (Number.isNaN(offset)) return 'el JSON está dañado'
    const lines = text.slice(0, offset).split('\n')
    return `el JSON está dañado (línea ${lines.length}, columna ${(lines.at(-1)?.length ?? 0) + 1})`
  }
}

/** Describes why an XML is not a CFDI 4.0. */
export function describeXmlError({ code, message }: CfdiXmlError, bytes: Uint8Array): string {
  if (code === 'XML_NOT_CFDI') {
    // The root of an XML by a superficial scan, only to name it.
    const head = decodeLatin1(bytes.subarray(0, 20_000)).replaceAll('\0', '')
    const [, prefix = '', name = '', attributes = ''] =
      /^<(?:([\w.-]+):)?([\w.-]+)([^>]*)/.exec(withoutProlog(head)) ?? []
    const attributeOf = (attribute: string): string =>
      new RegExp(`\\s${attribute}\\s*=\\s*["']([^"']*)`, 'i').exec(attributes)?.[1] ?? ''
    return `no es un CFDI 4.0: es ${describeRoot({
      name,
      namespace: attributeOf(prefix === '' ? 'xmlns' : `xmlns:${prefix}`),
      version: attributeOf('version'),
    })}`
  }
  if (code === 'XML_LIMIT' || code === 'XML_CONTENT') return `no se lee: ${message}`
  const isCut = !decodeLatin1(bytes.subarray(-200)).replaceAll('\0', '').trimEnd().endsWith('>')
  return `${isCut ? 'el XML está cortado' : 'el XML está dañado'}: ${message}`
}

interface Root {
  readonly name: string
  readonly namespace: string
  readonly version: string
}

/**
 * Skips comments, declarations and processing instructions, in one pass without regular
 * expressions.
 */
function withoutProlog(head: string): string {
  let start = head.indexOf('<')
  while (start >= 0 && (head[start + 1] === '!' || head[start + 1] === '?')) {
    const end = head.startsWith('<!--', start)
      ? head.indexOf('-->', start + 4)
      : head.indexOf('>', start)
    start = end < 0 ? -1 : head.indexOf('<', end)
  }
  if (start < 0) return ''
  return head.slice(start)
}

/** Other documents of the SAT, by root name and a part of the namespace. */
const kinds: readonly (readonly [name: RegExp, namespace: string, says: string])[] = [
  [/^Comprobante$/, 'sat.gob.mx/cfd/', 'un CFDI'],
  [/^Retenciones$/, 'retencion', 'un CFDI de retenciones e información de pagos'],
  [/^Acuse$/, '', 'un acuse, y no el comprobante'],
  [/^TimbreFiscalDigital$/, '', 'un timbre sin su comprobante'],
  [/^Catalogo$|^Balanza$|^Polizas$|^RepAux/, '', 'contabilidad electrónica'],
  [/^Envelope$/, '', 'la respuesta de un servicio (SOAP), y no el comprobante'],
]

function describeRoot({ name, namespace, version }: Root): string {
  for (const [pattern, part, says] of kinds)
    if (pattern.test(name) && namespace.includes(part)) return `${says} ${clip(version)}`.trimEnd()
  return `un XML de otra clase (${clip(name)})`
}
