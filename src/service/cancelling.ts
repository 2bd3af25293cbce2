/**
 * The end of a CFDI: asked for, followed, and recorded.
 * @module
 */
import type { CancelCall, CancelResult, LifeNotice } from '../engine/cancellation.js'
import { encodeBase64 } from '../lib/base64.js'
import { throughAll } from '../lib/throughAll.js'
import { refuse } from './answer.js'
import type { Environment } from './environment.js'
import { cancelledEvent, emit } from './events.js'
import type { InvoiceRecord } from './records.js'
import { followed } from './stamping.js'

/** Why an invoice is cancelled. */
export type CancelWish = Pick<CancelCall, 'motivo' | 'folioSustitucion'>

/** Asks for the cancellation of an invoice, and records where it stands. */
export async function cancelInvoice(
  environment: Environment,
  { id, pac }: InvoiceRecord,
  wish: CancelWish,
): Promise<CancelResult> {
  const XML = encodeBase64(await xmlOf(environment, id))
  const answer = await environment.engine.cancel({ XML, pac, ...wish })
  if (answer.ok) await tell(environment, answer)
  return answer
}

/** The stamped XML of an invoice. @throws Refusal 727 */
export async function xmlOf({ documents }: Environment, uuid: string): Promise<Uint8Array> {
  const bytes = await documents.get('xml', uuid)
  if (bytes === undefined) throw refuse('absent')
  return bytes
}

/**
 * Goes on with every cancellation that is due, and records what changed. Gives how many did.
 * @throws what failed first, once everything was tried
 */
export async function refreshLives(environment: Environment): Promise<number> {
  let changed = 0
  await throughAll(environment.engine.refresh(), async (notice) => {
    if (await tell(environment, notice)) changed++
  })
  return changed
}

/** Records where a document stands, and then says to the engine that it is recorded. `false`: it is none of the service. */
async function tell(environment: Environment, notice: LifeNotice): Promise<boolean> {
  const isOurs = (await environment.store.invoices.get(notice.uuid)) !== undefined
  if (!isOurs) return false
  await record(environment, notice, new TextDecoder().decode(await xmlOf(environment, notice.uuid)))
  await environment.engine.acknowledgeLife(notice).catch(() => {})
  return true
}

async function record(environment: Environment, notice: LifeNotice, xml: string): Promise<void> {
  const { store, name, now } = environment
  await store.transaction(async (tables) => {
    const before = await tables.invoices.lock(notice.uuid)
    if (before === undefined || (before.cancellation?.change ?? -1) > notice.change) return
    const invoice = { ...before, cancellation: cancellationOf(notice) }
    await tables.invoices.put(invoice)
    if (notice.life.phase !== 'cancelled') return
    const known = { environment: name, invoice, xml }
    await emit(tables, { environment: name, owner: invoice.owner, at: now() }, [
      cancelledEvent(invoice),
      ...(await followed(environment, 'cancelled', tables, known)),
    ])
  })
}

function cancellationOf({ change, life }: LifeNotice): NonNullable<InvoiceRecord['cancellation']> {
  const { phase, wish, how, held } = life
  return {
    ...{ phase, change },
    ...wish,
    ...(how === undefined ? {} : { how }),
    ...(held === undefined ? {} : { held }),
  }
}
