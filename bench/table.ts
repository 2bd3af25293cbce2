/**
 * Results for people: in a terminal, and to be pasted in a document.
 * @module
 */
import type { Results } from './bench.js'
import { type Budget, holds } from './budgets.js'

/** Three digits, however large or small. */
export function digits(value: number | undefined): string {
  if (value === undefined) return ''
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3)
}

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!))).join('  ')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((cells) => cells[at]!.length)))
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map((cells) => row(cells, widths)).join('\n')
}

const write = (text: string): void => void process.stdout.write(`${text}\n\n`)

/** The tables of a run. */
export function print(
  { machine, signature, verbs, parsers, saturation, threads, cold, stream }: Results,
  verbNames: readonly string[],
  pairs: readonly (readonly [string, string])[],
): void {
  const facts = Object.entries(machine).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? +value.toFixed(1) : value}`,
  )
  write(facts.join(', '))
  if (signature.micros !== undefined) {
    write(
      `One RSA-2048 signature, the unit of what follows: ${signature.micros.toFixed(0)} µs of processor; ` +
        `through the pool of threads ${digits(signature.pool)}.`,
    )
    write(
      table(
        ['signatures', ...verbNames],
        Object.entries(verbs).map(([name, times]) => [name, ...verbNames.map((verb) => digits(times[verb]?.ratio))]),
      ),
    )
  }
  if (Object.keys(parsers).length > 0) {
    write(
      table(
        ['times as fast as', ...pairs.map(([ours, theirs]) => `${theirs} (${ours})`)],
        Object.entries(parsers).map(([name, times]) => [
          name,
          ...pairs.map(([ours, theirs]) => digits(times[theirs]!.ratio / times[ours]!.ratio)),
        ]),
      ),
    )
  }
  if (saturation) {
    const { raw, cores, threads: pool, shares } = saturation
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
    write(
      table(
        [`of ${digits(raw)} bare signatures a second (${cores} cores, ${pool} threads)`, 'rate', 'processor'],
        Object.entries(shares).map(([name, { rate, processor }]) => [name, percent(rate), percent(processor)]),
      ),
    )
  }
  if (threads) {
    const sizes = Object.keys(Object.values(threads)[0] ?? {})
    write(
      table(
        ['documents a second over one engine', ...sizes.map((size) => `${size} worker${size === '1' ? '' : 's'}`)],
        Object.entries(threads).map(([name, rates]) => [name, ...sizes.map((size) => digits(rates[Number(size)]))]),
      ),
    )
  }
  if (cold)
    write(
      `In a fresh process: import of the root ${digits(cold.import)} ms, first full check ${digits(cold.check)} ms more, the next ${digits(cold.second)} ms.`,
    )
  if (stream)
    write(
      `Heap over ${stream.documents.toLocaleString('en')} documents: from ${digits(stream.heap[0])} MB, ` +
        `${stream.growth >= 0 ? '+' : ''}${stream.growth.toFixed(2)} MB at most; ${digits(stream.rss)} MB resident at the peak.`,
    )
}

export function printBudgets(budgets: readonly Budget[]): void {
  const amount = (value: number | undefined, { unit = '' }: Budget): string =>
    value === undefined ? '' : `${digits(value)}${unit && ` ${unit}`}`
  const rows = budgets
    .filter(({ seen }) => seen !== undefined)
    .map((budget) => {
      const { what, seen, most, least, aim } = budget
      const limit = most === undefined ? `>= ${amount(least, budget)}` : `<= ${amount(most, budget)}`
      return [what, limit, amount(aim, budget), amount(seen, budget), holds(budget) ? 'holds' : 'MISSED']
    })
  write(table(['budget', 'must be', 'aim', 'seen', ''], rows))
}
