/**
 * Filters, order and cursor of lists of invoices, from the query of a request.
 * @module
 */
import { refuseField } from '../answer.js'
import { stampKey } from '../events.js'
import type { Fields, Values } from '../fields.js'
import {
  type InvoiceFilter,
  type InvoiceSearch,
  invoiceStates,
  searchWordsOf,
} from '../lists/invoiceSearch.js'
import type { Caller } from '../operation.js'
import type { InvoiceRecord } from '../records.js'

const rfc = { kind: 'text', pattern: /^[A-ZÑ&a-zñ0-9]{1,40}$/ } as const
const date = {
  kind: 'text',
  pattern:
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?)?)?$/,
} as const

/** Filters by members of an invoice. */
export const memberFields = {
  Emisor: { ...rfc, description: 'RFC del emisor.' },
  Receptor: { ...rfc, description: 'RFC del receptor.' },
  Serie: { kind: 'text', most: 25, description: 'La serie, exacta.' },
  Folio: { kind: 'text', most: 40, description: 'El folio, exacto.' },
  TipoDeComprobante: {
    kind: 'choice',
    choices: ['I', 'E', 'T', 'N', 'P', 'Retenciones'],
    description: 'El tipo.',
  },
  state: {
    kind: 'choice',
    choices: invoiceStates,
    description: 'El estado: vigente, pagado, en proceso de cancelación o cancelado.',
  },
  key: { kind: 'text', most: 128, description: 'La Idempotency-Key con que se timbró.' },
  text: {
    kind: 'text',
    most: 100,
    description:
      'Palabras del nombre o del RFC del receptor, del RFC del emisor, de la serie, del folio o del UUID; bastan las primeras letras, de 3 a 10.',
  },
} as const satisfies Fields

/** Filters by date. */
export const dateFields = {
  since: {
    ...date,
    description:
      'Fecha del comprobante desde la que se lista: 2026, 2026-11, 2026-11-26 o con hora.',
  },
  until: { ...date, description: 'Fecha hasta la que se lista, inclusive, con las mismas formas.' },
} as const satisfies Fields

const orders = ['-stampedAt', 'stampedAt', '-Fecha', 'Fecha'] as const

/** Order of a list. */
export const orderField = {
  order: {
    kind: 'choice',
    choices: orders,
    description:
      'El orden: por cuándo se timbró o por Fecha, del mayor al menor con un guion. Con since o until es por Fecha; si no se indica, primero el último.',
  },
} as const satisfies Fields

/** Returns the filter of a query. @throws Refusal 725 */
export function filterOf(
  { environment, account }: Pick<Caller, 'environment' | 'account'>,
  input: Values<typeof memberFields> & Partial<Values<typeof dateFields>>,
): InvoiceFilter {
  const { Emisor, Receptor, Serie, Folio, TipoDeComprobante, state, key, text, since, until } =
    input
  const words = text === undefined ? undefined : searchWordsOf(text)
  if (words?.length === 0) throw refuseField('text', 'El campo text no tiene letras ni números.')
  if (since !== undefined && until !== undefined && since > `${until}~`)
    throw refuseField('since', 'El campo since es posterior a until.')
  const equal = {
    ...(Emisor !== undefined && { emisor: Emisor.toUpperCase() }),
    ...(Receptor !== undefined && { receptor: Receptor.toUpperCase() }),
    ...(Serie !== undefined && { serie: Serie }),
    ...(Folio !== undefined && { folio: Folio }),
    ...(TipoDeComprobante !== undefined && { tipo: TipoDeComprobante }),
    ...(state !== undefined && { state }),
    ...(key !== undefined && { key: stampKey(environment.name, account.id, key) }),
  }
  return { owner: account.id, equal, since, until, words }
}

/** Sort key of a search. */
type Sorting = Pick<InvoiceSearch, 'order' | 'descending'>

/** Returns the order of a query. @throws Refusal 725 for the time of the stamp with dates */
export function sortingOf({
  order,
  since,
  until,
}: Values<typeof orderField> & Values<typeof dateFields>): Sorting {
  const isDated = since !== undefined || until !== undefined
  const wanted = order ?? (isDated ? '-Fecha' : '-stampedAt')
  if (isDated && wanted.endsWith('stampedAt'))
    throw refuseField('order', 'Con since o until el orden es Fecha o -Fecha.')
  return { order: wanted.endsWith('Fecha') ? 'fecha' : 'at', descending: wanted.startsWith('-') }
}

/** Returns the cursor after an invoice. */
export function cursorAfter(invoice: InvoiceRecord, { order }: Sorting): string {
  return `${invoice[order]}_${invoice.id}`
}

const cursors: Readonly<Record<Sorting['order'], RegExp>> = {
  at: /^(\d{1,15})_([0-9A-F-]{36})$/,
  fecha: /^(\d{4}-[0-9T:.Z+-]{1,40})_([0-9A-F-]{36})$/,
}

/** Returns the place of a cursor. @throws Refusal 725, also for one of another order */
export function readCursor(cursor: string, { order }: Sorting): InvoiceSearch['after'] {
  const [, key, id] = cursors[order].exec(cursor) ?? []
  if (key === undefined || id === undefined)
    throw refuseField('cursor', 'El cursor no es de los que da el servicio en este orden.')
  return { key, id }
}
