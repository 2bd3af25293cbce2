/**
 * Requirements for the certificate of a seal or a stamp.
 * @module
 */

import { type Certificate, type CertificateKind, isSelfIssued } from '../certificate/certificate.js'
import { type CertificateSource, certificateFrom, findAnchor } from '../certificate/chain.js'
import type { Limits } from '../lib/limits.js'
import {
  type KindsByName,
  type OptionNames,
  requireKind,
  requireOneOf,
  requireOptions,
} from '../lib/options.js'
import { central, instant, tryWall } from '../lib/time.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type Registered, registeredNames, registeredRoots } from '../sat/registered.js'
import { factsOf, type Root } from '../sat/root.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { knownPacs, type PacList } from '../trust/pacs.js'
import { type Failure, verdictFailure } from './verdict.js'

/** Requirements that have a default. */
export interface SealRequirements extends Registered {
  /** RFC of the expected holder, besides being that of `Emisor`. */
  readonly rfc?: string | undefined
  /**
   * Instant at which the certificate must be in force. Defaults to the document's `Fecha`, never to
   * the present.
   */
  readonly at?: Date | undefined
  /** Accepted kinds. Defaults to a CSD. */
  readonly kinds?: readonly CertificateKind[] | undefined
  /** Bits of the shortest accepted key. Defaults to 2048. */
  readonly minKeySize?: number | undefined
  /**
   * PACs whose certificates may stamp, and seal documents with `FacAtrAdquirente` for other
   * issuers. Defaults to `knownPacs` of `cfdi-stamp/trust`, which is partial.
   */
  readonly pacs?: PacList | undefined
  /** Limits of the XML. */
  readonly limits?: Limits | undefined
}

/** Trust anchors and requirements. */
export interface SealPolicy extends SealRequirements {
  /**
   * Certificates of the trusted authorities (read, DER, PEM or Base64): one of them must have
   * signed the certificate of the document. `satAnchors` of `cfdi-stamp/trust` has those of the
   * SAT.
   */
  readonly anchors: readonly CertificateSource[]
}

/** Requirements without trust: the certificate may be forged. */
export interface IntegrityPolicy extends SealRequirements {
  /** Opts out of trust by name. */
  readonly anchors: 'none'
}

/** A policy with its anchors read. Without anchors the issuer of a certificate is not verified. */
export interface ReadPolicy extends Omit<SealRequirements, 'pacs'> {
  readonly anchors: readonly Certificate[] | undefined
  readonly pacs: PacList
}

const names: OptionNames<SealPolicy> = {
  anchors: true,
  rfc: 'text',
  at: 'date',
  kinds: listOfKinds,
  minKeySize: true,
  pacs: true,
  limits: 'object',
  ...registeredNames,
}

/**
 * Reads the policy of a verb.
 * @param main CFDI 4.0: its outline or its declaration.
 * @throws TypeError for a policy without `anchors`, or with an unknown or invalid option
 * @throws {CertificateError} for an anchor that cannot be read
 */
export function readPolicy(
  verb: string,
  policy: SealPolicy | IntegrityPolicy,
  main: Root<Comprobante>,
  more: KindsByName = {},
): ReadPolicy {
  requireOptions(verb, policy, { ...names, ...more })
  const { anchors, pacs = knownPacs, minKeySize = 2048 } = policy
  const { date, pacs: listed }: Partial<PacList> = (pacs as PacList | null) ?? {}
  const isList = typeof date === 'string' && Array.isArray(listed)
  if (!isList || !listed.every((one) => typeof one?.rfc === 'string'))
    throw new TypeError(`${verb}: pacs must be { date, pacs: [{ rfc }] }`)
  const documents = registeredRoots(main, verb, policy)
  if (!Number.isSafeInteger(minKeySize) || minKeySize < 1)
    throw new TypeError(`${verb}: minKeySize must be a number of bits`)
  if (anchors === 'none') return { ...policy, documents, pacs, anchors: undefined }
  if (Array.isArray(anchors))
    return { ...policy, documents, pacs, anchors: Array.from(anchors, certificateFrom) }
  throw new TypeError(
    `${verb}: anchors must be a list of certificates, such as satAnchors of cfdi-stamp/trust, or 'none' to verify integrity alone`,
  )
}

function listOfKinds(name: string, value: unknown): void {
  requireKind(name, value, 'list')
  for (const kind of value as readonly unknown[])
    requireOneOf(`${name}: a kind`, kind, Object.keys(kindNames))
}

/** Members of a document that the policy reads. A document that was only read may lack them. */
export type SealedFacts = Pick<Partial<Comprobante>, 'Emisor' | 'Fecha' | 'Complemento'>

/** Returns the members that the policy reads, under the names of a CFDI. */
export function sealedFactsOf(root: Root, document: unknown): SealedFacts {
  const { Fecha, Rfc } = factsOf(root, document)
  const given = (document ?? {}) as SealedFacts
  return { ...given, Fecha, Emisor: { ...given.Emisor, Rfc } } as SealedFacts
}

/**
 * Returns the failure of a certificate as that of a document's seal, or the anchor that issued it
 * (undefined without anchors).
 */
export async function checkCertificate(
  document: SealedFacts,
  certificate: Certificate,
  policy: ReadPolicy,
): Promise<Failure | { readonly anchor: Certificate | undefined }> {
  const { minKeySize, kinds = sealKinds, at, anchors } = policy
  const weak = checkStrength(certificate, minKeySize)
  if (weak !== undefined || isThrowaway(certificate, policy))
    return weak ?? checkIssuer(certificate, anchors)
  if (!kinds.includes(certificate.kind))
    return verdictFailure(
      'kind',
      `El certificado es ${kindNames[certificate.kind]}; no es de los que se aceptan para sellar.`,
    )
  return (
    checkHolder(document, certificate, policy) ??
    checkTerm(document, certificate, at) ??
    checkIssuer(certificate, anchors)
  )
}

function checkStrength(
  { keySize, signatureHash }: Certificate,
  minKeySize = 2048,
): Failure | undefined {
  if (keySize < minKeySize) {
    return verdictFailure(
      'weak',
      `La llave del certificado es de ${keySize} bits; se piden ${minKeySize}.`,
    )
  }
  if (signatureHash === 'SHA-1' || signatureHash === 'MD5') {
    return verdictFailure(
      'weak',
      `El certificado está firmado con ${signatureHash}, que ya se puede falsificar.`,
    )
  }
  return undefined
}

/** RFC of the general public, which belongs to no taxpayer. */
const rfcGeneric = 'XAXX010101000'

/**
 * Whether it is a test certificate without a holder, as in conformance vectors. It has no RFC or
 * term to compare. Integrity can be verified with it; any anchor or requirement in the policy
 * refuses it.
 */
function isThrowaway(
  { rfc, environment }: Certificate,
  { anchors, rfc: wanted, at, kinds }: ReadPolicy,
): boolean {
  return rfc === rfcGeneric && environment === 'test' && !(anchors ?? wanted ?? at ?? kinds)
}

const kindNames: Readonly<Record<CertificateKind, string>> = {
  csd: 'un Certificado de Sello Digital (CSD)',
  efirma: 'una e.firma (FIEL)',
  pac: 'el de un PAC',
  other: 'de otra clase',
}

/**
 * CSDs of taxpayers and PACs differ only in the organisational unit, which the holder chooses. Both
 * kinds may seal.
 */
const sealKinds: readonly CertificateKind[] = ['csd', 'pac']

function checkHolder(
  document: SealedFacts,
  certificate: Certificate,
  policy: ReadPolicy,
): Failure | undefined {
  const issuer = trimmedText(document.Emisor?.Rfc)
  const isOwn = certificate.rfc === issuer || sealsForOthers(document, certificate, policy.pacs)
  const expected = isOwn ? policy.rfc : issuer
  if (expected === undefined || certificate.rfc === expected) return undefined
  return verdictFailure(
    'holder',
    `El certificado es de ${certificate.rfc || 'un titular sin RFC'} y debe ser de ${expected || 'un emisor con RFC'}.`,
  )
}

/** RFC of the SAT, which seals the documents of its registry. */
const rfcSat = 'SAT970701NN3'

/**
 * Anexo 20 has two cases: a PAC that seals for an acquirer's supplier (`FacAtrAdquirente`), and the
 * SAT's fiscal registry.
 */
function sealsForOthers(
  { Emisor, Complemento }: SealedFacts,
  { rfc }: Certificate,
  pacs: PacList,
): boolean {
  if (Emisor?.FacAtrAdquirente !== undefined && isListedPac(rfc, pacs)) return true
  return rfc === rfcSat && Complemento?.['CFDIRegistroFiscal'] !== undefined
}

function isListedPac(rfc: string, { pacs }: PacList): boolean {
  return pacs.some((pac) => pac.rfc === rfc)
}

/** Returns the failure of a stamp whose RFC is in no list of PACs. */
export function checkListed(
  { RfcProvCertif }: TimbreFiscalDigital,
  { pacs }: ReadPolicy,
): Failure | undefined {
  if (isListedPac(RfcProvCertif, pacs)) return undefined
  return verdictFailure(
    'pac',
    `El RFC ${RfcProvCertif} no está en la lista de PAC del ${pacs.date}: compruébelo en la del SAT.`,
  )
}

function checkTerm(
  { Fecha }: SealedFacts,
  certificate: Certificate,
  at: Date | undefined,
): Failure | undefined {
  const inForce =
    at === undefined ? coversLocal(certificate, trimmedText(Fecha)) : covers(certificate, at)
  if (inForce) return undefined
  const when =
    at === undefined ? `la Fecha del comprobante (${trimmedText(Fecha)})` : at.toISOString()
  return verdictFailure(
    'date',
    `El certificado no estaba vigente en ${when}: lo estuvo ${termOf(certificate)}.`,
  )
}

function covers({ validFrom, validTo }: Certificate, at: Date): boolean {
  return validFrom.getTime() <= at.getTime() && at.getTime() <= validTo.getTime()
}

/** Formats the first and last day of a certificate, in Spanish. */
export function termOf({ validFrom, validTo }: Certificate): string {
  return `de ${validFrom.toISOString().slice(0, 10)} a ${validTo.toISOString().slice(0, 10)}`
}

/** Hours behind UTC of the easternmost and the westernmost Mexican zone. */
const [east, west] = [5, 8]
const hour = 3_600_000

/**
 * Range of instants that a `Fecha` may stand for: local time without a zone, in any Mexican zone.
 * NaN if the text is not a time.
 */
export function instantsOf(Fecha: string): { readonly first: number; readonly last: number } {
  const wall = tryWall(Fecha)
  return { first: wall + east * hour, last: wall + west * hour }
}

/** Whether a certificate was in force at a `Fecha` in at least one Mexican zone. */
export function coversLocal({ validFrom, validTo }: Certificate, Fecha: string): boolean {
  const { first, last } = instantsOf(Fecha)
  return last >= validFrom.getTime() && first <= validTo.getTime()
}

async function checkIssuer(
  certificate: Certificate,
  anchors: readonly Certificate[] | undefined,
): Promise<Failure | { readonly anchor: Certificate | undefined }> {
  if (isSelfIssued(certificate))
    return verdictFailure(
      'chain',
      'El certificado se firmó a sí mismo: no lo emitió ninguna autoridad.',
    )
  if (anchors === undefined) return { anchor: undefined }
  if (anchors.length === 0)
    return verdictFailure('chain', 'La lista de autoridades de confianza está vacía.')
  const anchor = await findAnchor(certificate, anchors)
  if (anchor !== undefined) return { anchor }
  const { name } = certificate.issuer
  const issuer = name || 'una autoridad sin nombre'
  return verdictFailure(
    'chain',
    certificate.environment === 'test'
      ? `El certificado es de pruebas: lo emitió ${issuer}, y ninguna de las autoridades de confianza.`
      : `El certificado dice que lo emitió ${issuer}; ninguna de las autoridades de confianza lo firmó.`,
  )
}

/**
 * Returns the failure of a certificate as that of a stamp, or the anchor that issued it. Requires a
 * CSD held by `RfcProvCertif`, in force at `FechaTimbrado` (time of central Mexico), issued by a
 * trusted authority.
 */
export async function checkPacCertificate(
  timbre: TimbreFiscalDigital,
  certificate: Certificate,
  { anchors, minKeySize }: ReadPolicy,
): Promise<Failure | { readonly anchor: Certificate | undefined }> {
  const weak = checkStrength(certificate, minKeySize)
  if (weak !== undefined) return weak
  const { kind, rfc } = certificate
  if (!sealKinds.includes(kind))
    return verdictFailure(
      'kind',
      `El certificado del timbre es ${kindNames[kind]}; con él no se timbra.`,
    )
  const { RfcProvCertif, FechaTimbrado } = timbre
  if (rfc !== RfcProvCertif)
    return verdictFailure(
      'holder',
      `El certificado del timbre es de ${rfc || 'un titular sin RFC'} y RfcProvCertif dice ${RfcProvCertif}.`,
    )
  if (!covers(certificate, instant(FechaTimbrado, central)))
    return verdictFailure(
      'date',
      `El certificado del PAC no estaba vigente en FechaTimbrado (${FechaTimbrado}): lo estuvo ${termOf(certificate)}.`,
    )
  return checkIssuer(certificate, anchors)
}

function trimmedText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return ''
}
