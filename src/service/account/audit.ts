/**
 * The audit log of an account: each requested change, its key and its outcome.
 *
 * A row is written before the call runs, and again with its status. A process that dies between
 * leaves a row without a status, and no change is without its row. A stamp writes none: its invoice
 * names the key.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import { clip } from '../../lib/text.js'
import { createUuid } from '../../lib/uuid.js'
import { type Answer, Refusal } from '../answer.js'
import type { RawFields } from '../fields.js'
import type { Caller } from '../operation.js'
import type { AllRecords, ServiceStore } from '../ports.js'
import type { AuditRecord, ServiceRecord } from '../records.js'

const day = 86_400_000

/** Milliseconds for which the log is kept: as long as the CFF requires of accounting records. */
const auditRetention = 5 * 366 * day
/** Milliseconds for which attempts to deliver are kept. */
const attemptRetention = 30 * day

/** A key that a caller gave where its id belongs: the log has the id only. */
const wholeKey = /cfdi_[a-z]+_([0-9a-f]{16})_[0-9a-f]+/g

/** A requested change. */
interface Change {
  readonly name: string
  readonly params: RawFields | undefined
  readonly requestId: string
}

/** Writes the row of a call, runs it, and writes its status. */
export async function audited(
  { environment, account, key }: Caller,
  { name, params = {}, requestId }: Change,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { store, now, random } = environment
  const target = clip(Object.values(params).join('/').replace(wholeKey, '$1'), 300)
  const row: AuditRecord = {
    ...{ id: createUuid(random), owner: account.id, at: now() },
    ...{ action: name, key: { id: key.id, name: key.name }, request: requestId },
    ...(target !== '' && { target }),
  }
  await store.audit.insert(row)
  try {
    const answer = await run()
    // The change was made: its answer does not depend on the log.
    await store.audit.put({ ...row, ...loggedOutcome(answer) }).catch(ignoreError)
    return answer
  } catch (cause) {
    const ended = cause instanceof Refusal ? loggedOutcome(cause.answer) : { status: 503 }
    await store.audit.put({ ...row, ...ended }).catch(ignoreError)
    throw cause
  }
}

/** Returns the logged members of an answer. Others may be secrets. */
function loggedOutcome({ status, body }: Answer): Partial<AuditRecord> {
  const { id, noCertificado, code } = (body ?? {}) as Readonly<Record<string, unknown>>
  const made = id ?? noCertificado
  return {
    status,
    ...(typeof made === 'string' && { target: made }),
    ...(typeof code === 'number' && { code }),
  }
}

/** A change that the operator of the service made. */
export interface OperatorChange {
  readonly id: string
  readonly owner: string
  readonly at: number
  readonly action: string
  readonly target?: string | undefined
}

/** Writes the row of an operator's change, in the transaction of the change. */
export async function auditOperator(
  { audit }: AllRecords,
  { target, ...change }: OperatorChange,
): Promise<void> {
  await audit.insert({ ...change, ...(target !== undefined && { target }) })
}

/** Removes rows of the logs that are older than their retention. */
export async function purgeLogs(store: ServiceStore, now: number): Promise<void> {
  await purgeTable(store, 'audit', now - auditRetention)
  await purgeTable(store, 'attempts', now - attemptRetention)
}

/** Rows that a transaction removes. */
const batch = 500

async function purgeTable(store: ServiceStore, name: 'audit' | 'attempts', until: number) {
  for (let removed = batch; removed === batch; ) {
    removed = await store.transaction(async (tables) => {
      const table = tables[name]
      const old: readonly ServiceRecord[] = await table.due(until, batch)
      for (const { id } of old) await table.remove(id)
      return old.length
    })
  }
}
