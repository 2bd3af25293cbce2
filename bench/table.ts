/**
 * Formats results as Markdown, also for the terminal.
 * @module
 */
import { type Budget, budgetsOf, holds } from './budgets.js'
import { pairs } from './parsers.js'
import type { Results, Times } from './results.js'
import { verbNames } from './verbs.js'

/** Three significant digits. */
function digits(value: number | undefined): string {
  if (value === undefined) return ''
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3)
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** First column left-aligned, the others right-aligned. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) =>
    Math.max(name.length, 4, ...rows.map((cells) => cells[at]!.length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [head, rule, ...rows].map(line).join('\n')
}

type Tables = Readonly<Record<string, string>>

/** Tables by name, of the measured parts. */
export function tables(results: Results): Tables {
  const all: Readonly<Record<string, string | undefined>> = {
    machine: machine(results),
    verbs: results.verbs && verbTable(results.verbs),
    parsers: results.parsers && parserTable(results.parsers),
    peers:
      results.peers && `Measured on ${results.when.slice(0, 10)}.\n\n${peerTable(results.peers)}`,
    saturation: saturationTable(results),
    threads: threadTable(results),
    cold: cold(results),
    stream: stream(results),
    budgets: budgetTable(results),
  }
  return Object.fromEntries(Object.entries(all).filter(([, made]) => made !== undefined)) as Tables
}

function machine({
  when,
  machine: { cpu, cores, load, node, openssl },
  signature,
}: Results): string {
  const what = `Measured on ${when.slice(0, 10)}. ${cpu}, ${cores} cores, load ${(+load!).toFixed(1)}, Node ${node}, OpenSSL ${openssl}.`
  if (signature === undefined) return what
  const { micros, pool } = signature
  return `${what} One RSA-2048 signature: ${micros.toFixed(0)} µs of processor, ${digits(pool)} times that through the pool of threads.`
}

function verbTable(verbs: Times): string {
  const rows = Object.entries(verbs).map(([name, times]) => [
    name,
    ...verbNames.map((verb) => digits(times[verb]?.ratio)),
  ])
  return table(['signatures', ...verbNames], rows)
}

function parserTable(parsers: Times): string {
  const rows = Object.entries(parsers).map(([name, times]) => [
    name,
    ...pairs.map(([ours, theirs]) => digits(times[theirs]!.ratio / times[ours]!.ratio)),
  ])
  return table(['times as fast as', ...pairs.map(([ours, theirs]) => `${theirs} (${ours})`)], rows)
}

function peerTable(peers: Times): string {
  const documents = Object.keys(peers)
  const tasks = Object.keys(peers[documents[0]!] ?? {})
  const rows = tasks.map((task) => [
    task,
    ...documents.map((name) => digits(peers[name]![task]?.ratio)),
  ])
  return table(['signatures', ...documents], rows)
}

function saturationTable({ saturation }: Results): string | undefined {
  if (saturation === undefined) return undefined
  const { raw, cores, threads, shares } = saturation
  const rows = Object.entries(shares).map(([name, { rate, processor }]) => [
    name,
    percent(rate),
    percent(processor),
  ])
  const what = `of ${digits(raw)} bare signatures a second (${cores} cores, ${threads} threads)`
  return table([what, 'rate', 'processor'], rows)
}

function threadTable({ threads }: Results): string | undefined {
  if (threads === undefined) return undefined
  const sizes = Object.keys(Object.values(threads)[0] ?? {})
  const rows = Object.entries(threads).map(([name, rates]) => [
    name,
    ...sizes.map((size) => digits(rates[Number(size)])),
  ])
  return table(
    ['times one engine', ...sizes.map((size) => `${size} worker${size === '1' ? '' : 's'}`)],
    rows,
  )
}

function cold({ cold }: Results): string | undefined {
  if (cold === undefined) return undefined
  const { import: imported, check, processor, second, bare, lambda } = cold
  const fresh = `In a fresh process: import of the root ${digits(imported)} ms, first full check ${digits(check)} ms more (${digits(processor)} ms of processor in all), the next ${digits(second)} ms.`
  if (bare === undefined || lambda === undefined) return fresh
  return `${fresh} A process that seals one invoice, as a function does, takes ${digits(lambda)} ms, and one without a program ${digits(bare)} ms.`
}

function stream({ stream }: Results): string | undefined {
  if (stream === undefined) return undefined
  const { documents, heap, growth, rss } = stream
  const most = `${growth >= 0 ? '+' : ''}${growth.toFixed(2)} MB at most`
  return `Heap over ${documents.toLocaleString('en')} documents: from ${digits(heap[0])} MB, ${most}; ${digits(rss)} MB resident at the peak.`
}

function budgetTable(results: Results): string | undefined {
  const amount = (value: number | undefined, { unit = '' }: Budget): string =>
    value === undefined ? '' : `${digits(value)}${unit && ` ${unit}`}`
  const rows = budgetsOf(results)
    .filter(({ seen }) => seen !== undefined)
    .map((budget) => {
      const { what, seen, most, least, aim } = budget
      const limit =
        most === undefined ? `>= ${amount(least, budget)}` : `<= ${amount(most, budget)}`
      return [
        what,
        limit,
        amount(aim, budget),
        amount(seen, budget),
        holds(budget) ? 'holds' : 'MISSED',
      ]
    })
  return rows.length === 0 ? undefined : table(['budget', 'must be', 'aim', 'seen', ''], rows)
}
