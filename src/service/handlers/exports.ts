/**
 * Exports: a list as CSV, and the documents of a month as a ZIP archive, both in parts.
 * @module
 */
import { deburred } from '../../lib/text.js'
import { deflate, ZipWriter } from '../../lib/zip.js'
import { createAnswer, refuse } from '../answer.js'
import { loadXml } from '../cancelling.js'
import type { Environment } from '../environment.js'
import { clientKey } from '../events.js'
import { type InvoiceFilter, type InvoiceSearch, invoiceStateOf } from '../lists/invoiceSearch.js'
import { keyed, type Service } from '../operation.js'
import type { StoredKind } from '../ports.js'
import type { InvoiceRecord } from '../records.js'
import { pdfOf } from './documents.js'
import { dateFields, filterOf, memberFields, orderField, sortingOf } from './invoiceFilters.js'

const utf8 = new TextEncoder()

/** Invoices of a part. */
const each = 200

/** Reads every invoice of a search, page by page: only one is in memory. */
async function* pagesOf(
  { store }: Environment,
  search: Omit<InvoiceSearch, 'limit' | 'after'>,
): AsyncGenerator<readonly InvoiceRecord[], void, undefined> {
  let after: InvoiceSearch['after']
  do {
    const page = await store.searchInvoices({ ...search, limit: each, after })
    if (page.length > 0) yield page
    const last = page.at(-1)
    after =
      page.length < each || last === undefined
        ? undefined
        : { key: String(last[search.order]), id: last.id }
  } while (after !== undefined)
}

/** Columns of the CSV. */
const columns: Readonly<Record<string, (invoice: InvoiceRecord) => string | undefined>> = {
  UUID: ({ id }) => id,
  state: invoiceStateOf,
  TipoDeComprobante: ({ tipo }) => tipo,
  Serie: ({ serie }) => serie,
  Folio: ({ folio }) => folio,
  Fecha: ({ fecha }) => fecha,
  stampedAt: ({ at }) => timeText(at),
  Emisor: ({ emisor }) => emisor,
  Receptor: ({ receptor }) => receptor,
  NombreReceptor: ({ nombre }) => nombre,
  Total: ({ total }) => total,
  Moneda: ({ moneda }) => moneda,
  payments: ({ payment }) => payment?.payments,
  credits: ({ payment }) => payment?.credits,
  balance: ({ tipo, total, payment }) => (tipo === 'I' ? (payment?.balance ?? total) : undefined),
  paymentChangedAt: ({ payment }) => timeText(payment?.at),
  cancellationPhase: ({ cancellation }) => cancellation?.phase,
  cancellationSince: ({ cancellation }) => timeText(cancellation?.since),
  motivo: ({ cancellation }) => cancellation?.motivo,
  key: ({ key }) => clientKey(key),
  pac: ({ pac }) => pac,
}

function timeText(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}

/**
 * Returns a cell of RFC 4180. Spreadsheets run a text that begins with one of these characters as a
 * formula, so an apostrophe precedes it.
 */
function cellOf(value = ''): string {
  const safe =
    /^[=+\-@\t\r＝＋－＠]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function csvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

async function* csvOf(
  environment: Environment,
  search: Omit<InvoiceSearch, 'limit' | 'after'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  // The byte order mark tells spreadsheets that it is UTF-8.
  yield utf8.encode(`\uFEFF${csvLine(Object.keys(columns))}`)
  for await (const page of pagesOf(environment, search)) {
    const lines = page.map((one) => csvLine(Object.values(columns).map((cell) => cell(one))))
    yield utf8.encode(lines.join(''))
  }
}

export const exportCsv = keyed({
  method: 'GET',
  path: '/api/v5/exports/csv',
  summary: {
    es: 'Los comprobantes de la cuenta como CSV, con los filtros de la lista.',
    en: 'The invoices of the account as CSV, with the filters of the list.',
  },
  scope: 'invoices:read',
  query: { ...dateFields, ...memberFields, ...orderField },
  output: { status: 200, type: 'text/csv' },
  codes: [],
  async run(call) {
    const search = { ...filterOf(call, call.input), ...sortingOf(call.input) }
    return createAnswer(200, csvOf(call.environment, search), {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="comprobantes.csv"',
    })
  },
})

const contents = ['xml', 'acuse', 'pdf'] as const satisfies readonly StoredKind[]
type Content = (typeof contents)[number]

/** Resolves to a document; undefined for an acuse that does not exist. */
async function loadContent(
  service: Service,
  environment: Environment,
  { id, cancellation }: InvoiceRecord,
  kind: Content,
): Promise<Uint8Array | undefined> {
  if (kind === 'xml') return loadXml(environment, id)
  if (kind === 'pdf') return pdfOf(service, environment, id)
  return cancellation?.hasAcuse === true ? environment.documentStore.get(kind, id) : undefined
}

async function* zipOf(
  service: Service,
  environment: Environment,
  filter: InvoiceFilter,
  kinds: readonly Content[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const archive = new ZipWriter()
  const search = { ...filter, order: 'fecha', descending: false } as const
  for await (const page of pagesOf(environment, search))
    for (const invoice of page)
      for (const kind of kinds) {
        const content = await loadContent(service, environment, invoice, kind)
        if (content === undefined) continue
        const deflated = await deflate(content)
        // A file name of letters, digits and hyphens, whatever the series and the folio have.
        const { id, serie = '', folio = '', fecha } = invoice
        const plain = (text: string) => text.replaceAll(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)
        const label = plain(deburred(serie + folio).toUpperCase())
        const extension = { xml: '.xml', acuse: '-acuse.xml', pdf: '.pdf' }[kind]
        const name = `${[plain(fecha.slice(0, 10)), label, plain(id)].filter(Boolean).join('_')}${extension}`
        yield* archive.add({ name, content, deflated, date: invoice.fecha })
      }
  yield* archive.end()
}

export const exportZip = keyed({
  method: 'GET',
  path: '/api/v5/exports/zip',
  summary: {
    es: 'Los documentos de un mes en un ZIP: XML y acuses de cancelación, y PDF si se piden.',
    en: 'The documents of a month as a ZIP: XML and acuses of cancellations, and PDF if requested.',
  },
  scope: 'invoices:read',
  query: {
    month: {
      kind: 'text',
      required: true,
      pattern: /^\d{4}-(0[1-9]|1[0-2])$/,
      description: 'El mes de la Fecha de los comprobantes: 2026-11.',
    },
    contents: {
      kind: 'list',
      choices: contents,
      description: 'Qué documentos: xml, acuse, pdf. xml y acuse si no se indica.',
    },
    ...memberFields,
  },
  output: { status: 200, type: 'application/zip' },
  codes: ['absent'],
  async run(call) {
    const { service, environment, input } = call
    const { month } = input
    const kinds = (input.contents ?? ['xml', 'acuse']) as readonly Content[]
    if (kinds.includes('pdf') && service.pdf === undefined) throw refuse('absent')
    const filter = { ...filterOf(call, input), since: month, until: month }
    return createAnswer(200, zipOf(service, environment, filter, kinds), {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="comprobantes-${month}.zip"`,
    })
  },
})
