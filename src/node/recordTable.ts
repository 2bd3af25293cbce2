/**
 * Records with a key and a version in a log: the entries of a journal, the orders of a host. The index is in memory, the
 * records are in the file, and the XML of each is written once.
 * @module
 */
import { createHash } from 'node:crypto'
import { JournalError } from '../errors.js'
import type { AppendLog, Kept } from './appendLog.js'
import type { Place } from './frames.js'

/** A record with a version. */
export interface Versioned {
  readonly version: number
  readonly status: string
  readonly xml: string
  readonly at: number
  readonly claim?: unknown
}

/** What is particular to a kind of records. */
export interface Kind<Stored extends Versioned> {
  /** Under which they are in the file. */
  readonly name: 'entry' | 'order'
  readonly keyOf: (stored: Omit<Stored, 'xml'>) => string
  /** The status after which a record is no longer unfinished. */
  readonly finished: Stored['status']
  /** How long finished records are kept, in milliseconds. */
  readonly keepFor: number
  /** Whether finished records keep their XML when the file is rewritten, and it may change from version to version. */
  readonly keepsXml: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A record as it is in the file. */
export interface StoredRecord<Stored extends Versioned> {
  readonly head: Omit<Stored, 'xml'>
  /** Absent where an earlier record has it. */
  readonly xml?: string
  /** Identifies the XML, if it may change. */
  readonly sum?: string
}

/** The index of one record. */
interface Row {
  /** Version of the last write, durable or about to be. */
  version: number
  /** Version of the last durable write, which the members below describe. */
  written: number
  finished: boolean
  at: number
  state: Place
  /** Where the XML is. */
  xml: Place | undefined
  sum: string | undefined
  /** Read when the file was opened: its claim is void, since the lock was free. */
  inherited: boolean
}

/** The records of one kind. */
export class RecordTable<Stored extends Versioned> {
  readonly #kind: Kind<Stored>
  readonly #log: () => AppendLog
  readonly #rows = new Map<string, Row>()

  constructor(kind: Kind<Stored>, log: () => AppendLog) {
    this.#kind = kind
    this.#log = log
  }

  async load(key: string): Promise<Stored | undefined> {
    const row = this.#rows.get(key)
    if (row === undefined || row.written === 0) return undefined
    const { state, xml: place, inherited, written } = row
    const [last, first] = await Promise.all([
      this.#read(state),
      place === undefined || place === state ? undefined : this.#read(place),
    ])
    const isIt = last?.head.version === written && this.#kind.keyOf(last.head) === key
    if (last === undefined || !isIt || (first !== undefined && this.#kind.keyOf(first.head) !== key)) throw damaged(key)
    const { claim, ...unclaimed } = last.head
    return { ...(inherited ? unclaimed : last.head), xml: last.xml ?? first?.xml ?? '' } as Stored
  }

  async append(stored: Stored): Promise<boolean> {
    const { name, keyOf, keepsXml } = this.#kind
    const { xml, ...head } = stored
    const key = keyOf(head)
    // Now, because the caller's object may change until its turn comes.
    const text = `{"${name}":${JSON.stringify(head)}`
    const sum = keepsXml ? sumOf(xml) : undefined
    return this.#log().transact<boolean>(() => {
      const row = this.#rows.get(key) ?? newRow()
      if (row.version !== stored.version - 1) return { done: () => false }
      row.version = stored.version
      this.#rows.set(key, row)
      const isThere = xml === '' || (row.xml !== undefined && row.sum === sum)
      const record = isThere ? `${text}}` : `${text},${membersOf(xml, sum)}}`
      const write = isThere ? { head } : { head, xml, ...(sum === undefined ? {} : { sum }) }
      return {
        record: Buffer.from(record),
        done: (place) => {
          this.#update(row, write, place, false)
          return true
        },
      }
    })
  }

  /** All others are given before the error of one that cannot be read is thrown. */
  async *unfinished(): AsyncIterable<Stored> {
    const errors: unknown[] = []
    for (const key of [...this.#rows.keys()]) {
      if (this.#rows.get(key)?.finished !== false) continue
      const stored = await this.load(key).catch((error) => void errors.push(error))
      if (stored !== undefined) yield stored
    }
    if (errors.length > 0) throw errors[0]
  }

  /** Takes a record when the file is opened. */
  visit(stored: StoredRecord<Stored>, place: Place): void {
    const key = this.#kind.keyOf(stored.head)
    const row = this.#rows.get(key) ?? newRow()
    this.#rows.set(key, row)
    this.#update(row, stored, place, true)
  }

  /** The last state of every record, without those that were finished long ago. */
  keep(): Kept[] {
    this.#forget()
    return [...this.#rows.values()].filter(({ written }) => written > 0).map((row) => this.#kept(row))
  }

  #kept(row: Row): Kept {
    const xml = this.#kind.keepsXml || !row.finished ? row.xml : undefined
    return {
      record: async (read) => {
        const [last, first] = await Promise.all([read(row.state), xml === undefined ? undefined : read(xml)])
        const { head } = this.#parsed(last) ?? {}
        const source = first === undefined ? undefined : this.#parsed(first)
        const members = source?.xml === undefined ? '' : `,${membersOf(source.xml, source.sum)}`
        return Buffer.from(`{"${this.#kind.name}":${JSON.stringify(head)}${members}}`)
      },
      moved: (place) => {
        row.state = place
        row.xml = xml === undefined ? undefined : place
      },
    }
  }

  #forget(): void {
    const before = this.#kind.now() - this.#kind.keepFor
    for (const [key, { finished, at }] of this.#rows) if (finished && at < before) this.#rows.delete(key)
  }

  #update(row: Row, { head, xml, sum }: StoredRecord<Stored>, place: Place, inherited: boolean): void {
    const { version, status, at } = head
    const finished = status === this.#kind.finished
    Object.assign(row, { version: Math.max(row.version, version), written: version, finished, at, inherited })
    row.state = place
    if (xml !== undefined) Object.assign(row, { xml: place, sum })
  }

  async #read(place: Place): Promise<StoredRecord<Stored> | undefined> {
    return this.#parsed(await this.#log().read(place))
  }

  #parsed(record: Buffer): StoredRecord<Stored> | undefined {
    return storedRecord(JSON.parse(record.toString()), this.#kind.name)
  }
}

/** A record of a kind, if it is one. Version 2 had entries only, each with its XML among its members. */
export function storedRecord<Stored extends Versioned>(
  value: Readonly<Record<string, unknown>>,
  name: Kind<Stored>['name'],
): StoredRecord<Stored> | undefined {
  const { [name]: head, xml, sum, ...earlier } = value
  const whole = head ?? (name === 'entry' && 'token' in earlier ? earlier : undefined)
  if (whole === undefined) return undefined
  const { version } = whole as Partial<Versioned>
  if (typeof version !== 'number') return undefined
  return {
    head: whole,
    ...(xml === undefined ? {} : { xml }),
    ...(sum === undefined ? {} : { sum }),
  } as StoredRecord<Stored>
}

function newRow(): Row {
  const state = { position: 0, length: 0, check: 0 }
  const none = { xml: undefined, sum: undefined, inherited: false }
  return { version: 0, written: 0, finished: false, at: 0, state, ...none }
}

function membersOf(xml: string, sum: string | undefined): string {
  return `"xml":${JSON.stringify(xml)}${sum === undefined ? '' : `,"sum":"${sum}"`}`
}

function sumOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex')
}

function damaged(key: string): JournalError {
  return new JournalError('JOURNAL_CORRUPT', `No se puede leer lo que la bitácora guarda de ${key}.`)
}
