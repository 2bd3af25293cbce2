/**
 * Equal drafts with and without a key, in one process: each call is an invoice of its own. The PAC
 * answers equal bytes with the stamp that it made first, as all do.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import { csd, draft } from '../fixtures.js'
import { createWorld, engineOn, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const equal = { ...draft('ingreso'), Fecha: 'AUTO', Folio: '7' }

let world: ReturnType<typeof createWorld>
let engine: Engine
beforeEach(() => {
  world = { ...createWorld(signers), pac: new InstantPac('instant', { dedupByContent: true }) }
  engine = engineOn(world)
})

/** @param keys of each call, undefined for none */
async function uuidsOf(
  keys: readonly (string | undefined)[],
  inTurn: boolean,
): Promise<readonly string[]> {
  const uuids: Promise<string>[] = []
  for (const key of keys) {
    const call = engine.stamp(equal, key === undefined ? {} : { key })
    const uuid = call.then((answer) =>
      answer.ok ? answer.cfdi.UUID : `${answer.code} ${answer.message}`,
    )
    uuids.push(uuid)
    if (inTurn) await uuid
  }
  return Promise.all(uuids)
}

describe.each([
  ['in turn', true],
  ['at once', false],
])('equal drafts %s', (_, inTurn) => {
  it.each([
    ['with a key first', ['a', undefined, 'b', undefined]],
    ['without a key first', [undefined, 'a', undefined, 'b']],
    ['of many', Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? undefined : `key ${at}`))],
  ])('%s are as many invoices', async (__, keys) => {
    const uuids = await uuidsOf(keys, inTurn)
    expect(new Set(uuids).size).toBe(keys.length)
    expect(world.pac.stamps).toBe(keys.length)
  })
})
