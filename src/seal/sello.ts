/**
 * The Sello: RSASSA-PKCS1-v1_5 with SHA-256 over the cadena original in UTF-8 (Anexo 20, section I.E).
 * @module
 */

import { requireSigner, type Signer } from '../certificate/signer.js'
import { SealError } from '../errors.js'
import { encodeBase64 } from '../lib/base64.js'
import { isFilled, isRecord } from '../lib/json.js'
import { composeCfdi } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { coversLocal, termOf } from './policy.js'

/** A document that carries its seal. The XML is final: what a PAC gets, now and at every further attempt. */
export interface Sealed {
  /** The sealed XML; its UTF-8 bytes are what is sent. */
  readonly xml: string
  /** The cadena original that was signed. */
  readonly cadena: string
  /** `Sello`, in Base64. */
  readonly sello: string
  /** The document with `NoCertificado`, `Certificado` and `Sello`. */
  readonly document: Comprobante
}

/** A document that lacks only what the seal gives. */
export type Unsealed = Omit<Comprobante, 'Sello' | 'NoCertificado' | 'Certificado'> &
  Partial<Pick<Comprobante, 'Sello' | 'NoCertificado' | 'Certificado'>>

const utf8 = new TextEncoder()

/**
 * Seals a document: sets `NoCertificado` and `Certificado` from the signer, signs its cadena original, writes its XML.
 * The document given is not touched.
 *
 * @throws SealError SEAL_DRAFT when "AUTO" is left; SEAL_ISSUER when `Emisor.Rfc` is not the holder of the certificate, or there is no Emisor; SEAL_DATE when `Fecha` lies outside
 * its validity; SEAL_STAMPED when the document already bears a stamp; SEAL_SIGNER when the signer fails (its error is the cause).
 * @throws TypeError when the document cannot be written, or there is none, or `signer` is none.
 * @example
 * const { xml, document } = await seal(draft, csd)
 * document.NoCertificado // → csd.noCertificado
 */
export async function seal(document: Unsealed, signer: Signer): Promise<Sealed> {
  requireSigner('seal', signer)
  requireEmisor(document)
  const { certificate } = signer
  requireResolved(document)
  requireIssuer(document, signer)
  requireValidity(document, signer)
  requireUnstamped(document)
  // Ours alone until it is returned: the seal is set in place, for the root is the largest object there is.
  const sealed: Comprobante & { Sello: string } = {
    ...document,
    NoCertificado: certificate.noCertificado,
    Certificado: certificate.base64,
    Sello: '',
  }
  // Written before the signer is awaited: nobody can change the document between what is signed and what is sent.
  const { xml: unsealed, cadena } = composeCfdi(sealed)
  // Looked for before too: looking joins the text, whose pieces would outlive the wait (a half of the throughput, measured).
  const at = findSello(unsealed)
  const sello = encodeBase64(await sign(signer, cadena))
  const xml = unsealed.slice(0, at) + sello + unsealed.slice(at)
  sealed.Sello = sello
  return { xml, cadena, sello, document: sealed }
}

/** Where the seal goes. The first that is empty is the root's: in a value before it the quotes would be escaped. */
function findSello(xml: string): number {
  const before = ' Sello="'
  return xml.indexOf(`${before}"`) + before.length
}

/** All that follows reads it. */
function requireEmisor(document: Unsealed): void {
  if (!isRecord(document)) throw new TypeError('seal: a document is expected')
  if (isRecord(document.Emisor)) return
  throw new SealError('SEAL_ISSUER', 'El comprobante no dice quién lo emite: falta Emisor.')
}

/** A draft still has "AUTO" where only the engine knows. */
function requireResolved({ Folio, Fecha, Emisor }: Unsealed): void {
  const { Rfc, Nombre } = Emisor
  if (Folio !== 'AUTO' && Fecha !== 'AUTO' && Rfc !== 'AUTO' && Nombre !== 'AUTO') return
  const [pending] = Object.entries({ Folio, Fecha, Rfc, Nombre }).find(([, value]) => value === 'AUTO') ?? []
  throw new SealError('SEAL_DRAFT', `El comprobante aún tiene "AUTO" en ${pending}.`)
}

async function sign(signer: Signer, cadena: string): Promise<Uint8Array> {
  let signature: unknown
  try {
    signature = await signer.sign(utf8.encode(cadena))
  } catch (cause) {
    throw unsigned(cause)
  }
  if (!ArrayBuffer.isView(signature)) throw unsigned(new TypeError('the signer gave no bytes'))
  return signature as Uint8Array
}

function unsigned(cause: unknown): SealError {
  return new SealError('SEAL_SIGNER', 'No se pudo firmar la cadena original.', { cause })
}

function requireIssuer({ Emisor }: Unsealed, { certificate }: Signer): void {
  if (Emisor.Rfc === certificate.rfc) return
  throw new SealError('SEAL_ISSUER', `El certificado es de ${certificate.rfc} y el emisor es ${Emisor.Rfc}.`)
}

function requireValidity({ Fecha }: Unsealed, { certificate }: Signer): void {
  if (coversLocal(certificate, String(Fecha).trim())) return
  throw new SealError(
    'SEAL_DATE',
    `La fecha ${Fecha} está fuera de la vigencia del certificado (${termOf(certificate)}).`,
  )
}

function requireUnstamped({ Complemento }: Unsealed): void {
  if (!isFilled(Complemento?.['TimbreFiscalDigital'])) return
  throw new SealError('SEAL_STAMPED', 'El comprobante ya tiene un timbre; no se puede sellar otra vez.')
}
