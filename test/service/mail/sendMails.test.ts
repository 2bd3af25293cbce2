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

async function scene(changes: Partial<SendMailsOptions> = {}) {
  const store = memoryStore()
  const id = folio('A')
  await store.invoices.put({
    id,
    owner: 'acct',
    at: start,
    receptor: 'XAXX010101000',
  } as InvoiceRecord)
  await store.mails.put({ id, owner: 'acct', at: start, tries: 0 })
  const messages: MailMessage[] = []
  const scene = { now: start }
  const options: SendMailsOptions = {
    environment: 'sandbox',
    send: async (message) => messages.push(message),
    document: async (_: string, kind: DocumentKind) => (kind === 'xml' ? xml : undefined),
    to: ({ receptor }) => [`${receptor}@example.com`],
    from: { address: 'facturas@example.mx' },
    clock: {
      now: () => scene.now,
      sleep: (_, signal) => new Promise((end) => signal?.addEventListener('abort', () => end())),
    },
    random: () => 0,
    ...changes,
  }
  return { store, messages, scene, id, run: () => sendMails(store, options) }
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

  it('sends to the good addresses of several, and gives up where none is', async () => {
    const { run, messages } = await scene({
      to: () => ['nobody', 'a@example.com', 'b@example.com\r\nBcc: c@example.com'],
    })
    expect(await run()).toMatchObject({ done: 1 })
    expect(messages[0]?.to).toEqual([{ address: 'a@example.com' }])
    const { run: none, store, id } = await scene({ to: () => ['nobody'] })
    expect(await none()).toMatchObject({ failed: 1 })
    expect(store.mails.records.get(id)?.failed).toMatch(/correo/)
  })

  it('does nothing without recipients', async () => {
    const { run, messages } = await scene({ to: () => [] })
    expect(await run()).toMatchObject({ done: 1 })
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
