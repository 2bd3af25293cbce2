/**
 * The CSDs that accounts upload: sealed at rest by the vault, and opened when an account stamps or
 * cancels.
 *
 * A CSD belongs to its account: another account with the same issuer does not use it. The account's
 * record has the facts of each, so that every process sees an upload and a removal at once, and a
 * stamp reads nothing more.
 * @module
 */
import type { Certificate } from '../../certificate/certificate.js'
import { findAnchor } from '../../certificate/chain.js'
import type { Signer } from '../../certificate/signer.js'
import { CsdError } from '../../errors.js'
import { dayLength } from '../../lib/time.js'
import { openCsdWebCrypto } from '../../seal/webcrypto.js'
import { satAnchors } from '../../trust/authorities.js'
import { type Refusal, refuse } from '../answer.js'
import { duplicatedId, emit } from '../events.js'
import type { AllRecords, ServiceStore } from '../ports.js'
import {
  type AccountRecord,
  type CsdRecord,
  type CsdSummary,
  type EnvironmentName,
  type NewEvent,
  never,
} from '../records.js'
import { aheadOf } from '../sandbox/accountClock.js'
import { sealText, type Vault } from './vault.js'

/** Maximum CSDs of an account. */
const mostCsds = 50
/** Opened CSDs that a process keeps. */
const mostOpened = 500
/** Days before the expiry of a CSD at which its account is notified; the last one is the expiry. */
const noticeDays = [30, 7, 0] as const

/** The context of a sealed CSD, by its id. */
export function csdContext(environment: EnvironmentName, id: string): string {
  return `${environment}/csd/${id}`
}

/** Id of the record of a CSD. */
export function csdId(account: string, noCertificado: string): string {
  return `${account}/${noCertificado}`
}

/** The files of a CSD as text: PEM or Base64, and the pass phrase of the key. */
export interface UploadedFiles {
  readonly cer: string
  readonly key: string
  readonly password: string
}

/** Dependencies of the CSDs of an environment. */
export interface CsdSettings {
  readonly name: EnvironmentName
  readonly store: ServiceStore
  readonly vault: Vault | undefined
  readonly now: () => number
  /** Signers of the host. @throws Refusal 723 for one of the other environment */
  readonly hostSigner: (rfc: string) => Promise<Signer | undefined>
  /** Authorities that must have signed an uploaded CSD. */
  readonly anchors: readonly Certificate[] | undefined
}

/** The CSDs of an environment. */
export class Csds {
  readonly #settings: CsdSettings
  /** Opened CSDs, by id and time of their upload. */
  readonly #opened = new Map<string, Promise<Signer>>()

  constructor(settings: CsdSettings) {
    this.#settings = settings
  }

  /**
   * Returns the signer of an account's issuer: its own CSD in force that expires last, or else that
   * of the host if the operator granted the issuer.
   * @throws Refusal 723 and 736
   */
  async signerFor(account: AccountRecord, rfc: string): Promise<Signer | undefined> {
    const { now, hostSigner } = this.#settings
    const present = now() + aheadOf(account)
    const best = bestCsd(account, rfc, present)
    if (best !== undefined && isInForce(best, present)) return this.#open(account.id, best)
    const host = account.issuers.includes(rfc) ? await hostSigner(rfc) : undefined
    if (host !== undefined || best === undefined) return host
    return this.#open(account.id, best)
  }

  /** Returns the signer of a cancellation: that of the account of the document, or of the host. */
  async signerOfDocument(rfc: string, uuid: string | undefined): Promise<Signer | undefined> {
    const { store, now, hostSigner } = this.#settings
    const owner = uuid === undefined ? undefined : await ownerOf(store, uuid)
    const account = owner === undefined ? undefined : await store.accounts.get(owner)
    const best = account && bestCsd(account, rfc, now() + aheadOf(account))
    if (account === undefined || best === undefined) return hostSigner(rfc)
    return this.#open(account.id, best)
  }

  #open(account: string, { noCertificado, uploaded }: CsdSummary): Promise<Signer> {
    const id = csdId(account, noCertificado)
    const name = `${id} ${uploaded}`
    const known = this.#opened.get(name)
    if (known !== undefined) return known
    const opening = this.#openSealed(id)
    const [oldest] = this.#opened.keys()
    if (this.#opened.size >= mostOpened && oldest !== undefined) this.#opened.delete(oldest)
    this.#opened.set(name, opening)
    opening.catch(() => this.#opened.delete(name))
    return opening
  }

  async #openSealed(id: string): Promise<Signer> {
    const { name, store, vault } = this.#settings
    const record = await store.csds.get(id)
    if (record === undefined) throw refuse('absent')
    const bytes = vault && (await openSecret(vault, record.sealed, csdContext(name, id)))
    if (bytes === undefined) {
      const message = `El CSD ${record.facts.noCertificado} no se puede abrir: falta la llave maestra con que se guardó. Si se perdió, vuelva a subirlo.`
      throw refuse('vault', { message })
    }
    const { key, password } = JSON.parse(new TextDecoder().decode(bytes)) as UploadedFiles
    return openCsdWebCrypto({ cer: record.cer, key, password })
  }

  /**
   * Checks a CSD, seals it and records it, in place of an earlier upload of the same certificate.
   * One transaction records all of it. @throws Refusal 735 with the reason, 723
   */
  async upload(account: AccountRecord, files: UploadedFiles): Promise<CsdSummary> {
    const { name, store, vault, now } = this.#settings
    if (vault === undefined)
      throw refuseCsd('cer', 'El servicio no recibe CSD: no tiene una llave maestra.')
    const { certificate } = await openCsdWebCrypto(files).catch((cause: unknown) => {
      throw cause instanceof CsdError ? refuseFiles(cause) : cause
    })
    await this.#requireUsable(certificate, now() + aheadOf(account))
    const { rfc, noCertificado } = certificate
    const facts: CsdSummary = {
      ...{ noCertificado, rfc, name: certificate.name, uploaded: now() },
      validFrom: certificate.validFrom.getTime(),
      validTo: certificate.validTo.getTime(),
    }
    const id = csdId(account.id, noCertificado)
    const { key, password } = files
    const sealed = await sealText(vault, JSON.stringify({ key, password }), csdContext(name, id))
    const ahead = aheadOf(account)
    const at = firstNotice(facts.validTo, now() + ahead) - ahead
    await store.transaction(async (tables) => {
      const current = await requireActive(tables, account.id)
      const others = (current.csds ?? []).filter((one) => one.noCertificado !== noCertificado)
      if (others.length >= mostCsds)
        throw refuseCsd('cer', `La cuenta ya tiene ${mostCsds} CSD: quite alguno.`)
      await tables.csds.put({ id, owner: account.id, at, cer: certificate.base64, sealed, facts })
      await tables.accounts.put({ ...current, csds: [...others, facts] })
    })
    return facts
  }

  async #requireUsable(certificate: Certificate, now: number): Promise<void> {
    const { name, anchors } = this.#settings
    const { environment, validFrom, validTo, noCertificado, rfc } = certificate
    if (environment !== (name === 'sandbox' ? 'test' : 'production')) throw refuse('environment')
    if (validTo.getTime() < now)
      throw refuseCsd('cer', `El CSD ${noCertificado} de ${rfc} venció el ${csdDateOf(validTo)}.`)
    if (validFrom.getTime() > now)
      throw refuseCsd(
        'cer',
        `El CSD ${noCertificado} de ${rfc} vale desde ${csdDateOf(validFrom)}.`,
      )
    const trusted = anchors ?? (name === 'production' ? satAnchors : undefined)
    if (trusted !== undefined && (await findAnchor(certificate, trusted)) === undefined)
      throw refuseCsd('cer', `El SAT no firmó el certificado ${noCertificado}.`)
  }

  /** Removes a CSD of an account. Resolves to `false` when it has none of that number. */
  remove(account: string, noCertificado: string): Promise<boolean> {
    return this.#settings.store.transaction(async (tables) => {
      const current = await requireActive(tables, account)
      const csds = (current.csds ?? []).filter((one) => one.noCertificado !== noCertificado)
      await tables.accounts.put({ ...current, csds })
      return tables.csds.remove(csdId(account, noCertificado))
    })
  }

  /** Records an event for each CSD that expires soon or has expired, unless another replaces it. */
  async notifyExpiring(): Promise<void> {
    const { name, store, now } = this.#settings
    for (let count = 1; count > 0; ) {
      count = await store.transaction(async (tables) => {
        const due = await tables.csds.due(now(), 100)
        for (const record of due)
          await notifyOwner(tables, { record, environment: name, at: now() })
        return due.length
      })
    }
  }
}

interface Notice {
  readonly record: CsdRecord
  readonly environment: EnvironmentName
  readonly at: number
}

async function notifyOwner(tables: AllRecords, { record, environment, at }: Notice): Promise<void> {
  const { facts, owner } = record
  const account = await tables.accounts.get(owner)
  const isReplaced = account?.csds?.some(
    ({ rfc, validTo }) => rfc === facts.rfc && validTo > facts.validTo,
  )
  // A test clock moves the notice, and not the times of records and events.
  const ahead = aheadOf(account)
  if (account?.status === 'active' && isReplaced !== true)
    await emit(tables, { environment, owner, at }, [expiryEvent(record, at + ahead)])
  await tables.csds.put({ ...record, at: nextNotice(facts.validTo, at + ahead) - ahead })
}

/** Moves the notices of an account whose clock advances. */
export async function advanceNotices(
  { csds }: AllRecords,
  owner: string,
  by: number,
): Promise<void> {
  for (const { id } of await csds.page({ owner, limit: mostCsds })) {
    const record = await csds.lock(id)
    if (record !== undefined) await csds.put({ ...record, at: record.at - by })
  }
}

function expiryEvent({ id, facts }: CsdRecord, at: number): NewEvent {
  const { rfc, noCertificado, validTo } = facts
  const data = { Rfc: rfc, NoCertificado: noCertificado, validTo: new Date(validTo).toISOString() }
  if (validTo <= at) return { id: `csd.expired/${id}`, type: 'csd.expired', data }
  const days = noticeDays.filter((one) => validTo - one * dayLength <= at).at(-1)
  return { id: `csd.expiring/${id}/${days}`, type: 'csd.expiring', data }
}

/** The time of the first notice: at once, when the CSD expires within 30 days. */
function firstNotice(validTo: number, now: number): number {
  return Math.max(now, validTo - noticeDays[0] * dayLength)
}

/** The time of the next notice after a time. */
function nextNotice(validTo: number, at: number): number {
  const times = noticeDays.map((days) => validTo - days * dayLength)
  return times.find((time) => time > at) ?? never
}

/** The warning of a stamp whose CSD expires soon; undefined for others. */
export function expiryWarning({ noCertificado, rfc, validTo }: Certificate, now: number) {
  const days = Math.floor((validTo.getTime() - now) / dayLength)
  if (days > noticeDays[0]) return undefined
  return `El CSD ${noCertificado} de ${rfc} vence el ${csdDateOf(validTo)}: renuévelo en el SAT y súbalo.`
}

/** Whether a CSD is in force at a time. */
export function isInForce({ validFrom, validTo }: CsdSummary, now: number): boolean {
  return validFrom <= now && now <= validTo
}

/** Whether a CSD in force expires in 30 days or less. */
export function expiresSoon({ validTo }: CsdSummary, now: number): boolean {
  return validTo - now <= noticeDays[0] * dayLength
}

/** The CSD of an issuer that is in force and expires last, or else the one that expires last. */
function bestCsd({ csds = [] }: AccountRecord, rfc: string, now: number): CsdSummary | undefined {
  return csds
    .filter((csd) => csd.rfc === rfc)
    .sort(
      (one, other) =>
        Number(isInForce(other, now)) - Number(isInForce(one, now)) || other.validTo - one.validTo,
    )[0]
}

/** RFCs that an account may issue for: those of the operator, and those of its CSDs. */
export function issuersOf({ issuers, csds = [] }: AccountRecord): readonly string[] {
  return [...new Set([...issuers, ...csds.map(({ rfc }) => rfc)])]
}

async function ownerOf(store: ServiceStore, uuid: string): Promise<string | undefined> {
  const id = uuid.toUpperCase()
  return (await store.invoices.get(id))?.owner ?? (await store.events.get(duplicatedId(id)))?.owner
}

/** @throws Refusal 720 for an account that is closed */
export async function requireActive({ accounts }: AllRecords, id: string): Promise<AccountRecord> {
  const account = await accounts.lock(id)
  if (account?.status !== 'active') throw refuse('unauthorized')
  return account
}

/** Opens a secret. @throws Refusal 736 when the vault does not answer */
async function openSecret(vault: Vault, sealed: string, context: string) {
  return vault.open(sealed, context).catch((cause: unknown) => {
    throw Object.assign(refuse('vault'), { cause })
  })
}

function refuseCsd(field: keyof UploadedFiles, message: string): Refusal {
  return refuse('csd', { message, errors: [{ element: 'request', field, message }] })
}

function refuseFiles({ code, message }: CsdError): Refusal {
  if (code === 'CSD_PASSWORD') return refuseCsd('password', message)
  return refuseCsd(code.startsWith('CSD_KEY') ? 'key' : 'cer', message)
}

function csdDateOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
