/**
 * Engines whose PAC and CSDs are the sandbox's: what drafts are judged and tried with.
 * @module
 */
import type { Csd } from '../certificate/csd.js'
import { createEngine, type Engine } from '../engine/engine.js'
import type { Draft } from '../engine/stages.js'
import { isRecord } from '../lib/json.js'
import { createSandboxPac, type SandboxPac } from '../pac/sandbox/sandbox.js'
import type { World } from './command.js'

/** An issuer for drafts that leave it to the certificate. */
const nobody = { rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' }

type Issuer = typeof nobody

/** Whether it is still to be sealed, or values are left to be derived: it is then judged as `stamp` would. */
export function isDraft(document: Draft): boolean {
  return document['Sello'] === undefined || hasAuto(document)
}

function hasAuto(value: unknown): boolean {
  if (typeof value === 'string') return value === 'AUTO'
  return typeof value === 'object' && value !== null && Object.values(value).some(hasAuto)
}

/** The sandbox of one command. A key takes tenths of a second to make: an issuer has one, however many its documents are. */
export class Sandbox {
  readonly #clock: World['clock']
  readonly #complete: boolean
  readonly #pac: SandboxPac
  readonly #csds = new Map<string, Promise<Csd>>()

  constructor({ clock }: World, complete: boolean) {
    this.#clock = clock
    this.#complete = complete
    this.#pac = createSandboxPac({ clock })
  }

  /** An engine that seals with that CSD, or with one that is made for the issuer of the draft. */
  async engineFor(draft: Draft, csd?: Csd): Promise<Engine> {
    const signers = csd ?? (await this.#csdOf(issuerOf(draft)))
    return createEngine({ signers, provider: this.#pac, clock: this.#clock, complete: this.#complete })
  }

  #csdOf(issuer: Issuer): Promise<Csd> {
    const key = JSON.stringify(issuer)
    const csd = this.#csds.get(key) ?? this.#pac.issueCsd({ ...issuer, validFrom: yearBefore(this.#clock()) })
    this.#csds.set(key, csd)
    return csd
  }
}

function issuerOf({ Emisor }: Draft): Issuer {
  const { Rfc, Nombre } = isRecord(Emisor) ? Emisor : {}
  const [rfc, name] = [Rfc, Nombre].map((value) => (typeof value === 'string' && value !== 'AUTO' ? value : undefined))
  return { rfc: rfc && /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/.test(rfc) ? rfc : nobody.rfc, name: nameOf(name) }
}

/** A name that a certificate can hold, which is of Latin-1; what is wrong with it is for the rules to say. */
function nameOf(name: string | undefined): string {
  return name !== undefined && /^[\u0020-\u007e\u00a0-\u00ff]{1,300}$/.test(name) ? name : nobody.name
}

function yearBefore(date: Date): Date {
  return new Date(date.getTime() - 365 * 86_400_000)
}
