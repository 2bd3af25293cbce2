/**
 * Does the seal of a document hold, does its stamp, and if not, why: offline, from the document and the certificates alone.
 * @module
 */

import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { CertificateError, CfdiXmlError } from '../errors.js'
import { collapseSpace } from '../lib/text.js'
import type { XmlNode } from '../lib/xml.js'
import { writeTreeCadena } from '../model/cadena.js'
import { checkStructure } from '../model/check.js'
import type { Model } from '../model/grammar.js'
import { type Departure, readTree } from '../model/read.js'
import { decodeXml, parseSource } from '../model/source.js'
import { cadenaTimbre, cfdi } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { isCertificate, judgeCertificate, type SealPolicy } from './policy.js'
import { judgeSignature } from './signature.js'
import { type Failure, failure, type TimbreVerdict, type Verdict } from './verdict.js'

/**
 * Verifies the `Sello` of a CFDI against the certificate that it carries, and that certificate against a policy. Never throws for what
 * the XML holds.
 *
 * `ok` says that the holder of `certificate` sealed this cadena original, and that the certificate is a CSD of `Emisor.Rfc` that was in
 * force at `Fecha`. It does not say:
 * - who issued the certificate, unless the policy has `anchors`: anybody can write one with another's name;
 * - that the document is the one that was sealed. The cadena original has no names in it: by the SAT's design `Serie="A100"` and
 *   `Folio="A100"` give the same one, a `|` within a value hides what follows, and what a CFDI does not have (and the Addenda) is not
 *   in it. `checkXml` refuses the last two.
 *
 * So trust a document for which this is `ok` **with anchors**, and in which `checkXml` finds no error; and read it from `document`.
 * @throws TypeError when `anchors` is not a list of certificates, as bytes or text
 * @example
 * const verdict = await verifySello(xml, { anchors })
 * verdict.ok && verdict.certificate.rfc // → 'PLO150312QT1'
 */
export async function verifySello(xml: string | Uint8Array, policy: SealPolicy = {}): Promise<Verdict> {
  return orFailure(async () => verifySource(parse(xml), policy))
}

/**
 * Verifies the stamp of a CFDI: that it is a TFD 1.1 of this document, that the PAC's certificate made `SelloSAT`, and that the
 * document is what was stamped, which is {@link verifySello} with `policy`. The certificate (DER, PEM or Base64) is the one numbered
 * `NoCertificadoSAT`, which the SAT publishes; it is trusted as given. Never throws for what the XML holds.
 * @returns `certificate` and `cadena` of the stamp; `document` of both
 * @example
 * const verdict = await verifyTimbre(xml, pacCertificate)
 * verdict.ok // → true
 */
export async function verifyTimbre(
  xml: string | Uint8Array,
  pacCertificate: Certificate | Uint8Array | string,
  policy: SealPolicy = {},
): Promise<Verdict> {
  return orFailure(async () => {
    const source = parse(xml)
    const timbre = readOnly(source)
    if ('ok' in timbre) return timbre
    const certificate = isCertificate(pacCertificate) ? pacCertificate : readCertificate(pacCertificate)
    const stamp = await judgeTimbre(timbre, attribute(source.tree, 'Sello') ?? '', certificate)
    if (!stamp.ok) return stamp
    const sello = await verifySource(source, policy)
    return sello.ok ? { ok: true, cadena: stamp.cadena, certificate, document: sello.document } : sello
  })
}

/**
 * Verifies a stamp that was already read, against the document's `Sello` and the certificates of PACs, of which the one numbered
 * `NoCertificadoSAT` is taken: what an engine asks of every stamp before it calls a document stamped. Does not say whether the `Sello`
 * itself holds. Never throws for what the stamp holds.
 * @example
 * const verdict = await verifyStamp(timbre, factura.Sello, [pacCertificate])
 * verdict.ok // → true
 */
export async function verifyStamp(
  timbre: TimbreFiscalDigital,
  sello: string,
  pacCertificates: readonly Certificate[],
): Promise<TimbreVerdict> {
  return orFailure(async () => {
    const problem = formProblem(timbre)
    if (problem !== undefined) return problem
    const number = timbre.NoCertificadoSAT.trim()
    let verdict: TimbreVerdict | undefined
    // Only the SAT's numbers are unique: those of test authorities repeat.
    for (const certificate of pacCertificates.filter(({ noCertificado }) => noCertificado === number)) {
      verdict = await judgeTimbre(timbre, sello, certificate)
      if (verdict.ok) return verdict
    }
    if (verdict !== undefined) return verdict
    return failure('certificate-number', `Ninguno de los certificados de PAC es el ${number}, con el que se timbró.`)
  })
}

/** A CFDI 4.0, parsed once for all that is asked of it. */
interface Source {
  readonly text: string
  readonly tree: XmlNode
}

/** @throws CfdiXmlError when it is none */
function parse(xml: string | Uint8Array): Source {
  const text = decodeXml(xml)
  const tree = parseSource(text)
  if (isNamed(tree, cfdi.document)) return { text, tree }
  throw new CfdiXmlError('XML_NOT_CFDI', 'El documento no es un CFDI 4.0.')
}

async function verifySource({ text, tree }: Source, policy: SealPolicy): Promise<Verdict> {
  const [sello, number = '', bearer] = ['Sello', 'NoCertificado', 'Certificado'].map((name) => attribute(tree, name))
  if (!sello) return failure('absent', 'El comprobante no tiene Sello.')
  if (!bearer) return failure('certificate', 'El comprobante no tiene Certificado.')
  const certificate = readCertificate(bearer)
  const cadena = writeTreeCadena(cfdi, tree)
  const broken = await judgeSignature({ name: 'Sello', sello, number, cadena }, certificate)
  if (broken !== undefined) return broken
  const { document, departures } = readTree(cfdi, tree, text)
  const lost = departures.find((departure) => departure.lost)
  if (lost !== undefined) return failure('xml', `El XML no es un CFDI 4.0: ${lost.finding.message}`)
  const accepted = await judgeCertificate(document as Comprobante, certificate, policy)
  if ('ok' in accepted) return accepted
  const { anchor } = accepted
  return { ok: true, cadena, certificate, ...(anchor && { anchor }), document: document as Comprobante }
}

async function judgeTimbre(
  timbre: TimbreFiscalDigital,
  sello: string,
  certificate: Certificate,
): Promise<TimbreVerdict> {
  if (timbre.SelloCFD !== collapseSpace(sello)) {
    return failure('other-document', 'El timbre es de otro comprobante: SelloCFD no es su Sello.')
  }
  const cadena = cadenaTimbre(timbre)
  const { SelloSAT, NoCertificadoSAT } = timbre
  const stated = { name: 'SelloSAT', sello: SelloSAT, number: NoCertificadoSAT, cadena } as const
  return (await judgeSignature(stated, certificate)) ?? { ok: true, cadena, certificate, timbre }
}

const tfd: Model = { document: timbreFiscalDigital, complements: [] }

/** The one stamp of a document, in its place and in its form. */
function readOnly({ text, tree }: Source): TimbreFiscalDigital | Failure {
  const slots = elementsOf(tree).filter((node) => isNamed(node, { ...cfdi.document, name: 'Complemento' }))
  const [node, another] = slots.flatMap(elementsOf).filter((one) => isNamed(one, timbreFiscalDigital))
  if (node === undefined) return failure('absent', 'El comprobante no tiene un timbre.')
  if (another !== undefined) return failure('repeated', 'El comprobante tiene más de un timbre.')
  const { document, departures } = readTree(tfd, node, text)
  const timbre = collapsed(document as Record<string, string>)
  return formProblem(timbre, departures) ?? timbre
}

/** A Leyenda out of its pattern harms nobody. */
function formProblem(timbre: TimbreFiscalDigital, departures: readonly Departure[] = []): Failure | undefined {
  const errors = checkStructure(tfd, timbre).filter(
    ({ severity, field }) => severity === 'error' && field !== 'Leyenda',
  )
  const [problem] = [...departures.map(({ finding }) => finding), ...errors]
  return problem && failure('form', `El timbre no es un TFD 1.1: ${problem.message}`)
}

function collapsed(fields: Readonly<Record<string, string>>): TimbreFiscalDigital {
  const entries = Object.entries(fields).map(([name, value]) => [name, collapseSpace(value)])
  return Object.fromEntries(entries) as unknown as TimbreFiscalDigital
}

async function orFailure<Answer>(verify: () => Promise<Answer>): Promise<Answer | Failure> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof CfdiXmlError) return failure('xml', error.message)
    if (error instanceof CertificateError) return failure('certificate', error.message)
    throw error
  }
}

function elementsOf({ children }: XmlNode): readonly XmlNode[] {
  return children.filter((child) => typeof child !== 'string')
}

function isNamed(node: XmlNode, schema: { readonly name: string; readonly namespace: string }): boolean {
  return node.local === schema.name && node.namespace === schema.namespace
}

function attribute({ attributes }: XmlNode, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1]
  return undefined
}
