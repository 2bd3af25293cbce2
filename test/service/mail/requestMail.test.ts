/** Mail requested over the service: recipients, warnings, repetitions. */
import { describe, expect, it } from 'vitest'
import { ask, bodyOf, codeOf, type Desk, issuer, json, openDesk } from '../desk.js'

interface Created {
  readonly cfdi: { readonly UUID: string }
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
}

const receiver = JSON.parse(json()).Receptor.Rfc as string
const stamp = async (desk: Desk, enviar_mail: string, key = 'k') =>
  bodyOf<Created>(await ask(desk, { json: json(), enviar_mail }, { 'idempotency-key': key }))
const recipientsOf = async ({ stores }: Desk, { cfdi }: Created) =>
  (await stores.sandbox.mails.get(cfdi.UUID))?.to
const noMail = (warnings: Created['warnings']) => warnings.filter(({ code }) => code === '734')
/** A service whose host knows no address. */
const open = () => openDesk({ options: { mail: {} } })
const headersOf = ({ key }: Desk) => ({ 'x-api-key': key })
const read = async (desk: Desk, uuid: string) =>
  bodyOf<{ cfdi: { mail?: object } }>(
    await desk.service.retrieveInvoice({ headers: headersOf(desk), params: { uuid } }),
  ).cfdi.mail

describe('enviar_mail', () => {
  it('takes addresses', async () => {
    const desk = await open()
    const made = await stamp(desk, 'compras@example.com, pagos@Example.COM')
    expect(made.warnings).toEqual([])
    expect(await recipientsOf(desk, made)).toEqual(['compras@example.com', 'pagos@example.com'])
    expect(await read(desk, made.cfdi.UUID)).toMatchObject({ status: 'pending' })
  })

  it.each([
    'compras@',
    'a@example.com;b@example.com',
    `${'a@example.com,'.repeat(11)}`,
    'a b@c.mx',
  ])('refuses %j', async (enviar_mail) => {
    const answer = await ask(await open(), { json: json(), enviar_mail })
    expect([answer.status, codeOf(answer)]).toEqual([400, 725])
  })

  it('warns when no address is known, and writes nothing', async () => {
    const desk = await open()
    const made = await stamp(desk, 'si')
    expect(noMail(made.warnings)[0]?.message).toContain('ninguna dirección')
    expect(await recipientsOf(desk, made)).toBeUndefined()
    expect(await read(desk, made.cfdi.UUID)).toBeUndefined()
  })

  it('warns when the service sends no mail, and sends nothing later', async () => {
    const desk = await openDesk({ options: { mail: undefined } })
    const made = await stamp(desk, 'compras@example.com')
    expect(noMail(made.warnings)[0]?.message).toContain('no tiene correo')
    expect(await recipientsOf(desk, made)).toBeUndefined()
  })

  it('uses the addresses that the account recorded, and no other account does', async () => {
    const desk = await openDesk({ options: { mail: { to: () => ['host@example.com'] } } })
    const params = { rfc: receiver }
    const form = { addresses: 'uno@example.com' }
    bodyOf(await desk.service.setRecipient({ headers: headersOf(desk), params, form }))
    expect(await recipientsOf(desk, await stamp(desk, 'si'))).toEqual(['uno@example.com'])
    const accounts = desk.service.accounts('sandbox')
    await accounts.create({ id: 'dos', name: 'Dos', issuers: [issuer] })
    const { key } = await accounts.issueKey({ account: 'dos' })
    const other = { service: desk.service, key }
    const document = { json: json({ Folio: '99' }), enviar_mail: 'si' }
    const made = bodyOf<Created>(await ask(other, document))
    expect(await recipientsOf(desk, made)).toEqual(['host@example.com'])
    const list = await desk.service.listRecipients({ headers: { 'x-api-key': key } })
    expect(bodyOf<{ data: object[] }>(list).data).toEqual([])
    const foreign = { headers: { 'x-api-key': key }, params }
    expect((await desk.service.removeRecipient(foreign)).status).toBe(404)
    const own = { headers: headersOf(desk), params }
    expect(
      bodyOf<{ data: object[] }>(await desk.service.listRecipients({ headers: own.headers })).data,
    ).toEqual([{ rfc: receiver, addresses: ['uno@example.com'] }])
    expect((await desk.service.removeRecipient(own)).status).toBe(204)
  })

  it('sends when a key is repeated with it, once', async () => {
    const desk = await open()
    const first = await stamp(desk, 'no')
    expect(await recipientsOf(desk, first)).toBeUndefined()
    const again = await stamp(desk, 'a@example.com')
    expect(again.cfdi.UUID).toBe(first.cfdi.UUID)
    expect(await recipientsOf(desk, first)).toEqual(['a@example.com'])
    await desk.stores.sandbox.mails.remove(first.cfdi.UUID)
    await stamp(desk, 'a@example.com')
    expect(await recipientsOf(desk, first)).toBeUndefined()
  })

  it('survives a lost answer with its addresses', async () => {
    const desk = await open()
    desk.pac.will('loses the answer')
    await ask(desk, { json: json(), enviar_mail: 'a@example.com' })
    await desk.service.recover()
    const [UUID = ''] = desk.pac.stamped.values()
    expect((await desk.stores.sandbox.mails.get(UUID))?.to).toEqual(['a@example.com'])
  })
})

describe('POST /invoice/{uuid}/mail', () => {
  it('mails once more, to known or given addresses; only its account may', async () => {
    const desk = await openDesk()
    const { cfdi } = await stamp(desk, 'no')
    const params = { uuid: cfdi.UUID }
    const mail = (form: Record<string, string>, key = desk.key) =>
      desk.service.mailInvoice({ headers: { 'x-api-key': key }, params, form })
    const known = await mail({})
    expect(known).toMatchObject({ status: 202, body: { mail: { status: 'pending' } } })
    expect((await desk.stores.sandbox.mails.get(cfdi.UUID))?.to).toEqual(['compras@example.com'])
    desk.now += 1
    bodyOf(await mail({ to: 'b@example.com' }))
    expect((await desk.stores.sandbox.mails.get(cfdi.UUID))?.to).toEqual(['b@example.com'])
    const accounts = desk.service.accounts('sandbox')
    await accounts.create({ id: 'dos', name: 'Dos', issuers: [issuer] })
    const { key } = await accounts.issueKey({ account: 'dos' })
    expect((await mail({ to: 'c@example.com' }, key)).status).toBe(404)
  })

  it('is 734 without an address, and where the service sends no mail', async () => {
    for (const mail of [{}, undefined]) {
      const desk = await openDesk({ options: { mail } })
      const { cfdi } = await stamp(desk, 'no')
      const request = { headers: headersOf(desk), params: { uuid: cfdi.UUID }, form: {} }
      const answer = await desk.service.mailInvoice(request)
      expect([answer.status, codeOf(answer)]).toEqual([422, 734])
    }
  })
})
