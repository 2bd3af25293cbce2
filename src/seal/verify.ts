/**
 * Verifies the seal or the stamp of a document offline. `verifyCfdi` verifies a received document
 * as a whole.
 * @module
 */

import type { Certificate } from '../certificate/certificate.js'
import { type CertificateSource, certificateFrom } from '../certificate/chain.js'
import { CertificateError, CfdiXmlError } from '../errors.js'
import { endSentence } from '../lib/message.js'
import { attributeOf } from '../lib/xml/elements.js'
import { readTree } from '../model/read.js'
import { outlineRoot } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type ParsedCfdi, parseDocument } from '../sat/parse.js'
import { nounOf } from '../sat/registered.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { checkSeal, readSeal } from './carriedSeal.js'
import {
  checkCertificate,
  checkListed,
  checkPacCertificate,
  type IntegrityPolicy,
  type ReadPolicy,
  readPolicy,
  type SealPolicy,
  sealedFactsOf,
} from './policy.js'
import { checkStampTime, checkTimbreForm, readOnlyTimbre, verifyTimbreSignature } from './timbre.js'
import {
  type Failure,
  type IntegrityVerdict,
  type TimbreVerdict,
  type Verdict,
  verdictFailure,
} from './verdict.js'

/**
 * Verifies integrity alone: the key of the carried certificate signed the text. Anybody can make
 * such a certificate.
 * @throws TypeError for an unknown option
 * @example
 * const { intact } = await verifySello(xml, { anchors: 'none' })
 * intact // → true
 */
export function verifySello(
  xml: string | Uint8Array,
  policy: IntegrityPolicy,
): Promise<IntegrityVerdict>
/**
 * Verifies the `Sello` of a CFDI against its certificate, and the certificate against a policy.
 * Never rejects because of the content of the XML.
 *
 * `ok` means: the holder of `certificate` sealed this cadena original, the certificate is a CSD of
 * `Emisor.Rfc` in force at `Fecha`, and one of the anchors issued it. It does not cover the stamp:
 * use `verifyCfdi` for received documents. Read the document from `document`. By the SAT's design
 * the cadena original has no field names, so `Serie="A100"` and `Folio="A100"` give the same one.
 * @throws TypeError for a policy without `anchors` or with an unknown option
 * @throws {CertificateError} for an anchor that cannot be read
 * @example
 * const verdict = await verifySello(xml, { anchors })
 * verdict.ok && verdict.certificate.rfc // → 'PLO150312QT1'
 */
export function verifySello(xml: string | Uint8Array, policy: SealPolicy): Promise<Verdict>
export async function verifySello(
  xml: string | Uint8Array,
  policy: SealPolicy | IntegrityPolicy,
): Promise<Verdict | IntegrityVerdict> {
  const read = readPolicy('verifySello', policy, outlineRoot)
  return concludeVerdict(
    await toVerdict(async () =>
      verifySource(parseDocument(outlineRoot, xml, read.limits, read.documents), read),
    ),
    read,
  )
}

/**
 * Verifies integrity alone: the keys of the two certificates made both signatures. Anybody can make
 * such certificates.
 * @throws TypeError for an unknown option
 * @throws {CertificateError} for a PAC's certificate that cannot be read
 */
export function verifyTimbre(
  xml: string | Uint8Array,
  pacCertificate: CertificateSource,
  policy: IntegrityPolicy,
): Promise<IntegrityVerdict>
/**
 * Verifies the stamp of a CFDI and its `Sello`. Never rejects because of the content of the XML.
 *
 * The stamp must be a TFD 1.1 of this document, and the key of the PAC's certificate must have made
 * `SelloSAT`. The certificate must belong to `RfcProvCertif`, which must be in the list of PACs; it
 * must have been in force at `FechaTimbrado` and come from one of the anchors. {@link verifySello}
 * describes the checks of the `Sello`.
 * @param pacCertificate the certificate with the number `NoCertificadoSAT`, which the SAT
 * publishes: read, DER, PEM or Base64
 * @returns `certificate`, `cadena` and `anchor` of the stamp; `document` of both
 * @throws TypeError for a policy without `anchors` or with an unknown option
 * @throws {CertificateError} for an anchor or a PAC's certificate that cannot be read
 * @example
 * const verdict = await verifyTimbre(xml, pacCertificate, { anchors, pacs })
 * verdict.ok // → true
 */
export function verifyTimbre(
  xml: string | Uint8Array,
  pacCertificate: CertificateSource,
  policy: SealPolicy,
): Promise<Verdict>
export async function verifyTimbre(
  xml: string | Uint8Array,
  pacCertificate: CertificateSource,
  policy: SealPolicy | IntegrityPolicy,
): Promise<Verdict | IntegrityVerdict> {
  const read = readPolicy('verifyTimbre', policy, outlineRoot)
  const certificate = certificateFrom(pacCertificate)
  const verdict = await toVerdict(async () => {
    const source = parseDocument(outlineRoot, xml, read.limits, read.documents)
    const stamp = await verifySourceTimbre(source, certificate, read)
    if (!stamp.ok) return stamp
    const sello = await verifySource(source, read)
    if (sello.ok) return { ...stamp, document: sello.document }
    return sello
  })
  return concludeVerdict(verdict, read)
}

/**
 * Verifies a parsed stamp against the document's `Sello`, with the PAC certificate whose number is
 * `NoCertificadoSAT`. The certificates are trusted as given. Does not verify the `Sello` itself.
 * The engine runs this check before it accepts a stamp. Never rejects because of the content of the
 * stamp.
 * @example
 * const verdict = await verifyStamp(timbre, factura.Sello, [pacCertificate])
 * verdict.ok // → true
 */
export async function verifyStamp(
  timbre: TimbreFiscalDigital,
  sello: string,
  pacCertificates: readonly Certificate[],
): Promise<TimbreVerdict> {
  return toVerdict(
    async () => checkTimbreForm(timbre) ?? verifyWithAny(timbre, sello, pacCertificates),
  )
}

/**
 * Tries every certificate of the number: the SAT's numbers are unique, those of test authorities
 * repeat.
 */
export async function verifyWithAny(
  timbre: TimbreFiscalDigital,
  sello: string,
  pacCertificates: readonly Certificate[],
): Promise<TimbreVerdict> {
  const number = timbre.NoCertificadoSAT.trim()
  let verdict: TimbreVerdict | undefined
  for (const certificate of pacCertificates) {
    if (certificate.noCertificado !== number) continue
    verdict = await verifyTimbreSignature(timbre, sello, certificate)
    if (verdict.ok) return verdict
  }
  return (
    verdict ??
    verdictFailure(
      'certificate-number',
      `Ninguno de los certificados de PAC es el ${number}, con el que se timbró.`,
    )
  )
}

/**
 * An accepted seal or stamp, before the policy makes a verdict of it. `anchor` is undefined only if
 * the policy has none.
 */
interface Accepted {
  readonly ok: true
  readonly cadena: string
  readonly certificate: Certificate
  readonly anchor: Certificate | undefined
  readonly document: Comprobante
}

function concludeVerdict(
  verdict: Accepted | Failure,
  { anchors }: ReadPolicy,
): Verdict | IntegrityVerdict {
  if (anchors !== undefined) return verdict as Verdict
  const trust = 'unknown'
  if (verdict.ok) {
    const { cadena, certificate, document } = verdict
    return { intact: true, trust, cadena, certificate, document }
  }
  const { ok: _, ...facts } = verdict
  return { intact: false, trust, ...facts }
}

async function verifySource(source: ParsedCfdi, policy: ReadPolicy): Promise<Accepted | Failure> {
  const seal = readSeal(source)
  if ('ok' in seal) return seal
  const broken = await checkSeal(seal)
  if (broken !== undefined) return broken
  const { certificate, cadena } = seal
  const facts = { certificate, cadena, isSigned: true }
  const { root } = source
  const { document, firstLost } = readTree(root.model, source.tree, source.source)
  // Content that a CFDI cannot have was not signed.
  if (firstLost !== undefined)
    return verdictFailure('xml', `El XML no es ${nounOf(root)}: ${firstLost.message}`, facts)
  const accepted = await checkCertificate(sealedFactsOf(root, document), certificate, policy)
  if ('ok' in accepted) return { ...accepted, ...facts }
  return { ok: true, cadena, certificate, ...accepted, document: document as Comprobante }
}

async function verifySourceTimbre(
  source: ParsedCfdi,
  certificate: Certificate,
  policy: ReadPolicy,
) {
  const timbre = readOnlyTimbre(source)
  if ('ok' in timbre) return timbre
  const sello = attributeOf(source.tree, 'Sello') ?? ''
  const fecha = attributeOf(source.tree, source.root.members.fecha) ?? ''
  const stamp = await verifyTimbreSignature(timbre, sello, certificate)
  if (!stamp.ok) return stamp
  const late = checkStampTime(fecha, timbre)
  if (late !== undefined) return late
  const accepted = await checkPacCertificate(timbre, certificate, policy)
  if ('ok' in accepted) return accepted
  const unlisted = accepted.anchor && checkListed(timbre, policy)
  return unlisted ?? { ok: true as const, cadena: stamp.cadena, certificate, ...accepted }
}

/** Converts typed errors about received content to failures. */
export async function toVerdict<Answer>(verify: () => Promise<Answer>): Promise<Answer | Failure> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof CfdiXmlError) return verdictFailure('xml', endSentence(error.message))
    if (error instanceof CertificateError) return verdictFailure('certificate', error.message)
    throw error
  }
}
