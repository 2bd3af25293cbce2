/**
 * XML-DSig of the SAT's cancellation service (W3C XML Signature 1.0, enveloped, RSA with SHA-1),
 * written directly.
 *
 * A request has few elements, all written here, so the text is already in canonical form (inclusive
 * C14N 1.0 without comments) and the signed part is a substring of it. xml-crypto, which the tests
 * verify with, writes `<a/>` for an empty element, unlike the published requests, and requires a
 * key or a callback instead of a promise.
 * @module
 */
import { verifySignature } from '../certificate/certificate.js'
import type { Signer } from '../certificate/signer.js'
import { CancelError } from '../errors.js'
import { encodeBase64 } from '../lib/base64.js'
import { digest } from '../lib/digest.js'
import { escapeAttribute, escapeText } from '../lib/xml/escape.js'
import { issuerName } from './issuerName.js'

/**
 * An element with text or elements in it, in canonical form: attributes in the order given, which
 * must be alphabetical.
 */
export function writeElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content = '',
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
  )
  return `<${name}${written.join('')}>${content}</${name}>`
}

/** An element that holds only text. */
export function writeTextElement(name: string, text: string): string {
  return writeElement(name, {}, escapeText(text))
}

/** The signed content: the root of a request. */
export interface Root {
  readonly name: string
  readonly namespace: string
  /** In alphabetical order. */
  readonly attributes: Readonly<Record<string, string>>
  /** In canonical form. */
  readonly content: string
}

/**
 * Unused but expected: the SAT writes the received request anew, with both on the root, before it
 * verifies.
 */
const schemaNamespaces = {
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/**
 * Returns the signed document on one line: the root with its Signature as the last child.
 * @throws {CancelError} `CANCEL_SHA1`, `CANCEL_SIGNER`
 */
export async function signRoot(
  { name, namespace, attributes, content }: Root,
  signer: Signer,
): Promise<string> {
  const write = (signature: string) =>
    writeElement(
      name,
      { xmlns: namespace, ...schemaNamespaces, ...attributes },
      content + signature,
    )
  const digestValue = encodeBase64(await digest('sha1', write('')))
  const transform = writeElement('Transform', { Algorithm: `${dsig}enveloped-signature` })
  const reference = [
    writeElement('Transforms', {}, transform),
    writeElement('DigestMethod', { Algorithm: `${dsig}sha1` }),
    writeTextElement('DigestValue', digestValue),
  ]
  const info = [
    writeElement('CanonicalizationMethod', { Algorithm: c14n }),
    writeElement('SignatureMethod', { Algorithm: `${dsig}rsa-sha1` }),
    writeElement('Reference', { URI: '' }, reference.join('')),
  ].join('')
  // Canonicalised in place: its start tag renders the namespaces in scope.
  const value = await sign(
    writeElement('SignedInfo', { xmlns: dsig, ...schemaNamespaces }, info),
    signer,
  )
  // The serial is the NoCertificado, and the name follows the order of the certificate:
  // unlike RFC 4514, like most accepted requests.
  const { base64, issuer, noCertificado } = signer.certificate
  const serial =
    writeTextElement('X509IssuerName', issuerName(issuer)) +
    writeTextElement('X509SerialNumber', noCertificado)
  const data =
    writeElement('X509IssuerSerial', {}, serial) + writeTextElement('X509Certificate', base64)
  const parts = [
    writeElement('SignedInfo', {}, info),
    writeTextElement('SignatureValue', value),
    writeElement('KeyInfo', {}, writeElement('X509Data', {}, data)),
  ]
  return write(writeElement('Signature', { xmlns: dsig }, parts.join('')))
}

const utf8 = new TextEncoder()

/**
 * Verifies the signature before it is returned: a signer that works with SHA-256 may still fail
 * with SHA-1.
 */
async function sign(canonical: string, signer: Signer): Promise<string> {
  const bytes = utf8.encode(canonical)
  const signature = await askToSign(signer, bytes)
  if (!(signature instanceof Uint8Array))
    throw unsigned(new TypeError('the signer did not resolve to bytes'))
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
