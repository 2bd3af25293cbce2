/**
 * Stamps that a person settles at the service: only with the scope for it, only the account's own,
 * and their credits follow.
 */
import { describe, expect, it } from 'vitest'
import type { Provider } from '../../src/pac/provider.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import { InstantPac } from '../engine/host.js'
import { ask, bodyOf, codeOf, issuer, json, openDesk } from './desk.js'

const hour = 3_600_000

/**
 * A service whose PAC never tells, with a document in doubt for two hours, and a key that may
 * settle.
 */
async function open() {
  const pac = new InstantPac()
  const mute: Provider = {
    ...pac.provider,
    stamp: async () => ({ kind: 'unknown', pac: 'instant', message: 'no contestó' }),
  }
  const desk = await openDesk({ sandbox: { provider: mute } })
  const accounts = desk.service.accounts('sandbox')
  const keyOf = async (account: string) =>
    (await accounts.issueKey({ account, scopes: ['invoices:settle'] })).key
  const settler = await keyOf('uno')
  await accounts.create({ id: 'dos', name: 'Dos', issuers: ['XAXX010101000'] })
  const other = await keyOf('dos')
  const answer = await ask(desk, { json: json() }, { 'Idempotency-Key': 'k' })
  expect([answer.status, codeOf(answer)]).toEqual([504, 708])
  desk.now += 2 * hour
  const list = (key = settler) => desk.service.listAttention({ headers: { 'x-api-key': key } })
  const settle = (form: Record<string, string>, key = settler) =>
    desk.service.settleInvoice({ headers: { 'x-api-key': key }, form })
  /** The document as its PAC has it. */
  const stampedXml = async () => {
    const { data } = bodyOf<{ data: { XML: string }[] }>((await list()) as never)
    const sealed = parseSealed(
      new TextDecoder().decode(Uint8Array.from(atob(data[0]!.XML), (one) => one.charCodeAt(0))),
    )
    pac.stamped.set(sealed.xml, '00000000-0000-4000-8000-000000000001')
    return insertTimbre(sealed, pac.timbreOf(sealed).timbre).xml
  }
  return { desk, accounts, list, settle, other, stampedXml }
}

describe('a stamp in doubt at the service', () => {
  it('is listed to its account, for a key with the scope, which no key has by default', async () => {
    const { desk, list, settle, other } = await open()
    const data = [
      { key: 'k', reason: 'doubt', pac: 'instant', deadline: '2026-11-24T18:00:00.000Z' },
    ]
    expect(bodyOf((await list()) as never)).toMatchObject({ data })
    expect(bodyOf((await list(other)) as never)).toMatchObject({ data: [] })
    expect(codeOf(await list(desk.key))).toBe(721)
    expect(codeOf(await settle({ clave: 'k', no_timbrado: 'si' }, desk.key))).toBe(721)
    expect(codeOf(await settle({ clave: 'k', no_timbrado: 'si' }, other))).toBe(727)
  })

  it('that was never stamped gives its credit back, and frees its key', async () => {
    const { accounts, settle, list } = await open()
    expect(await accounts.balance('uno')).toMatchObject({ available: 9 })
    expect(bodyOf((await settle({ clave: 'k', no_timbrado: '1' })) as never)).toMatchObject({
      key: 'k',
    })
    expect(await accounts.balance('uno')).toMatchObject({ available: 10 })
    expect(bodyOf((await list()) as never)).toMatchObject({ data: [] })
    const again = await settle({ clave: 'k', no_timbrado: '1' })
    expect([again.status, codeOf(again)]).toEqual([409, 732])
  })

  it('that was stamped is an invoice like any other, with its credit spent', async () => {
    const { desk, accounts, settle, stampedXml } = await open()
    const UUID = '00000000-0000-4000-8000-000000000001'
    expect(bodyOf((await settle({ clave: 'k', xml: await stampedXml() })) as never)).toMatchObject({
      key: 'k',
      UUID,
    })
    expect(await accounts.balance('uno')).toMatchObject({ available: 9, stamped: 1 })
    expect(await desk.stores.sandbox.invoices.page({ limit: 9 })).toMatchObject([
      { id: UUID, emisor: issuer },
    ])
    const repeated = await ask(desk, { json: json() }, { 'Idempotency-Key': 'k' })
    expect(bodyOf(repeated as never)).toMatchObject({ cfdi: { UUID } })
  })

  it('is settled by nothing else', async () => {
    const { settle, stampedXml } = await open()
    const xml = await stampedXml()
    for (const form of [
      { clave: 'k' },
      { clave: 'k', xml, no_timbrado: 'si' },
      { clave: 'k', xml: '<a/>' },
      { clave: 'k', xml: xml.replace(/SelloCFD="....../, 'SelloCFD="AAAAAA') },
    ])
      expect(codeOf(await settle(form))).toBe(725)
    expect(codeOf(await settle({ clave: 'k', xml: xml.replaceAll(issuer, 'XAXX010101000') }))).toBe(
      722,
    )
  })
})
