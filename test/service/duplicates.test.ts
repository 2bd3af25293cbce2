/**
 * A second stamp by a failover: `recover` records its event once, and requests its cancellation if
 * the host wants it (audit of November 2026, D1).
 */
import { expect, it } from 'vitest'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import type { Clock } from '../../src/pac/clock.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Provider } from '../../src/pac/provider.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createSandboxSat } from '../../src/pac/sandbox/sat.js'
import { noon } from '../fixtures.js'
import { ask, bodyOf, codeOf, issuer, json, openDesk } from './desk.js'

async function open(cancelDuplicates: boolean) {
  const world = { now: noon.getTime(), isLost: true }
  const clock = () => new Date(world.now)
  const authority = createAuthority({ clock: () => new Date('2026-01-01T00:00:00Z') })
  const sat = createSandboxSat({ clock, needsConsent: () => false })
  const pacOf = (id: string) => createSandboxPac({ id, authority, clock, sat })
  const [uno, dos] = [pacOf('uno'), pacOf('dos')]
  const person = await uno.issueCsd({ rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' })
  const unknown = { kind: 'unknown', pac: 'uno', message: 'sin respuesta' } as const
  const losing: Provider = {
    ...uno,
    capabilities: { ...uno.capabilities, findKinds: ['bytes'] },
    stamp: async (...given) => {
      const outcome = await uno.stamp(...given)
      return world.isLost ? unknown : outcome
    },
    find: async (...given) => (world.isLost ? unknown : uno.find!(...given)),
  }
  // Nothing lasts so long that it is given up, and no wait fits into the window.
  const still: Clock = {
    now: () => world.now,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve()
        else signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
  const provider = failover([losing, dos], {
    journal: createUnsafeMemoryJournal(),
    recovery: { window: 1_000, delays: [2_000] },
    clock: still,
  })
  const cancellations = createUnsafeMemoryCancellations()
  const desk = await openDesk({
    sandbox: { signers: person, provider, cancellations, cancelDuplicates },
    options: { clock },
  })
  const { cfdi } = bodyOf<{ cfdi: { UUID: string } }>(await ask(desk, { json: json() }))
  world.isLost = false
  world.now += 600_000
  return {
    desk,
    cancellations,
    world,
    UUID: cfdi.UUID,
    events: () => desk.stores.sandbox.events.page({ limit: 100 }),
  }
}

it.each([true, false])(
  'is an event, and is cancelled if the host requests it: %s',
  async (cancelDuplicates) => {
    const { desk, cancellations, world, UUID, events } = await open(cancelDuplicates)
    for (let round = 0; round < 3; round++) {
      await desk.service.recover()
      await desk.service.refresh()
      world.now += 3_600_000
    }
    const found = (await events()).filter(({ type }) => type === 'invoice.duplicated')
    expect(found).toMatchObject([{ data: { UUID, pac: 'uno' } }])
    const { duplicate } = found[0]!.data as { duplicate: string }
    expect(duplicate).not.toBe(UUID)
    const kept = cancellations.entries().map(({ uuid, status, life }) => [uuid, status, life.phase])
    expect(kept).toEqual(cancelDuplicates ? [[duplicate, 'closed', 'cancelled']] : [])
    expect((await desk.stores.sandbox.invoices.get(UUID))?.cancellation).toBeUndefined()
  },
)

it('a document that another account stamped is refused without its folio fiscal, also when its order is purged', async () => {
  const pac = createSandboxPac({ clock: () => noon })
  const signers = await pac.issueCsd({ rfc: issuer, name: 'MARIANA TORRES ACOSTA' })
  const first = await openDesk({ sandbox: { signers, provider: pac } })
  const accounts = first.service.accounts('sandbox')
  await accounts.create({ id: 'dos', name: 'Dos', issuers: [issuer] })
  const { key } = await accounts.issueKey({ account: 'dos' })
  const document = { json: json({ Fecha: '2026-11-21T11:00:00' }) }
  const { UUID } = bodyOf<{ cfdi: { UUID: string } }>(await ask(first, document)).cfdi
  /** A service whose engine has forgotten the orders. */
  const forget = async () => {
    const sandbox = { signers, provider: pac, store: first.stores.sandbox }
    return (await openDesk({ sandbox, of: first })).service
  }
  const service = await forget()
  const others = [await ask({ service, key }, document), await ask({ service, key }, document)]
  expect(others.map(codeOf)).toEqual([715, 714])
  expect(JSON.stringify(others)).not.toContain(UUID)
  const own = await ask({ service: await forget(), key: first.key }, document)
  expect([own.status, codeOf(own)]).toEqual([409, 715])
  expect(JSON.stringify(own.body)).toContain(UUID)
})
