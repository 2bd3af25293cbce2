/**
 * Records with a key and a version in a log: entries of a journal, orders, cancellations. The index is in
 * memory, the records are in the file, and the XML of each is written once.
 * @module
 */
import { createHash } from 'node:crypto'
import { JournalError } from '../../errors.js'
import type { WalkPurpose } from '../../pac/journal.js'
import type { AppendLog, Kept, Move } from './appendLog.js'
import type { Place } from './frames.js'
import { type Row, RowColumns } from './rowColumns.js'
import { ShardedMap } from './shardedMap.js'
import {
  membersOf,
  parseHead,
  type RecordName,
  rawMembersOf,
  recordEnd,
  type StoredRecord,
  storedRecord,
  type Versioned,
} from './storedRecord.js'

/** Differences of a kind of records. */
export interface Kind<Stored extends Versioned> {
  /** Name of its records in the file. */
  readonly name: RecordName
  readonly keyOf: (stored: Omit<Stored, 'xml'>) => string
  /** The status after which a record is no longer unfinished. */
  readonly finished: Stored['status']
  /** How long finished records are kept, in milliseconds. */
  readonly keepFor: number
  /**
   * Whether compaction keeps the XML of finished records, and the XML may change with each version.
   */
  readonly keepsXml: boolean
  /** Unique token of a record. */
  readonly tokenOf?: (head: Omit<Stored, 'xml'>) => string | undefined
  /** Token for a record of an earlier version, which lacks it. `sum` is the SHA-256 of its XML. */
  readonly earlierTokenOf?: (
    head: Omit<Stored, 'xml'>,
    sum: string | undefined,
  ) => string | undefined
  /** Converts a record of an earlier version. */
  readonly mended?: (head: Omit<Stored, 'xml'>) => Omit<Stored, 'xml'>
  /**
   * Reduces a record that is older than `keepFor` to a tombstone. Without it, such records are
   * removed.
   */
  readonly buried?: (head: Omit<Stored, 'xml'>) => Omit<Stored, 'xml'>
  /** How long tombstones are kept, in milliseconds. */
  readonly buriedFor?: number
  /** Whether another record needs a finished one, regardless of its age. */
  readonly isNeeded?: (key: string) => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The records of one kind. */
export class RecordTable<Stored extends Versioned> {
  readonly #kind: Kind<Stored>
  readonly #log: () => AppendLog
  readonly #rows = new ShardedMap<Row>()
  readonly #owners = new ShardedMap<string>()
  /** Those that are not finished, so that a walk does not read all of them. */
  readonly #unfinished = new Map<string, Row>()
  /** All rows in the order of their first writes, including rows removed from the index. */
  readonly #inOrder: Row[] = []
  readonly #columns = new RowColumns()

  constructor(kind: Kind<Stored>, log: () => AppendLog) {
    this.#kind = kind
    this.#log = log
  }

  /** How many there are. */
  get size(): number {
    return this.#rows.size
  }

  /** The key of the record that has a token. */
  ownerOf(token: string): string | undefined {
    return this.#owners.get(token)
  }

  /** Whether a record is there and not finished. */
  isUnfinished(key: string): boolean {
    const row = this.#rows.get(key)
    return row !== undefined && row.written > 0 && !this.#isFinished(row)
  }

  /** Yields every record, in the order of their first writes. */
  async *all(): AsyncIterable<Stored> {
    for (const row of [...this.#inOrder]) {
      const stored = this.#rows.get(row.key) === row ? await this.load(row.key) : undefined
      if (stored !== undefined) yield stored
    }
  }

  async load(key: string): Promise<Stored | undefined> {
    const row = this.#rows.get(key)
    if (row === undefined || row.written === 0) return undefined
    const { state, xml: place, inherited, written } = row
    const [last, first] = await Promise.all([
      this.#read(state),
      place === undefined || place.position === state.position ? undefined : this.#read(place),
    ])
    const isIt = last?.head.version === written && this.#kind.keyOf(last.head) === key
    if (
      last === undefined ||
      !isIt ||
      (first !== undefined && this.#kind.keyOf(first.head) !== key)
    )
      throw new JournalError(
        'JOURNAL_CORRUPT',
        `No se puede leer lo que la bitácora guarda de ${key}.`,
      )
    const head = this.#kind.mended?.(last.head) ?? last.head
    const { claim, ...unclaimed } = head
    const earlier = this.#isOfEarlier(last) && row.token !== undefined ? { token: row.token } : {}
    return {
      ...(inherited ? unclaimed : head),
      ...earlier,
      xml: last.xml ?? first?.xml ?? '',
    } as Stored
  }

  async append(stored: Stored): Promise<boolean> {
    const { name, keyOf, keepsXml, tokenOf } = this.#kind
    const { xml, ...head } = stored
    const key = keyOf(head)
    // Serialized now, because the caller may change the object before its turn.
    const text = `{"${name}":${JSON.stringify(head)}`
    const sum = keepsXml ? createHash('sha256').update(xml).digest('hex') : undefined
    const token = tokenOf?.(head)
    const end = recordEnd(tokenOf !== undefined && token === undefined)
    return this.#log().transact<boolean>(() => {
      const row = this.#rows.get(key) ?? this.#columns.create(key)
      const owner = token === undefined ? key : (this.#owners.get(token) ?? key)
      if (row.version !== stored.version - 1 || owner !== key) return { done: () => false }
      const before = { version: row.version, token: row.token }
      this.#index(row)
      this.#decide(key, row, { version: stored.version, token })
      const isThere = xml === '' || (row.xml !== undefined && row.sum === sum && !row.isDropped)
      const record = isThere ? `${text}${end}` : `${text},${membersOf(xml, sum)}${end}`
      const write = isThere ? { head } : { head, xml, ...(sum !== undefined && { sum }) }
      return {
        record: Buffer.from(record),
        done: (place) => {
          this.#update(key, row, write, place, false)
          return true
        },
        undo: () => {
          this.#decide(key, row, before)
          if (row.version === 0) this.#rows.delete(key)
        },
      }
    })
  }

  /**
   * Yields all readable records before it throws the error of an unreadable one. With `resume`,
   * records to deliver come first, and records that are not due are skipped.
   */
  async *unfinished(purpose?: WalkPurpose): AsyncIterable<Stored> {
    const errors: unknown[] = []
    const [first, then]: [string[], string[]] = [[], []]
    const now = this.#kind.now()
    const rows = [...this.#unfinished].sort(([, one], [, other]) => one.number - other.number)
    for (const [key, row] of rows) {
      if (purpose === 'resume' && row.due !== undefined && row.due > now) continue
      ;(purpose === 'resume' && row.status === 'answered' ? first : then).push(key)
    }
    for (const key of [...first, ...then]) {
      if (!this.isUnfinished(key)) continue
      const stored = await this.load(key).catch((error) => void errors.push(error))
      if (stored !== undefined) yield stored
    }
    if (errors.length > 0) throw errors[0]
  }

  /** Takes a record when the file is opened. */
  visit(stored: StoredRecord<Stored>, place: Place): void {
    const key = this.#kind.keyOf(stored.head)
    const row = this.#rows.get(key) ?? this.#columns.create(key)
    this.#index(row)
    const head = this.#kind.mended?.(stored.head) ?? stored.head
    this.#update(key, row, { ...stored, head }, place, true)
    const given = this.#kind.tokenOf?.(stored.head)
    const token = this.#isOfEarlier(stored)
      ? this.#kind.earlierTokenOf?.(stored.head, row.sum)
      : given
    // If earlier versions wrote two records with one token, the first one owns it.
    const isAnothers = token !== undefined && (this.#owners.get(token) ?? key) !== key
    this.#decide(key, row, { version: row.version, token: isAnothers ? undefined : token })
  }

  /**
   * Yields the last state of every record, except expired ones. Records after the position are
   * copied anyway.
   */
  *keep(since: number): Iterable<Kept> {
    const { now, keepFor, buriedFor = 0, isNeeded } = this.#kind
    const before = now() - keepFor
    for (const row of this.#inOrder) {
      const { key } = row
      if (this.#rows.get(key) !== row) continue
      const isBehind =
        row.state.position >= since && (row.xml === undefined || row.xml.position >= since)
      if (row.written === 0 || isBehind) continue
      const isOld = this.#isStill(row) && row.at < before && isNeeded?.(key) !== true
      if (!isOld) yield this.#kept(row)
      else if (row.at < before - buriedFor) row.isDropped = true
      else yield this.#buried(row)
    }
  }

  #kept(row: Row): Kept {
    return {
      record: async (read) => {
        const xml = this.#kind.keepsXml || !this.#isStill(row) ? row.xml : undefined
        row.isDropped = xml === undefined
        const [last, first] = await Promise.all([
          read(row.state),
          xml === undefined || xml.position === row.state.position ? undefined : read(xml),
        ])
        return this.#merged(last, xml === undefined ? undefined : (first ?? last))
      },
      copied: (place) => {
        row.copy = place
      },
    }
  }

  /** A record as a tombstone, unless it is written again before its turn. */
  #buried(row: Row): Kept {
    const kept = this.#kept(row)
    const { name, buried } = this.#kind
    return {
      ...kept,
      record: async (read) => {
        if (buried === undefined || !this.#isStill(row)) return kept.record(read)
        row.isDropped = true
        const record = await read(row.state)
        const stored = storedRecord<Stored>(parseHead(record), this.#kind.name)
        if (stored === undefined) throw new Error('a record of another kind')
        const { head, tokenless } = stored
        return Buffer.from(`{"${name}":${JSON.stringify(buried(head))}${recordEnd(tokenless)}`)
      },
    }
  }

  /** Joins the last state of a record with the unchanged XML bytes of an earlier one. */
  #merged(last: Buffer, first: Buffer | undefined): Buffer {
    const { name } = this.#kind
    const { head, tokenless } = storedRecord<Stored>(parseHead(last), name) ?? {}
    const raw = first === undefined ? undefined : rawMembersOf(first)
    const source = first === undefined || raw !== undefined ? undefined : this.#parsed(first)
    const members = source?.xml === undefined ? raw : Buffer.from(membersOf(source.xml, source.sum))
    const start = `{"${name}":${JSON.stringify(head)}`
    if (members === undefined) return Buffer.from(`${start}${recordEnd(tokenless)}`)
    return Buffer.concat([Buffer.from(`${start},`), members, Buffer.from(recordEnd(tokenless))])
  }

  /**
   * Moves the places of every record to the new file. Forgets records that were neither copied nor
   * written since.
   */
  *move({ from, to, since, placeOf }: Move): Iterable<void> {
    let left = 0
    for (const row of this.#inOrder) {
      const { key, copy, isDropped } = row
      if (this.#rows.get(key) !== row) continue
      const isCopied = copy?.file === to
      const moved = (place: Place | undefined, before: Place | undefined) => {
        if (place === undefined || place.file !== from) return place
        if (place.position >= since) return placeOf(place)
        return before
      }
      const state = moved(row.state, isCopied ? copy : undefined)
      row.xml = moved(row.xml, isCopied && !isDropped ? copy : undefined)
      row.copy = undefined
      row.isDropped = false
      if (state !== undefined) row.state = state
      else if (row.written > 0) {
        // With a pending write of the next version it stays.
        if (row.version === row.written) {
          if (row.token !== undefined) this.#owners.delete(row.token)
          this.#rows.delete(key)
          this.#unfinished.delete(key)
        } else row.written = 0
      }
      if (this.#rows.get(key) === row) this.#inOrder[left++] = row
      yield
    }
    this.#inOrder.length = left
  }

  #index(row: Row): void {
    if (this.#rows.get(row.key) === row) return
    this.#rows.set(row.key, row)
    this.#inOrder.push(row)
  }

  #isOfEarlier({ head, tokenless }: StoredRecord<Stored>): boolean {
    return tokenless !== true && this.#kind.tokenOf?.(head) === undefined
  }

  #isFinished({ status }: Row): boolean {
    return status === this.#kind.finished
  }

  /** Whether a record is finished and has no pending write. */
  #isStill(row: Row): boolean {
    return this.#isFinished(row) && row.version === row.written
  }

  #decide(key: string, row: Row, { version, token }: Pick<Row, 'version' | 'token'>): void {
    row.version = version
    if (row.token === token) return
    if (row.token !== undefined) this.#owners.delete(row.token)
    if (token !== undefined) this.#owners.set(token, key)
    row.token = token !== undefined && token === row.sum ? row.sum : token
  }

  #update(
    key: string,
    row: Row,
    { head, xml, sum }: StoredRecord<Stored>,
    place: Place,
    inherited: boolean,
  ): void {
    const { version, status, at, due } = head
    row.version = Math.max(row.version, version)
    row.written = version
    row.status = status
    row.at = at
    row.due = due
    row.inherited = inherited
    row.state = place
    if (this.#isFinished(row)) this.#unfinished.delete(key)
    else this.#unfinished.set(key, row)
    if (xml === undefined) return
    row.xml = place
    // Share one string if they are equal.
    row.sum = sum === row.token ? row.token : sum
  }

  async #read(place: Place): Promise<StoredRecord<Stored> | undefined> {
    return this.#parsed(await this.#log().read(place))
  }

  #parsed(record: Buffer): StoredRecord<Stored> | undefined {
    return storedRecord(JSON.parse(record.toString()), this.#kind.name)
  }
}
