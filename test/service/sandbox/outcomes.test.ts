/**
 * Forced outcomes of stamps: each passes through the engine, the failover and its journal.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { bodyOf, codeOf, json } from '../desk.js'
import { clientOf, openDriven, type Told } from './drivenDesk.js'

const driven = await openDriven()
const { one, two, key, productionKey, stores } = driven
const client = clientOf(one, key)
const cfdiOf = (answer: Awaited<ReturnType<typeof client.stamp>>) =>
  bodyOf<{ cfdi: Told }>(answer).cfdi

let folio = 0
const document = () => json({ Folio: String(++folio) })
const pacOf = async (uuid: string) => (await stores.store.invoices.get(uuid))?.pac

describe('a forced outcome of a stamp', () => {
  it('pac-caido: the second PAC stamps', async () => {
    const { UUID } = cfdiOf(await client.stamp(document(), 'down', { simular: 'pac-caido' }))
    expect(await pacOf(UUID)).toBe('sandbox-2')
  })

  it('is a header too', async () => {
    const { UUID } = cfdiOf(
      await client.stamp(document(), 'header', {}, { 'X-Simular': 'pac-caido' }),
    )
    expect(await pacOf(UUID)).toBe('sandbox-2')
  })

  it('pacs-caidos: 707, and the key stamps once they answer', async () => {
    const text = document()
    const first = await client.stamp(text, 'all-down', { simular: 'pacs-caidos' })
    expect(codeOf(first)).toBe(707)
    const { UUID } = cfdiOf(await client.stamp(text, 'all-down'))
    expect(await pacOf(UUID)).toBe('sandbox')
  })

  it('does not open a circuit for other requests', async () => {
    for (let turn = 0; turn < 30; turn++)
      await client.stamp(document(), `flood ${turn}`.replace(' ', '-'), { simular: 'pacs-caidos' })
    const { UUID } = cfdiOf(await client.stamp(document(), 'calm'))
    expect(await pacOf(UUID)).toBe('sandbox')
  })

  it('respuesta-perdida: 708, and the key gets the stamp of the first request, from any process', async () => {
    const text = document()
    const first = await client.stamp(text, 'lost', { simular: 'respuesta-perdida' })
    expect([codeOf(first), first.status]).toEqual([708, 504])
    const stamps = (await stores.store.sandbox.page({ limit: 500 })).filter(({ id }) =>
      id.startsWith('stamp/'),
    )
    const again = clientOf(two, key)
    const { UUID } = cfdiOf(await again.stamp(text, 'lost', { simular: 'respuesta-perdida' }))
    expect(stamps.map(({ owner }) => owner)).toContain(UUID)
    expect(cfdiOf(await client.stamp(text, 'lost')).UUID).toBe(UUID)
  })

  it('respuesta-perdida: recover records the stamp without a further request', async () => {
    const fresh = await openDriven()
    const caller = clientOf(fresh.one, fresh.key)
    const first = await caller.stamp(document(), 'left', { simular: 'respuesta-perdida' })
    expect(codeOf(first)).toBe(708)
    expect(await fresh.stores.store.invoices.page({ limit: 10 })).toEqual([])
    fresh.desk.now += 3_600_000
    await fresh.two.recover()
    expect(await fresh.stores.store.invoices.page({ limit: 10 })).toHaveLength(1)
  })

  it('timbre-doble: both PACs stamp, and recover reports the second stamp', async () => {
    const { UUID } = cfdiOf(await client.stamp(document(), 'double', { simular: 'timbre-doble' }))
    expect(await pacOf(UUID)).toBe('sandbox-2')
    await two.recover()
    const events = await stores.store.events.page({ limit: 500 })
    const [duplicated] = events.filter(({ type }) => type === 'invoice.duplicated')
    expect(duplicated?.data).toMatchObject({ UUID })
    const { duplicate: second } = duplicated!.data as { duplicate: string }
    const stamps = await stores.store.sandbox.page({ owner: second, limit: 2 })
    expect(stamps.map(({ id }) => id.split('/')[1])).toEqual(['sandbox'])
  })

  it('timbre-doble: a service that cancels second stamps cancels it at the SAT', async () => {
    const { store } = stores
    const { UUID } = cfdiOf(await client.stamp(document(), 'undo', { simular: 'timbre-doble' }))
    await two.recover()
    const events = await store.events.page({ limit: 500 })
    const event = events.find(
      ({ type, data }) => type === 'invoice.duplicated' && data.UUID === UUID,
    )
    const { duplicate } = event!.data as { duplicate: string }
    driven.desk.now += 5_000
    await two.refresh()
    const state = await store.sandbox.get(`state/${duplicate}`)
    expect(state?.content).toMatchObject({ cancellation: { motivo: '02', consent: false } })
    expect(await client.state(UUID)).toBe('cancellableDirectly')
  })

  it('rechazo: the code reaches the client, no credit is spent, and the key is free', async () => {
    const before = (await one.accounts('sandbox').balance('uno')).balance
    const text = document()
    const answer = await client.stamp(text, 'no', { simular: 'rechazo:CFDI40147' })
    expect([codeOf(answer), JSON.stringify(answer.body)]).toEqual([
      705,
      expect.stringContaining('CFDI40147'),
    ])
    expect((await one.accounts('sandbox').balance('uno')).balance).toBe(before)
    cfdiOf(await client.stamp(text, 'no'))
  })

  it('lento: the answer comes later', async () => {
    const began = Date.now()
    cfdiOf(await client.stamp(document(), 'slow', { simular: 'lento:1' }))
    expect(Date.now() - began).toBeGreaterThanOrEqual(990)
  })

  it.each([
    ['pac-caído', 'pac-caido'],
    ['respuesta-perdidas', 'respuesta-perdida'],
    ['receptor-acepta', 'Los que hay: pac-caido'],
    ['rechazo', 'CFDI40147'],
    ['lento:31', '1 a 30'],
    ['pac-caido:3', 'no lleva valor'],
    ['__proto__', 'no existe'],
  ])('refuses %s, and stamps nothing', async (simular, hint) => {
    const answer = await client.stamp(document(), `odd-${simular.length}`, { simular })
    expect([codeOf(answer), answer.status]).toEqual([725, 400])
    expect(JSON.stringify(answer.body)).toContain(hint)
  })

  it('is refused at an operation without outcomes, by the names of those that have them', async () => {
    const headers = { 'x-api-key': key, 'x-simular': 'lento' }
    const answer = await one.balance({ headers })
    expect([answer.status, codeOf(answer)]).toEqual([400, 725])
    expect(JSON.stringify(answer.body)).toContain('createInvoice y cancelInvoice')
    expect(JSON.stringify(answer.body)).toContain('"field":"X-Simular"')
  })

  it('is refused for a key of production, as field and as header', async () => {
    const production = clientOf(one, productionKey)
    const field = await production.stamp(document(), 'p', { simular: 'pac-caido' })
    const header = await production.stamp(document(), 'p', {}, { 'x-simular': 'nada' })
    const elsewhere = await one.balance({
      headers: { 'x-api-key': productionKey, 'x-simular': 'lento' },
    })
    expect([field, header, elsewhere].map(({ status }) => status)).toEqual([403, 403, 403])
    expect([field, header, elsewhere].map(codeOf)).toEqual([737, 737, 737])
    expect((await one.accounts('production').balance('uno')).balance).toBe(1_010)
  })
})

describe('addresses', () => {
  const at = (address: 'sandbox' | 'production', text: string) =>
    one.balance({ address, headers: { 'x-api-key': text, 'x-request-id': 'one' } })

  it('a key of the other environment gets an answer that names its address', async () => {
    const answer = await at('production', key)
    expect([answer.status, codeOf(answer)]).toEqual([403, 738])
    expect(JSON.stringify(answer.body)).toContain('https://pruebas.example.mx')
    expect(codeOf(await at('sandbox', productionKey))).toBe(738)
    expect((await at('sandbox', key)).status).toBe(200)
    expect((await at('production', productionKey)).status).toBe(200)
  })

  it('the answer does not depend on whether there is such a key', async () => {
    const invented = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await at('production', invented)).toEqual(await at('production', key))
    expect(codeOf(await at('sandbox', invented))).toBe(720)
    expect(codeOf(await at('production', 'cfdi_sandbox_1'))).toBe(720)
  })

  it('links of each environment are at its address', async () => {
    const { UrlXml } = cfdiOf(await client.stamp(document(), 'linked'))
    expect(UrlXml).toMatch(/^https:\/\/pruebas\.example\.mx\/api\/v5\/documents\/sandbox\//)
  })
})
