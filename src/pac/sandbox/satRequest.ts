/**
 * Signed requests as the SAT's cancellation service receives them: verified, and read.
 * @module
 */
import {
  type Certificate,
  readCertificate,
  verifySignature,
} from '../../certificate/certificate.js'
import { CertificateError } from '../../errors.js'
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { digest } from '../../lib/digest.js'
import { parseXml, type XmlNode, XmlSyntaxError } from '../../lib/xml/xml.js'

/** A request that was verified. */
export interface SatRequest {
  readonly root: XmlNode
  readonly certificate: Certificate
}

/** Fault of a request: unreadable (301), or a signature of another text (302). */
export type SatRequestFault = '301' | '302'

/** The signature is the last child; its start tag declares the one namespace. */
const [start, close] = ['<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">', '</Signature>']

/**
 * Splits the text before the signature, the signature, and the end tag after it. Empty when the
 * signature is not the last child.
 */
function partsOf(xml: string): readonly string[] {
  const [from, to] = [xml.lastIndexOf(start), xml.lastIndexOf(close)]
  const end = xml.slice(to + close.length)
  if (from === -1 || to < from || !xml.startsWith('<') || !/^<\/\w{1,100}>$/.test(end)) return []
  return [xml.slice(0, from), xml.slice(from + start.length, to), end]
}

/**
 * Reads a request in the canonical form that the library writes. Refuses any other form of the same
 * document, because this service does not canonicalise.
 */
export async function readSatRequest(xml: string): Promise<SatRequest | SatRequestFault> {
  const root = parseRequest(xml)
  const [before, signature, end] = partsOf(xml)
  if (root === undefined || before === undefined) return '301'
  const certificate = certificateIn(signature!)
  if (certificate === undefined) return '301'
  const isWhole =
    encodeBase64(await digest('sha1', before + end)) === textOf(signature!, 'DigestValue')
  if (isWhole && (await isSigned(before, signature!, certificate))) return { root, certificate }
  return '302'
}

/** The root of a text, `undefined` when it is not XML. */
export function parseRequest(xml: string): XmlNode | undefined {
  try {
    return parseXml(xml)
  } catch (error) {
    if (error instanceof XmlSyntaxError) return undefined
    throw error
  }
}

function certificateIn(signature: string): Certificate | undefined {
  try {
    return readCertificate(textOf(signature, 'X509Certificate'))
  } catch (error) {
    if (error instanceof CertificateError) return undefined
    throw error
  }
}

const utf8 = new TextEncoder()

/** SignedInfo is canonicalised where it stands: with the namespaces that the root declares. */
function isSigned(before: string, signature: string, certificate: Certificate): Promise<boolean> {
  const [startTag] = /^<[^>]*>/.exec(before)!
  const prefixed = [...startTag.matchAll(/ xmlns:\w+="[^"]*"/g)].join('')
  const info = `<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#"${prefixed}>${textOf(signature, 'SignedInfo')}</SignedInfo>`
  const value = decodeBase64(textOf(signature, 'SignatureValue')) ?? new Uint8Array()
  return verifySignature(certificate, utf8.encode(info), value, 'SHA-1')
}

/** Returns the text of the first element with that name. */
function textOf(signature: string, name: string): string {
  const from = signature.indexOf(`<${name}>`)
  const to = signature.indexOf(`</${name}>`)
  if (from < 0 || to < from) return ''
  return signature.slice(from + name.length + 2, to)
}

/** An attribute without prefix; empty without it. */
export function attributeOf({ attributes }: XmlNode, name: string): string {
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at] === name) return attributes[at + 1]!
  return ''
}

/** The first element of that name, inside a node or itself. */
export function elementIn(node: XmlNode, local: string): XmlNode | undefined {
  if (node.local === local) return node
  for (const child of node.children) {
    const found = typeof child === 'string' ? undefined : elementIn(child, local)
    if (found !== undefined) return found
  }
  return undefined
}

/** The text of the first element of that name; empty without it. */
export function textIn(node: XmlNode, local: string): string {
  return (
    elementIn(node, local)
      ?.children.filter((child) => typeof child === 'string')
      .join('') ?? ''
  )
}
