/**
 * The SAT of a sandbox over the records of its service: any number of processes share its state, and
 * none holds it. Each question loads one document and its relations into a SAT of its own.
 * @module
 */
import type { RegisteredDocuments } from '../../engine/registeredDocuments.js'
import { createSandboxSat, type SandboxSat, type SandboxSatState } from '../../pac/sandbox/sat.js'
import { isCancelledAt, relationsOf } from '../../pac/sandbox/satDocument.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import { factsOf } from '../../sat/root.js'
import type { DocumentStore, ServiceStore } from '../ports.js'
import { never, type SandboxRecord } from '../records.js'
import { aheadOf } from './accountClock.js'

/** Dependencies of {@link RecordedSat}. */
export interface RecordedSatSettings {
  readonly store: ServiceStore
  readonly documentStore: DocumentStore
  readonly documents: RegisteredDocuments
  readonly now: () => number
}

/** A question to the SAT. */
export interface SatQuestion<Result> {
  /** Calls a SAT that has the document. It may run again. */
  readonly ask: (sat: SandboxSat) => Result | Promise<Result>
  /** Whether a request of cancellation needs the consent of the receiver. */
  readonly needsConsent?: boolean
  /** Changes the state after the question, at the SAT's time. */
  readonly change?: (state: SandboxSatState, now: number) => SandboxSatState
}

/** Maximum of relations that a question reads. */
const mostRelations = 200

/** Attempts of a write among concurrent ones. */
const attempts = 50

export class RecordedSat {
  readonly #settings: RecordedSatSettings

  constructor(settings: RecordedSatSettings) {
    this.#settings = settings
  }

  /** Records the documents that a stamped one relates to. Idempotent. */
  async relate(document: Comprobante, uuid: string): Promise<void> {
    const { store } = this.#settings
    for (const { tipo, uuid: related } of relationsOf(document))
      await store.sandbox.put({
        ...{ id: `relation/${related}/${uuid}/${tipo}`, owner: related, at: never },
        content: { uuid, tipo },
      })
  }

  /** Runs a question about a document, and records the change of its state. */
  async ask<Result>(
    uuid: string,
    { ask, needsConsent = false, change = (state) => state }: SatQuestion<Result>,
  ): Promise<Result> {
    const id = stateId(uuid)
    for (let tries = 0; tries < attempts; tries++) {
      const before = await this.#settings.store.sandbox.get(id)
      const { sat, now } = await this.#open(uuid, needsConsent, before)
      const result = await ask(sat)
      const state = change(sat.stateOf(uuid), now())
      if (isSame(state, before?.content) || (await this.#write(id, before, state))) return result
    }
    throw new Error(`the state of ${uuid} changes all the time`)
  }

  async #open(uuid: string, needsConsent: boolean, state: SandboxRecord | undefined) {
    const { store, now } = this.#settings
    const invoice = await store.invoices.get(uuid)
    const ahead = aheadOf(invoice && (await store.accounts.get(invoice.owner)))
    const clock = () => new Date(now() + ahead)
    const sat = createSandboxSat({ clock, needsConsent: () => needsConsent })
    await this.#register(sat, uuid, state)
    const relations = await store.sandbox.page({ owner: uuid, limit: mostRelations })
    for (const { content } of relations.filter(({ id }) => id.startsWith('relation/')))
      await this.#registerRelation(sat, content as { uuid: string; tipo: string }, clock)
    return { sat, now: () => clock().getTime() }
  }

  /** Registers a related document that counts: one in force, or a substitute. */
  async #registerRelation(
    sat: SandboxSat,
    { uuid, tipo }: { readonly uuid: string; readonly tipo: string },
    clock: () => Date,
  ): Promise<void> {
    const state = await this.#settings.store.sandbox.get(stateId(uuid))
    const { cancellation } = (state?.content ?? {}) as SandboxSatState
    const isGone =
      cancellation !== undefined && isCancelledAt({ cancellation } as never, clock().getTime())
    if (!isGone || tipo === '04') await this.#register(sat, uuid, state)
  }

  async #register(sat: SandboxSat, uuid: string, state: SandboxRecord | undefined) {
    const xml = await this.#xmlOf(uuid)
    if (xml === undefined) return
    const { document, kind } = this.#settings.documents.readStored(xml)
    const known = (state?.content ?? {}) as SandboxSatState
    if (kind.service === 'cfdi') sat.register(document, uuid, known)
    else sat.registerRetenciones(uuid, String(factsOf(kind, document).Rfc), known)
  }

  /** The XML of a second stamp, which has no invoice, is in the record of its PAC. */
  async #xmlOf(uuid: string): Promise<string | Uint8Array | undefined> {
    const { store, documentStore } = this.#settings
    const stored = await documentStore.get('xml', uuid)
    if (stored !== undefined) return stored
    const records = await store.sandbox.page({ owner: uuid, limit: mostRelations })
    const stamp = records.find(({ id }) => id.startsWith('stamp/'))
    return (stamp?.content as { readonly xml?: string } | undefined)?.xml
  }

  /** Resolves to `false` when another question changed the state meanwhile. */
  #write(id: string, before: SandboxRecord | undefined, content: SandboxSatState) {
    const record = { id, owner: 'sat', at: never, content }
    return this.#settings.store.transaction(async ({ sandbox }) => {
      if (before === undefined) return sandbox.insert(record)
      if (!isSame((await sandbox.lock(id))?.content, before.content)) return false
      await sandbox.put(record)
      return true
    })
  }
}

const stateId = (uuid: string) => `state/${uuid}`

function isSame(one: unknown, other: unknown = {}): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
