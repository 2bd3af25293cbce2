/**
 * Mails invoices again, and keeps the mail addresses of receivers.
 * @module
 */
import { createAnswer, refuse } from '../answer.js'
import { recipientId, requestMailOf } from '../mail/requestMail.js'
import { keyed } from '../operation.js'
import type { RecipientRecord } from '../records.js'
import { ownInvoice, uuidParams } from './invoices.js'
import { listPage, pageFields, pageSchema } from './pages.js'
import { mailSchema, publicMail } from './publicInvoice.js'
import { arrayOf, object, text } from './schemas.js'

/** Reason why a mail has no recipient. */
export const noAddress =
  'No se conoce ninguna dirección del receptor: indíquela en la petición o regístrela en /api/v5/recipients.'

export const mailInvoice = keyed({
  method: 'POST',
  path: '/api/v5/invoice/{uuid}/mail',
  summary: {
    es: 'Envía un comprobante por correo, también otra vez.',
    en: 'Mails an invoice, also once more.',
  },
  scope: 'invoices:create',
  params: uuidParams,
  form: {
    to: {
      kind: 'addresses',
      description:
        'Direcciones, separadas por comas. Las que se conocen del receptor, si no se indica.',
    },
  },
  output: { status: 202, schema: object({ UUID: text, mail: mailSchema }) },
  codes: ['absent', 'mail'],
  async run(call) {
    const { environment, input } = call
    const invoice = await ownInvoice(call, input.uuid)
    if (environment.mail === undefined) throw mailless('El servicio no tiene correo.')
    const wanted = input.to ?? true
    const mail = await requestMailOf(environment, invoice, { wanted, again: true })
    if (mail === undefined) throw mailless(noAddress)
    return createAnswer(202, { UUID: invoice.id, mail: publicMail(mail) })
  },
})

function mailless(why: string) {
  return refuse('mail', { message: why })
}

const rfc = {
  kind: 'text',
  required: true,
  pattern: /^[A-Z&Ñ]{3,4}[0-9]{6}[A-Z0-9]{3}$/,
  description: 'RFC del receptor.',
} as const
const recipient = object({ rfc: text, addresses: arrayOf(text) })

const publicRecipient = ({ rfc, addresses }: RecipientRecord) => ({ rfc, addresses })

export const setRecipient = keyed({
  method: 'POST',
  path: '/api/v5/recipients/{rfc}',
  summary: {
    es: 'Registra las direcciones de correo de un receptor, en lugar de las que tenía.',
    en: 'Records the mail addresses of a receiver, in place of earlier ones.',
  },
  scope: 'invoices:create',
  params: { rfc },
  form: {
    addresses: {
      kind: 'addresses',
      required: true,
      description: 'Direcciones, separadas por comas.',
    },
  },
  output: { status: 200, schema: recipient },
  codes: [],
  async run({ environment, account, input }) {
    const { rfc, addresses } = input
    const id = recipientId(account.id, rfc)
    const record = { id, owner: account.id, at: environment.now(), rfc, addresses }
    await environment.store.recipients.put(record)
    return createAnswer(200, publicRecipient(record))
  },
})

export const listRecipients = keyed({
  method: 'GET',
  path: '/api/v5/recipients',
  summary: {
    es: 'Las direcciones de correo de los receptores de la cuenta.',
    en: 'The mail addresses of the receivers of the account.',
  },
  scope: 'invoices:read',
  query: pageFields,
  output: { status: 200, schema: pageSchema(recipient) },
  codes: [],
  run: async ({ environment, account, input }) =>
    createAnswer(
      200,
      await listPage(environment.store.recipients, account.id, input, publicRecipient),
    ),
})

export const removeRecipient = keyed({
  method: 'DELETE',
  path: '/api/v5/recipients/{rfc}',
  summary: {
    es: 'Quita las direcciones de correo de un receptor.',
    en: 'Removes the mail addresses of a receiver.',
  },
  scope: 'invoices:create',
  params: { rfc },
  output: { status: 204 },
  codes: ['absent'],
  async run({ environment, account, input }) {
    const isRemoved = await environment.store.recipients.remove(recipientId(account.id, input.rfc))
    if (!isRemoved) throw refuse('absent')
    return createAnswer(204, undefined)
  },
})
