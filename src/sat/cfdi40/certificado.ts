/**
 * What can be said of the seal and the certificate of a document without asking the key or the SAT.
 * @module
 */

import type { Certificate } from '../../certificate/certificate.js'
import { countBytes } from '../../lib/base64.js'
import { instant } from '../../lib/time.js'
import type { Comprobante } from './declaration.js'
import { hasComplement, zoneOf } from './predicates.js'
import { type Mismatch, perDocument, type RuleContext } from './rule.js'

/** Bytes of the shortest seal there is: that of a key of 1024 bits. */
const shortestSeal = 128

/** The SAT's own RFC, which certifies the documents of its free service. */
const rfcSat = 'SAT970701NN3'

/** Bytes of a seal, the white space that some write in it apart; undefined when it is not Base64. */
export const sealBytes = perDocument(({ document: { Sello } }): { readonly count: number | undefined } => ({
  count: countBytes(Sello.replace(/[ \t\r\n]+/g, '')),
}))

/**
 * Whether the document was sealed: a draft holds "AUTO" or nothing there, and is not judged for it. One whose certificate cannot
 * be read was, when what stands for a seal is one.
 */
export function isSealed({ Sello }: Comprobante, context: RuleContext): boolean {
  if (Sello === '' || Sello.trim() === '' || Sello.trim() === 'AUTO') return false
  return context.certificate !== undefined || (sealBytes(context).count ?? 0) >= shortestSeal
}

/** What is wrong with the certificate; `true` when nothing is that can be told here. */
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

function numberMismatch({ NoCertificado }: Comprobante, { noCertificado }: Certificate): Mismatch | undefined {
  if (NoCertificado.trim() === noCertificado) return undefined
  return { at: ['NoCertificado'], found: NoCertificado, expected: noCertificado, detail: 'no es el del certificado' }
}

/** PACs seal for their users in two cases, with certificates of their own (CESD). */
function isSealedByPac({ Emisor }: Comprobante, { kind }: Certificate): boolean {
  return kind === 'pac' && Emisor.FacAtrAdquirente !== undefined
}

function kindMismatch(document: Comprobante, certificate: Certificate): Mismatch | undefined {
  if (certificate.kind === 'csd' || isSealedByPac(document, certificate) || isOfSat(document, certificate))
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
  if (isSealedByPac(document, certificate) || isOfSat(document, certificate)) return undefined
  return { found: rfc, expected: document.Emisor.Rfc, detail: 'es de otro titular; los PAC responden 303' }
}

function dateMismatch(context: RuleContext, { validFrom, validTo }: Certificate): Mismatch | undefined {
  const { Fecha } = context.document
  const sealed = instant(Fecha.trim(), zoneOf(context)).getTime()
  if (validFrom.getTime() <= sealed && sealed <= validTo.getTime()) return undefined
  const term = `vigente de ${validFrom.toISOString()} a ${validTo.toISOString()}; los PAC responden 305`
  return { at: ['Fecha'], found: Fecha, detail: term }
}

const sat = /servicio de administraci[oó]n tributaria/i

const known = new WeakMap<Certificate, Mismatch | 'sound'>()

/** Asked of a certificate once: document after document bears it. */
function issuerMismatch(certificate: Certificate): Mismatch | undefined {
  const mismatch = known.get(certificate) ?? judgeIssuer(certificate) ?? 'sound'
  known.set(certificate, mismatch)
  return mismatch === 'sound' ? undefined : mismatch
}

/** Test authorities have many names; none may be the holder itself, and a number of production is only given by the SAT. */
function judgeIssuer({ issuer, subject, environment }: Certificate): Mismatch | undefined {
  const isSelfSigned = JSON.stringify(issuer.attributes) === JSON.stringify(subject.attributes)
  const isKnown = environment === 'test' || sat.test(issuer.name) || sat.test(issuer.organization)
  if (isKnown && !isSelfSigned) return undefined
  return { found: `emisor ${issuer.name}`, detail: 'no lo emitió el SAT; los PAC responden 308' }
}
