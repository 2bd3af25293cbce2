/**
 * N requests with N keys are N invoices, also of two accounts with one issuer.
 */
import { describe, expect, it } from 'vitest'
import { createWorld, engineOn } from '../engine/host.js'
import { ask, bodyOf, codeOf, issuer, json, openDesk, signer } from './desk.js'

/** A ticket that the clock dates, without a folio: each sale of one product is the same draft. */
const ticket = json({ Serie: undefined, Folio: undefined, Fecha: 'AUTO' })
const dated = json({ Folio: undefined, Fecha: '2026-11-21T11:58:00' })

const under = (key: string) => ({ 'Idempotency-Key': key })
const uuidOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  bodyOf<{ cfdi: { UUID: string } }>(answer as never).cfdi.UUID

async function openTwo() {
  const desk = await openDesk()
  const accounts = desk.service.accounts('sandbox')
  await accounts.create({ id: 'dos', name: 'Dos', issuers: [issuer] })
  return {
    desk,
    other: { service: desk.service, key: (await accounts.issueKey({ account: 'dos' })).key },
  }
}

describe('equal documents', () => {
  it('are an invoice for each request: with keys, without, and of another account', async () => {
    const { desk, other } = await openTwo()
    const answers = await Promise.all([
      ...['a', 'b', 'c', 'd', 'e'].map((key) => ask(desk, { json: ticket }, under(key))),
      ...[0, 1, 2].map(() => ask(desk, { json: ticket })),
      ...['a', 'b'].map((key) => ask(other, { json: ticket }, under(key))),
    ])
    expect(new Set(answers.map(uuidOf)).size).toBe(10)
    expect(await desk.stores.sandbox.invoices.page({ limit: 100 })).toHaveLength(10)
  })

  it('with a date of their own are refused: the own account sees the invoice, another account does not', async () => {
    const { desk, other } = await openTwo()
    const uuid = uuidOf(await ask(desk, { json: dated }, under('mine')))
    const own = await ask(desk, { json: dated }, under('b'))
    expect([own.status, codeOf(own), JSON.stringify(own.body)]).toEqual([
      409,
      714,
      expect.stringContaining(uuid),
    ])
    expect(JSON.stringify(own.body)).toContain('mine')
    const others = await ask(other, { json: dated }, under('b'))
    expect([others.status, codeOf(others)]).toEqual([409, 714])
    for (const secret of [uuid, 'mine', 'uno'])
      expect(JSON.stringify(others.body)).not.toContain(secret)
  })

  it('that another program had stamped cost no credit', async () => {
    const { desk } = await openTwo()
    const theirs = await engineOn({ ...createWorld(signer), pac: desk.pac }).stamp(dated, {
      key: 'theirs',
    })
    const headers = { ...under('k'), 'x-request-id': 'one' }
    const answer = await ask(desk, { json: dated }, headers)
    expect([answer.status, codeOf(answer)]).toEqual([409, 715])
    expect(JSON.stringify(answer.body)).toContain(theirs.ok && theirs.cfdi.UUID)
    expect(await ask(desk, { json: dated }, headers)).toEqual(answer)
    expect(await desk.stores.sandbox.reservations.page({ limit: 10 })).toEqual([])
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({ available: 10 })
  })
})
