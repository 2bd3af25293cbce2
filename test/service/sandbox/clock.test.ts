/**
 * Cancellations of a sandbox with two processes, and the test clock of an account.
 * @module
 */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, codeOf, issuer, json } from '../desk.js'
import { clientOf, type Driven, openDriven, type Told } from './drivenDesk.js'

let driven: Driven
let client: ReturnType<typeof clientOf>
let second: ReturnType<typeof clientOf>

const hour = 3_600_000
let folio = 0
async function stamped(by = client): Promise<Told> {
  const answer = await by.stamp(json({ Folio: String(++folio) }), `order-${folio}`)
  return bodyOf<{ cfdi: Told }>(answer).cfdi
}

/** Lets time pass in steps, and each process refresh in turn. */
async function pass(ms: number): Promise<void> {
  for (const service of [driven.one, driven.two, driven.one]) {
    driven.desk.now += Math.ceil(ms / 3)
    await service.refresh()
  }
}

beforeEach(async () => {
  driven = await openDriven()
  client = clientOf(driven.one, driven.key)
  second = clientOf(driven.two, driven.key)
})

describe('two processes of a sandbox', () => {
  it('see the same cancellation', async () => {
    const { UUID } = await stamped()
    expect(await second.state(UUID)).toBe('cancellableDirectly')
    bodyOf(await client.cancel(UUID))
    expect([await client.state(UUID), await second.state(UUID)]).toEqual([
      'cancelledDirectly',
      'cancelledDirectly',
    ])
    driven.desk.now += 2_000
    await driven.two.refresh()
    expect(await client.phase(UUID)).toMatchObject({ phase: 'cancelled', how: 'cancelledDirectly' })
  })

  it('block an invoice that another document relates to', async () => {
    const { UUID } = await stamped()
    const note = json({
      ...{ Folio: 'nota', TipoDeComprobante: 'I' },
      CfdiRelacionados: [{ TipoRelacion: '07', CfdiRelacionado: [{ UUID }] }],
    })
    bodyOf(await client.stamp(note, 'note'))
    bodyOf(await second.cancel(UUID))
    expect(await client.phase(UUID)).toMatchObject({ phase: 'blocked', code: '204' })
  })

  it('forget stamps after 96 hours, and no cancellation', async () => {
    const ofKind = async (kind: string) => {
      const records = await driven.stores.store.sandbox.page({ limit: 500 })
      return records.filter(({ id }) => id.startsWith(`${kind}/`)).length
    }
    const { UUID } = await stamped()
    bodyOf(await client.cancel(UUID))
    driven.desk.now += 95 * hour
    await driven.two.recover()
    expect([await ofKind('stamp'), await ofKind('state'), await ofKind('csd')]).toEqual([1, 1, 1])
    driven.desk.now += 2 * hour
    await driven.two.recover()
    expect([await ofKind('stamp'), await ofKind('state'), await ofKind('csd')]).toEqual([0, 1, 1])
    expect(await client.state(UUID)).toBe('cancelledDirectly')
  })

  it('keep no state of documents: a third process continues', async () => {
    const { UUID } = await stamped()
    bodyOf(await client.cancel(UUID, 'requiere-aceptacion'))
    await pass(10_000)
    const third = clientOf(driven.open(), driven.key)
    expect(await third.state(UUID)).toBe('inProcess')
  })
})

describe('a forced outcome of a cancellation', () => {
  it.each([
    ['receptor-acepta', { phase: 'cancelled', how: 'cancelledWithConsent' }],
    ['receptor-rechaza', { phase: 'rejected' }],
    ['requiere-aceptacion', { phase: 'inProcess' }],
    ['rechazo:207', { phase: 'refused', code: '207' }],
    ['pac-caido', { phase: 'cancelled' }],
    ['pacs-caidos', { phase: 'cancelled' }],
    ['respuesta-perdida', { phase: 'cancelled' }],
  ])('%s', async (simular, expected) => {
    const { UUID } = await stamped()
    const asked = bodyOf<{ cancellation: { phase: string } }>(await client.cancel(UUID, simular))
    if (/^(pacs|resp)/.test(simular)) expect(asked.cancellation.phase).toBe('asked')
    for (let turn = 0; turn < 5; turn++) await pass(12_000)
    expect(await second.phase(UUID)).toMatchObject(expected)
  })

  it.each([
    ['acepta', { phase: 'cancelled', how: 'cancelledWithConsent' }],
    ['rechaza', { phase: 'rejected' }],
  ])('a receiver that %s by the API is seen at once', async (respuesta, expected) => {
    const { UUID } = await stamped()
    bodyOf(await client.cancel(UUID, 'requiere-aceptacion'))
    await pass(10_000)
    expect(bodyOf(await second.answer(UUID, respuesta))).toMatchObject({
      UUID,
      satCode: '1000',
      cancellation: expected,
    })
    expect(await client.phase(UUID)).toMatchObject(expected)
  })

  it('a receiver answers nothing when nobody asked, and only for documents of the account', async () => {
    const { UUID } = await stamped()
    expect(bodyOf(await client.answer(UUID, 'acepta'))).toMatchObject({ satCode: '1001' })
    const stranger = clientOf(driven.one, driven.other)
    expect(codeOf(await stranger.answer(UUID, 'acepta'))).toBe(727)
  })
})

describe('the test clock of an account', () => {
  it('ends the term of a receiver at once, and stays ahead', async () => {
    const { UUID } = await stamped()
    bodyOf(await client.cancel(UUID, 'requiere-aceptacion'))
    await pass(10_000)
    expect(bodyOf(await client.advance('1h'))).toMatchObject({ ahead: 3_600 })
    expect(await client.phase(UUID)).toMatchObject({ phase: 'inProcess' })
    const advanced = bodyOf<{ changed: number; now: string }>(await second.advance('10d'))
    expect(advanced).toMatchObject({ changed: 1, ahead: 867_600 })
    expect(Date.parse(advanced.now)).toBe(driven.desk.now + 241 * hour)
    expect(await second.phase(UUID)).toMatchObject({
      ...{ phase: 'cancelled', how: 'cancelledBySilence' },
    })
  })

  it('does not move other accounts', async () => {
    const stranger = clientOf(driven.one, driven.other)
    const { UUID } = await stamped(stranger)
    bodyOf(await stranger.cancel(UUID, 'requiere-aceptacion'))
    await pass(10_000)
    bodyOf(await client.advance('30d'))
    await pass(10_000)
    expect(await stranger.phase(UUID)).toMatchObject({ phase: 'inProcess' })
    const { headers } = { headers: { 'x-api-key': driven.other } }
    expect(bodyOf(await driven.one.getClock({ headers }))).toMatchObject({ ahead: 0 })
  })

  it('stamps and cancels by the time of the account, in any process', async () => {
    bodyOf(await client.advance('30d'))
    const text = json({ Fecha: 'AUTO', Folio: 'later' })
    const told = bodyOf<{ cfdi: Told }>(await second.stamp(text, 'later')).cfdi
    const ahead = new Date(driven.desk.now + 30 * 24 * hour - 6 * hour)
    expect(told.FechaTimbrado).toBe(ahead.toISOString().slice(0, 19))
    bodyOf(await client.cancel(told.UUID))
    await pass(15_000)
    expect(await client.phase(told.UUID)).toMatchObject({ phase: 'cancelled' })
    // The date of an earlier document is now older than 72 hours.
    expect(codeOf(await client.stamp(json({ Folio: 'old' }), 'old'))).not.toBe(200)
  })

  it('a lost answer of an account that is ahead is recovered by another process', async () => {
    bodyOf(await client.advance('30d'))
    const text = json({ Fecha: 'AUTO', Folio: 'lost' })
    const lost = await client.stamp(text, 'lost', { simular: 'respuesta-perdida' })
    expect(codeOf(lost)).toBe(708)
    driven.desk.now += hour
    await driven.two.recover()
    expect(bodyOf(await second.stamp(text, 'lost'))).toHaveProperty('cfdi.UUID')
    expect(await driven.stores.store.invoices.page({ limit: 10 })).toHaveLength(1)
  })

  it('ends links and keys with an end', async () => {
    const { UrlXml } = await stamped()
    const read = () => {
      const { pathname, search } = new URL(UrlXml)
      return driven.one.handle({
        ...{ method: 'GET', path: pathname, query: search.slice(1), headers: {} },
      })
    }
    expect((await read()).status).toBe(200)
    const [old] = await driven.one.accounts('sandbox').keys('uno')
    const rotated = await driven.one.accounts('sandbox').rotateKey(old!.id)
    bodyOf(await client.advance('8d'))
    expect((await read()).status).toBe(404)
    expect(codeOf(await client.advance('1s'))).toBe(720)
    bodyOf(await clientOf(driven.one, rotated.key).advance('1s'))
  })

  it('does not wait for a cancellation of another account that cannot be recorded', async () => {
    bodyOf(await client.advance('1h'))
    const others = clientOf(driven.one, driven.other)
    const [own, other] = [await stamped(), await stamped(others)]
    bodyOf(await others.cancel(other.UUID))
    bodyOf(await client.cancel(own.UUID))
    driven.desk.now += 5_000
    const broken = vi
      .spyOn(driven.stores.store, 'transaction')
      .mockRejectedValueOnce(new Error('no line'))
    await expect(driven.one.refresh()).rejects.toThrow('no line')
    broken.mockRestore()
    expect(await others.phase(other.UUID)).toMatchObject({ phase: 'accepted' })
    expect(await client.phase(own.UUID)).toMatchObject({ phase: 'cancelled' })
  })

  it('brings the notices of its CSDs, each once, and not those of another account', async () => {
    const { csds, events } = driven.stores.store
    const now = driven.desk.now
    const validTo = now + 100 * 24 * hour
    const facts = { ...{ noCertificado: '1', rfc: issuer, name: 'Uno' }, uploaded: now }
    for (const owner of ['uno', 'dos'])
      await csds.put({
        ...{ id: `${owner}/1`, owner, at: validTo - 30 * 24 * hour, cer: '', sealed: '' },
        facts: { ...facts, validFrom: now, validTo },
      })
    const seen: string[] = []
    for (const days of [60, 11, 1, 21, 10, 30]) {
      bodyOf(await client.advance(`${days}d`))
      await driven.two.recover()
      const all = await events.page({ limit: 99 })
      const told = all.filter(({ type }) => type.startsWith('csd.'))
      seen.push(told.map(({ owner, type }) => `${owner} ${type}`).join(', '))
    }
    const [soon, end] = ['uno csd.expiring', 'uno csd.expired']
    const all = [end, soon, soon]
    expect(seen.map((told) => told.split(', ').sort())).toEqual([
      [''],
      [soon],
      [soon],
      [soon, soon],
      all,
      all,
    ])
  })

  it('refuses keys of production, times that are none, and more than ten years', async () => {
    const production = clientOf(driven.one, driven.productionKey)
    expect(codeOf(await production.advance('1h'))).toBe(737)
    expect(codeOf(await production.answer('0'.repeat(8), 'acepta'))).not.toBe(200)
    for (const wrong of ['-1h', '0h', '1', '1w', '1.5h', '9999999d'])
      expect(codeOf(await client.advance(wrong))).toBe(725)
    expect(bodyOf(await client.advance('3650d'))).toMatchObject({ ahead: 315_360_000 })
    expect(codeOf(await client.advance('11d'))).toBe(725)
    expect(issuer).not.toBe('')
  })

  it('concurrent advances add up', async () => {
    await Promise.all(Array.from({ length: 10 }, () => client.advance('1h')))
    expect(bodyOf(await client.advance('1h'))).toMatchObject({ ahead: 11 * 3_600 })
  })
})
