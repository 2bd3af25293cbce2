/**
 * The sandbox in which the engine cancels: a SAT and a PAC on a clock of their own, and who has a
 * CSD there.
 * @module
 */

import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import {
  createSandboxSat,
  type SandboxSat,
  type SandboxSatOptions,
} from '../../src/pac/sandbox/sat.js'
import { draft, noon } from '../fixtures.js'
import { Machine } from './host.js'

export const hour = 3_600_000
export const day = 24 * hour

/** One key for the PACs of all worlds. */
const own = createAuthority({ clock: () => new Date('2026-01-01T00:00:00Z') })
const issued = own.issuePac({ rfc: 'PSB200101AA1', name: 'PAC DE PRUEBAS' })
const authority = { ...own, issuePac: () => issued }
export const issuing = createSandboxPac({ authority, clock: () => noon })
export const issuer = await issuing.issueCsd({
  rfc: 'TOAM850417U21',
  name: 'MARIANA TORRES ACOSTA',
})
export const receiver = await issuing.issueCsd({
  rfc: 'PLO150312QT1',
  name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
})
export const invoice = { ...draft('ingreso'), Folio: 'AUTO' }

/** What outlives every engine. */
export interface SandboxWorld {
  readonly sat: SandboxSat
  readonly pac: SandboxPac
  readonly orders: ReturnType<typeof createUnsafeMemoryOrders>
  readonly cancellations: ReturnType<typeof createUnsafeMemoryCancellations>
}

/** An empty world. Cancellations need no consent if nothing else is said. */
export function createWorld(clock: () => Date, options: SandboxSatOptions = {}): SandboxWorld {
  const sat = createSandboxSat({ clock, authority, needsConsent: () => false, ...options })
  const pac = createSandboxPac({ authority, clock, sat })
  return {
    sat,
    pac,
    orders: createUnsafeMemoryOrders(),
    cancellations: createUnsafeMemoryCancellations(),
  }
}

/** An engine of the issuer, on a machine of its own. */
export function engineIn(
  { pac, orders, cancellations }: Omit<SandboxWorld, 'sat'>,
  clock: () => Date,
  machine = new Machine(),
): Engine {
  return createEngine({
    signers: issuer,
    provider: machine.wrap(pac),
    orders: machine.wrap(orders),
    cancellations: machine.wrap(cancellations),
    clock,
    storeTimeout: 60_000,
  })
}
