/**
 * An engine whose PAC and CSD are the sandbox's: what drafts are judged and tried with.
 * @module
 */
import type { Csd } from '../certificate/csd.js'
import { createEngine, type Engine } from '../engine/engine.js'
import type { Draft } from '../engine/stages.js'
import { isRecord } from '../lib/json.js'
import { createSandboxPac } from '../pac/sandbox/sandbox.js'
import type { World } from './command.js'

/** An issuer for drafts that leave it to the certificate. */
const nobody = { rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' }

/** Whether values are left to be derived, so that it must be judged as `stamp` would. */
export function isDraft(value: unknown): boolean {
  if (typeof value === 'string') return value === 'AUTO'
  return typeof value === 'object' && value !== null && Object.values(value).some(isDraft)
}

/** Options of {@link sandboxFor}. */
export interface SandboxSettings {
  /** Derive amounts that are absent too. */
  readonly complete: boolean
  /** A CSD of the user's own. */
  readonly csd?: Csd | undefined
}

/** An engine of the sandbox, with a CSD for the issuer of the draft. */
export async function sandboxFor(draft: Draft, { complete, csd }: SandboxSettings, { clock }: World): Promise<Engine> {
  const provider = createSandboxPac({ clock })
  const signers = csd ?? (await provider.issueCsd({ ...issuerOf(draft), validFrom: yearBefore(clock()) }))
  return createEngine({ signers, provider, clock, complete })
}

function issuerOf({ Emisor }: Draft): typeof nobody {
  const { Rfc, Nombre } = isRecord(Emisor) ? Emisor : {}
  const [rfc, name] = [Rfc, Nombre].map((value) => (typeof value === 'string' && value !== 'AUTO' ? value : undefined))
  return { rfc: rfc && /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/.test(rfc) ? rfc : nobody.rfc, name: name ?? nobody.name }
}

function yearBefore(date: Date): Date {
  return new Date(date.getTime() - 365 * 86_400_000)
}
