/**
 * Verifies a received CFDI offline, with one verdict.
 * @module
 */
import type { StatusSource } from '../cancel/status.js'
import { catalogsKind } from '../catalogs/set.js'
import type { Certificate } from '../certificate/certificate.js'
import { type CertificateSource, certificateFrom } from '../certificate/chain.js'
import { type OptionNames, withMethods } from '../lib/options.js'
import { type CheckOptions, registryKinds } from '../rules/judge.js'
import { judgeOf } from '../sat/cfdi40/check.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { cfdiRoot } from '../sat/cfdi40/model.js'
import type { SatDocument } from '../sat/document.js'
import { parseDocument } from '../sat/parse.js'
import { isCfdi } from '../sat/registered.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { uncoveredComplements } from './complementsOf.js'
import { type IntegrityPolicy, readPolicy, type SealPolicy, sealedFactsOf } from './policy.js'
import type { Failure } from './verdict.js'
import {
  type CfdiVerification,
  failedStep,
  passed,
  type Step,
  type Steps,
  type UnprovenCfdi,
  uncheckedStep,
  type ValidCfdi,
  type VerificationFacts,
} from './verification.js'
import {
  type Revocations,
  revocationStep,
  rulesStep,
  type StampPolicy,
  structureStep,
  verifyCertificateStep,
  verifySealStep,
  verifyStampStep,
  verifyStatusStep,
} from './verificationSteps.js'
import { toVerdict } from './verify.js'

/** Source of PAC certificates, for example `createPacCertificates` of `cfdi-stamp/node`. */
export interface PacCertificates {
  /**
   * Resolves to the certificate with that number, or to undefined if there is none. A rejection
   * counts as a missing input of the step. The certificate need not be trusted: it counts only if
   * one of the anchors issued it.
   */
  find(noCertificado: string): Promise<CertificateSource | undefined | null>
}

/** Inputs of the steps. The verdict is `incomplete` without the required ones. */
export interface CfdiInputs {
  /** Certificates of PACs, or a source that finds them by number. */
  readonly pacCertificates?: readonly CertificateSource[] | PacCertificates | undefined
  /**
   * The SAT's list of certificates (LCO), ideally that of the day of `Fecha`: the list has no
   * revocation dates.
   */
  readonly revocations?: Revocations | undefined
  /**
   * Source of the SAT's status, queried once if the document can be read: `createStatusSource` of
   * `cfdi-stamp/cancel`.
   */
  readonly status?: StatusSource | undefined
  /** Options of `check`: the present, catalogues, lists of the SAT. */
  readonly check?: Omit<CheckOptions, 'limits' | 'rules'> | undefined
}

/** Policy of {@link verifyCfdi}. */
export type CfdiPolicy = SealPolicy & CfdiInputs

/** Policy without trust: the verdict is never `valid`. */
export type UntrustedCfdiPolicy = IntegrityPolicy & CfdiInputs

/**
 * Verifies without trust anchors: the verdict is `invalid` or `incomplete`, and `ok` always false.
 * @throws TypeError for an unknown option
 * @throws {CertificateError} for a listed PAC certificate that cannot be read
 */
export function verifyCfdi(
  xml: string | Uint8Array,
  policy: UntrustedCfdiPolicy,
): Promise<UnprovenCfdi>
/**
 * Verifies a received CFDI: XML, structure, rules, seal, certificate and stamp. Returns one verdict
 * with the steps behind it. Never rejects because of the content of the XML.
 *
 * - `valid` (`ok`): every required step passed. Read the document from `document`.
 * - `invalid`: a step failed, for example because the document has no stamp.
 * - `incomplete`: no step failed, but a required one lacks an input, for example the certificate of
 *   the PAC.
 *
 * A complement that the library does not declare leaves the verdict `incomplete`; `unsealed` names
 * the complements that no seal covers. By the SAT's design the cadena original has no field names,
 * so `Serie="A100"` and `Folio="A100"` give the same one.
 * @throws TypeError for a policy without `anchors` or with an unknown option
 * @throws {CertificateError} for an anchor or a listed PAC certificate that cannot be read
 * @example
 * const received = await verifyCfdi(xml, { anchors, pacs, pacCertificates: [pacCertificate] })
 * received.verdict // → 'valid'
 * received.ok && received.document.Total // → factura.Total
 */
export function verifyCfdi(xml: string | Uint8Array, policy: CfdiPolicy): Promise<CfdiVerification>
export async function verifyCfdi(
  xml: string | Uint8Array,
  policy: CfdiPolicy | UntrustedCfdiPolicy,
): Promise<CfdiVerification> {
  const read = readCfdiPolicy(policy)
  const received = await toVerdict(async () => {
    const parsed = parseDocument(cfdiRoot, xml, read.limits, read.documents)
    const judging = { ...read.check, limits: read.limits }
    return { parsed, judged: judgeOf(parsed.root).checkTree(parsed.tree, parsed.source, judging) }
  })
  if ('ok' in received) return concludeUnreadable(received)
  const { parsed, judged } = received
  const document = judged.document as Comprobante
  const complements = uncoveredComplements(document, parsed.root)
  const seal = await verifySealStep(parsed, complements)
  const stamp = await verifyStampStep(parsed, read)
  const status = await verifyStatusStep(
    document,
    stamp.timbre,
    read.status,
    isCfdi(parsed.root) ? undefined : (parsed.root as SatDocument),
  )
  const steps: Steps = {
    readable: passed,
    structure: structureStep(judged.structure, complements),
    rules: rulesStep(judged.rules, complements),
    seal: seal.step,
    certificate: await verifyCertificateStep(
      sealedFactsOf(parsed.root, document),
      seal.certificate,
      read,
    ),
    stamp: stamp.step,
    revocation: await revocationStep(seal.certificate, read.revocations),
    status: status.step,
  }
  const facts = {
    steps,
    findings: judged.findings,
    unsealed: complements.unsealed,
    environment:
      stamp.pacCertificate?.environment === 'test'
        ? 'test'
        : (seal.certificate?.environment ?? stamp.pacCertificate?.environment),
    cadena: seal.cadena,
    certificate: seal.certificate,
    timbre: stamp.timbre,
    pacCertificate: stamp.pacCertificate,
    sat: status.reading,
  }
  return conclude(judged.isLossy ? undefined : document, facts, read)
}

const checkNames: OptionNames<NonNullable<CfdiInputs['check']>> = {
  at: 'date',
  catalogs: catalogsKind,
  registries: registryKinds,
}

const inputNames: OptionNames<CfdiInputs> = {
  pacCertificates: true,
  revocations: /* @__PURE__ */ withMethods('find'),
  status: /* @__PURE__ */ withMethods('status'),
  check: checkNames,
}

type ReadCfdiPolicy = StampPolicy & Omit<CfdiInputs, 'pacCertificates'>

function readCfdiPolicy(policy: CfdiPolicy | UntrustedCfdiPolicy): ReadCfdiPolicy {
  const read = readPolicy('verifyCfdi', policy, cfdiRoot, inputNames)
  const { revocations, status, check = {} } = policy
  return {
    ...read,
    revocations,
    status,
    check,
    now: check.at,
    findPacCertificates: finderOf(policy.pacCertificates),
  }
}

/**
 * Reads lists of certificates at once, so that an unreadable certificate is an error of the caller.
 */
function finderOf(source: CfdiInputs['pacCertificates'] = []): StampPolicy['findPacCertificates'] {
  if (Array.isArray(source)) {
    const certificates = Array.from(source as readonly CertificateSource[], certificateFrom)
    return async (number) => certificates.filter(({ noCertificado }) => noCertificado === number)
  }
  const port = source as PacCertificates
  if (port instanceof Uint8Array || typeof port?.find !== 'function')
    throw new TypeError(
      'verifyCfdi: pacCertificates must be a list of certificates, or an object with find(number)',
    )
  return async (number) => {
    const found = await port.find(number)
    if (found === undefined || found === null) return []
    return [certificateFrom(found)]
  }
}

/** Steps required for `valid`. `status` is required too if the policy has it. */
const needed = ['readable', 'structure', 'rules', 'seal', 'certificate', 'stamp'] as const

function conclude(
  document: Comprobante | undefined,
  facts: Omit<VerificationFacts, 'message'>,
  policy: ReadCfdiPolicy,
): CfdiVerification {
  const { steps } = facts
  let failed: Extract<Step, { state: 'failed' }> | undefined
  // A value that was changed after sealing may also break rules: the change is the cause.
  for (const step of Object.values(steps) as readonly Step[]) {
    if (step.state !== 'failed' || failed?.reason === 'changed') continue
    if (failed === undefined || step.reason === 'changed') failed = step
  }
  if (failed !== undefined)
    return { ok: false, verdict: 'invalid', message: failed.message, document, ...facts }
  for (const name of policy.status === undefined ? needed : [...needed, 'status' as const]) {
    const step = steps[name]
    if (step.state === 'not-checked')
      return { ok: false, verdict: 'incomplete', message: step.message, document, ...facts }
  }
  const { certificate, timbre, environment } = facts
  const { name, rfc } = certificate as Certificate
  const { UUID, RfcProvCertif } = timbre as TimbreFiscalDigital
  const worth =
    environment === 'test' ? ' Los certificados son de pruebas: no tiene validez fiscal.' : ''
  return {
    ok: true,
    verdict: 'valid',
    message: `CFDI válido: lo selló ${name} (${rfc}) y lo timbró ${RfcProvCertif} con el folio fiscal ${UUID}.${worth}`,
    document,
    ...facts,
  } as ValidCfdi
}

function concludeUnreadable(failure: Failure): UnprovenCfdi {
  const unread = uncheckedStep('document', 'No se verificó: el documento no se puede leer.')
  const steps: Steps = {
    readable: failedStep(failure),
    structure: unread,
    rules: unread,
    seal: unread,
    certificate: unread,
    stamp: unread,
    revocation: unread,
    status: unread,
  }
  const absent = {
    sat: undefined,
    cadena: undefined,
    certificate: undefined,
    timbre: undefined,
    pacCertificate: undefined,
  }
  const { message } = failure
  return {
    ok: false,
    verdict: 'invalid',
    message,
    document: undefined,
    steps,
    findings: [],
    unsealed: [],
    environment: undefined,
    ...absent,
  }
}
