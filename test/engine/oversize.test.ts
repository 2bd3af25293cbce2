/**
 * A draft within the limits whose XML could not be read any more: refused before anything is sent,
 * and its folio is free.
 */
import { expect, it } from 'vitest'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { csd, draft } from '../fixtures.js'
import { createWorld, engineOn, freeSigner } from './host.js'

const signers = freeSigner(await csd('person'))

/** An invoice whose XML has about so many bytes: a letter of two bytes each, in an Addenda. */
const ofSize = (bytes: number) => {
  const each = `<a>${'ñ'.repeat(500_000)}</a>`
  const rest = `<a>${'ñ'.repeat(Math.floor((bytes % 1_000_000) / 2))}</a>`
  return {
    ...draft('ingreso'),
    Folio: 'AUTO',
    Addenda: each.repeat(Math.floor(bytes / 1_000_000)) + rest,
  }
}

it('an XML of more than 20 MB is not sent, with a key or without', async () => {
  const world = createWorld(signers)
  const engine = engineOn(world)
  for (const options of [{}, { key: 'k' }]) {
    const answer = await engine.stamp(ofSize(20_050_000), options)
    expect(answer).toMatchObject({
      ok: false,
      code: 701,
      message: expect.stringContaining('20000000 bytes'),
    })
  }
  expect(await engine.seal(ofSize(20_050_000))).toMatchObject({ ok: false, code: 701 })
  expect(world.pac.stamps).toBe(0)
  expect(await engine.stamp({ ...draft('ingreso'), Folio: 'AUTO' }, { key: 'k' })).toMatchObject({
    cfdi: { Folio: '1' },
  })
})

it('one of 19.9 MB is, and limits of the host that are higher count', async () => {
  const world = createWorld(signers)
  expect(await engineOn(world).stamp(ofSize(19_900_000), { key: 'a' })).toMatchObject({ ok: true })
  const limits = { length: 50_000_000 }
  const engine = engineOn(world, undefined, { limits, folios: createMemoryFolios(() => 50) })
  expect(await engine.stamp(ofSize(20_050_000), { key: 'b' })).toMatchObject({ ok: true })
})
