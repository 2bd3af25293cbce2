/** An account that a PAC refuses: how often its credentials go out, over processes and restarts. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileJournal } from '../../../src/node/log/fileJournal.js'
import { createSend } from '../../../src/node/send.js'
import type { Adapter, Send } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { type Failover, failover } from '../../../src/pac/failover.js'
import { createUnsafeMemoryJournal, type Journal } from '../../../src/pac/journal.js'
import { prodigia } from '../../../src/pac/prodigia/prodigia.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { AccountTroubleEvent } from '../../../src/pac/observe/hooks.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { adapterOf, type Fake, providerOf, startFake } from '../pacs/pacs.js'

const pac = createSandboxPac()
let seal: () => Promise<Sealed>
beforeAll(async () => {
  seal = await createTestSealer(pac)
})

const fakes: Fake[] = []
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()))
})

async function start(name: Fake['name'], credits = 1e4): Promise<Fake> {
  const fake = await startFake(name, { pac, credits })
  fakes.push(fake)
  return fake
}

/** 192 documents at once take a shared machine some time. */
const patient = createSend({ timeout: 60_000 })
const wrong = { password: 'otra' }
const many = (count: number) => Promise.all(Array.from({ length: count }, () => seal()))
const stampAll = (stamping: Failover, documents: readonly Sealed[]) =>
  Promise.all(documents.map((document) => stamping.stamp(document)))
const stampings = (fake: Fake) => fake.asked.filter(({ op }) => op === 'stamp').length

describe('a wrong password at Prodigia, which locks at the third', () => {
  it('64 documents at once, three processes, two restarts: two requests at most', async () => {
    const [prodigia, finkok] = [await start('prodigia'), await start('finkok')]
    const journal = createUnsafeMemoryJournal()
    const told: AccountTroubleEvent[] = []
    const compose = (over: Journal) =>
      failover([providerOf(prodigia, wrong), providerOf(finkok, {}, patient)], {
        journal: over,
        on: { accountRefused: (event) => told.push(event) },
      })
    const processes = [compose(journal), compose(journal), compose(journal)]
    const outcomes = await Promise.all(
      processes.map(async (each) => stampAll(each, await many(64))),
    )
    for (const outcome of outcomes.flat())
      expect(outcome).toMatchObject({ kind: 'stamped', pac: 'finkok' })
    expect(stampings(prodigia)).toBe(1)
    expect(told.map(({ pac: id, account }) => [id, account])).toEqual(
      Array(3).fill(['prodigia', 'password']),
    )
    for (let restart = 0; restart < 2; restart++) {
      const restarted = compose(journal.afterRestart())
      for (const outcome of await stampAll(restarted, await many(8)))
        expect(outcome).toMatchObject({ pac: 'finkok' })
    }
    expect(stampings(prodigia)).toBe(1)
    // The right password is other credentials: they are tried, and the account is not locked.
    const mended = failover([providerOf(prodigia)], { journal: journal.afterRestart() })
    expect(await mended.stamp(await seal())).toMatchObject({ kind: 'stamped', pac: 'prodigia' })
  }, 60_000)

  it('as HTTP 401 as well: two requests at most', async () => {
    const finkok = await start('finkok')
    const journal = createUnsafeMemoryJournal()
    let asked = 0
    const send: Send = async () => {
      asked++
      return { status: 401, headers: {}, body: new Uint8Array() }
    }
    const refusing = () =>
      createProvider(
        prodigia({ environment: 'test', user: 'u', password: 'otra', contrato: 'c' }),
        {
          send,
        },
      )
    const compose = (over: Journal) =>
      failover([refusing(), providerOf(finkok, {}, patient)], { journal: over })
    const processes = [compose(journal), compose(journal), compose(journal)]
    await Promise.all(processes.map(async (each) => stampAll(each, await many(16))))
    for (let restart = 0; restart < 2; restart++)
      await stampAll(compose(journal.afterRestart()), await many(4))
    expect(asked).toBe(1)
  })

  it('a process that dies before it knows: the next one tries once more, and no third', async () => {
    const prodigia = await start('prodigia')
    const journal = createUnsafeMemoryJournal()
    const dead = failover([providerOf(prodigia, wrong)], { journal })
    await dead.stamp(await seal())
    // What a crash between the request and its record leaves: the claim.
    const entry = journal.entries().find(({ account }) => account !== undefined)
    expect(entry?.account).toMatchObject({ state: 'refused', refused: { account: 'password' } })
    const lost = { ...entry!, status: 'closed', account: { state: 'trying', digest: '' } } as const
    const after = createUnsafeMemoryJournal([
      ...journal.entries().filter((one) => one !== entry),
      lost,
    ])
    for (let restart = 0; restart < 3; restart++)
      await failover([providerOf(prodigia, wrong)], { journal: after }).stamp(await seal())
    expect(stampings(prodigia)).toBe(2)
  })

  it('retryAccount tries once, in every process; the caller gets the words of the PAC', async () => {
    const prodigia = await start('prodigia')
    const journal = createUnsafeMemoryJournal()
    const stamping = failover([providerOf(prodigia, wrong)], { journal })
    const first = await stamping.stamp(await seal())
    expect(first).toMatchObject({ kind: 'refused', account: 'password', pac: 'prodigia' })
    const again = await stamping.stamp(await seal())
    expect(again).toMatchObject({
      kind: 'refused',
      account: 'password',
      message: (first as { message: string }).message,
    })
    expect(stampings(prodigia)).toBe(1)
    await stamping.retryAccount('prodigia')
    await stampAll(stamping, await many(8))
    expect(stampings(prodigia)).toBe(2)
    await expect(stamping.retryAccount('otro')).rejects.toThrow(TypeError)
  })

  it('nothing else goes out with it: no cancellation', async () => {
    const prodigia = await start('prodigia')
    const stamping = failover([providerOf(prodigia, wrong)], {
      journal: createUnsafeMemoryJournal(),
    })
    const uuid = '01724196-AC5A-4735-B621-E3B42BCBB459'
    const request = {
      uuid,
      rfcEmisor: 'EKU9003173C9',
      rfcReceptor: 'URE180429TM6',
      total: '1.00',
      motivo: '02',
      signed: '<x/>',
    }
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => stamping.cancel!(request as never)))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'refused', account: 'password' })
    expect(prodigia.asked).toHaveLength(1)
  })

  it('nothing else goes out with it: no balance, and no status with credentials', async () => {
    const [finkok, journal] = [await start('finkok'), createUnsafeMemoryJournal()]
    const compose = () => failover([providerOf(finkok, wrong)], { journal })
    const stamping = compose()
    const query = {
      uuid: '01724196-AC5A-4735-B621-E3B42BCBB459',
      rfcEmisor: 'EKU9003173C9',
      rfcReceptor: 'URE180429TM6',
      total: '1.00',
      fe: 'abcdefg=',
    }
    const ask = (each: Failover) =>
      Promise.all([each.balance!(), each.status!(query), each.balance!(), each.status!(query)])
    expect(await ask(stamping)).toEqual(Array(4).fill(undefined))
    expect(await ask(stamping)).toEqual(Array(4).fill(undefined))
    expect(finkok.asked).toHaveLength(1)
    expect(await stamping.stamp(await seal())).toMatchObject({ account: 'password' })
    expect(finkok.asked).toHaveLength(2)
    for (const each of [stamping, compose()])
      expect(await ask(each)).toEqual(Array(4).fill(undefined))
    expect(finkok.asked).toHaveLength(2)
    // Once more by the host's word, and no second time.
    await stamping.retryAccount()
    await ask(stamping)
    expect(finkok.asked).toHaveLength(3)
  })

  it('the status of the SAT is known all the same, where no credentials go with it', async () => {
    const prodigia = await start('prodigia')
    const stamping = failover([providerOf(prodigia, wrong)], {
      journal: createUnsafeMemoryJournal(),
    })
    await stamping.stamp(await seal())
    const query = {
      uuid: '01724196-AC5A-4735-B621-E3B42BCBB459',
      rfcEmisor: 'EKU9003173C9',
      rfcReceptor: 'URE180429TM6',
      total: '1.00',
      fe: 'abcdefg=',
    }
    expect(await stamping.status!(query)).toEqual({ estado: 'No Encontrado' })
  })

  it('a balance that is answered shows that the account is accepted', async () => {
    const finkok = await start('finkok', 7)
    const stamping = failover([providerOf(finkok)], { journal: createUnsafeMemoryJournal() })
    expect(await stamping.balance!()).toBe(7)
    const outcomes = await stampAll(stamping, await many(4))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'stamped' })
    expect(await Promise.all([stamping.balance!(), stamping.balance!()])).toEqual([3, 3])
  })

  it('a journal in a file remembers it, and holds neither password nor anything that it could be guessed from at once', async () => {
    const prodigia = await start('prodigia')
    const folder = mkdtempSync(join(tmpdir(), 'account-'))
    try {
      for (let restart = 0; restart < 3; restart++) {
        const journal = await openFileJournal(join(folder, 'journal'))
        await failover([providerOf(prodigia, wrong)], { journal }).stamp(await seal())
        await journal.close()
      }
      expect(stampings(prodigia)).toBe(1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('until an account is accepted', () => {
  it('one request at a time goes out, and then all', async () => {
    const fake = await start('finkok')
    const inFlight: number[] = []
    let now = 0
    const send = createSend({ timeout: 20_000 })
    const counting = async (...args: Parameters<typeof send>) => {
      inFlight.push(++now)
      return send(...args).finally(() => now--)
    }
    const provider = createProvider(adapterOf(fake) as Adapter, { send: counting })
    const stamping = failover([provider], { journal: createUnsafeMemoryJournal() })
    fake.next('fault', 'html')
    const documents = await many(12)
    await stampAll(stamping, documents)
    // Two doubtful answers prove nothing; the third is a stamp.
    expect(inFlight.slice(0, 3)).toEqual([1, 1, 1])
    expect(Math.max(...inFlight)).toBeGreaterThan(1)
    expect(new Set(fake.uuids).size).toBe(12)
  })

  it('out of stamps is no wrong password: the account is accepted, and the next PAC stamps', async () => {
    const [sw, finkok] = [await start('sw', 0), await start('finkok')]
    const told: AccountTroubleEvent[] = []
    const on = { accountRefused: (event: AccountTroubleEvent) => void told.push(event) }
    const stamping = failover([providerOf(sw), providerOf(finkok)], {
      journal: createUnsafeMemoryJournal(),
      on,
    })
    for (const outcome of await stampAll(stamping, await many(8)))
      expect(outcome).toMatchObject({ pac: 'finkok' })
    expect(told).toMatchObject([{ pac: 'sw', account: 'credits', code: 'AU2001' }])
    await stamping.retryAccount('sw')
    expect(await stamping.stamp(await seal())).toMatchObject({ pac: 'finkok' })
    expect(told).toHaveLength(2)
  })
})

describe('one provider without a failover, in its process', () => {
  it('64 documents at once with a wrong password: one request, and the words of the PAC for each', async () => {
    const fake = await start('prodigia')
    const provider = providerOf(fake, wrong)
    const outcomes = await Promise.all((await many(64)).map((sealed) => provider.stamp(sealed)))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'refused', account: 'password', code: '1' })
    expect(new Set(outcomes.map((outcome) => (outcome as { message: string }).message)).size).toBe(
      1,
    )
    expect(fake.asked).toHaveLength(1)
    provider.account?.retry?.()
    await Promise.all([provider.stamp(await seal()), provider.stamp(await seal())])
    expect(fake.asked).toHaveLength(2)
  })

  it('one request at a time until one is accepted, and then all', async () => {
    const fake = await start('finkok')
    const inFlight: number[] = []
    let now = 0
    const send = createSend({ timeout: 20_000 })
    const counting: Send = async (...args) => {
      inFlight.push(++now)
      return send(...args).finally(() => now--)
    }
    const provider = providerOf(fake, {}, counting)
    fake.next('html')
    const outcomes = await Promise.all((await many(12)).map((sealed) => provider.stamp(sealed)))
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
      ...Array(11).fill('stamped'),
      'unknown',
    ])
    expect(inFlight.slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...inFlight)).toBeGreaterThan(1)
  })

  it('a balance without an answer is asked for once, until a document is answered', async () => {
    const fake = await start('finkok')
    const provider = providerOf(fake, wrong)
    expect(await Promise.all([provider.balance?.(), provider.balance?.()])).toEqual([
      undefined,
      undefined,
    ])
    expect(await provider.balance?.()).toBeUndefined()
    expect(fake.asked).toHaveLength(1)
    expect(await provider.stamp(await seal())).toMatchObject({ account: 'password' })
    expect(await provider.balance?.()).toBeUndefined()
    expect(fake.asked).toHaveLength(2)
  })
})
