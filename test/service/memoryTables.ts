/**
 * One table of a service store in memory, for tests that need no other.
 * @module
 */
import type { PageOptions, Records, ServiceStore } from '../../src/service/ports.js'
import {
  type ServiceRecord,
  type ServiceTable,
  type ServiceTables,
  serviceTables,
} from '../../src/service/records.js'

export class MemoryTable<Kept extends ServiceRecord> implements Records<Kept> {
  readonly records = new Map<string, Kept>()
  #locks: string[] = []

  /** Ids in the order in which they were locked, since the last time. */
  locked(): string[] {
    return this.#locks.splice(0)
  }

  async get(id: string): Promise<Kept | undefined> {
    return structuredClone(this.records.get(id))
  }

  async lock(id: string): Promise<Kept | undefined> {
    if (this.records.has(id)) this.#locks.push(id)
    return this.get(id)
  }

  async insert(record: Kept): Promise<boolean> {
    if (this.records.has(record.id)) return false
    await this.put(record)
    return true
  }

  async put(record: Kept): Promise<void> {
    this.records.set(record.id, JSON.parse(JSON.stringify(record)) as Kept)
  }

  async remove(id: string): Promise<boolean> {
    return this.records.delete(id)
  }

  async page({ owner, limit }: PageOptions): Promise<readonly Kept[]> {
    const mine = [...this.records.values()].filter(
      (record) => owner === undefined || record.owner === owner,
    )
    return structuredClone(mine.sort((one, other) => other.at - one.at).slice(0, limit))
  }

  async due(
    until: number,
    limit: number,
    except: readonly string[] = [],
  ): Promise<readonly Kept[]> {
    const due = [...this.records.values()].filter(
      ({ at, owner }) => at <= until && !except.includes(owner),
    )
    return structuredClone(due.sort((one, other) => one.at - other.at).slice(0, limit))
  }
}

/**
 * A store of such tables, whose transactions cannot fail half way because nothing in the tests
 * makes them.
 */
export function memoryStore(): ServiceStore & {
  readonly [Name in ServiceTable]: MemoryTable<ServiceTables[Name]>
} {
  const tables = Object.fromEntries(
    serviceTables.map((name) => [name, new MemoryTable()]),
  ) as unknown as {
    readonly [Name in ServiceTable]: MemoryTable<ServiceTables[Name]>
  }
  const searchInvoices = async () => []
  const countInvoices = async () => 0
  return { ...tables, transaction: (run) => run(tables), searchInvoices, countInvoices }
}
