/**
 * The work for a key reveals nothing about it. The test counts causes of time (store calls, hashes,
 * compared positions), because a shared machine cannot measure time reliably. `bench/keys.ts`
 * measures the time.
 * @module
 */
import { Hash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hash } from '../../src/pac/hash.js'
import type { ServiceStore } from '../../src/service/ports.js'
import { serviceTables } from '../../src/service/records.js'
import { type Desk, openDesk } from './desk.js'

/** Counted work: store calls, bytes of each hash, compared positions in texts of hashes. */
interface Work {
  readonly calls: string[]
  readonly hashed: number[]
  readonly looked: number[]
}

let work: Work

beforeEach(() => {
  const { update } = Hash.prototype
  const { charCodeAt } = String.prototype
  vi.spyOn(Hash.prototype, 'update').mockImplementation(function (this: Hash, text) {
    work?.hashed.push(Buffer.byteLength(text as string))
    return update.call(this, text as string, 'utf8')
  })
  vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (this: string, at) {
    if (this.length === 64) work?.looked.push(at)
    return charCodeAt.call(this, at)
  })
})

/** Records every call of a store. */
function listen(store: ServiceStore): void {
  for (const table of serviceTables) {
    const records = store[table] as unknown as Record<string, (...given: unknown[]) => unknown>
    for (const [verb, run] of Object.entries(records))
      records[verb] = (...given) => {
        work.calls.push(`${table}.${verb}`)
        return run(...given)
      }
  }
}

const path = '/api/v5/balance'
const utf8 = new TextDecoder()

/** Returns the work for a key, and the exact response. */
async function judged({ service }: Desk, key: string | undefined) {
  work = { calls: [], hashed: [], looked: [] }
  const headers = { 'x-request-id': 'one', ...(key !== undefined && { 'x-api-key': key }) }
  const { status, headers: answered, body } = await service.handle({ method: 'GET', path, headers })
  const looked = [...work.looked].sort((one, other) => one - other)
  return { ...work, looked, answer: JSON.stringify([status, answered, utf8.decode(body)]) }
}

const changed = (key: string, at: number) =>
  key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1)

/** A key of the same id whose hash begins as that of the record does. */
async function nearBy(key: string, digits: number): Promise<string> {
  const wanted = (await hash(key)).slice(0, digits)
  for (let guess = 0; ; guess++) {
    const other = key.slice(0, -8) + guess.toString(16).padStart(8, '0')
    if (other !== key && (await hash(other)).startsWith(wanted)) return other
  }
}

async function open() {
  const desk = await openDesk()
  const accounts = desk.service.accounts('sandbox')
  const revoked = await accounts.issueKey({ account: 'uno' })
  await accounts.revokeKey(revoked.id)
  const secret = desk.key.length - 64
  const wrong = {
    'no key': undefined,
    'an empty one': '',
    'one cut short': desk.key.slice(0, -1),
    'one of the form of another service': `sk_live_${'a'.repeat(24)}`,
    'of an account that is not': changed(desk.key, 'cfdi_sandbox_'.length),
    'of the other environment': desk.key.replace('sandbox', 'production'),
    'wrong from the first digit': changed(desk.key, secret),
    'wrong in the last digit': changed(desk.key, desk.key.length - 1),
    'whose hash is right in its first digits': await nearBy(desk.key, 2),
    'right, and revoked': revoked.key,
  }
  for (const store of Object.values(desk.stores)) listen(store)
  return { desk, wrong }
}

describe('a key is judged by the same work', () => {
  it('whatever it is: looked up once, hashed whole, compared in every place', async () => {
    const { desk, wrong } = await open()
    const everyTwice = Array.from({ length: 128 }, (_, at) => at >> 1)
    const answers = new Set<string>()
    for (const [name, key] of Object.entries(wrong)) {
      const { answer, ...done } = await judged(desk, key)
      const expected = {
        calls: ['keys.get', 'accounts.get'],
        hashed: [key?.length ?? 0],
        looked: everyTwice,
      }
      expect(done, name).toEqual(expected)
      answers.add(answer)
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toMatch(/^\[401,.*720/)
  })

  it('and only the right secret continues', async () => {
    const { desk, wrong } = await open()
    const right = await judged(desk, desk.key)
    const missing = await judged(desk, wrong['of an account that is not'])
    expect(right.calls.slice(0, 2)).toEqual(['keys.get', 'accounts.get'])
    expect([right.hashed, right.looked]).toEqual([missing.hashed, missing.looked])
    expect(right.answer).toMatch(/^\[200,/)
  })
})
