/**
 * A service store in memory.
 * @module
 */
import { ignoreError } from '../lib/ignoreError.js'
import { matchesInvoice, searchIn } from './lists/invoiceSearch.js'
import type { AllRecords, Records, ServiceStore } from './ports.js'
import {
  type InvoiceRecord,
  type ServiceRecord,
  type ServiceTable,
  serviceTables,
} from './records.js'

type Rows = Map<string, ServiceRecord>
type Place = Pick<ServiceRecord, 'at' | 'id'>

/** Changes of a transaction: a record, or undefined for a removed one. */
type Changes = Map<string, ServiceRecord | undefined>

/**
 * Creates a store that does not survive the process, for tests. Transactions run one after the
 * other.
 * @example
 * const records = createMemoryServiceStore()
 * await records.accounts.get('nobody') // → undefined
 */
export function createMemoryServiceStore(): ServiceStore {
  const tables = new Map<ServiceTable, Rows>(serviceTables.map((name) => [name, new Map()]))
  let last: Promise<unknown> = Promise.resolve()
  const transaction = <Result>(run: (all: AllRecords) => Promise<Result>): Promise<Result> => {
    const turn = last.then(async () => {
      const changes = new Map<ServiceTable, Changes>(serviceTables.map((name) => [name, new Map()]))
      const result = await run(
        allRecords((name) => memoryRecords(tables.get(name)!, changes.get(name)!)),
      )
      for (const [name, changed] of changes) {
        const rows = tables.get(name)!
        for (const [id, record] of changed) {
          if (record === undefined) rows.delete(id)
          else rows.set(id, record)
        }
      }
      return result
    })
    last = turn.catch(ignoreError)
    return turn
  }
  const direct = allRecords((name) =>
    eachVerb(
      (verb) =>
        (...given) =>
          transaction((all) => (all[name][verb] as Verb)(...given)),
    ),
  )
  const invoices = () => [...tables.get('invoices')!.values()] as InvoiceRecord[]
  return {
    ...direct,
    transaction,
    searchInvoices: async (search) => searchIn(invoices(), search),
    countInvoices: async (filter, most) =>
      Math.min(most, invoices().filter((each) => matchesInvoice(each, filter)).length),
  }
}

type Verb = (...given: never[]) => Promise<never>

/** Creates a table whose methods are made from their names. */
function eachVerb(make: (verb: keyof Records<ServiceRecord>) => Verb): Records<ServiceRecord> {
  const verbs = ['get', 'lock', 'insert', 'put', 'remove', 'page', 'due'] as const
  return Object.fromEntries(
    verbs.map((verb) => [verb, make(verb)]),
  ) as unknown as Records<ServiceRecord>
}

/** Creates all tables, each from its name. */
export function allRecords(make: (name: ServiceTable) => Records<ServiceRecord>): AllRecords {
  return Object.fromEntries(
    serviceTables.map((name) => [name, make(name)]),
  ) as unknown as AllRecords
}

function memoryRecords(rows: Rows, changes: Changes): Records<ServiceRecord> {
  const get = async (id: string) => (changes.has(id) ? changes.get(id) : rows.get(id))
  const put = async (record: ServiceRecord) => void changes.set(record.id, record)
  const all = () =>
    [...new Map<string, ServiceRecord | undefined>([...rows, ...changes]).values()].filter(
      isRecordThere,
    )
  return {
    get,
    lock: get,
    put,
    async insert(record) {
      if ((await get(record.id)) !== undefined) return false
      await put(record)
      return true
    },
    async remove(id) {
      const isHere = (await get(id)) !== undefined
      changes.set(id, undefined)
      return isHere
    },
    page: async (options) =>
      all()
        .filter((record) => options.owner === undefined || record.owner === options.owner)
        .filter((record) => options.after === undefined || newestFirst(options.after, record) < 0)
        .sort(newestFirst)
        .slice(0, options.limit),
    due: async (until, limit, except = []) =>
      all()
        .filter(({ at, owner }) => at <= until && !except.includes(owner))
        .sort((one, other) => -newestFirst(one, other))
        .slice(0, limit),
  }
}

function isRecordThere(record: ServiceRecord | undefined): record is ServiceRecord {
  return record !== undefined
}

function newestFirst(one: Place, other: Place): number {
  return other.at - one.at || (one.id === other.id ? 0 : one.id < other.id ? 1 : -1)
}
