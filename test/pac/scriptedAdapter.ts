/**
 * An adapter whose answers a test determines, and the replies that it is given.
 * @module
 */
import { createHash } from 'node:crypto'
import type { Adapter, HttpReply, StampAnswer } from '../../src/pac/adapter/adapter.js'
import { onlyStamps } from './capabilities.js'

export const bytes = (text: string) => new TextEncoder().encode(text)
export const ok = (text = 'ok', status = 200): HttpReply => ({
  status,
  headers: {},
  body: bytes(text),
})
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An adapter that sends the XML unchanged and takes its answer from the test. */
export function adapterOf(
  read: (reply: HttpReply) => StampAnswer,
  more: Partial<Adapter> = {},
): Adapter {
  return {
    id: 'prueba',
    name: 'PAC de prueba',
    capabilities: { ...onlyStamps, cancelSigned: true },
    stamp: {
      request: ({ bytes, sha256 }, token) => ({
        method: 'POST',
        url: 'https://pac.example/timbra',
        headers: { clave: sha256, ...(token && { authorization: token }) },
        body: bytes,
      }),
      read,
    },
    ping: {
      request: () => ({ method: 'GET', url: 'https://pac.example/', headers: {} }),
      read: ({ status }) => status === 200,
    },
    ...more,
  }
}
