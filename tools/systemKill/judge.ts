/**
 * Compares the books of the PACs with the events of the receivers, without reading any store of the
 * library.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { HostName } from './hosts.js'
import { type Answers, type Order, serieOf } from './orders.js'
import type { Told } from './receivers.js'

/** A stamp in the book of a PAC. */
export interface Stamp {
  readonly pac: string
  readonly uuid: string
  /** SHA-256 of the sent XML. */
  readonly token: string
  readonly serie?: string
  readonly folio?: string
  readonly item?: string
}

/** Returns the JSON lines of a file; a line truncated by a kill is ignored. */
export function linesOf<Line>(path: string): Line[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Failures by name: their number and a few examples. */
export type Verdict = Readonly<
  Record<string, { readonly count: number; readonly examples: readonly string[] }>
>

/** Returns the failures. `told` has the events of each host's receivers. */
export function judge(
  orders: readonly Order[],
  answers: Answers,
  told: ReadonlyMap<HostName, Told>,
  stamps: readonly Stamp[],
): Verdict {
  const faults = new Map<string, string[]>()
  const fault = (name: string, example: string) =>
    faults.set(name, [...(faults.get(name) ?? []), example])
  const bookOf = new Map(stamps.map((stamp) => [stamp.uuid, stamp]))
  const kept = new Map<string, string>()

  for (const [key, why] of answers.refused) fault('refused', `${key}: ${why}`)
  // Uncertain answers must invite a retry (503, 504), and never report a program error.
  for (const [told, count] of answers.retried)
    if (told.startsWith('500')) fault('answered 500', `${told}: ${count} times`)
  for (const { key, host, item } of orders) {
    const delivered = told.get(host)?.of.get(key) ?? new Set()
    const answered = answers.of.get(key) ?? []
    if (delivered.size === 0) fault('not delivered', key)
    const all = new Set([...delivered, ...[...answered].map((each) => each.toUpperCase())])
    if (all.size > 1) fault('several invoices', `${key}: ${[...all].join(' ')}`)
    for (const uuid of all) {
      const owner = kept.get(uuid)
      if (owner !== undefined && owner !== key)
        fault('an invoice of two orders', `${uuid}: ${owner}, ${key}`)
      kept.set(uuid, key)
      const stamp = bookOf.get(uuid)
      if (stamp === undefined) fault('not in the books', `${key}: ${uuid}`)
      else if (stamp.item !== item)
        fault('an invoice of another order', `${key}: ${uuid} is of ${stamp.item}`)
    }
  }
  const keys = new Set(orders.map(({ key }) => key))
  for (const each of told.values()) {
    for (const key of each.of.keys()) if (!keys.has(key)) fault('delivered and not ordered', key)
    for (const other of each.others) fault('told besides', other)
  }
  judgeSecondStamps(stamps, kept, told, fault)
  judgeFolios(orders, stamps, kept, fault)
  return Object.fromEntries(
    [...faults].map(([name, all]) => [name, { count: all.length, examples: all.slice(0, 5) }]),
  )
}

type Fault = (name: string, example: string) => unknown

function judgeSecondStamps(
  stamps: readonly Stamp[],
  kept: ReadonlyMap<string, string>,
  told: ReadonlyMap<HostName, Told>,
  fault: Fault,
): void {
  const duplicates = new Map([...told.values()].flatMap((each) => [...each.duplicates]))
  const byToken = grouped(stamps, ({ token }) => token)
  for (const { uuid, token, pac, item } of stamps) {
    if (kept.has(uuid)) continue
    const of = byToken.get(token)?.find((each) => kept.has(each.uuid))
    if (of === undefined) fault('a stamp of no order', `${uuid} at ${pac}, ${item}`)
    else if (duplicates.get(uuid) !== of.uuid)
      fault('a second stamp that was not reported', `${uuid} at ${pac}, ${item}`)
  }
  const books = new Set(stamps.map(({ uuid }) => uuid))
  for (const [duplicate, of] of duplicates)
    if (kept.has(duplicate) || !books.has(duplicate) || !kept.has(of))
      fault('reported wrongly', `${duplicate} of ${of}`)
}

function judgeFolios(
  orders: readonly Order[],
  stamps: readonly Stamp[],
  kept: ReadonlyMap<string, string>,
  fault: Fault,
): void {
  for (const host of new Set(orders.map((order) => order.host))) {
    const serie = serieOf(host)
    const places = grouped(
      stamps.filter((stamp) => stamp.serie === serie && kept.has(stamp.uuid)),
      ({ folio = '' }) => folio,
    )
    for (const [folio, all] of places)
      if (all.length > 1)
        fault(
          'a folio in two places',
          `${serie} ${folio}: ${all.map(({ uuid }) => uuid).join(' ')}`,
        )
    const last = Math.max(0, ...[...places.keys()].map(Number))
    for (let folio = 1; folio <= last; folio++)
      if (!places.has(String(folio))) fault('a folio nowhere', `${serie} ${folio} of ${last}`)
  }
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Second stamps in the books. */
export function countSecond(stamps: readonly Stamp[]): number {
  return stamps.length - new Set(stamps.map(({ token }) => token)).size
}
