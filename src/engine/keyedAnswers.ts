/**
 * What a key is answered.
 * @module
 */
import { messageOf } from '../lib/message.js'
import { clip } from '../lib/text.js'
import type { Finding } from '../model/finding.js'
import { tokenOf } from '../pac/hash.js'
import type { Closing } from '../pac/journal.js'
import { unknown } from '../pac/outcome.js'
import type { StampOutcome, Unknown } from '../pac/provider.js'
import type { Sealed } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import { failure, notStamped } from './failure.js'
import type { Order } from './orders.js'
import type { StampFailure, StampResult } from './result.js'
import { success } from './success.js'

export function overtaken(): StampOutcome {
  return underWay('Otro proceso siguió con la orden de esta llave.')
}

/** The reason by which a host tells a key that another process works on from one that nobody knows the outcome of. */
function underWay(message: string): Unknown {
  return { ...unknown('', message), code: 'IN_PROGRESS' }
}

/** When to ask again for what another process works on: milliseconds, most stamps take less. */
const soon = 1_000

export function notKept(cause: unknown): Finding {
  const message = `La respuesta no se pudo guardar: ${messageOf(cause)} Se volverá a entregar.`
  return { code: String(failureCodes.host), severity: 'warning', element: 'Comprobante', field: '', message, path: '' }
}

export function withWarnings(order: Order, more: readonly Finding[]): Order {
  return more.length === 0 ? order : { ...order, warnings: [...order.warnings, ...more] }
}

export function noKey(): StampFailure {
  return failure(failureCodes.key, 'La llave debe ser un texto de 1 a 255 caracteres.')
}

export function noLonger(): StampFailure {
  const message = 'Se dejó de esperar; otro sigue esperando la respuesta de la misma llave.'
  return failure(failureCodes.unknown, message)
}

export function used(key: string): StampFailure {
  const message = `La llave ${clip(key)} ya se usó con otro comprobante: no se selló nada.`
  return failure(failureCodes.key, message)
}

/** Nothing is wrong: another process works on the order, and the answer is there when it has one. */
export async function busy(sealed: Sealed): Promise<StampFailure> {
  const outcome = { ...underWay('Otro proceso está timbrando la orden de esta llave.'), token: await tokenOf(sealed) }
  const { pac: _, ...answer } = notStamped(sealed, outcome)
  return { ...answer, message: `${outcome.message} Pregunte otra vez con la misma llave.`, retryAfter: soon }
}

/** The answer to an order whose outcome is known: the same whenever it is asked for. */
export function answerOf({ warnings }: Order, outcome: Closing, sealed: Sealed): StampResult {
  return outcome.kind === 'stamped' ? success(sealed, outcome, warnings) : notStamped(sealed, outcome)
}
