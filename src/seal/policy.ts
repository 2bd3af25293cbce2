/**
 * Whose seal is accepted: what is asked of a certificate besides that its key made the signature.
 * @module
 */

import {
  type Certificate,
  type CertificateKind,
  isSelfIssued,
  readCertificate,
  verifyIssuedBy,
} from '../certificate/certificate.js'
import { tryWall } from '../lib/time.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type Failure, failure } from './verdict.js'

/** What a verifier asks of the certificate that sealed a document. All of it has a default. */
export interface SealPolicy {
  /**
   * Certificates of the authorities that are trusted to issue (DER, PEM or Base64): one of them must have signed the certificate
   * itself. Without them nobody is asked, and anyone can make a certificate that says what he likes.
   */
  readonly anchors?: readonly (Certificate | Uint8Array | string)[] | undefined
  /** RFC that the holder must have, besides being that of `Emisor`. */
  readonly rfc?: string | undefined
  /** When the certificate must have been in force. At the document's `Fecha` by default, and never today. */
  readonly at?: Date | undefined
  /** What the certificate may be. By default a CSD, and a PAC's or the SAT's own where those seal for others. */
  readonly kinds?: readonly CertificateKind[] | undefined
  /** Bits of the shortest key. 2048 by default. */
  readonly minKeySize?: number | undefined
}

/** What of a document the policy looks at; a document that was only read may lack any of it. */
export type Judged = Pick<Partial<Comprobante>, 'Emisor' | 'Fecha' | 'Complemento'>

/**
 * What speaks against a certificate as that of a document's seal; when nothing does, the anchor that issued it, if any were given.
 */
export async function judgeCertificate(
  document: Judged,
  certificate: Certificate,
  policy: SealPolicy = {},
): Promise<Failure | { readonly anchor: Certificate | undefined }> {
  const failure = judgeFacts(document, certificate, policy)
  return failure ?? judgeIssuer(certificate, policy.anchors)
}

function judgeFacts(document: Judged, certificate: Certificate, policy: SealPolicy): Failure | undefined {
  return (
    judgeStrength(certificate, policy.minKeySize) ??
    (isThrowaway(certificate, policy)
      ? undefined
      : (judgeKind(document, certificate, policy.kinds) ??
        judgeHolder(document, certificate, policy.rfc) ??
        judgeDate(document, certificate, policy.at)))
  )
}

function judgeStrength({ keySize, signatureHash }: Certificate, minKeySize = 2048): Failure | undefined {
  if (keySize < minKeySize) {
    return failure('weak', `La llave del certificado es de ${keySize} bits; se piden ${minKeySize}.`)
  }
  if (signatureHash === 'SHA-1' || signatureHash === 'MD5') {
    return failure('weak', `El certificado está firmado con ${signatureHash}, que ya se puede falsificar.`)
  }
  return undefined
}

/** RFC of the public in general: nobody's. */
const rfcGeneric = 'XAXX010101000'

/**
 * A test certificate of nobody, as those of conformance vectors are: there is no holder to compare, nor a term to judge. It proves
 * that the text is whole, and is refused as soon as the policy asks for anything more.
 */
function isThrowaway({ rfc, environment }: Certificate, { anchors, rfc: wanted, at, kinds }: SealPolicy): boolean {
  return rfc === rfcGeneric && environment === 'test' && !(anchors ?? wanted ?? at ?? kinds)
}

const kindNames: Readonly<Record<CertificateKind, string>> = {
  csd: 'un Certificado de Sello Digital (CSD)',
  efirma: 'una e.firma (FIEL)',
  pac: 'el de un PAC',
  other: 'de otra clase',
}

function judgeKind(
  document: Judged,
  certificate: Certificate,
  kinds?: readonly CertificateKind[],
): Failure | undefined {
  const isAccepted =
    kinds?.includes(certificate.kind) ?? (certificate.kind === 'csd' || sealsForOthers(document, certificate))
  if (isAccepted) return undefined
  return failure('kind', `El certificado es ${kindNames[certificate.kind]}; no es de los que se aceptan para sellar.`)
}

function judgeHolder(document: Judged, certificate: Certificate, rfc: string | undefined): Failure | undefined {
  const issuer = textOf(document.Emisor?.Rfc)
  const isOwn = certificate.rfc === issuer || sealsForOthers(document, certificate)
  const expected = isOwn ? rfc : issuer
  if (expected === undefined || certificate.rfc === expected) return undefined
  return failure('holder', `El certificado es de ${certificate.rfc || 'nadie con RFC'} y debe ser de ${expected}.`)
}

/** The SAT's own RFC, which seals the documents of its registry. */
const rfcSat = 'SAT970701NN3'

/** Anexo 20 has two cases: a PAC that seals for an acquirer's supplier (`FacAtrAdquirente`), and the SAT's fiscal registry. */
function sealsForOthers({ Emisor, Complemento }: Judged, { kind, rfc }: Certificate): boolean {
  if (kind === 'pac') return Emisor?.FacAtrAdquirente !== undefined
  return rfc === rfcSat && Complemento?.['CFDIRegistroFiscal'] !== undefined
}

function judgeDate({ Fecha }: Judged, certificate: Certificate, at: Date | undefined): Failure | undefined {
  const inForce = at === undefined ? coversLocal(certificate, textOf(Fecha)) : covers(certificate, at)
  if (inForce) return undefined
  const when = at === undefined ? `la Fecha del comprobante (${textOf(Fecha)})` : at.toISOString()
  return failure('date', `El certificado no estaba vigente en ${when}: lo estuvo ${termOf(certificate)}.`)
}

function covers({ validFrom, validTo }: Certificate, at: Date): boolean {
  return validFrom.getTime() <= at.getTime() && at.getTime() <= validTo.getTime()
}

/** From when until when, as taxpayers are told. */
export function termOf({ validFrom, validTo }: Certificate): string {
  const [from, to] = [validFrom, validTo].map((date) => date.toISOString().slice(0, 10))
  return `de ${from} a ${to}`
}

/**
 * Whether a certificate was in force at a `Fecha`, which is local time without zone while the certificate's dates are instants: for
 * a document of any Mexican zone (UTC-8 to UTC-5) the answer is no only when no zone could make it yes.
 */
export function coversLocal({ validFrom, validTo }: Certificate, Fecha: string): boolean {
  const asUtc = tryWall(Fecha)
  const hour = 3_600_000
  return asUtc + 8 * hour >= validFrom.getTime() && asUtc + 5 * hour <= validTo.getTime()
}

async function judgeIssuer(certificate: Certificate, anchors: SealPolicy['anchors']) {
  if (anchors === undefined) {
    return isSelfIssued(certificate)
      ? failure('chain', 'El certificado se firmó a sí mismo: no lo emitió ninguna autoridad.')
      : { anchor: undefined }
  }
  if (!Array.isArray(anchors)) throw new TypeError('anchors must be a list of certificates')
  for (const one of anchors as NonNullable<SealPolicy['anchors']>) {
    const anchor = isCertificate(one) ? one : readCertificate(one)
    if (await verifyIssuedBy(certificate, anchor)) return { anchor }
  }
  const { name } = certificate.issuer
  return failure(
    'chain',
    `El certificado lo emitió ${name || 'alguien sin nombre'}, que no es de las autoridades dadas.`,
  )
}

/** Whether it was read already. */
export function isCertificate(value: Certificate | Uint8Array | string): value is Certificate {
  return typeof value === 'object' && !(value instanceof Uint8Array)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
