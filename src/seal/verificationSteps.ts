/**
 * The steps of verifying a received CFDI.
 * @module
 */
import type { SatReading, SatState, StatusSource } from '../cancel/status.js'
import type { Certificate } from '../certificate/certificate.js'
import { endSentence, messageOf } from '../lib/message.js'
import { clip } from '../lib/text.js'
import { attributeOf } from '../lib/xml/elements.js'
import type { Finding } from '../model/finding.js'
import type { ListedCertificate } from '../rules/registry.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { statusQuery } from '../sat/cfdi40/statusQuery.js'
import type { SatDocument } from '../sat/document.js'
import type { ParsedCfdi } from '../sat/parse.js'
import { undeclaredCodes } from '../sat/sealRules.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { pacCertificateUrl } from '../trust/pacCertificateUrl.js'
import { checkSeal, readSeal } from './carriedSeal.js'
import type { UncoveredComplements } from './complementsOf.js'
import {
  checkCertificate,
  checkListed,
  checkPacCertificate,
  type ReadPolicy,
  type SealedFacts,
} from './policy.js'
import { checkOwnDocument, checkSelloSat, checkStampTime, readOnlyTimbre } from './timbre.js'
import { failedStep, passed, type Step, toStep, uncheckedStep } from './verification.js'
import { toVerdict, verifyWithAny } from './verify.js'

/** Policy of the stamp: where the certificates of PACs come from. */
export interface StampPolicy extends ReadPolicy {
  /** The present, to refuse stamps of the future. Not checked when undefined. */
  readonly now: Date | undefined
  readonly findPacCertificates: (noCertificado: string) => Promise<readonly Certificate[]>
}

/** Step of the SAT's XSD and catalogues. */
export function structureStep(
  findings: readonly Finding[],
  { unknown, later }: UncoveredComplements,
): Step {
  const step = stepOfFindings('structure', outside(later, findings))
  if (step.state !== 'passed' || unknown.length === 0) return step
  return uncheckedDeclaration(unknown)
}

function uncheckedDeclaration(unknown: readonly string[]): Step {
  const names = unknown.map((name) => clip(name)).join(', ')
  return uncheckedStep(
    'declaration',
    `No se conoce el complemento ${names}: no se validó, ni se sabe si está sellado.`,
  )
}

/** Leaves out findings within complements, which an older version of their declaration judged. */
function outside(complements: readonly string[], findings: readonly Finding[]): readonly Finding[] {
  if (complements.length === 0) return findings
  return findings.filter(({ path }) => {
    const within = /(?:^|\.)Complemento(?:Concepto)?\.([^.[]+)/.exec(path)?.[1]
    return within === undefined || !complements.includes(within)
  })
}

/**
 * Step of the rules; undefined findings mean that they were not evaluated. An undeclared complement
 * is a matter of the step of the structure.
 */
export function rulesStep(
  findings: readonly Finding[] | undefined,
  { later }: UncoveredComplements,
): Step {
  if (findings === undefined)
    return uncheckedStep(
      'structure',
      'Las reglas no se evaluaron: la estructura del documento no lo permite.',
    )
  const known = findings.filter(({ code }) => !undeclaredCodes.has(code))
  return stepOfFindings('rules', outside(later, known))
}

function stepOfFindings(reason: 'structure' | 'rules', findings: readonly Finding[]): Step {
  for (const { severity, message } of findings)
    if (severity === 'error') return toStep({ reason, message })
  return toStep(undefined)
}

/** Step of the seal, with the facts that later steps need. */
export interface SealStep {
  readonly step: Step
  readonly certificate?: Certificate
  readonly cadena?: string
}

/**
 * Verifies the seal against the certificate that the document carries. The cadena lacks the values
 * of an undeclared complement, so a seal that differs then proves nothing.
 */
export async function verifySealStep(
  source: ParsedCfdi,
  { unknown }: UncoveredComplements,
): Promise<SealStep> {
  const seal = await toVerdict(async () => readSeal(source))
  if ('ok' in seal) return { step: failedStep(seal) }
  const { certificate, cadena } = seal
  const broken = await toVerdict(async () => checkSeal(seal))
  if (broken?.reason === 'changed' && unknown.length > 0)
    return { step: uncheckedDeclaration(unknown), certificate, cadena }
  return { step: toStep(broken), certificate, cadena }
}

/** Verifies holder, kind, term and issuer of the certificate. */
export async function verifyCertificateStep(
  document: SealedFacts,
  certificate: Certificate | undefined,
  policy: ReadPolicy,
): Promise<Step> {
  if (certificate === undefined)
    return uncheckedStep('document', 'El comprobante no tiene un certificado que se pueda leer.')
  if (policy.anchors?.length === 0) return uncheckedAnchors()
  const accepted = await toVerdict(() => checkCertificate(document, certificate, policy))
  if ('ok' in accepted) return failedStep(accepted)
  if (accepted.anchor === undefined) return uncheckedAnchors()
  return passed
}

function uncheckedAnchors(): Step {
  return uncheckedStep(
    'anchors',
    'No se verificó quién emitió los certificados: faltan las autoridades de confianza.',
  )
}

/** Step of the stamp, with the facts read from it. */
export interface StampStep {
  readonly step: Step
  readonly timbre?: TimbreFiscalDigital
  readonly pacCertificate?: Certificate
}

/** Verifies form, document and time of the stamp, and then the PAC behind it. */
export async function verifyStampStep(source: ParsedCfdi, policy: StampPolicy): Promise<StampStep> {
  const timbre = await toVerdict(async () => readOnlyTimbre(source))
  if ('ok' in timbre) return { step: failedStep(timbre) }
  const sello = attributeOf(source.tree, 'Sello') ?? ''
  const fecha = attributeOf(source.tree, source.root.members.fecha) ?? ''
  const wrong =
    checkOwnDocument(timbre, sello) ??
    checkSelloSat(timbre) ??
    checkStampTime(fecha, timbre, policy.now)
  if (wrong !== undefined) return { step: failedStep(wrong), timbre }
  return { timbre, ...(await verifyPac(timbre, sello, policy)) }
}

async function verifyPac(
  timbre: TimbreFiscalDigital,
  sello: string,
  policy: StampPolicy,
): Promise<{ readonly step: Step; readonly pacCertificate?: Certificate }> {
  const candidates = await findCandidates(timbre, policy)
  if ('state' in candidates) return { step: candidates }
  const signed = await toVerdict(() => verifyWithAny(timbre, sello, candidates))
  if (!signed.ok) return { step: failedStep(signed) }
  const pacCertificate = signed.certificate
  if (policy.anchors?.length === 0) return { step: uncheckedAnchors(), pacCertificate }
  const accepted = await toVerdict(() => checkPacCertificate(timbre, pacCertificate, policy))
  if ('ok' in accepted) return { step: failedStep(accepted), pacCertificate }
  if (accepted.anchor === undefined) return { step: uncheckedAnchors(), pacCertificate }
  const unlisted = checkListed(timbre, policy)
  return {
    step: unlisted === undefined ? passed : uncheckedStep('pac-list', unlisted.message),
    pacCertificate,
  }
}

async function findCandidates(
  { NoCertificadoSAT }: TimbreFiscalDigital,
  { findPacCertificates }: StampPolicy,
): Promise<readonly Certificate[] | Step> {
  const lacks = (why: string) =>
    uncheckedStep(
      'pac-certificate',
      `Falta el certificado ${NoCertificadoSAT} del PAC, que el SAT publica en ${pacCertificateUrl(NoCertificadoSAT)}${why}.`,
    )
  try {
    const found = await findPacCertificates(NoCertificadoSAT)
    if (found.length === 0) return lacks('')
    return found
  } catch (cause) {
    return lacks(` (${messageOf(cause).replace(/\.$/, '')})`)
  }
}

/** The SAT's list of certificates (LCO), in memory or behind a request. */
export interface Revocations {
  /** Returns the row of the certificate with that number, or nothing if the list has none. */
  find(
    noCertificado: string,
  ): ListedCertificate | undefined | null | Promise<ListedCertificate | undefined | null>
}

/**
 * Looks up the certificate in the SAT's list of certificates (LCO). Only a row of this certificate
 * with a known state counts.
 */
export async function revocationStep(
  certificate: Certificate | undefined,
  registry: Revocations | undefined,
): Promise<Step> {
  if (certificate === undefined || registry === undefined)
    return uncheckedStep(
      'revocation-list',
      'No se consultó la lista de certificados del SAT (LCO).',
    )
  const { noCertificado } = certificate
  try {
    const listed = await registry.find(noCertificado)
    if (listed === undefined || listed === null)
      return uncheckedStep(
        'revocation-list',
        `La lista de certificados no tiene el ${noCertificado}.`,
      )
    if (
      listed.noCertificado !== noCertificado ||
      !['activo', 'revocado', 'caduco'].includes(listed.estatus)
    )
      return uncheckedStep(
        'revocation-list',
        `La lista de certificados no dio una respuesta válida sobre el ${noCertificado}.`,
      )
    if (listed.estatus !== 'revocado') return passed
    return failedStep({
      reason: 'revoked',
      message: `El certificado ${noCertificado} está revocado.`,
    })
  } catch (cause) {
    return uncheckedStep(
      'revocation-list',
      endSentence(`No se pudo consultar la lista de certificados: ${messageOf(cause)}`),
    )
  }
}

/** Step of the status, with the answer of the SAT. */
export interface StatusStep {
  readonly step: Step
  readonly reading?: SatReading
}

/** Queries the SAT's status of the document. */
export async function verifyStatusStep(
  document: Comprobante,
  timbre: TimbreFiscalDigital | undefined,
  source: StatusSource | undefined,
  registered: SatDocument | undefined,
): Promise<StatusStep> {
  if (registered !== undefined)
    return {
      step: uncheckedStep(
        'status',
        'El servicio de consulta del SAT no tiene este tipo de documento.',
      ),
    }
  if (source === undefined)
    return { step: uncheckedStep('status', 'No se preguntó al SAT por el estado del documento.') }
  if (timbre === undefined)
    return { step: uncheckedStep('document', 'Sin timbre no hay estado que preguntar al SAT.') }
  try {
    const query = statusQuery({ ...document, Complemento: { TimbreFiscalDigital: timbre } })
    const reading = (await source.status(query)) as SatReading | undefined | null
    if (reading === undefined || reading === null) return { step: unansweredStatus }
    return { step: stepOfReading(reading), reading }
  } catch (cause) {
    return {
      step: uncheckedStep(
        'status',
        endSentence(`No se pudo preguntar al SAT por el estado: ${messageOf(cause)}`),
      ),
    }
  }
}

const unansweredStatus = uncheckedStep(
  'status',
  'El servicio de consulta del SAT no dio una respuesta que se entienda.',
)

/** States of a document in force. */
const inForce = new Set<unknown>([
  'notCancellable',
  'cancellableDirectly',
  'cancellableWithConsent',
  'inProcess',
  'verifying',
  'rejectedByReceiver',
] satisfies SatState[])

function stepOfReading({ state }: SatReading): Step {
  if (inForce.has(state)) return passed
  if (typeof state === 'string' && state.startsWith('cancelled'))
    return failedStep({
      reason: 'cancelled',
      message: 'El SAT dice que el documento está cancelado.',
    })
  if (state === 'notKnown')
    return uncheckedStep(
      'status',
      'El SAT aún no conoce el documento: puede tardar hasta 72 horas desde que se timbra.',
    )
  return unansweredStatus
}
