/** Replies of many megabytes, whose reading takes long. */
import { describe, expect, it } from 'vitest'
import { createProvider } from '../../src/pac/adapter/createProvider.js'
import { onlyStamps } from './capabilities.js'

describe('big replies', () => {
  const utf8 = new TextEncoder()
  const big = utf8.encode(`<reply>${' '.repeat(2_000_000)}</reply>`)
  const small = utf8.encode('<reply/>')

  /** A provider whose replies have a size by the document, and the order in which it reads them. */
  function reading() {
    const order: string[] = []
    const adapter = {
      id: 'uno',
      name: 'Uno',
      capabilities: onlyStamps,
      stamp: {
        request: ({ sealed }: { sealed: { xml: string } }) => ({
          method: 'POST' as const,
          url: `https://pac.example/${sealed.xml}`,
          headers: {},
        }),
        read: (_: unknown, { sealed }: { sealed: { xml: string } }) => {
          order.push(sealed.xml)
          if (sealed.xml === 'fails') throw new Error('unreadable')
          return { kind: 'unknown' as const, message: sealed.xml }
        },
      },
      ping: {
        request: () => ({ method: 'GET' as const, url: 'https://pac.example', headers: {} }),
        read: () => true,
      },
    }
    const send = async ({ url }: { url: string }) => ({
      status: 200,
      headers: {},
      body: url.endsWith('small') ? small : big,
    })
    const provider = createProvider(adapter as never, { send: send as never })
    const stamp = (xml: string) => provider.stamp({ xml, sello: 's', cadena: '||' } as never)
    return { order, stamp }
  }

  it('are read after those that are small, one after another', async () => {
    const { order, stamp } = reading()
    await Promise.all(['one', 'two', 'small'].map(stamp))
    expect(order).toEqual(['small', 'one', 'two'])
  })

  it('do not wait for one that cannot be read', async () => {
    const { order, stamp } = reading()
    const outcomes = await Promise.all(['fails', 'two'].map(stamp))
    expect(order).toEqual(['fails', 'two'])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  })

  it('let other work go first', async () => {
    const { order, stamp } = reading()
    const both = Promise.all(['one', 'two'].map(stamp))
    let turns = 0
    while (order.length < 2) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    await both
    expect(turns).toBeGreaterThan(1)
  })
})
