/**
 * Verifies a signature, and finds the likeliest reason when it fails.
 * @module
 */

import { type Certificate, verifySignature } from '../certificate/certificate.js'
import { openSignature } from '../certificate/rsa.js'
import { decodeBase64 } from '../lib/base64.js'
import { type Failure, verdictFailure } from './verdict.js'

const utf8 = new TextEncoder()

/** A seal as a document states it. */
export interface Stated {
  /** The attribute that holds it. */
  readonly name: 'Sello' | 'SelloSAT'
  /** Canonical Base64: with white space one signature could be written in many ways. */
  readonly sello: string
  /** Certificate number stated beside the seal. */
  readonly number: string
  /** The text that should be signed. */
  readonly cadena: string
}

/** Returns the failure of a signature, or `undefined` when it verifies. */
export async function checkSignature(
  stated: Stated,
  certificate: Certificate,
): Promise<Failure | undefined> {
  const { name, sello, cadena } = stated
  const number = stated.number.trim()
  if (number !== certificate.noCertificado) {
    const message = `El número de certificado ${number} no es el del certificado, ${certificate.noCertificado}.`
    return verdictFailure('certificate-number', message)
  }
  const signature = decodeBase64(sello.trim())
  if (signature === undefined) return verdictFailure('base64', `${name} no es Base64.`)
  if (signature.length * 8 !== certificate.keySize) {
    return verdictFailure(
      'length',
      `${name} tiene ${signature.length * 8} bits y la llave ${certificate.keySize}.`,
    )
  }
  if (await verifySignature(certificate, utf8.encode(cadena), signature)) return undefined
  return explainMismatch(cadena, signature, certificate, name)
}

async function explainMismatch(
  cadena: string,
  signature: Uint8Array,
  certificate: Certificate,
  name: string,
): Promise<Failure> {
  const signed = openSignature(certificate.publicKey, signature)
  if (signed === undefined) {
    return verdictFailure(
      'key',
      `${name} no se hizo con la llave del certificado: llave y certificado no se corresponden, o el sello está dañado.`,
    )
  }
  if (signed.hash !== 'SHA-256')
    return verdictFailure('hash', `${name} se hizo con ${signed.hash} y debe ser SHA-256.`)
  if (await verifySignature(certificate, encodeLatin1(cadena), signature)) {
    return verdictFailure(
      'latin1',
      `${name} se hizo sobre la cadena original en Latin-1; debe ser en UTF-8.`,
    )
  }
  return verdictFailure(
    'changed',
    `${name} es de otro texto: el documento cambió después de sellarse.`,
  )
}

/** Latin-1 bytes, with `?` for other characters: a common encoding error of sealing programs. */
function encodeLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 256) return code
    return 0x3f
  })
}
