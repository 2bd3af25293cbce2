/**
 * Requests of a sandbox PAC to the SAT, and the outcomes of its answers.
 * @module
 */
import type {
  AnswerOutcome,
  AnswerRequest,
  CancelOutcome,
  CancelRequest,
  PendingOutcome,
  RelatedOutcome,
  RelatedRequest,
} from '../provider.js'
import type { SandboxSat } from './sat.js'

/** Codes of the SAT for a request received now or before. */
const accepted = ['201', '202', '1201', '1202']

/** Sends a signed request on to the SAT. A PAC that holds no keys can send no other. */
export async function cancelAt(
  sat: SandboxSat,
  { signed }: CancelRequest,
  pac: string,
): Promise<CancelOutcome> {
  if (signed === undefined) {
    return {
      kind: 'rejected',
      pac,
      code: '301',
      message: 'Este PAC solo cancela con la solicitud firmada.',
    }
  }
  const acuse = await sat.cancel(signed)
  const code = /(?:<EstatusUUID>|CodEstatus=")(\w+)/.exec(acuse)?.[1] ?? ''
  if (accepted.includes(code)) return { kind: 'accepted', pac, code, acuse }
  return { kind: 'rejected', pac, code, message: `El SAT no admitió la cancelación (${code}).` }
}

/** A PAC as the SAT knows it. */
interface Carrier {
  readonly id: string
  readonly rfc: string
}

/** Lists the pending cancellations of a receiver. */
export async function pendingAt(
  sat: SandboxSat,
  rfc: string,
  { id }: Carrier,
): Promise<PendingOutcome> {
  return { kind: 'pending', pac: id, uuids: sat.pending(rfc) }
}

/** Sends the signed answer of a receiver on to the SAT. */
export async function answerAt(
  sat: SandboxSat,
  request: AnswerRequest,
  { id, rfc }: Carrier,
): Promise<AnswerOutcome> {
  const acuse = await sat.answer(await request.sign(rfc))
  const code = /(?:<EstatusUUID>|CodEstatus="(?!1000))(\w+)/.exec(acuse)?.[1] ?? ''
  return { kind: 'answered', pac: id, code, acuse }
}

/** Looks up related documents at the SAT. */
export async function relatedAt(
  sat: SandboxSat,
  request: RelatedRequest,
  { id, rfc }: Carrier,
): Promise<RelatedOutcome> {
  const { code, padres, hijos } = await sat.related(await request.sign(rfc))
  if (code === '2000' || code === '2001') return { kind: 'related', pac: id, code, padres, hijos }
  return {
    kind: 'rejected',
    pac: id,
    code,
    message: `El SAT no admitió la consulta de relacionados (${code}).`,
  }
}
