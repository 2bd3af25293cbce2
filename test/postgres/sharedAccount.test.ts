/**
 * The failovers of two processes, whose circuit and limits of a PAC's account are in the database.
 * @module
 */
import { expect, it } from 'vitest'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Provider } from '../../src/pac/provider.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createSharedBreaker } from '../../src/postgres/breaker.js'
import { createSharedBulkhead } from '../../src/postgres/limiter.js'
import { createSealer, now } from '../pac/sealing.js'
import { describeDatabases } from './databases.js'

/** A PAC that accepts no connection, and how often it was asked. */
function closed(pac: Provider): Provider & { asked: number } {
  return {
    ...pac,
    id: 'uno',
    asked: 0,
    async stamp() {
      this.asked++
      return { kind: 'unavailable', pac: 'uno', message: 'closed' }
    },
    ping: async () => false,
  }
}

describeDatabases('a failover with a shared account', ({ client, schema }) => {
  it('spares a PAC that failed for another process, and holds to the limit of all', async () => {
    const name = await schema()
    const sandbox = createSandboxPac({ clock: () => now })
    const seal = await createSealer(sandbox)
    const uno = closed(sandbox)
    let [underWay, most] = [0, 0]
    const dos: Provider = {
      ...sandbox,
      id: 'dos',
      async stamp(sealed, signal) {
        most = Math.max(most, ++underWay)
        const outcome = await sandbox.stamp(sealed, signal)
        underWay--
        return outcome.kind === 'stamped' ? { ...outcome, pac: 'dos' } : outcome
      },
    }
    const processes = Array.from({ length: 2 }, () =>
      failover([uno, dos], {
        journal: createUnsafeMemoryJournal(),
        breaker: (pac) =>
          createSharedBreaker(client(), {
            pac,
            schema: name,
            failures: 2,
            refresh: 1,
            cooldown: 3_600_000,
          }),
        concurrency: (pac) =>
          createSharedBulkhead(client(), { pac, schema: name, limit: 2, poll: 5 }),
      }),
    )
    const [first, second] = processes as [(typeof processes)[0], (typeof processes)[0]]
    const kinds: string[] = []
    for (let count = 0; count < 3; count++)
      kinds.push((await first.stamp(await seal({ Folio: `${count}` }))).kind)
    const before = uno.asked
    const documents = await Promise.all(
      Array.from({ length: 6 }, (_, at) => seal({ Folio: `9${at}` })),
    )
    const answers = await Promise.all(
      documents.map((one, at) => (at % 2 === 0 ? first : second).stamp(one)),
    )
    expect([...kinds, ...answers.map(({ kind }) => kind)]).toEqual(
      Array.from({ length: 9 }, () => 'stamped'),
    )
    expect(before).toBeGreaterThan(0)
    expect(uno.asked, 'the other process was told').toBe(before)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('retryAccount closes the circuit of every process', async () => {
    const name = await schema()
    const sandbox = createSandboxPac({ clock: () => now })
    const seal = await createSealer(sandbox)
    let isEmpty = true
    const uno: Provider = {
      ...sandbox,
      id: 'uno',
      async stamp(sealed, signal) {
        if (isEmpty)
          return {
            kind: 'refused',
            scope: 'account',
            account: 'credits',
            pac: 'uno',
            message: 'Sin timbres.',
          }
        const outcome = await sandbox.stamp(sealed, signal)
        return outcome.kind === 'stamped' ? { ...outcome, pac: 'uno' } : outcome
      },
    }
    const [first, second] = Array.from({ length: 2 }, () =>
      failover([uno], {
        journal: createUnsafeMemoryJournal(),
        breaker: (pac) => createSharedBreaker(client(), { pac, schema: name, refresh: 1 }),
      }),
    ) as [ReturnType<typeof failover>, ReturnType<typeof failover>]
    expect(await first.stamp(await seal({ Folio: '1' }))).toMatchObject({ account: 'credits' })
    isEmpty = false
    const kindOf = async (each: typeof first, Folio: string) =>
      (await each.stamp(await seal({ Folio }))).kind
    expect(await kindOf(second, '2'), 'it is open for 15 minutes').not.toBe('stamped')
    await first.retryAccount('uno')
    expect(await kindOf(second, '3')).toBe('stamped')
    expect(await kindOf(first, '4')).toBe('stamped')
  })
})
