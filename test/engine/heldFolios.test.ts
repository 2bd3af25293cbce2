/**
 * Folios of documents without a key: what became of them is in the journal, and a sweep of `resume`
 * settles them by it.
 */
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/pac/clock.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { csd, draft, noon } from '../fixtures.js'
import { createWorld, engineOn, type Fault, freeSigner } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }

function open() {
  const world = createWorld(signers)
  const clock: Clock = {
    now: () => noon.getTime() + world.now,
    sleep: async (ms) => {
      world.now += ms
    },
    timer: () => () => {},
  }
  const journal = createUnsafeMemoryJournal()
  const provider = failover([world.pac.provider], { journal, clock, recovery: { window: 1 } })
  const engine = engineOn(world, undefined, { provider })
  const folios = async () => {
    const found: string[] = []
    for await (const { folio } of world.folios.held()) found.push(folio)
    return found
  }
  const sweep = async () => {
    world.now += 400_000
    for await (const _ of engine.resume()) void _
  }
  return { world, engine, provider, folios, sweep }
}

describe('the folio of a document without a key', () => {
  it.each<[string, Fault[], string]>([
    ['is used once the failover has resumed it', [], '2'],
    ['is free once the failover was told that it is rejected', ['rejects'], '1'],
  ])('%s', async (_, script, next) => {
    const { world, engine, provider, folios, sweep } = open()
    world.pac.will('does not hear', 'does not hear', 'does not hear', 'does not hear')
    expect(await engine.stamp(invoice)).toMatchObject({ ok: false, code: 708 })
    await sweep()
    expect(await folios()).toEqual(['1'])
    world.pac.will(...script)
    await provider.resume()
    await sweep()
    expect(await folios()).toEqual([])
    expect(await engine.stamp({ ...invoice, CondicionesDePago: 'otra' })).toMatchObject({
      cfdi: { Folio: next },
    })
  })

  it('stays with a document that no PAC got: the host has it in hand', async () => {
    const { world, engine, folios, sweep } = open()
    world.pac.will('is unavailable', 'is unavailable')
    expect(await engine.stamp(invoice)).toMatchObject({ ok: false, code: 707 })
    await sweep()
    expect(await folios()).toEqual(['1'])
  })
})
