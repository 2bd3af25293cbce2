/**
 * The seal of a document, with its certificate and its cadena original.
 * @module
 */
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { CertificateError } from '../errors.js'
import { readDerBase64 } from '../lib/base64.js'
import { collapseSpace } from '../lib/text.js'
import { attributeOf } from '../lib/xml/elements.js'
import { readTreeCadena, type TreeCadena } from '../model/cadena.js'
import type { ParsedCfdi } from '../sat/parse.js'
import { checkSignature } from './signature.js'
import { type Failure, verdictFailure } from './verdict.js'

/** A seal as the document states it. */
export interface CarriedSeal {
  readonly sello: string
  readonly number: string
  readonly certificate: Certificate
  readonly cadena: string
  readonly ambiguity: TreeCadena['ambiguity']
}

/** Throws CertificateError when the certificate cannot be read. */
export function readSeal({ tree, root }: ParsedCfdi): CarriedSeal | Failure {
  const [sello, number = '', bearer] = ['Sello', 'NoCertificado', 'Certificado'].map((name) =>
    attributeOf(tree, name),
  )
  if (!sello) return verdictFailure('absent', 'El comprobante no tiene Sello.')
  if (!bearer) return verdictFailure('certificate', 'El comprobante no tiene Certificado.')
  const { text: cadena, ambiguity } = readTreeCadena(root.model, tree)
  return { sello, number, certificate: readCarriedCertificate(bearer), cadena, ambiguity }
}

/** Anexo 20 requires Base64 of the DER. A PEM, or white space in the text, is refused. */
function readCarriedCertificate(text: string): Certificate {
  const der = readDerBase64(collapseSpace(text))
  if (der !== undefined) return readCertificate(der)
  throw new CertificateError(
    'CERTIFICATE_UNREADABLE',
    'Certificado no es un certificado en Base64.',
  )
}

/** Returns the failure of a seal: an ambiguous cadena, or a signature that does not verify. */
export async function checkSeal(seal: CarriedSeal): Promise<Failure | undefined> {
  const { certificate, cadena, ambiguity } = seal
  const broken = await checkSignature({ ...seal, name: 'Sello' }, certificate)
  const facts = { certificate, cadena, isSigned: broken === undefined }
  if (ambiguity === undefined) return broken && { ...broken, ...facts }
  const { kind, element, field } = ambiguity
  const place = field === '' ? element : `${element}@${field}`
  const problem = kind === 'bar' ? 'contiene "|"' : 'tiene texto que la cadena original no separa'
  return verdictFailure(
    'ambiguous',
    `${place} ${problem}: la misma cadena corresponde a más de un documento.`,
    facts,
  )
}
