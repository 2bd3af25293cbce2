/**
 * CSDs that an account uploads: checked, sealed at rest, used by that account only.
 * @module
 */
import { describe, expect, it, vi } from 'vitest'
import { createVault } from '../../../src/service/account/vault.js'
import type { EventRecord, WebhookRecord } from '../../../src/service/records.js'
import { openSecretsOf } from '../../../src/service/webhooks/secret.js'
import { draft, fixture } from '../../fixtures.js'
import { codeOf, type Desk, issuer } from '../desk.js'
import { caller, filesOf, masterKey, openAgain, openOwner, password, said } from './owner.js'

const company = 'PLO150312QT1'
const companyCsd = '30001000000600000001'
const day = 86_400_000

interface Csd {
  readonly noCertificado: string
  readonly status: string
  readonly validTo: string
}

interface Stamped {
  readonly cfdi: { readonly NoCertificado: string; readonly UUID: string }
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
}

const saleOf = (Rfc: string, Folio: string) => {
  const { Emisor, ...rest } = draft('ingreso')
  const ofCompany = { Rfc, Nombre: 'AUTO', RegimenFiscal: '601' }
  return { json: JSON.stringify({ ...rest, Folio, Emisor: Rfc === company ? ofCompany : Emisor }) }
}

const webhookOf = async ({ stores }: Desk) =>
  (await stores.sandbox.webhooks.page({ limit: 1 }))[0] as WebhookRecord

async function scene() {
  const owner = await openOwner()
  await owner.accounts.create({ id: 'dos', name: 'Dos', issuers: [company] })
  const other = caller(owner.desk, (await owner.ownerKey('dos')).key)
  const events = async (account = 'uno') =>
    (await owner.desk.stores.sandbox.events.page({ owner: account, limit: 50 })).filter(
      ({ type }) => type.startsWith('csd.'),
    ) as EventRecord[]
  return { ...owner, other, events }
}

describe('an uploaded CSD', () => {
  it('makes its holder an issuer of the account, and seals its invoices', async () => {
    const { call } = await scene()
    expect(codeOf(await call('createInvoice', saleOf(company, '1')))).toBe(722)
    const uploaded = await call('uploadCsd', filesOf('company'))
    expect(uploaded.status).toBe(201)
    expect(said<Csd>(uploaded)).toMatchObject({ noCertificado: companyCsd, rfc: company })
    const stamped = await call('createInvoice', saleOf(company, '1'))
    expect(said<Stamped>(stamped).cfdi.NoCertificado).toBe(companyCsd)
    expect((await call('createInvoice', saleOf(issuer, '2'))).status).toBe(200)
    expect((await call('listIssuers')).body).toMatchObject({
      data: [
        { rfc: issuer, granted: true, csds: [] },
        { rfc: company, granted: false, csds: [{ noCertificado: companyCsd }] },
      ],
    })
  })

  it('is of its account alone, also where another has the same issuer', async () => {
    const { call, other } = await scene()
    await call('uploadCsd', filesOf('company'))
    const [list, gone] = [
      await other('listCsds'),
      await other('removeCsd', {}, { noCertificado: companyCsd }),
    ]
    expect([list.body, codeOf(gone)]).toMatchObject([{ data: [] }, 727])
    expect(codeOf(await other('createInvoice', saleOf(company, '1')))).toBe(703)
    expect((await call('createInvoice', saleOf(company, '1'))).status).toBe(200)
  })

  it('that is removed stamps no more, at once and in every process', async () => {
    const { call, desk } = await scene()
    await call('uploadCsd', filesOf('company'))
    expect((await call('createInvoice', saleOf(company, '1'))).status).toBe(200)
    expect((await call('removeCsd', {}, { noCertificado: companyCsd })).status).toBe(204)
    expect(codeOf(await call('createInvoice', saleOf(company, '2')))).toBe(722)
    expect(await desk.stores.sandbox.csds.page({ limit: 9 })).toEqual([])
    expect(codeOf(await call('removeCsd', {}, { noCertificado: companyCsd }))).toBe(727)
  })

  it('uploaded twice is one', async () => {
    const { call } = await scene()
    for (let time = 0; time < 2; time++)
      expect((await call('uploadCsd', filesOf('company'))).status).toBe(201)
    expect(said<{ data: Csd[] }>(await call('listCsds')).data).toHaveLength(1)
  })

  it.each([
    ['a wrong pass phrase', { password: 'otra' }, 'password', /contraseña/i],
    ['an e.firma', filesOf('efirma'), 'cer', /e\.firma/],
    [
      'the certificate of an authority',
      { cer: fixture('csd/root.cer').toString('base64') },
      'cer',
      /CSD/,
    ],
    ['the key of another certificate', filesOf('company', 'person'), 'key', /no corresponde/],
    ['two files in the wrong order', { cer: filesOf('company').key }, 'cer', /cambiados/],
    ['garbage for a certificate', { cer: 'AAAA' }, 'cer', /no se puede leer/],
    ['garbage for a key', { key: Buffer.alloc(900, 7).toString('base64') }, 'key', /llave/],
    ['an empty file', { key: '' }, 'key', /llave/],
    ['control characters', { cer: '\0\u0001' }, 'cer', /no se puede leer/],
  ])('is refused with its reason: %s', async (_, changes, field, why) => {
    const { call, desk } = await scene()
    const answer = await call('uploadCsd', { ...filesOf('company'), ...changes })
    expect([answer.status, codeOf(answer)]).toEqual([422, 735])
    expect(answer.body).toMatchObject({ message: expect.stringMatching(why), errors: [{ field }] })
    expect(await desk.stores.sandbox.csds.page({ limit: 9 })).toEqual([])
  })

  it('is refused when it has expired, begins later, or is of the other environment', async () => {
    const { call, desk } = await scene()
    desk.now = 9_000 * day
    const expired = await call('uploadCsd', filesOf('company'))
    expect([codeOf(expired), said<{ message: string }>(expired).message]).toEqual([
      735,
      expect.stringMatching(/venció el \d{4}-\d{2}-\d{2}/),
    ])
    desk.now = -9_000 * day
    expect(said<{ message: string }>(await call('uploadCsd', filesOf('company'))).message).toMatch(
      /vale desde/,
    )
    desk.now = 0
    const production = desk.service.accounts('production')
    const { key } = await production.issueKey({ account: 'uno', scopes: ['account:manage'] })
    expect(codeOf(await caller(desk, key)('uploadCsd', filesOf('company')))).toBe(723)
  })

  it('is refused by its size, before any work', async () => {
    const { call } = await scene()
    const huge = 'A'.repeat(70_000)
    for (const name of ['cer', 'key', 'password'])
      expect(codeOf(await call('uploadCsd', { ...filesOf('company'), [name]: huge }))).toBe(725)
    const { cer, key } = filesOf('company')
    expect(codeOf(await call('uploadCsd', { cer, key }))).toBe(725)
  })

  it('is not accepted without a vault', async () => {
    const { call } = await openOwner({ options: { vault: undefined } })
    const answer = await call('uploadCsd', filesOf('company'))
    expect(codeOf(answer)).toBe(735)
    expect(said<{ message: string }>(answer).message).toMatch(/llave maestra/)
  })

  it('is recorded whole or not at all', async () => {
    const { call, desk } = await scene()
    const { accounts } = desk.stores.sandbox
    const transaction = vi
      .spyOn(desk.stores.sandbox, 'transaction')
      .mockRejectedValueOnce(new Error('killed'))
    expect(codeOf(await call('uploadCsd', filesOf('company')))).toBe(730)
    transaction.mockRestore()
    expect(await desk.stores.sandbox.csds.page({ limit: 9 })).toEqual([])
    expect((await accounts.get('uno'))?.csds).toBeUndefined()
    expect((await call('uploadCsd', filesOf('company'))).status).toBe(201)
  })
})

describe('the expiry of a CSD', () => {
  it('is an event a month and a week before, and at the end, each once', async () => {
    const { call, desk, events } = await scene()
    const { validTo } = said<Csd>(await call('uploadCsd', filesOf('company')))
    const end = Date.parse(validTo) - Date.parse('2026-11-21T18:00:00Z')
    const seen = []
    for (const at of [
      end - 31 * day,
      end - 30 * day,
      end - 29 * day,
      end - 7 * day,
      end - 1,
      end,
    ]) {
      desk.now = at
      for (let time = 0; time < 2; time++) await desk.service.recover()
      seen.push((await events()).length)
    }
    expect(seen).toEqual([0, 1, 1, 2, 2, 3])
    expect((await events()).map(({ type, data }) => [type, data])).toContainEqual([
      'csd.expired',
      { Rfc: company, NoCertificado: companyCsd, validTo },
    ])
  })

  it('is a warning of each stamp, and a state of its list', async () => {
    const { call, desk } = await scene()
    const { validTo } = said<Csd>(await call('uploadCsd', filesOf('company')))
    expect(said<Stamped>(await call('createInvoice', saleOf(company, '1'))).warnings).toEqual([])
    desk.now = Date.parse(validTo) - Date.parse('2026-11-21T18:00:00Z') - 10 * day
    const draftNow = JSON.parse(saleOf(company, '2').json) as object
    const json = JSON.stringify({ ...draftNow, Fecha: 'AUTO' })
    const { warnings } = said<Stamped>(await call('createInvoice', { json }))
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: '735', message: expect.stringContaining(companyCsd) }),
    )
    const [listed] = said<{ data: Csd[] }>(await call('listCsds')).data
    expect(listed?.status).toBe('expiring')
  })
})

describe('the master key', () => {
  it('that is lost stops only its CSDs, which are uploaded again', async () => {
    const { call, desk, key } = await scene()
    await call('uploadCsd', filesOf('company'))
    const lost = caller(
      { service: openAgain(desk, createVault({ keys: [new Uint8Array(32).fill(1)] })) },
      key,
    )
    const refused = await lost('createInvoice', saleOf(company, '1'))
    expect([refused.status, codeOf(refused)]).toEqual([503, 736])
    expect(refused.headers['retry-after']).toBeDefined()
    expect(said<{ message: string }>(refused).message).toMatch(/llave maestra/)
    expect((await lost('createInvoice', saleOf(issuer, '2'))).status).toBe(200)
    expect((await lost('uploadCsd', filesOf('company'))).status).toBe(201)
    expect((await lost('createInvoice', saleOf(company, '3'))).status).toBe(200)
  })

  it('seals everything again, twice as well as once, and counts what it cannot open', async () => {
    const { call, desk, key, accounts } = await scene()
    await call('uploadCsd', filesOf('company'))
    await call('createWebhook', { url: 'https://erp.example.mx/a' })
    await call('rotateWebhook', {}, { id: (await webhookOf(desk)).id })
    const next = new Uint8Array(32).fill(3)
    const both = openAgain(desk, createVault({ keys: [next, masterKey] })).accounts('sandbox')
    for (let time = 0; time < 2; time++)
      expect(await both.resealSecrets()).toEqual({ sealed: 3, unreadable: 0 })
    expect(await accounts.resealSecrets()).toEqual({ sealed: 0, unreadable: 3 })
    const service = openAgain(desk, createVault({ keys: [next] }))
    const after = caller({ service }, key)
    expect((await after('createInvoice', saleOf(company, '1'))).status).toBe(200)
    const opened = { environment: 'sandbox', now: desk.now, vault: createVault({ keys: [next] }) }
    expect(await openSecretsOf(await webhookOf(desk), opened as never)).toHaveLength(2)
  })

  it('is replaced: the new one seals, both open, and then the new one alone', async () => {
    const old = createVault({ keys: [masterKey] })
    const next = new Uint8Array(32).fill(3)
    const both = createVault({ keys: [next, masterKey] })
    const sealed = await old.seal(Buffer.from(password), 'a')
    expect(Buffer.from((await both.open(sealed, 'a'))!).toString()).toBe(password)
    const again = await both.seal((await both.open(sealed, 'a'))!, 'a')
    expect(await old.open(again, 'a')).toBeUndefined()
    expect(await createVault({ keys: [next] }).open(again, 'a')).toBeDefined()
    expect(await createVault({ keys: [next] }).open(sealed, 'a')).toBeUndefined()
  })
})

describe('a sealed text', () => {
  it('opens in its place only, and not when it was changed', async () => {
    const vault = createVault({ keys: [masterKey] })
    const sealed = await vault.seal(Buffer.from(password), 'sandbox/csd/uno/1')
    expect(sealed).not.toContain(Buffer.from(password).toString('base64'))
    expect(await vault.open(sealed, 'sandbox/csd/dos/1')).toBeUndefined()
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      const opened = await vault.open(changed, 'sandbox/csd/uno/1')
      // The last character of Base64 may have unused bits.
      if (opened !== undefined) expect(at).toBeGreaterThan(sealed.length - 4)
    }
    for (const none of ['', 'x', 'sealed1.', sealed.slice(0, 40)])
      expect(await vault.open(none, 'sandbox/csd/uno/1')).toBeUndefined()
    expect(await vault.seal(Buffer.from(password), 'sandbox/csd/uno/1')).not.toBe(sealed)
  })

  it('needs keys of 32 bytes', () => {
    for (const keys of [[], [new Uint8Array(31)], ['x'], undefined])
      expect(() => createVault({ keys: keys as never })).toThrow(TypeError)
  })
})
