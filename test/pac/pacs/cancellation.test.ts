/**
 * The engine cancels through every PAC that can, over a socket, with the SAT of the sandbox behind
 * its fake.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../../src/engine/engine.js'
import { createUnsafeMemoryCancellations } from '../../../src/engine/cancellationStore.js'
import { createUnsafeMemoryOrders } from '../../../src/engine/orders.js'
import { createAuthority } from '../../../src/pac/sandbox/authority.js'
import { createSandboxSat } from '../../../src/pac/sandbox/sat.js'
import { sale } from '../../fixtures.js'
import { type Fake, names, providerOf, startFake } from './pacs.js'

/** One key for the certificates of all. */
const authority = createAuthority({ clock: () => new Date() })
const holder = { rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' }
const issued = authority.issuePac({ rfc: 'PSB200101AA1', name: 'PAC DE PRUEBAS' })
const csd = authority.issueCsd(holder)

describe.each(names)('%s', (name) => {
  const sat = createSandboxSat({ authority })
  let fake: Fake
  let engine: (clock?: () => Date) => Engine
  beforeAll(async () => {
    fake = await startFake(name, { sat, authority: { ...authority, issuePac: () => issued } })
    const { signer } = await csd
    const store = {
      orders: createUnsafeMemoryOrders(),
      cancellations: createUnsafeMemoryCancellations(),
    }
    const provider = providerOf(fake)
    engine = (clock) =>
      createEngine({ signers: signer, provider, complete: true, clock, owner: name, ...store })
  })
  afterAll(() => fake.close())

  it('cancels what it stamped, and is told that it is cancelled', async (context) => {
    if (!providerOf(fake).capabilities.cancelSigned)
      return context.skip('it takes no signed request')
    const stamped = await engine().stamp({ ...sale, Folio: 'AUTO' }, { key: name })
    expect(stamped).toMatchObject({ ok: true })
    const asked = await engine().cancel({ key: name, motivo: '02' })
    expect(asked).toMatchObject({
      ok: true,
      life: { phase: 'accepted', answer: { class: 'accepted', code: '201' } },
    })
    const later = engine(() => new Date(Date.now() + 2 * 60_000))
    const told = []
    for await (const { life } of later.refresh()) told.push(life)
    expect(told).toMatchObject([{ phase: 'cancelled', how: 'cancelledDirectly' }])
  })
})
