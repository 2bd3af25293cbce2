/**
 * What a PAC of the sandbox makes of the acuse of a cancellation.
 * @module
 */
import type { CancelOutcome, CancelRequest } from '../provider.js'
import type { SandboxSat } from './sat.js'

/** Codes of the SAT that say that it received the request, now or before. */
const accepted = ['201', '202']

/** Sends a signed request on to the SAT. A PAC that holds no keys can send no other. */
export async function cancelAt(sat: SandboxSat, { signed }: CancelRequest, pac: string): Promise<CancelOutcome> {
  if (signed === undefined) {
    return { kind: 'rejected', pac, code: '301', message: 'Este PAC sólo cancela con la solicitud firmada.' }
  }
  const acuse = await sat.cancel(signed)
  const code = /(?:<EstatusUUID>|CodEstatus=")(\w+)/.exec(acuse)?.[1] ?? ''
  if (accepted.includes(code)) return { kind: 'accepted', pac, code, acuse }
  return { kind: 'rejected', pac, code, message: `El SAT no admitió la cancelación (${code}).` }
}
