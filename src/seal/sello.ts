/**
 * The Sello: RSASSA-PKCS1-v1_5 with SHA-256 over the cadena original in UTF-8 (Anexo 20, section
 * I.E).
 * @module
 */

import type { Certificate } from '../certificate/certificate.js'
import { requireSigner, type Signer } from '../certificate/signer.js'
import { SealError } from '../errors.js'
import { encodeBase64 } from '../lib/base64.js'
import { isFilled, isRecord } from '../lib/json.js'
import { requireOptions } from '../lib/options.js'
import { composeDocument } from '../model/write.js'
import { outlineRoot } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import {
  type Registered,
  registeredNames,
  registeredRoots,
  requireRegistered,
} from '../sat/registered.js'
import { type DocumentOf, factsOf, type Root, rootOfJson } from '../sat/root.js'
import { coversLocal, termOf } from './policy.js'

/** A sealed document. Its XML is final: PACs receive these bytes at every attempt. */
export interface Sealed {
  /** The sealed XML. PACs receive its UTF-8 bytes. */
  readonly xml: string
  /** The cadena original that was signed. */
  readonly cadena: string
  /** `Sello`, in Base64. */
  readonly sello: string
  /** The document with `NoCertificado`, `Certificado` and `Sello`. */
  readonly document: Comprobante
  /** The registered document that it is; absent for a CFDI 4.0 with complements of the library. */
  readonly root?: Root
}

/** Options of `seal`. */
export interface SealDocumentOptions<R extends Root = Root> extends Registered<R> {}

/** A document without the members that `seal` adds. */
export type Unsealed<Document extends SealMembers = Comprobante> = Omit<
  Document,
  keyof SealMembers
> &
  Partial<Pick<Document, keyof SealMembers>>

/** Members that `seal` adds. */
export type SealMembers = Pick<Comprobante, 'Sello' | 'NoCertificado' | 'Certificado'>

const utf8 = new TextEncoder()

/**
 * Seals a document: sets `NoCertificado` and `Certificado` from the signer, signs the cadena
 * original, and writes the XML. Does not modify `document`.
 *
 * @throws SealError SEAL_DRAFT when "AUTO" is left; SEAL_ISSUER when `Emisor` is missing or
 * `Emisor.Rfc` is not the holder of the certificate; SEAL_DATE when `Fecha` lies outside its
 * validity; SEAL_STAMPED when the document already bears a stamp; SEAL_SIGNER when the signer fails
 * (its error is the cause).
 * @throws TypeError when `document` is not an object or cannot be written, or `signer` is not a
 * Signer.
 * @example
 * const { xml, document } = await seal(draft, csd)
 * document.NoCertificado // → csd.noCertificado
 */
export async function seal<R extends Root = never>(
  document: Unsealed | Omit<DocumentOf<R>, keyof SealMembers>,
  signer: Signer,
  options: SealDocumentOptions<R> = {},
): Promise<Sealed> {
  requireSigner('seal', signer)
  requireOptions('seal', options, registeredNames)
  const roots = registeredRoots(outlineRoot, 'seal', options)
  requireEmisor(document as Unsealed)
  const { certificate } = signer
  const registered: Root | undefined = rootOfJson(document, roots, outlineRoot)
  const root = registered ?? outlineRoot
  requireRegistered('seal', root, document)
  requireSealable(root, document as Unsealed, certificate)
  // A private copy until it is returned, so the seal is set in place: the root is the largest
  // object of a document.
  const sealed: Comprobante & { Sello: string } = {
    ...(document as Unsealed),
    NoCertificado: certificate.noCertificado,
    Certificado: certificate.base64,
    Sello: '',
  }
  // Written before the signer is awaited, so that no other code can change the document between
  // signing and sending.
  const { xml: unsealed, cadena } = composeDocument(root.model, sealed)
  // The search also runs before the wait: it joins the pieces of the text, which would otherwise
  // outlive the wait. Without it throughput halves (measured).
  // The first empty `Sello` belongs to the root: quotes in an earlier value would be escaped.
  const before = ' Sello="'
  const at = unsealed.indexOf(`${before}"`) + before.length
  const sello = encodeBase64(await signCadena(signer, cadena))
  const xml = unsealed.slice(0, at) + sello + unsealed.slice(at)
  sealed.Sello = sello
  const result = { xml, cadena, sello, document: sealed }
  return registered === undefined ? result : { ...result, root: registered }
}

/** The checks after this one read `Emisor`. */
function requireEmisor(document: Unsealed): void {
  if (!isRecord(document)) throw new TypeError('seal: document must be an object')
  if (isRecord(document.Emisor)) return
  throw new SealError('SEAL_ISSUER', 'El comprobante no dice quién lo emite: falta Emisor.')
}

/** Requires a whole document of the holder, in the term of the certificate, without a stamp. */
function requireSealable(root: Root, document: Unsealed, certificate: Certificate): void {
  const { Folio, Fecha, Rfc, Nombre } = factsOf(root, document)
  if (Folio === 'AUTO' || Fecha === 'AUTO' || Rfc === 'AUTO' || Nombre === 'AUTO') {
    const { folio, fecha, rfc, nombre } = root.members
    const values = { [folio]: Folio, [fecha]: Fecha, [rfc]: Rfc, [nombre]: Nombre }
    const [pending] = Object.entries(values).find(([, value]) => value === 'AUTO') ?? []
    throw new SealError('SEAL_DRAFT', `El comprobante aún tiene "AUTO" en ${pending}.`)
  }
  if (Rfc !== certificate.rfc)
    throw new SealError(
      'SEAL_ISSUER',
      `El certificado es de ${certificate.rfc} y el emisor es ${Rfc}.`,
    )
  if (!coversLocal(certificate, String(Fecha).trim()))
    throw new SealError(
      'SEAL_DATE',
      `La fecha ${Fecha} está fuera de la vigencia del certificado (${termOf(certificate)}).`,
    )
  if (isFilled(document.Complemento?.['TimbreFiscalDigital']))
    throw new SealError(
      'SEAL_STAMPED',
      'El comprobante ya tiene un timbre; no se puede sellar otra vez.',
    )
}

async function signCadena(signer: Signer, cadena: string): Promise<Uint8Array> {
  try {
    const signature: unknown = await signer.sign(utf8.encode(cadena))
    if (ArrayBuffer.isView(signature)) return signature as Uint8Array
    throw new TypeError('the signer did not resolve to bytes')
  } catch (cause) {
    throw new SealError('SEAL_SIGNER', 'No se pudo firmar la cadena original.', { cause })
  }
}
