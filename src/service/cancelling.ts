/**
 * Requests, refreshes and records cancellations of CFDI.
 * @module
 */
import type { Phase } from '../cancel/cancellationState.js'
import { markStored } from '../engine/cancellable.js'
import type { CancelCall, CancellationNotice, CancelResult } from '../engine/cancellation.js'
import type { Engine } from '../engine/engine.js'
import { ignoreError } from '../lib/ignoreError.js'
import { processAll } from '../lib/processAll.js'
import { refuse } from './answer.js'
import type { Environment } from './environment.js'
import { cancelledEvent, duplicatedId, emit } from './events.js'
import { invoiceStateOf } from './lists/invoiceSearch.js'
import type { AllRecords } from './ports.js'
import type { InvoiceRecord } from './records.js'
import { followed } from './stamping.js'

/** Motive of a cancellation. */
export type CancelWish = Pick<CancelCall, 'motivo' | 'folioSustitucion'>

/** Requests the cancellation of an invoice by an engine, and records its status. */
export async function cancelInvoice(
  environment: Environment,
  engine: Engine,
  { id, pac }: InvoiceRecord,
  wish: CancelWish,
): Promise<CancelResult> {
  const XML = markStored(new TextDecoder().decode(await loadXml(environment, id)))
  const answer = await engine.cancel({ XML, pac, ...wish })
  if (answer.ok) await recordNotice(environment, engine, answer)
  return answer
}

/** Returns the stamped XML of an invoice. @throws Refusal 727 */
export async function loadXml({ documentStore }: Environment, uuid: string): Promise<Uint8Array> {
  const bytes = await documentStore.get('xml', uuid)
  if (bytes === undefined) throw refuse('absent')
  return bytes
}

/**
 * Continues every due cancellation, and records the changes. Resolves to their number.
 * @throws the first error, after every cancellation was tried
 */
export async function refreshCancellations(environment: Environment): Promise<number> {
  const { engine, engineOf, postponed } = environment
  let changed = 0
  const refresh = async (each: Engine) => {
    changed += await recordNotices(environment, each)
  }
  const parts = [
    () => refresh(engine),
    // Those of accounts with clocks of their own, which the engine left out.
    () =>
      processAll(postponed.splice(0), ({ account, entry }) =>
        refresh(engineOf(account, { visited: [entry] })),
      ),
  ]
  await processAll(parts, (part) => part())
  return changed
}

/**
 * Continues the due cancellations of an engine, and records the changes. Resolves to their number.
 * @throws the first error, after every cancellation was tried
 */
export async function recordNotices(environment: Environment, engine: Engine): Promise<number> {
  let changed = 0
  await processAll(engine.refresh(), async (notice) => {
    if (await recordNotice(environment, engine, notice)) changed++
  })
  return changed
}

/**
 * Records the status of a document, and then acknowledges the notice to the engine. Resolves to
 * `false` when the document does not belong to the service.
 */
async function recordNotice(
  environment: Environment,
  engine: Engine,
  notice: CancellationNotice,
): Promise<boolean> {
  const { invoices, events } = environment.store
  if ((await invoices.get(notice.uuid)) === undefined) {
    // A second stamp has an event, but no invoice.
    const isDuplicate = (await events.get(duplicatedId(notice.uuid))) !== undefined
    if (isDuplicate) await engine.acknowledgeCancellation(notice)
    return false
  }
  await recordCancellation(
    environment,
    notice,
    new TextDecoder().decode(await loadXml(environment, notice.uuid)),
  )
  await engine.acknowledgeCancellation(notice).catch(ignoreError)
  return true
}

async function recordCancellation(
  environment: Environment,
  notice: CancellationNotice,
  xml: string,
): Promise<void> {
  const { store, documentStore, name, now } = environment
  if (notice.acuse !== undefined)
    await documentStore.put('acuse', notice.uuid, new TextEncoder().encode(notice.acuse))
  const cancellation = cancellationOf(notice)
  await store.transaction(async (tables) => {
    const events = notice.life.phase === 'cancelled' ? await followedCancel(tables) : []
    const before = await tables.invoices.lock(notice.uuid)
    const isNews = before !== undefined && (before.cancellation?.change ?? -1) <= notice.change
    if (isNews) {
      const changed = { ...before, cancellation }
      const invoice = { ...changed, state: invoiceStateOf(changed) }
      await tables.invoices.put(invoice)
      if (notice.life.phase === 'cancelled') events.unshift(cancelledEvent(invoice))
    }
    if (before !== undefined && events.length > 0)
      await emit(tables, { environment: name, owner: before.owner, at: now() }, events)
  })

  /** Before the invoice is locked: the ledger locks its own records, and then invoices. */
  async function followedCancel(tables: AllRecords) {
    const seen = await tables.invoices.get(notice.uuid)
    if (seen === undefined) return []
    const known = { environment: name, invoice: { ...seen, cancellation }, xml }
    return [...(await followed(environment, 'cancelled', tables, known))]
  }
}

function cancellationOf({
  change,
  life,
  acuse,
}: CancellationNotice): NonNullable<InvoiceRecord['cancellation']> {
  const { phase, wish, how, held, since, answer } = life
  const reason = reasonOf(phase, answer?.code)
  return {
    ...{ phase, change },
    ...wish,
    ...(how !== undefined && { how }),
    ...(held !== undefined && { held }),
    since,
    ...(answer?.code !== undefined && { code: answer.code }),
    ...(reason !== undefined && { reason }),
    ...(acuse !== undefined && { hasAcuse: true }),
  }
}

/** Why a request did not lead to a cancellation; undefined while it may. */
function reasonOf(phase: Phase, code: string | undefined): string | undefined {
  if (phase === 'rejected') return 'El receptor rechazó la cancelación.'
  if (phase === 'blocked') return 'Tiene documentos relacionados vigentes: cancélelos primero.'
  if (phase !== 'refused') return undefined
  return (
    (code && refusals[code]) ?? 'El SAT rechazó la solicitud. Pedir lo mismo otra vez no la cambia.'
  )
}

/** Meanings of the SAT's codes on which every source agrees. Sources differ on 207 to 213. */
const refusals: Readonly<Record<string, string>> = {
  '203': 'El SAT no tiene el comprobante, o es de otro emisor.',
  '206': 'El SAT no cancela este tipo de comprobante por este servicio.',
  '1203': 'El SAT no tiene la retención, o es de otro emisor.',
  '1204': 'El SAT no cancela la retención.',
}
