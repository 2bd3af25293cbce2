/**
 * State of a document at the SAT of the sandbox: its relations, its requests, and its status at a
 * given time.
 * @module
 */
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import type { SatStatus } from '../provider.js'

/** A request of cancellation that the SAT received. Times in milliseconds since 1970. */
export interface SatCancellation {
  /** Motive, 01 to 04. */
  readonly motivo: string
  /** When it was received. */
  readonly at: number
  /** From when the status service shows it. */
  readonly shownAt: number
  /** Whether the receiver must consent. */
  readonly consent: boolean
  /** When silence becomes a cancellation; absent where it never does. */
  readonly silentAt?: number
  /** Answer of the receiver, and the time from which it is visible. */
  readonly answer?: { readonly accepted: boolean; readonly shownAt: number }
}

/** A document and its cancellation, the last one if there were several. */
export interface SatDocument {
  readonly uuid: string
  readonly document: Comprobante
  readonly stampedAt: number
  readonly visibleAt: number
  readonly cancellation?: SatCancellation
}

/** Whether a document relates to another: by TipoRelacion, or by a payment of it. */
export function relationsOf({
  CfdiRelacionados,
  Complemento,
}: Comprobante): { tipo: string; uuid: string }[] {
  const relations: { tipo: string; uuid: string }[] = []
  for (const { TipoRelacion: tipo, CfdiRelacionado } of CfdiRelacionados ?? [])
    for (const { UUID } of CfdiRelacionado) relations.push({ tipo, uuid: UUID.toUpperCase() })
  const { Pago = [] } = (Complemento?.['Pagos'] ?? {}) as {
    Pago?: { DoctoRelacionado?: { IdDocumento: string }[] }[]
  }
  for (const { DoctoRelacionado = [] } of Pago)
    for (const { IdDocumento } of DoctoRelacionado)
      relations.push({ tipo: 'pago', uuid: IdDocumento.toUpperCase() })
  return relations
}

/**
 * Returns the SAT's text for the state of a cancellation at a time; `undefined` while none is
 * visible.
 */
export function estatusAt({ cancellation }: SatDocument, now: number): string | undefined {
  if (cancellation === undefined || now < cancellation.shownAt) return undefined
  const { consent, answer, silentAt } = cancellation
  if (!consent) return 'Cancelado sin aceptación'
  if (answer !== undefined && now >= answer.shownAt)
    return answer.accepted ? 'Cancelado con aceptación' : 'Solicitud rechazada'
  const isSilent = answer === undefined && silentAt !== undefined && now >= silentAt
  if (isSilent) return 'Plazo vencido'
  return 'En proceso'
}

/** Whether a document is cancelled at a moment. */
export function isCancelledAt(one: SatDocument, now: number): boolean {
  return /^(?:Cancelado|Plazo)/.test(estatusAt(one, now) ?? '')
}

/** Returns the status of a visible document. */
export function statusAt(
  one: SatDocument,
  now: number,
  facts: { blocked: boolean; consent: boolean },
): SatStatus {
  const estatus = estatusAt(one, now)
  const consent = one.cancellation?.consent ?? facts.consent
  const open = consent ? 'Cancelable con aceptación' : 'Cancelable sin aceptación'
  const said = {
    esCancelable: facts.blocked ? 'No cancelable' : open,
    ...(estatus && { estatusCancelacion: estatus }),
  }
  return { estado: isCancelledAt(one, now) ? 'Cancelado' : 'Vigente', ...said }
}
