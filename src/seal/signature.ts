/**
 * A seal against the text that it should be of, and when it is not, the likeliest reason.
 * @module
 */

import { type Certificate, verifySignature } from '../certificate/certificate.js'
import { openSignature } from '../certificate/rsa.js'
import { decodeBase64 } from '../lib/base64.js'
import { type Failure, failure } from './verdict.js'

const utf8 = new TextEncoder()

/** A seal as a document states it. */
export interface Stated {
  /** The field it stands in. */
  readonly name: 'Sello' | 'SelloSAT'
  /** Base64; white space in it is for the eye. */
  readonly sello: string
  /** The number of the certificate beside it. */
  readonly number: string
  /** What it should be of. */
  readonly cadena: string
}

/** Why a seal does not hold; `undefined` when it does. */
export async function judgeSignature(stated: Stated, certificate: Certificate): Promise<Failure | undefined> {
  const { name, sello, cadena } = stated
  const number = stated.number.trim()
  if (number !== certificate.noCertificado) {
    const message = `El número de certificado ${number} no es el del certificado, ${certificate.noCertificado}.`
    return failure('certificate-number', message)
  }
  const signature = decodeBase64(sello.replace(/[ \t\r\n]/g, ''))
  if (signature === undefined) return failure('base64', `${name} no es Base64.`)
  if (signature.length * 8 !== certificate.keySize) {
    return failure('length', `${name} tiene ${signature.length * 8} bits y la llave ${certificate.keySize}.`)
  }
  if (await verifySignature(certificate, utf8.encode(cadena), signature)) return undefined
  return explain(cadena, signature, certificate, name)
}

async function explain(
  cadena: string,
  signature: Uint8Array,
  certificate: Certificate,
  name: string,
): Promise<Failure> {
  const signed = openSignature(certificate.publicKey, signature)
  if (signed === undefined) {
    return failure(
      'key',
      `${name} no se hizo con la llave del certificado: llave y certificado no se corresponden, o el sello está dañado.`,
    )
  }
  if (signed.hash !== 'SHA-256') return failure('hash', `${name} se hizo con ${signed.hash} y debe ser SHA-256.`)
  if (await verifySignature(certificate, latin1(cadena), signature)) {
    return failure('latin1', `${name} se hizo sobre la cadena original en Latin-1; debe ser en UTF-8.`)
  }
  return failure('changed', `${name} es de otro texto: el documento cambió después de sellarse.`)
}

/** What careless programs sign: one byte a character, `?` for those that have none. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 256 ? code : 0x3f
  })
}
