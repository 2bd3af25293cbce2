/**
 * Reports of the results: tables in a terminal and in docs/en/performance.md (also in Spanish), and
 * the chart. `npx tsx bench/report.ts` writes the documents again from bench/results.json.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Bar, drawChart, type Part } from './chart.js'
import type { Results } from './results.js'
import { inSpanish } from './spanish.js'
import { tables } from './table.js'
import type { VerbName } from './verbs.js'

const at = (path: string): URL => new URL(path, import.meta.url)

export function print(results: Results): void {
  process.stdout.write(`${Object.values(tables(results)).join('\n\n')}\n`)
}

/** Writes the results and the documents made from them. */
export function keep(results: Results): void {
  const text = JSON.stringify(rounded(results), undefined, 1)
  const inOneLine = (innermost: string): string => innermost.replace(/\n\s*/g, ' ')
  const lines = text.replace(/\[[^[\]]*\]/g, inOneLine).replace(/\{[^{}]*\}/g, inOneLine)
  writeFileSync(at('results.json'), `${lines}\n`)
  document(JSON.parse(readFileSync(at('results.json'), 'utf8')) as Results)
}

/** Rounds to three digits: a fourth is noise on a shared machine. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) ? value : Number(value.toPrecision(4))
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, rounded(content)]))
}

function document(results: Results): void {
  writeFileSync(at('chart.svg'), chart(results))
  const made = tables(results)
  fill('../docs/en/performance.md', (name) => made[name])
  fill('../docs/es/performance.md', (name) => made[name] && inSpanish(made[name]))
}

function fill(path: string, tableOf: (name: string) => string | undefined): void {
  const filled = readFileSync(at(path), 'utf8').replace(
    /(<!-- bench (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    // Parts that were not measured (peers that are not installed) keep their old values.
    (old: string, begin: string, name: string, end: string) => {
      const table = tableOf(name)
      return table === undefined ? old : `${begin}\n${table}\n\n${end}`
    },
  )
  writeFileSync(at(path), filled)
}

const parts: readonly Part[] = [
  { name: 'RSA-2048 signature', color: '#1a7f37' },
  { name: 'AUTO', color: '#9a6700' },
  { name: 'structure', color: '#0969da' },
  { name: 'catalogues and rules', color: '#218bff' },
  { name: 'XML and cadena', color: '#8250df' },
  { name: 'copies and promises', color: '#424a53' },
  { name: 'TFD, Base64, answer', color: '#6e7781' },
]

function chart({ verbs = {} }: Results): string {
  const bars = ['1 concept', '5 concepts', '50 concepts', 'payroll', 'Carta Porte'].map(
    (name): Bar => {
      const ratio = (verb: VerbName): number => verbs[name]?.[verb]?.ratio ?? 0
      const named = ['AUTO', 'structure', 'compose'] as const
      const [auto, structure, texts] = named.map(ratio) as [number, number, number]
      const rest = ratio('to the PAC') - auto - ratio('check') - texts
      const answer = ratio('stamp, free signature') - ratio('to the PAC')
      const all = [1, auto, structure, ratio('check') - structure, texts, rest, answer]
      const spent = all.map((part) => Math.max(part, 0))
      const total = spent.reduce((sum, part) => sum + part, 0)
      return { name, label: `${total.toPrecision(3)} signatures`, parts: spent }
    },
  )
  const title = 'Where the time of one stamp goes'
  const subtitle =
    'From JSON to stamped XML, the PAC itself apart. Shares of processor time; the whole is in RSA-2048 signatures.'
  return drawChart({ title, subtitle, parts, bars })
}

if (process.argv[1] === at('report.ts').pathname)
  document(JSON.parse(readFileSync(at('results.json'), 'utf8')) as Results)
