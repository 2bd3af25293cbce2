/**
 * Mistakes with keys, folios and options: refused by name, or warned of; none is a silent default.
 */
import { describe, expect, it } from 'vitest'
import { createEngine, type Engine, type EngineOptions } from '../../src/engine/engine.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { csd, draft, noon } from '../fixtures.js'
import { createWorld, engineOn, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const given = () => ({ signers, provider: new InstantPac().provider, clock: () => noon })
const order: { readonly id?: string } = {}

describe('a key', () => {
  it('that is given and undefined is 711: nothing is sealed', async () => {
    const world = createWorld(signers)
    const engine = engineOn(world)
    const answers = [
      // @ts-expect-error a key that may be undefined
      await engine.stamp(invoice, { key: order.id }),
      // @ts-expect-error a key that may be undefined
      await engine.seal(invoice, { key: order.id }),
    ]
    // @ts-expect-error the same
    answers.push(await engine.stampSealed({ XML: '' }, { key: order.id }))
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: 711 })
    expect([world.pac.stamps, world.orders.entries()]).toEqual([0, []])
  })

  it('without orders is 711, which says what to give', async () => {
    const { provider, ...rest } = given()
    // The type without `orders` takes no key: see test/types/keys.test-d.ts.
    const engine: Engine = createEngine({ provider, ...rest })
    const answer = await engine.stamp(invoice, { key: 'k' })
    expect(answer).toMatchObject({
      ok: false,
      code: 711,
      message: expect.stringContaining('`orders`'),
    })
    expect(await engine.seal(invoice, { key: 'k' })).toMatchObject({ code: 711 })
    expect(await engine.stampSealed({ XML: '' }, { key: 'k' })).toMatchObject({ ok: false })
    expect(await engine.stamp({ ...invoice, Folio: '1' })).toMatchObject({ ok: true, warnings: [] })
  })
})

describe('an option that does not exist', () => {
  it.each([
    ['Key', 'key'],
    ['clave', undefined],
  ])('of stamp: %s', async (name, meant) => {
    const engine = createEngine(given())
    const hint = meant === undefined ? 'the options are key,' : `did you mean ${meant}?`
    await expect(engine.stamp(invoice, { [name]: 'k' })).rejects.toThrow(
      `stamp: unknown option ${name}; ${hint}`,
    )
    await expect(engine.seal(invoice, { [name]: 'k' })).rejects.toThrow(TypeError)
    await expect(engine.stampSealed({ XML: '' }, { [name]: 'k' })).rejects.toThrow(TypeError)
  })

  it('of the engine is told by name', () => {
    const misspelt = { ...given(), compelte: true } as EngineOptions
    expect(() => createEngine(misspelt)).toThrow(
      'createEngine: unknown option compelte; did you mean complete?',
    )
  })

  it.each([
    [{ orders: null }, 'createEngine: orders must be an object with the methods load, append'],
    [{ orders: {} }, 'createEngine: orders must be an object with the methods load, append'],
    [{ folios: 5 }, 'createEngine: folios must be an object with the methods next'],
    [{ cancellations: {} }, 'createEngine: cancellations must be an object'],
    [{ clock: 5 }, 'createEngine: clock must be a function'],
    [
      { on: { stampStart: () => {} } },
      'createEngine: on: unknown option stampStart; did you mean stampStarted?',
    ],
    [{ on: { stampStarted: 5 } }, 'createEngine: on: stampStarted must be a function'],
    [{ on: 5 }, 'createEngine: on: options must be an object'],
    [{ complete: 'yes' }, 'createEngine: complete must be true or false'],
  ])('is refused, and so is one of another type: %j', (part, message) => {
    expect(() => createEngine({ ...given(), ...part } as never)).toThrow(message)
  })

  it('of the other methods is refused by name', async () => {
    const engine = createEngine({ ...given(), orders: createUnsafeMemoryOrders() })
    await expect(engine.cancel({ key: 'k', motivo: '02', foo: 1 } as never)).rejects.toThrow(
      'cancel: unknown option foo',
    )
    await expect(engine.cancel(undefined as never)).rejects.toThrow(
      'cancel: options must be an object',
    )
    await expect(engine.settle('k', 'not-stamped', { By: 'Ana' } as never)).rejects.toThrow(
      'did you mean by?',
    )
    await expect(engine.afterRestore(undefined as never)).rejects.toThrow(
      'afterRestore: options must be an object',
    )
    await expect(engine.afterRestore({ since: new Date(0), foo: 1 } as never)).rejects.toThrow(
      'unknown option foo',
    )
    expect(await engine.stampSealed(undefined as never)).toMatchObject({ ok: false })
    expect(() => engine.needsAttention({ olderThan: 'x' } as never)).toThrow(
      'olderThan is milliseconds',
    )
  })

  it.each([
    [{ timeouts: { stmp: 5 } }, 'failover: timeouts: unknown option stmp; did you mean stamp?'],
    [{ recovery: { windo: 5 } }, 'failover: recovery: unknown option windo; did you mean window?'],
    [{ absence: { find: 5 } }, 'failover: absence: unknown option find; did you mean finds?'],
    [
      { on: { departedd: () => {} } },
      'failover: on: unknown option departedd; did you mean departed?',
    ],
  ])('of a failover is refused inside its options too: %j', (part, message) => {
    const { provider } = given()
    const journal = createUnsafeMemoryJournal()
    expect(() => failover([provider], { journal, ...part } as never)).toThrow(message)
  })

  it('does not count those that are undefined by the name of another', () => {
    expect(() => createEngine({ ...given(), folios: undefined, limits: undefined })).not.toThrow()
  })
})

describe('the folio of a sequence that nobody gave', () => {
  it('comes with a warning, once', async () => {
    const engine = createEngine(given())
    const answers = [await engine.stamp(invoice), await engine.stamp(invoice)]
    expect(answers[0]).toMatchObject({ ok: true, warnings: [{ code: '709', field: 'Folio' }] })
    expect(answers[1]).toMatchObject({ ok: true, warnings: [] })
  })

  it('but not that of one that was given', async () => {
    const engine = createEngine({ ...given(), folios: createMemoryFolios() })
    expect(await engine.stamp(invoice)).toMatchObject({ ok: true, warnings: [] })
  })
})
