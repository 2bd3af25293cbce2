/**
 * Checks of the seal and the certificate of a document without cryptography or requests.
 * @module
 */

import type { Certificate } from '../../certificate/certificate.js'
import { countBytes } from '../../lib/base64.js'
import { dayLength, instant } from '../../lib/time.js'
import type { Comprobante } from './declaration.js'
import { hasComplement, zoneOf } from './predicates.js'
import { type Mismatch, perDocument, type RuleContext } from './rule.js'

/** Bytes of the shortest seal, of a key of 1024 bits. */
const shortestSeal = 128

/** The SAT's own RFC, which certifies the documents of its free service. */
const rfcSat = 'SAT970701NN3'

/** Number of bytes of a seal, ignoring white space; undefined when it is not Base64. */
export const sealBytes = perDocument(
  ({ document: { Sello } }): { readonly count: number | undefined } => ({
    // Most seals have no white space: replacing it takes a third of the time.
    count: countBytes(Sello) ?? countBytes(Sello.replace(/[ \t\r\n]+/g, '')),
  }),
)

/**
 * Whether the document is sealed. A draft has "AUTO" or nothing there, and is not checked. A
 * document with an unreadable certificate counts as sealed if its seal is one.
 */
export function isSealed({ Sello }: Comprobante, context: RuleContext): boolean {
  if (Sello === '' || Sello.trim() === '' || Sello.trim() === 'AUTO') return false
  return context.certificate !== undefined || (sealBytes(context).count ?? 0) >= shortestSeal
}

/** Returns the problem of the certificate, or `true`. */
export function certificateMismatch(document: Comprobante, context: RuleContext): true | Mismatch {
  const { certificate } = context
  if (certificate === undefined) return { found: 'un texto que no es un certificado en Base64' }
  return (
    numberMismatch(document, certificate) ??
    kindMismatch(document, certificate) ??
    holderMismatch(document, certificate) ??
    dateMismatch(context, certificate) ??
    issuerMismatch(certificate) ??
    true
  )
}

function numberMismatch(
  { NoCertificado }: Comprobante,
  { noCertificado }: Certificate,
): Mismatch | undefined {
  if (NoCertificado.trim() === noCertificado) return undefined
  return {
    at: ['NoCertificado'],
    found: NoCertificado,
    expected: noCertificado,
    detail: 'no es el del certificado',
  }
}

function kindMismatch(document: Comprobante, certificate: Certificate): Mismatch | undefined {
  if (certificate.kind === 'csd' || certificate.kind === 'pac' || isOfSat(document, certificate))
    return undefined
  const found = certificate.kind === 'efirma' ? 'una e.firma' : 'un certificado de otra clase'
  return { found, expected: 'un CSD', detail: 'los PAC responden 306' }
}

function isOfSat(document: Comprobante, { rfc }: Certificate): boolean {
  return rfc === rfcSat && hasComplement(document, 'CFDIRegistroFiscal')
}

function holderMismatch(document: Comprobante, certificate: Certificate): Mismatch | undefined {
  const { rfc } = certificate
  if (rfc === document.Emisor.Rfc.trim()) return undefined
  if (
    (certificate.kind === 'pac' && document.Emisor.FacAtrAdquirente !== undefined) ||
    isOfSat(document, certificate)
  )
    return undefined
  return {
    found: rfc,
    expected: document.Emisor.Rfc,
    detail: 'es de otro titular; los PAC responden 303',
  }
}

function dateMismatch(context: RuleContext, certificate: Certificate): Mismatch | undefined {
  const { first, last } = innerDays(certificate)
  if (first < context.day && context.day < last) return undefined
  const { validFrom, validTo } = certificate
  const { Fecha } = context.document
  const sealed = instant(Fecha.trim(), zoneOf(context)).getTime()
  if (validFrom.getTime() <= sealed && sealed <= validTo.getTime()) return undefined
  const term = `vigente de ${validFrom.toISOString()} a ${validTo.toISOString()}; los PAC responden 305`
  return { at: ['Fecha'], found: Fecha, detail: term }
}

/** Days between which a certificate is valid in every time zone. */
interface InnerDays {
  readonly first: string
  readonly last: string
}

const innerDaysByCertificate = new WeakMap<Certificate, InnerDays>()

/** A day apart from the ends of the term, no time zone matters: an instant costs 0.6 µs. */
function innerDays(certificate: Certificate): InnerDays {
  let days = innerDaysByCertificate.get(certificate)
  if (days === undefined) {
    const { validFrom, validTo } = certificate
    days = { first: dayNear(validFrom, 1), last: dayNear(validTo, -1) }
    innerDaysByCertificate.set(certificate, days)
  }
  return days
}

/** The day in UTC that is so many days from a moment. */
function dayNear(moment: Date, days: number): string {
  return new Date(moment.getTime() + days * dayLength).toISOString().slice(0, 10)
}

const sat = /servicio de administraci[oó]n tributaria/i

const known = new WeakMap<Certificate, Mismatch | 'sound'>()

/** Checked once per certificate, which many documents share. */
function issuerMismatch(certificate: Certificate): Mismatch | undefined {
  const mismatch = known.get(certificate) ?? judgeIssuer(certificate) ?? 'sound'
  known.set(certificate, mismatch)
  if (mismatch === 'sound') return undefined
  return mismatch
}

/**
 * Test authorities have many names. The holder cannot be its own issuer, and only the SAT issues
 * numbers of production.
 */
function judgeIssuer({ issuer, subject, environment }: Certificate): Mismatch | undefined {
  const isSelfSigned = JSON.stringify(issuer.attributes) === JSON.stringify(subject.attributes)
  const isKnown = environment === 'test' || sat.test(issuer.name) || sat.test(issuer.organization)
  if (isKnown && !isSelfSigned) return undefined
  return { found: `emisor ${issuer.name}`, detail: 'no lo emitió el SAT; los PAC responden 308' }
}
