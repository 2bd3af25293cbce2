/**
 * Results of a key.
 * @module
 */
import { messageOf } from '../../lib/message.js'
import { clip } from '../../lib/text.js'
import type { Finding } from '../../model/finding.js'
import { tokenOf } from '../../pac/hash.js'
import type { Closing } from '../../pac/journal.js'
import { unknownOutcome } from '../../pac/outcome.js'
import type { StampOutcome, Unknown } from '../../pac/provider.js'
import type { Sealed } from '../../seal/sello.js'
import { failureCodes } from '../codes.js'
import { causedBy, createFailure, notStamped, reason, sealedCfdi } from '../failure.js'
import type { Order } from '../orders.js'
import type { StampFailure, StampResult } from '../result.js'
import { restoreKey } from './restoreMark.js'
import { success } from './success.js'

/**
 * The outcome of a request whose order another process took over.
 * @param remaining milliseconds until the order is free, if that process dies now
 */
export function overtaken(remaining: number): StampOutcome {
  const retryAfter = Math.max(soon, remaining)
  return { ...underWay('Otro proceso siguió con la orden de esta clave.'), retryAfter }
}

/**
 * Creates an outcome with the reason `IN_PROGRESS`: another process works on the key, which is not
 * in doubt.
 */
function underWay(message: string): Unknown {
  return { ...unknownOutcome('', message), code: inProgress }
}

/** Code of the reason while another process works on the key. */
export const inProgress = 'IN_PROGRESS'

/** Warning of a result that could not be recorded. @param why the store's message */
export function notKept(why: string): Finding {
  const message = `La respuesta no se pudo guardar: ${why} Se volverá a entregar.`
  return {
    code: String(failureCodes.host),
    severity: 'warning',
    element: 'Comprobante',
    field: '',
    message,
    path: '',
  }
}

/** Returns the order with further findings. */
export function withWarnings(order: Order, more: readonly Finding[]): Order {
  if (more.length === 0) return order
  return { ...order, warnings: [...order.warnings, ...more] }
}

/** Whether a value can be a key. */
export function isKey(key: unknown): key is string {
  return (
    typeof key === 'string' &&
    key.length >= 1 &&
    key.length <= 255 &&
    !unkept.test(key) &&
    key !== restoreKey
  )
}

/** NUL and lone surrogates, which PostgreSQL cannot keep: a key must be valid in every store. */
const unkept = /\0|\p{Surrogate}/u

/** 711: the value is not a valid key. */
export function noKey(): StampFailure {
  const message =
    'La clave (key) debe ser un texto de 1 a 255 caracteres, sin el carácter nulo ni sustitutos sueltos, y distinta de "cfdi-stamp/restore", que es del motor. No se selló nada.'
  return createFailure(failureCodes.key, message)
}

/**
 * Returns a failure for an explicit `undefined` key: a mistake of the caller, such as an order
 * without an id.
 */
export function lacksKey(options: { readonly key?: string }): StampFailure | undefined {
  if ('key' in options && options.key === undefined) return noKey()
  return undefined
}

/** 711: there is no store for keys. */
export function noOrders(): StampFailure {
  const message =
    'No hay dónde guardar la clave: dé `orders` a createEngine (openFileStore o PostgreSQL; createUnsafeMemoryOrders en ' +
    'pruebas). No se selló nada.'
  return createFailure(failureCodes.key, message)
}

/** 708, to a caller that stopped waiting while others wait on. */
export function noLonger(): StampFailure {
  const message = 'Se dejó de esperar; otro sigue esperando la respuesta de la misma clave.'
  return createFailure(failureCodes.unknown, message)
}

/** 711: the key belongs to another draft. */
export function used(key: string): StampFailure {
  const message = `La clave ${clip(key)} ya se usó con otro comprobante: no se selló nada.`
  return createFailure(failureCodes.key, message)
}

/** 716: a purge removed the document of the key. */
export function purged({ key, uuid }: Order): StampFailure {
  const stamp = uuid === undefined ? '' : ` Su folio fiscal es ${uuid}.`
  const message =
    `La clave ${clip(key)} ya se usó y su comprobante se borró del almacén por antigüedad.${stamp} No se selló nada. ` +
    'Si es otra operación, use otra clave.'
  return {
    ...createFailure(failureCodes.purged, message),
    ...(uuid !== undefined && { duplicateOf: { key, UUID: uuid } }),
  }
}

/** 708: a store restored from a backup may have forgotten the key. */
export function forgotten(key: string): StampFailure {
  const message =
    `El almacén se restauró de un respaldo y pudo olvidar la clave ${clip(key)}: el comprobante puede estar timbrado y no se ` +
    'envía nada. Una persona debe revisar qué fue de ella (settle); de una operación posterior, indique su fecha (orderedAt; en el servicio, fecha_pedido).'
  return createFailure(failureCodes.unknown, message)
}

/** Minimum milliseconds before a retry. */
const soon = 1_000

/**
 * 708 with `IN_PROGRESS`: another process works on the order.
 * @param remaining milliseconds until the order is free, if that process dies now
 */
export async function busyAnswer(sealed: Sealed, remaining = 0): Promise<StampFailure> {
  const outcome = {
    ...underWay('Otro proceso está timbrando la orden de esta clave.'),
    token: await tokenOf(sealed),
  }
  const { pac: _, ...answer } = notStamped(sealed, outcome)
  const message = `${outcome.message} Pregunte otra vez con la misma clave.`
  return { ...answer, message, retryAfter: Math.max(soon, remaining) }
}

/** Whether a result means that another process works on the order. */
export function isInProgress(answer: StampResult): boolean {
  return !answer.ok && answer.errors.some(({ code }) => code === inProgress)
}

/** 710: the store failed before anything was sent. */
export function noStore(cause: unknown): StampFailure {
  const message = `No se pudo usar el almacén de órdenes: ${messageOf(cause)} No se envió nada.`
  return causedBy(cause, createFailure(failureCodes.host, message))
}

/** Turns store errors and time-outs before sending into failure 710. */
export async function orFailure<Answer>(
  work: () => Promise<Answer>,
): Promise<Answer | StampFailure> {
  try {
    return await work()
  } catch (cause) {
    return noStore(cause)
  }
}

/** 713: no second is left that distinguishes the document from equal ones. */
export function noSecond(): StampFailure {
  const message =
    'Hay un comprobante idéntico en cada segundo de los últimos diez minutos: no se envió nada. ' +
    'Use Folio: "AUTO", que distingue a los comprobantes iguales, o espere.'
  return { ...createFailure(failureCodes.second, message), retryAfter: soon }
}

/**
 * 714: another key has the same bytes. @param isCancelled whether the stamp of that key is
 * cancelled
 */
export function duplicate(
  key: string,
  UUID: string | undefined,
  isCancelled: boolean,
): StampFailure {
  const stamp =
    UUID === undefined
      ? ''
      : `, con folio fiscal ${UUID}${isCancelled ? ', que está cancelado' : ''}`
  const message =
    `La clave ${clip(key)} ya tiene este mismo comprobante, idéntico hasta el último byte${stamp}: no se envió nada. ` +
    'Si es otra operación, cambie Fecha o Folio (o use "AUTO"); si es la misma, use esa clave.'
  const duplicateOf = { key, ...(UUID !== undefined && { UUID }) }
  return { ...createFailure(failureCodes.duplicate, message), duplicateOf }
}

/** Returns the result of an order with a known outcome, the same at any time. */
export function answerOf({ key, warnings }: Order, outcome: Closing, sealed: Sealed): StampResult {
  if (outcome.kind !== 'stamped') return notStamped(sealed, outcome)
  if (outcome.previous === undefined) return success(sealed, outcome, warnings)
  if (key === '') {
    // Warning of a stamp without a key that the PAC had made before.
    const message =
      `El PAC ya tenía este mismo comprobante, con folio fiscal ${outcome.timbre.UUID}: no hay un timbre nuevo. ` +
      'Con una clave (key) por operación, un comprobante repetido es un error.'
    const code = String(failureCodes.duplicate)
    return success(sealed, outcome, [
      ...warnings,
      { code, severity: 'warning', element: 'Comprobante', field: '', message, path: '' },
    ])
  }
  // 715: another program had the same bytes stamped.
  const { pac, timbre } = outcome
  const message =
    `El PAC ya tenía este mismo comprobante, con folio fiscal ${timbre.UUID}, antes de que se le enviara: ` +
    'lo timbró otro programa con el mismo CSD. Si es otra operación, timbre con otra clave y Folio: "AUTO".'
  const answer = createFailure(failureCodes.foreign, message, [
    reason('', message, String(failureCodes.foreign)),
  ])
  return { ...answer, pac, sealed: sealedCfdi(sealed), duplicateOf: { UUID: timbre.UUID } }
}
