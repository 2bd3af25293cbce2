/**
 * Twenty servers start again after an outage, all at once, over one database: each document is asked about once, and each
 * answer is delivered once.
 * @module
 */
import { expect, it } from 'vitest'
import { failover } from '../../src/pac/failover.js'
import type { Provider } from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { createPostgresStore } from '../../src/postgres/store.js'
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

describeDatabases('twenty servers after an outage', ({ client, schema }) => {
  it('ask about each document once, and deliver it once', async () => {
    const name = await schema()
    const pac = createFakePac('uno')
    const asked: string[] = []
    const all: Sealed[] = await Promise.all(Array.from({ length: documents }, (_, at) => sealedDocument(at)))
    // The outage: every request is sent and stamped, no answer is heard, and the process dies without a word.
    const { journal } = createPostgresStore(client(), { schema: name })
    const deaf = { ...pac, stamp: (sealed: Sealed) => pac.stamp(sealed).then(() => new Promise<never>(() => {})) }
    // Its claims have ended by the time the others start.
    const ended: typeof journal.append = ({ claim, ...entry }) =>
      journal.append(claim === undefined ? entry : { ...entry, claim: { ...claim, until: 0 } })
    const dying = failover([deaf], { journal: { ...journal, append: ended }, concurrency: { limit: documents } })
    for (const sealed of all) void dying.stamp(sealed)
    await expect.poll(() => pac.received.length, { timeout: 30_000 }).toBe(documents)

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
    expect(delivered.filter((one) => one.length > 0).length, 'servers that shared the work').toBeGreaterThan(1)
  })
})
