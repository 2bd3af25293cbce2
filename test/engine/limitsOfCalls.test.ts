/**
 * Calls of the host that never end, and values that no call may pass on.
 */
import { describe, expect, it, vi } from 'vitest'
import { operate, operateOnce } from '../../src/engine/operate/operate.js'
import type { Provider } from '../../src/pac/provider.js'
import { csd, draft } from '../fixtures.js'
import { createWorld, engineOn, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: '7' }
const newWorld = () => ({
  ...createWorld(signers),
  pac: new InstantPac('instant', { findKinds: ['bytes'] }),
})

describe('a provider that never answers', () => {
  it.each([{ key: 'k' }, {}])(
    'ends with 708 after the abort of its caller: %j',
    async (options) => {
      const world = newWorld()
      const silent: Provider = { ...world.pac.provider, stamp: () => new Promise(() => {}) }
      const engine = engineOn(world, undefined, { provider: silent })
      const signal = AbortSignal.timeout(20)
      expect(await engine.stamp(invoice, { ...options, signal })).toMatchObject({
        ok: false,
        code: 708,
      })
    },
  )
})

describe('orderedAt', () => {
  it.each([new Date(Number.NaN), new Date(8.64e15), 'yesterday', 5])(
    '%s is refused',
    async (orderedAt) => {
      const engine = engineOn(newWorld())
      const call = { key: 'k', orderedAt: orderedAt as Date }
      await expect(engine.stamp(invoice, call)).rejects.toThrow(/orderedAt must be a Date/)
      await expect(engine.seal(invoice, call)).rejects.toThrow(/orderedAt must be a Date/)
    },
  )
})

describe('a key', () => {
  it.each(['', '\0', 'a\0b', '\ud800', 'x\udc00', 'x'.repeat(256), 'cfdi-stamp/restore'])(
    '%j is refused in every store',
    async (key) => {
      const world = newWorld()
      expect(await engineOn(world).stamp(invoice, { key })).toMatchObject({ ok: false, code: 711 })
      expect(world.pac.stamps).toBe(0)
    },
  )

  it('may have any character besides', async () => {
    expect(await engineOn(newWorld()).stamp(invoice, { key: 'pedido Ñ 😀 7' })).toMatchObject({
      ok: true,
    })
  })
})

describe('a deliver that never ends', () => {
  it('counts as failed, and its event comes again', async () => {
    const world = newWorld()
    const engine = engineOn(world)
    await engine.stamp(invoice, { key: 'k' })
    const deliver = vi.fn(() => new Promise<void>(() => {}))
    const options = { provider: world.pac.provider, deliver, deliverTimeout: 20 }
    const { tasks } = await operateOnce(engine, options)
    expect(tasks).toMatchObject([{ task: 'resume', delivered: 0, failed: 1 }, {}, {}])
    const operation = operate(engine, options)
    await operation.close()
    expect(deliver).toHaveBeenCalled()
  })

  it.each([undefined, null, 5, {}, { deliver: async () => {}, deliverTimeout: 0 }])(
    'options %j are refused',
    async (o) => {
      await expect(operateOnce(engineOn(newWorld()), o as never)).rejects.toThrow(/^operate: /)
    },
  )
})
