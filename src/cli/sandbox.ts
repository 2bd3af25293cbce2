/**
 * Engines with the sandbox's PAC and CSDs, to check and stamp drafts.
 * @module
 */

import { catalogs } from '../catalogs/catalogs.js'
import type { Csd } from '../certificate/csd.js'
import type { Draft } from '../engine/documentStages.js'
import { createEngine, type Engine } from '../engine/engine.js'
import { isRecord } from '../lib/json.js'
import { createSandboxPac, type SandboxPac } from '../pac/sandbox/sandbox.js'
import type { Registered } from '../sat/registered.js'
import type { ReadingWorld, World } from './command.js'
import type { Judging } from './data/packs.js'

/** Issuers for drafts without one, by kind of taxpayer. */
const company = { rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' }
const person = { rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' }

type Issuer = typeof company

/** Whether the document is unsealed or has values to derive. It is then checked as `stamp` does. */
export function isDraft(document: Draft): boolean {
  return document['Sello'] === undefined || hasAuto(document)
}

function hasAuto(value: unknown): boolean {
  if (typeof value === 'string') return value === 'AUTO'
  return typeof value === 'object' && value !== null && Object.values(value).some(hasAuto)
}

/**
 * Sandbox of one command. Creating a key takes tenths of a second, so each issuer has one for all
 * its documents.
 */
export class Sandbox {
  readonly #clock: World['clock']
  readonly #complete: boolean
  readonly #registered: Registered & Judging
  readonly #pac: SandboxPac
  readonly #csds = new Map<string, Promise<Csd>>()

  constructor({ clock, registered, judging }: ReadingWorld, complete: boolean) {
    this.#clock = clock
    this.#complete = complete
    this.#registered = { ...registered, ...judging }
    this.#pac = createSandboxPac({ clock, ...registered })
  }

  /**
   * Returns an engine that seals with the given CSD, or with a new one for the issuer of the draft.
   */
  async engineFor(draft: Draft, csd?: Csd): Promise<Engine> {
    const signers = csd ?? (await this.#csdOf(issuerOf(draft)))
    return createEngine({
      signers,
      provider: this.#pac,
      clock: this.#clock,
      complete: this.#complete,
      ...this.#registered,
    })
  }

  #csdOf(issuer: Issuer): Promise<Csd> {
    const key = JSON.stringify(issuer)
    const csd =
      this.#csds.get(key) ??
      this.#pac.issueCsd({
        ...issuer,
        validFrom: new Date(this.#clock().getTime() - 365 * 86_400_000),
      })
    this.#csds.set(key, csd)
    return csd
  }
}

/** Returns the issuer of a draft, or a taxpayer of the sandbox. */
export function issuerOf({ Emisor }: Draft): Issuer {
  const emisor = isRecord(Emisor) ? Emisor : {}
  const { Rfc, Nombre, RfcE = Rfc, NomDenRazSocE = Nombre, RegimenFiscal } = emisor
  const [rfc, name] = [RfcE, NomDenRazSocE].map((value) =>
    typeof value === 'string' && value !== 'AUTO' ? value : undefined,
  )
  // Whether a régimen is for natural persons only.
  const row = catalogs.catalog('c_RegimenFiscal').find(String(RegimenFiscal))
  const nobody = row?.aplicaFisica === true && row.aplicaMoral !== true ? person : company
  return {
    rfc: rfc && /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/.test(rfc) ? rfc : nobody.rfc,
    name: sandboxIssuerName(name) ?? nobody.name,
  }
}

/** Names the issuer of a draft without one, as a service does for an account with one issuer. */
export function withIssuer(draft: Draft): Draft {
  const { Emisor } = draft
  const member = 'CveRetenc' in draft ? 'RfcE' : 'Rfc'
  const given = isRecord(Emisor) ? Emisor : {}
  if ((given[member] ?? 'AUTO') !== 'AUTO') return draft
  return { ...draft, Emisor: { ...given, [member]: issuerOf(draft).rfc } }
}

/** Returns a name that a certificate can hold: Latin-1. The rules report problems of the name. */
function sandboxIssuerName(name: string | undefined): string | undefined {
  if (name !== undefined && /^[\u0020-\u007e\u00a0-\u00ff]{1,300}$/.test(name)) return name
  return undefined
}
