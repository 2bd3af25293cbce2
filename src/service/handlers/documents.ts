/**
 * Serves documents by signed links, without an API key.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import { wantedOf } from '../account/logos.js'
import { createAnswer, refuse } from '../answer.js'
import { loadXml } from '../cancelling.js'
import type { Environment } from '../environment.js'
import { documentsPath } from '../links.js'
import { open, type Service } from '../operation.js'
import type { DocumentKind } from '../ports.js'
import type { AccountRecord, EnvironmentName, InvoiceRecord } from '../records.js'
import { aheadOf } from '../sandbox/accountClock.js'

const types: Readonly<Record<DocumentKind, string>> = {
  xml: 'application/xml',
  pdf: 'application/pdf',
}

export const getDocument = open({
  method: 'GET',
  path: `${documentsPath}/{environment}/{file}`,
  summary: {
    es: 'El XML o el PDF de un comprobante, por su liga.',
    en: 'The XML or the PDF of an invoice, by its link.',
  },
  params: {
    environment: { kind: 'text', required: true, description: 'sandbox o production.' },
    file: { kind: 'text', required: true, description: 'Folio fiscal y extensión.' },
  },
  query: {
    expires: { kind: 'text', description: 'Hasta cuándo sirve la liga, en segundos desde 1970.' },
    signature: { kind: 'text', description: 'La firma de la liga.' },
  },
  output: { status: 200, type: 'application/octet-stream' },
  codes: ['absent', 'pdf'],
  async run({ service, input }) {
    const [, uuid = '', kind] = /^([0-9A-F-]{36})\.(xml|pdf)$/.exec(input.file) ?? []
    if (kind === undefined) throw refuse('absent')
    const document = {
      environment: input.environment as EnvironmentName,
      kind: kind as DocumentKind,
      uuid,
    }
    const { links } = service
    const expires = input.expires ?? ''
    const isSigned = await links.isSigned(document, expires, input.signature ?? '')
    const environment = service.environments.get(document.environment)
    if (!isSigned || environment === undefined) throw refuse('absent')
    const account = await issuerAccountOf(environment, uuid)
    // The links of a closed account end with its keys. Accounts of a sandbox have clocks.
    if (account?.status === 'closed' || links.isExpired(expires, aheadOf(account)))
      throw refuse('absent')
    const bytes =
      kind === 'xml' ? await loadXml(environment, uuid) : await pdfOf(service, environment, uuid)
    return createAnswer(200, bytes, {
      'content-type': types[document.kind],
      'content-disposition': `attachment; filename="${uuid}.${kind}"`,
    })
  },
})

async function issuerAccountOf(
  { store }: Environment,
  uuid: string,
): Promise<AccountRecord | undefined> {
  const invoice = await store.invoices.get(uuid)
  return invoice && (await store.accounts.get(invoice.owner))
}

/**
 * Returns the PDF of a stamped CFDI, as its account and its request chose it. It is created on first
 * use and stored; that of a cancelled document says so, and is created at each request. Concurrent
 * requests share the work.
 * @throws Refusal 727 when there is no such CFDI, 731 when the PDF cannot be created
 */
export async function pdfOf(
  { pdf }: Pick<Service, 'pdf'>,
  environment: Environment,
  uuid: string,
): Promise<Uint8Array> {
  const { store, documentStore, rendering } = environment
  const invoice = await store.invoices.get(uuid)
  const cancelled = invoice?.cancellation?.phase === 'cancelled'
  const kept = cancelled ? undefined : await documentStore.get('pdf', uuid)
  if (kept !== undefined) return kept
  if (pdf === undefined || invoice === undefined) throw refuse('absent')
  const start = () => render(pdf, environment, { invoice, cancelled })
  return rendering.join(`${uuid} ${cancelled}`, undefined, start, () => new Uint8Array())
}

async function render(
  pdf: NonNullable<Service['pdf']>,
  environment: Environment,
  { invoice, cancelled }: { readonly invoice: InvoiceRecord; readonly cancelled: boolean },
): Promise<Uint8Array> {
  const { name, store, documentStore } = environment
  const { id: uuid, owner } = invoice
  const bytes = await loadXml(environment, uuid)
  const account = await store.accounts.get(owner)
  const choices = await wantedOf(environment, account, invoice.pdf)
  try {
    const xml = new TextDecoder().decode(bytes)
    const made = await pdf(xml, { ...choices, environment: name, invoice, cancelled })
    // A PDF that cannot be stored is created again next time.
    if (!cancelled) await documentStore.put('pdf', uuid, made).catch(ignoreError)
    return made
  } catch (cause) {
    throw Object.assign(refuse('pdf'), { cause })
  }
}
