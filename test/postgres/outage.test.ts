/**
 * Twenty servers start again after an outage, all at once, over one database: each document is
 * asked about once, and each answer is delivered once.
 * @module
 */
import { expect, it } from 'vitest'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import type { Delivery } from '../../src/engine/result.js'
import { failover } from '../../src/pac/failover.js'
import type { Claim } from '../../src/pac/journal.js'
import type { Provider } from '../../src/pac/provider.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import type { Sealed } from '../../src/seal/sello.js'
import { freeSigner } from '../engine/host.js'
import { csd, draft, noon } from '../fixtures.js'
import { createFakePac } from '../pac/fakePac.js'
import { sealedDocument } from '../pac/sealedDocuments.js'
import { describeDatabases } from './databases.js'

const servers = 20
const documents = 60

/** A PAC that counts what it is asked, and takes its time. */
function slow(pac: Provider, asked: string[]): Provider {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
  return {
    ...pac,
    async stamp(sealed, signal) {
      asked.push(`stamp ${sealed.document.Folio}`)
      await pause()
      return pac.stamp(sealed, signal)
    },
    async find(sealed, signal) {
      asked.push(`find ${sealed.document.Folio}`)
      await pause()
      return pac.find(sealed, signal)
    },
  }
}

/** It stamps, and its answer is not heard. */
function deaf(pac: Provider): Provider {
  return { ...pac, stamp: (sealed) => pac.stamp(sealed).then(() => new Promise<never>(() => {})) }
}

interface Port<Stored> {
  append(stored: Stored): Promise<boolean>
}

/**
 * What a process writes that dies: it sends no heartbeat, and its claims have ended by the time the
 * others start.
 */
function mortal<Stored extends { readonly claim?: Claim }, Of extends Port<Stored>>(
  port: Of & Port<Stored>,
): Of {
  const append = (stored: Stored) =>
    port.append(
      stored.claim === undefined ? stored : { ...stored, claim: { ...stored.claim, until: 0 } },
    )
  return { ...port, append, renew: async () => {} }
}

async function deliveries(engine: Engine): Promise<Delivery[]> {
  const all: Delivery[] = []
  for await (const delivery of engine.resume()) all.push(delivery)
  return all
}

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }

describeDatabases('twenty servers after an outage', ({ client, schema }) => {
  it('ask about each document once, and deliver it once', async () => {
    const name = await schema()
    const pac = createFakePac('uno')
    const asked: string[] = []
    const all: Sealed[] = await Promise.all(
      Array.from({ length: documents }, (_, at) => sealedDocument(at)),
    )
    // The outage: every request is sent and stamped, no answer is heard, and the process dies
    // without a word.
    const { journal } = createPostgresStore(client(), { schema: name })
    const dying = failover([deaf(pac)], {
      journal: mortal(journal),
      concurrency: { limit: documents },
    })
    for (const sealed of all) void dying.stamp(sealed)
    await expect.poll(() => pac.received.length).toBe(documents)

    const delivered = await Promise.all(
      Array.from({ length: servers }, async () => {
        const store = createPostgresStore(client(), { schema: name })
        return failover([slow(pac, asked)], { journal: store.journal }).resume()
      }),
    )

    const names = all.map(({ document }) => document.Folio).sort()
    expect(asked.sort()).toEqual(names.map((folio) => `find ${folio}`).sort())
    expect(
      delivered
        .flat()
        .map(({ sealed }) => sealed?.document.Folio)
        .sort(),
    ).toEqual(names)
    expect(delivered.flat().every(({ outcome }) => outcome.kind === 'stamped')).toBe(true)
    expect(
      delivered.filter((one) => one.length > 0).length,
      'servers that shared the work',
    ).toBeGreaterThan(1)
  })

  it('deliver each key once, of those that were interrupted and of those whose answer the host did not hear', async () => {
    const name = await schema()
    const pac = createFakePac('uno')
    const asked: string[] = []
    const engineOf = (provider: Provider, isDying = false): Engine => {
      const { journal, orders, folios } = createPostgresStore(client(), { schema: name })
      const store = isDying
        ? { journal: mortal(journal), orders: mortal(orders) }
        : { journal, orders }
      const stamping = failover([provider], {
        journal: store.journal,
        concurrency: { limit: documents },
      })
      return createEngine({
        signers,
        provider: stamping,
        orders: store.orders,
        folios,
        clock: () => noon,
      })
    }
    const [unheard, interrupted] = ['unheard', 'interrupted'].map((what) =>
      Array.from({ length: documents / 2 }, (_, at) => `${what} ${at}`),
    ) as [string[], string[]]
    const answering = engineOf(pac, true)
    await Promise.all(unheard.map((key) => answering.stamp(invoice, { key })))
    const dying = engineOf(deaf(pac), true)
    for (const key of interrupted) void dying.stamp(invoice, { key })
    await expect.poll(() => pac.received.length).toBe(documents)

    const delivered = await Promise.all(
      Array.from({ length: servers }, () => deliveries(engineOf(slow(pac, asked)))),
    )

    expect(
      asked.filter((one) => one.startsWith('stamp')),
      'nothing is sent again',
    ).toEqual([])
    expect(new Set(asked).size, 'each is looked up once').toBe(asked.length)
    expect(asked).toHaveLength(interrupted.length)
    const keys = delivered.flat().map(({ key }) => key)
    expect(keys.sort(), 'each is delivered once').toEqual([...unheard, ...interrupted].sort())
    expect(delivered.flat().every(({ ok }) => ok)).toBe(true)
    expect(
      delivered.filter((one) => one.length > 0).length,
      'servers that shared the work',
    ).toBeGreaterThan(1)
  })
})
