/**
 * Keys that a store restored from a backup may have forgotten: nothing is sent under them until a
 * PAC or an operator resolves them.
 * @module
 */
import { AUTO } from '../../derive/derivation.js'
import { tokenOf } from '../../pac/hash.js'
import type { Order } from '../orders.js'
import type { StampFailure } from '../result.js'
import { isEnd, type Step } from '../stepResult.js'
import { forgotten } from './answers.js'
import { type Job, newOrder, type Request } from './job.js'
import { atSomePac } from './orderState.js'
import {
  type PreparationSettings,
  judgePrepared,
  prepareDraft,
  type SealedDraft,
  sealPrepared,
} from './preparation.js'

/** Dependencies to seal a draft again. */
export interface ForgottenSettings {
  readonly preparation: PreparationSettings
  /** Creates the failure of a document of another key. */
  readonly duplicate: (owner: string) => Promise<StampFailure>
}

/**
 * Creates the job of a key that the store may have forgotten. A draft with its own date and folio
 * is sealed to the same bytes as before: they are looked up at all PACs, and not sent. Any other
 * draft is recorded without a document, and waits for manual resolution. Resolves to undefined when
 * another process wrote the key meanwhile.
 */
export async function recallKey(
  request: Request,
  last: Order | undefined,
  settings: ForgottenSettings,
): Promise<Step<Job> | undefined> {
  const made =
    request.purpose === 'send' ? await sealAgain(request, settings.preparation) : undefined
  if (made === undefined) return wait(request, last)
  const { duplicate } = settings
  const { books, key = '' } = request
  const { claims } = books
  const token = await tokenOf(made.sealed)
  const fresh = newOrder({ key, fingerprint: request.fingerprint, version: last?.version }, made)
  const before = atSomePac({ ...fresh, token, restored: 'forgotten' })
  const job = {
    order: await claims.claimed(before),
    before,
    last,
    sealed: made.sealed,
    books,
    holder: key,
  }
  if (await claims.record(job)) return { value: job }
  const owner = await claims.ownerOf(token)
  if (owner === undefined || owner === key) return undefined
  return { failure: await duplicate(owner) }
}

async function sealAgain(
  { draft, books, key }: Request,
  settings: PreparationSettings,
): Promise<SealedDraft | undefined> {
  const prepared = await prepareDraft(draft.json, settings, draft.signer)
  if (isEnd(prepared) || prepared.value.isDateAuto) return undefined
  const { kind, document } = prepared.value
  if (judgePrepared(prepared.value) !== undefined || document[kind.members.folio] === AUTO)
    return undefined
  const sealed = await sealPrepared(prepared.value, books.folios, settings, key)
  if (isEnd(sealed)) return undefined
  return sealed.value
}

async function wait(request: Request, last: Order | undefined): Promise<Step<Job> | undefined> {
  const { key = '', fingerprint = '', books } = request
  const { claims } = books
  const answer = { failure: forgotten(key) }
  if (last !== undefined && last.outcome === undefined) return answer
  const now = claims.now()
  const { message } = answer.failure
  const head = {
    key,
    version: last?.version ?? 0,
    status: 'open',
    fingerprint,
    xml: '',
    warnings: [],
    at: now,
  } as const
  const order = claims.next({
    ...head,
    restored: 'forgotten',
    doubt: { since: now, tries: 1, pac: '', message },
  })
  if (await claims.record({ order })) return answer
  return undefined
}
