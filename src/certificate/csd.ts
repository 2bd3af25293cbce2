/**
 * Certificado de Sello Digital: the certificate and key with which a taxpayer seals documents.
 * @module
 */
import { CertificateError, CsdError } from '../errors.js'
import { unwrapText } from '../lib/pem.js'
import { type Certificate, ownDates, readCertificate, verifySignature } from './certificate.js'
import { readKeyFile } from './pbes2.js'
import { requireSigner, type Signer } from './signer.js'

/**
 * An opened CSD: the certificate is a CSD, and verifies a signature of its key. Inspection and JSON
 * show the certificate and never the key.
 */
export interface Csd extends Signer {
  /** The 20 digits of `NoCertificado`. */
  readonly noCertificado: string
  /** RFC of the taxpayer. */
  readonly rfc: string
  /** Name of the taxpayer as registered, company regime included. */
  readonly name: string
  /** First instant of validity. */
  readonly validFrom: Date
  /** Last instant of validity, inclusive. */
  readonly validTo: Date
  /** Environment of the issuer: the SAT's production authority, or a test authority. */
  readonly environment: Certificate['environment']
}

/**
 * Files of a CSD, as every opening function accepts them. Text may be damaged by environment
 * variables and browsers: PEM or Base64 in quotes, with `\n` written out, as a `data:` URL, in
 * URL-safe Base64, a PEM in Base64, or hexadecimal.
 */
export interface CsdFiles<Source> {
  /** The certificate: .cer of the SAT (DER), PEM or Base64. */
  readonly cer: Source
  /** The private key: .key of the SAT (PKCS #8, encrypted, DER), PEM or Base64. */
  readonly key: Source
  /**
   * Pass phrase of the key, up to 1024 characters. Text is tried as UTF-8, then as Latin-1. Omit it
   * only for a key that is not encrypted.
   */
  readonly password?: string | Uint8Array | undefined
}

/**
 * Creates a {@link Csd} from any signer, for example one of a KMS. Makes it sign, and verifies the
 * signature.
 * @throws {CsdError} `CSD_IS_EFIRMA`, `CSD_IS_OTHER`, `CSD_KEY_MISMATCH`; also rejects with the
 * signer's own error
 * @throws TypeError when `signer` is not a Signer
 * @example
 * const own = await createCsd(webCryptoSigner({ certificate, privateKey }))
 * own.rfc // → certificate.rfc
 */
export async function createCsd(signer: Signer): Promise<Csd> {
  requireSigner('createCsd', signer)
  const { certificate } = signer
  requireCsd(certificate)
  // A signature also proves the key intact: a damaged .key may decrypt to a key of the right modulus
  // that signs nonsense.
  const probe = new TextEncoder().encode(`cfdi-stamp ${certificate.noCertificado}`)
  if (!(await verifySignature(certificate, probe, await signer.sign(probe))))
    throw mismatch(certificate)
  const { noCertificado, rfc, name, validFrom, validTo, environment } = certificate
  const facts = ownDates({ noCertificado, rfc, name, validFrom, validTo, environment })
  // The signing functions only, without other members of the signer.
  const csd = ownDates({
    ...facts,
    certificate,
    sign: (bytes: Uint8Array) => signer.sign(bytes),
    ...(signer.signSha1 && { signSha1: (bytes: Uint8Array) => signer.signSha1!(bytes) }),
  })
  Object.defineProperty(csd, 'toJSON', { value: () => facts })
  return Object.freeze(csd)
}

/**
 * {@link createCsd} for a key that was just read from a file: every failure is blamed on the files.
 * @throws {CsdError} `CSD_KEY_MISMATCH`, `CSD_CERTIFICATE_FILE`
 */
export async function createCsdFromFiles(signer: Signer): Promise<Csd> {
  try {
    return await createCsd(signer)
  } catch (cause) {
    if (cause instanceof CsdError) throw cause
    throw cause instanceof CertificateError ? badCertificate(cause) : mismatch(signer.certificate)
  }
}

/**
 * Reads the certificate of a .cer file, which must be a CSD.
 * @throws {CsdError} `CSD_CERTIFICATE_FILE`, `CSD_IS_EFIRMA`, `CSD_IS_OTHER`
 */
export function readCsdCertificate(cer: Uint8Array | string): Certificate {
  let certificate: Certificate
  try {
    certificate = readCertificate(typeof cer === 'string' ? unwrapText(cer) : cer)
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause
    throw badCertificate(
      cause,
      isKeyFile(cer) ? ' Parece una llave privada: tal vez los dos archivos están cambiados.' : '',
    )
  }
  requireCsd(certificate)
  return certificate
}

function badCertificate(cause: CertificateError, hint = ''): CsdError {
  return new CsdError('CSD_CERTIFICATE_FILE', cause.message + hint, { cause })
}

function isKeyFile(file: Uint8Array | string): boolean {
  try {
    readKeyFile(file).der.fill(0)
    return true
  } catch {
    return false
  }
}

function requireCsd({ kind, rfc, noCertificado }: Certificate): void {
  // A taxpayer may name a branch `PAC` and its own RFC: such a certificate is still a CSD.
  if (kind === 'csd' || kind === 'pac') return
  const which = rfc ? `El certificado ${noCertificado} de ${rfc}` : 'El certificado'
  if (kind === 'efirma') {
    const advice =
      'Use el Certificado de Sello Digital (CSD): la e.firma no sirve para sellar comprobantes.'
    throw new CsdError('CSD_IS_EFIRMA', `${which} es una e.firma (FIEL). ${advice}`)
  }
  throw new CsdError(
    'CSD_IS_OTHER',
    `${which} no es un Certificado de Sello Digital (CSD) de un contribuyente.`,
  )
}

/**
 * Refuses a key of another size before it signs: a hostile key of 50,000 bits would take minutes.
 * @throws {CsdError} `CSD_KEY_MISMATCH`
 */
export function requireKeySize(certificate: Certificate, bits: number | undefined): void {
  if (bits !== certificate.keySize) throw mismatch(certificate)
}

function mismatch({ noCertificado, rfc }: Certificate): CsdError {
  const message = `La llave privada no corresponde al certificado ${noCertificado} de ${rfc}, o el archivo .key está dañado.`
  return new CsdError('CSD_KEY_MISMATCH', message)
}
