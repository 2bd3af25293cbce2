/**
 * XML-DSig of the SAT's cancellation service (W3C XML Signature 1.0, enveloped, RSA with SHA-1), written directly.
 *
 * A request is a handful of elements of our own making, so it is written in canonical form (inclusive C14N 1.0 without comments) and
 * what is signed is a part of the text itself. xml-crypto, which the tests verify with, writes `<a/>` for an empty element, which no
 * byte of the published requests has, and wants the key or a callback in place of a promise.
 * @module
 */
import { type Certificate, verifySignature } from '../certificate/certificate.js'
import type { Signer } from '../certificate/signer.js'
import { CancelError } from '../errors.js'
import { encodeBase64 } from '../lib/base64.js'
import { digest } from '../lib/digest.js'
import { escapeAttribute, escapeText } from '../lib/escape.js'
import { issuerName } from './issuerName.js'

/** An element with text or elements in it, in canonical form: attributes in the order given, which must be alphabetical. */
export function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}

/** An element that holds a text alone. */
export function textElement(name: string, text: string): string {
  return element(name, {}, escapeText(text))
}

/** What a signature covers: the root of a request. */
export interface Root {
  readonly name: string
  readonly namespace: string
  /** In alphabetical order. */
  readonly attributes: Readonly<Record<string, string>>
  /** In canonical form. */
  readonly content: string
}

/** Unused, and yet expected: the SAT writes what it received anew, with both on the root, before it verifies. */
const schemaNamespaces = {
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/**
 * The signed document: the root with its Signature as the last child, on one line.
 * @throws {CancelError} `CANCEL_SHA1`, `CANCEL_SIGNER`
 */
export async function signRoot({ name, namespace, attributes, content }: Root, signer: Signer): Promise<string> {
  const write = (signature: string) =>
    element(name, { xmlns: namespace, ...schemaNamespaces, ...attributes }, content + signature)
  const info = signedInfo(encodeBase64(await digest('sha1', write(''))))
  // Canonicalised where it stands: the namespaces in scope there are rendered on its start tag.
  const value = await sign(element('SignedInfo', { xmlns: dsig, ...schemaNamespaces }, info), signer)
  const parts = [element('SignedInfo', {}, info), textElement('SignatureValue', value), keyInfo(signer.certificate)]
  return write(element('Signature', { xmlns: dsig }, parts.join('')))
}

function signedInfo(digestValue: string): string {
  const transform = element('Transform', { Algorithm: `${dsig}enveloped-signature` })
  const reference = [
    element('Transforms', {}, transform),
    element('DigestMethod', { Algorithm: `${dsig}sha1` }),
    textElement('DigestValue', digestValue),
  ]
  return [
    element('CanonicalizationMethod', { Algorithm: c14n }),
    element('SignatureMethod', { Algorithm: `${dsig}rsa-sha1` }),
    element('Reference', { URI: '' }, reference.join('')),
  ].join('')
}

/** The serial is the NoCertificado, and the name in the order of the certificate: not what RFC 4514 says, and what most requests do. */
function keyInfo({ base64, issuer, noCertificado }: Certificate): string {
  const serial = textElement('X509IssuerName', issuerName(issuer)) + textElement('X509SerialNumber', noCertificado)
  const data = element('X509IssuerSerial', {}, serial) + textElement('X509Certificate', base64)
  return element('KeyInfo', {}, element('X509Data', {}, data))
}

const utf8 = new TextEncoder()

/** Verified before anybody gets it: nothing else proves that a signer makes with SHA-1 what it makes with SHA-256. */
async function sign(canonical: string, signer: Signer): Promise<string> {
  const bytes = utf8.encode(canonical)
  const signature = await askToSign(signer, bytes)
  if (!(signature instanceof Uint8Array)) throw unsigned(new TypeError('the signer gave no bytes'))
  const isOwn = await verifySignature(signer.certificate, bytes, signature, 'SHA-1')
  if (!isOwn) throw unsigned(new Error('the signature is not of this certificate with SHA-1'))
  return encodeBase64(signature)
}

async function askToSign(signer: Signer, bytes: Uint8Array): Promise<unknown> {
  if (signer.signSha1 === undefined) throw new CancelError('CANCEL_SHA1', withoutSha1)
  try {
    return await signer.signSha1(bytes)
  } catch (cause) {
    throw unsigned(cause)
  }
}

const withoutSha1 =
  'El firmante no firma con SHA-1, que el SAT pide para cancelar. Use el CSD desde sus archivos, u otro firmante que tenga signSha1.'

function unsigned(cause: unknown): CancelError {
  return new CancelError('CANCEL_SIGNER', 'No se pudo firmar la solicitud.', { cause })
}
