import { describe, expect, it } from 'vitest'
import { writeCfdi } from '../../../src/sat/cfdi40/cfdi.js'
import type { MailMessage } from '../../../src/service/mail/composeMail.js'
import { type SendMailsOptions, sendMails } from '../../../src/service/mail/sendMails.js'
import type { DocumentKind } from '../../../src/service/ports.js'
import { type InvoiceRecord, never } from '../../../src/service/records.js'
import { noon } from '../../fixtures.js'
import { memoryStore } from '../memoryTables.js'
import { bill, folio } from '../payments/books.js'

const xml = new TextEncoder().encode(writeCfdi(bill('A', '10.00')))
const start = noon.getTime()

const customer = ['XAXX010101000@example.com']

async function scene(changes: Partial<SendMailsOptions> = {}, to: readonly string[] = customer) {
  const store = memoryStore()
  const id = folio('A')
  await store.invoices.put({
    id,
    owner: 'acct',
    at: start,
    receptor: 'XAXX010101000',
    mail: { status: 'pending', to, at: start },
  } as InvoiceRecord)
  await store.mails.put({ id, owner: 'acct', at: start, tries: 0, to, since: start })
  const messages: MailMessage[] = []
  const scene = { now: start }
  const options: SendMailsOptions = {
    environment: 'sandbox',
    send: async (message) => messages.push(message),
    document: async (_: string, kind: DocumentKind) => (kind === 'xml' ? xml : undefined),
    from: { address: 'facturas@example.mx' },
    clock: {
      now: () => scene.now,
      sleep: (_, signal) => new Promise((end) => signal?.addEventListener('abort', () => end())),
    },
    random: () => 0,
    ...changes,
  }
  const mail = async () => (await store.invoices.get(id))?.mail
  return { store, messages, scene, id, mail, run: () => sendMails(store, options) }
}

describe('the outbox of mail', () => {
  it('sends due mails once, with the available attachments', async () => {
    const { run, messages, store } = await scene()
    expect(await run()).toMatchObject({ done: 1 })
    expect(messages.map(({ to, attachments }) => [to[0]?.address, attachments.length])).toEqual([
      ['XAXX010101000@example.com', 1],
    ])
    expect(store.mails.records.size).toBe(0)
    expect(await run()).toMatchObject({ done: 0 })
  })

  it('tries again by the schedule, and gives up after the last', async () => {
    const failing = async () => {
      throw Object.assign(new Error('connection refused'), { code: 'ECONNECTION' })
    }
    const { run, scene: world, store, id } = await scene({ send: failing })
    for (let tries = 1; tries < 10; tries++) {
      expect(await run()).toMatchObject({ again: 1 })
      world.now = store.mails.records.get(id)?.at as number
    }
    expect(await run()).toMatchObject({ failed: 1 })
    expect(store.mails.records.get(id)).toMatchObject({
      at: never,
      failed: 'connection refused',
      tries: 10,
    })
  })

  it.each([
    [{ command: 'RCPT TO', responseCode: 550 }, 'failed'],
    [{ command: 'RCPT TO', responseCode: 451 }, 'again'],
    [{ command: 'MAIL FROM', responseCode: 550 }, 'again'],
    [{ code: 'EAUTH', responseCode: 535 }, 'again'],
  ])('that a server answers with %o: %s', async (error, outcome) => {
    const { run } = await scene({
      send: () => Promise.reject(Object.assign(new Error('no'), error)),
    })
    expect(await run()).toMatchObject({ [outcome]: 1 })
  })

  it('says on the invoice and by an event that it was sent, and to whom', async () => {
    const { run, mail, store, id } = await scene()
    await run()
    expect(await mail()).toEqual({ status: 'sent', to: customer, at: start })
    expect([...store.events.records.values()]).toMatchObject([
      { type: 'cfdi.mailed', owner: 'acct', data: { UUID: id, to: customer } },
    ])
  })

  it('says on the invoice and by an event that it failed for good, and why', async () => {
    const refused = Object.assign(new Error('no'), { command: 'RCPT TO', responseCode: 550 })
    const { run, mail, store, id } = await scene({ send: () => Promise.reject(refused) })
    await run()
    expect(await mail()).toMatchObject({ status: 'failed', why: expect.stringContaining('550') })
    expect([...store.events.records.values()]).toMatchObject([
      { type: 'mail.failed', data: { UUID: id, to: customer, why: expect.any(String) } },
    ])
  })

  it('does not send what was requested more than four days ago', async () => {
    const { run, messages, mail, scene: world } = await scene()
    world.now += 4 * 86_400_000 + 1
    expect(await run()).toMatchObject({ failed: 1 })
    expect(messages).toEqual([])
    expect(await mail()).toMatchObject({ status: 'failed', why: expect.stringContaining('plazo') })
  })

  it('does not lose a mail that is requested again while the first is being sent', async () => {
    const { store, run, messages, id, mail } = await scene({
      send: async (message) => {
        messages.push(message)
        if (messages.length > 1) return
        const to = ['otro@example.com']
        await store.invoices.put({
          ...(await store.invoices.get(id))!,
          mail: { status: 'pending', to, at: start + 1 },
        })
        const row = { id, owner: 'acct', at: start, tries: 0, to, since: start + 1 }
        await store.mails.put(row)
      },
    })
    await run()
    expect(messages.map(({ to }) => to[0]?.address)).toEqual([customer[0], 'otro@example.com'])
    expect(await mail()).toMatchObject({ status: 'sent', to: ['otro@example.com'] })
  })

  it('gives up without recipients', async () => {
    const { run, messages } = await scene({}, [])
    expect(await run()).toMatchObject({ failed: 1 })
    expect(messages).toEqual([])
  })

  it('waits for documents that cannot be had now', async () => {
    const { run } = await scene({ document: () => Promise.reject(new Error('the disk is full')) })
    expect(await run()).toMatchObject({ again: 1 })
    const { run: without } = await scene({ document: async () => undefined })
    expect(await without()).toMatchObject({ again: 1 })
  })

  it('needs a sender', async () => {
    const { run } = await scene({ from: { address: 'nobody' } })
    expect(run).toThrow(TypeError)
  })
})
