/**
 * Searches of invoices: the filters of lists, their order, and the words of a text search.
 * @module
 */
import { deburred } from '../../lib/text.js'
import type { InvoiceRecord } from '../records.js'

/**
 * States of an invoice.
 * - `stamped`: in force
 * - `paid`: in force, and receipts of payment in force brought its balance to zero
 * - `cancelling`: in force, with a request of cancellation that is not decided
 * - `cancelled`: cancelled, final
 */
export const invoiceStates = ['stamped', 'paid', 'cancelling', 'cancelled'] as const

/** State of an invoice. */
export type InvoiceState = (typeof invoiceStates)[number]

/** Members by which invoices are filtered; each has an index. */
export const equalMembers = [
  'emisor',
  'receptor',
  'serie',
  'folio',
  'tipo',
  'state',
  'key',
] as const satisfies readonly (keyof InvoiceRecord)[]

/** The invoices of an account that match every given condition. */
export interface InvoiceFilter {
  /** Id of the account. */
  readonly owner: string
  /** Values of members, compared exactly. */
  readonly equal?: Readonly<Partial<Record<(typeof equalMembers)[number], string>>> | undefined
  /** Least `fecha`. A beginning is enough: `2026-11`. Requires the order by `fecha`. */
  readonly since?: string | undefined
  /** Greatest `fecha`. A beginning includes everything that begins so. */
  readonly until?: string | undefined
  /**
   * Words of {@link searchWordsOf}, each of which is a word of the invoice, or the beginning of one with 3
   * to 10 letters.
   */
  readonly words?: readonly string[] | undefined
}

/** A page of a search. */
export interface InvoiceSearch extends InvoiceFilter {
  /** Sort key: the time of the stamp, or the date of the document. The id decides between equals. */
  readonly order: 'at' | 'fecha'
  /** Greatest first. */
  readonly descending: boolean
  /** Sort key and id of the last invoice before the page. Defaults to none. */
  readonly after?: { readonly key: string; readonly id: string } | undefined
  /** Maximum number of invoices. */
  readonly limit: number
}

/** Maximum words of a search. */
const mostWords = 8

/** Letters of the beginnings of words that are found; a longer word must be whole. */
export const beginnings = { least: 3, most: 10 }

const uuidStart = /^[0-9a-f]{8}-[0-9a-f-]{1,27}$/

/** Returns the words of a text: in lower case, without accents, each once. */
export function searchWordsOf(text: string): readonly string[] {
  const plain = deburred(text)
  if (uuidStart.test(plain.trim())) return [plain.trim()]
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, mostWords)
}

/** Returns the words by which an invoice is found, with blanks between them. */
export function searchedWords(
  invoice: Pick<InvoiceRecord, 'id' | 'emisor' | 'receptor' | 'nombre' | 'serie' | 'folio'>,
): string {
  const { id, emisor, receptor, nombre = '', serie = '', folio = '' } = invoice
  const text = deburred([emisor, receptor, nombre, serie, folio, serie + folio].join(' '))
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set([...words, id.toLowerCase()])].map((word) => word.slice(0, 100)).join(' ')
}

/** Returns the state of an invoice. */
export function invoiceStateOf({
  cancellation,
  payment,
}: Pick<InvoiceRecord, 'cancellation' | 'payment'>): InvoiceState {
  const phase = cancellation?.phase
  if (phase === 'cancelled') return 'cancelled'
  if (phase !== undefined && !ended.has(phase)) return 'cancelling'
  return payment?.paid === true ? 'paid' : 'stamped'
}

/** Phases without a request that may still cancel the document. */
const ended: ReadonlySet<string> = new Set(['inForce', 'refused', 'rejected'])

/** Whether an invoice matches a filter. Stores in memory use it; others have an index. */
export function matchesInvoice(
  invoice: InvoiceRecord,
  { owner, equal = {}, since, until, words = [] }: InvoiceFilter,
): boolean {
  const own = (invoice.words ?? '').split(' ')
  const hasWord = (word: string) =>
    own.some((each) => each === word || (isBeginning(word) && each.startsWith(word)))
  return (
    invoice.owner === owner &&
    equalMembers.every((name) => equal[name] === undefined || equal[name] === invoice[name]) &&
    (since === undefined || invoice.fecha >= since) &&
    (until === undefined || invoice.fecha < afterBeginning(until)) &&
    words.every(hasWord)
  )
}

function isBeginning({ length }: string): boolean {
  return length >= beginnings.least && length <= beginnings.most
}

/** Returns the least text that is greater than every date with a beginning. */
export function afterBeginning(date: string): string {
  return `${date}~`
}

/** Returns the page of a search, from all invoices. */
export function searchIn(
  all: readonly InvoiceRecord[],
  search: InvoiceSearch,
): readonly InvoiceRecord[] {
  const { order, descending, after, limit } = search
  const sign = descending ? -1 : 1
  const compare = (one: Pick<InvoiceRecord, 'at' | 'fecha' | 'id'>, other: typeof one) =>
    sign * (compareValues(one[order], other[order]) || compareValues(one.id, other.id))
  const place = after && { at: Number(after.key), fecha: after.key, id: after.id }
  return all
    .filter((invoice) => matchesInvoice(invoice, search))
    .filter((invoice) => place === undefined || compare(invoice, place) > 0)
    .sort(compare)
    .slice(0, limit)
}

function compareValues(one: string | number, other: typeof one): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
