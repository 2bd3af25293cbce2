/** Two PACs, the stores of a host and its engine, for the tests of `operate`. */
import { expect } from 'vitest'
import type { Signer } from '../../src/certificate/signer.js'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import type { OperateEvent } from '../../src/engine/operate/events.js'
import { operateOnce, type RoundSummary } from '../../src/engine/operate/operate.js'
import type { OperateOptions } from '../../src/engine/operate/options.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import type { Clock } from '../../src/pac/clock.js'
import { type Failover, failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Stamped } from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { csd, draft, noon } from '../fixtures.js'
import { engineOn, freeSigner, InstantPac, Machine } from './host.js'

const person: Signer = await csd('person')
const signers: Signer = { ...freeSigner(person), signSha1: (bytes) => person.signSha1!(bytes) }
export const lease = 300_000
export const keys = ['a', 'b', 'c'] as const
export const draftOf = (key: string) => ({ ...draft('ingreso'), Folio: key })

/** A PAC whose folios no other PAC gives. */
export class OwnPac extends InstantPac {
  override timbreOf(sealed: Sealed): Stamped {
    const stamped = super.timbreOf(sealed)
    const UUID = stamped.timbre.UUID.replace(/^0/, this.provider.id === 'uno' ? '1' : '2')
    return { ...stamped, timbre: { ...stamped.timbre, UUID } }
  }
}

export class World {
  readonly uno = new OwnPac('uno', { findKinds: ['bytes'] })
  readonly dos = new OwnPac('dos', { findKinds: ['bytes'] })
  readonly journal = createUnsafeMemoryJournal()
  readonly orders = createUnsafeMemoryOrders()
  readonly cancellations = createUnsafeMemoryCancellations()
  readonly folios = createMemoryFolios()
  readonly signers = signers
  readonly pac = this.uno
  now = 0

  /** Nothing lasts so long that it is given up. */
  readonly clock: Clock = {
    now: () => noon.getTime() + this.now++,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve()
        else signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  }

  provider(machine = new Machine()): Failover {
    return failover(
      [this.uno, this.dos].map(({ provider }) => machine.wrap(provider)),
      {
        journal: machine.wrap(this.journal),
        onUnknown: 'switch',
        recovery: { window: 1_000, delays: [2_000] },
        clock: this.clock,
        random: () => 0.5,
      },
    )
  }

  engine(machine = new Machine(), provider = this.provider(machine)) {
    return engineOn(this, machine, {
      provider,
      cancellations: machine.wrap(this.cancellations),
      folioTimeout: 50_000,
      storeTimeout: 50_000,
    })
  }
}

/** A round on a machine of its own, and what was delivered. */
export async function roundOf(
  world: World,
  options: Partial<OperateOptions> = {},
  machine = new Machine(),
): Promise<{ events: OperateEvent[]; summary: RoundSummary | 'stopped' }> {
  const events: OperateEvent[] = []
  const provider = world.provider(machine)
  const deliver = async (event: OperateEvent) => void events.push(event)
  const work = operateOnce(world.engine(machine, provider), {
    provider,
    deliver,
    clock: world.clock,
    ...options,
  })
  return { events, summary: await Promise.race([work, machine.stopped]) }
}

export const typesOf = (events: readonly OperateEvent[]) => events.map(({ type }) => type)

/** A document that both PACs stamped: the first one's answer was lost. */
export async function stampTwice(world: World, key = 'a'): Promise<void> {
  world.uno.will('loses the answer', 'does not hear', 'does not hear')
  const find = world.uno.provider.find
  Object.assign(world.uno.provider, {
    find: async () => ({ kind: 'unknown', pac: 'uno', message: '' }),
  })
  const answer = await world.engine().stamp(draftOf(key), { key })
  Object.assign(world.uno.provider, { find })
  world.uno.will()
  expect(answer).toMatchObject({ ok: true, pac: 'dos' })
  world.now += lease
}
