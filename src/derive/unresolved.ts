/**
 * Why "AUTO" is left where it is: what a member would have been made from, and what of it is missing or wrong.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { type Finding, structureCode } from '../model/finding.js'
import { AUTO } from './derivation.js'
import type { Row } from './order.js'

/**
 * The findings of a resolved document: those of what was left as "AUTO" saying why, those of what is missing and could be
 * derived saying how. The others are as they were.
 * @param rows Every row of the document's derivations.
 */
export function explainUnresolved<Context>(
  document: unknown,
  findings: readonly Finding[],
  rows: () => readonly Row<Context>[],
  complete: boolean,
): Finding[] {
  return findings.map((finding) => {
    const isLeft = finding.value === AUTO
    if (!isLeft && !isMissing(finding)) return finding
    const row = rowOf(rows(), document, finding)
    if (isLeft) return withMessage(finding, `${whyLeft(document, finding, findings, row)} (se encontró "AUTO")`)
    return row === undefined ? finding : withMessage(finding, `${wordsOf(finding)}${howToFill(row, complete)}`)
  })
}

/** A finding about structure that says that something is not there. */
function isMissing({ code, message, value }: Finding): boolean {
  return code === structureCode && value === undefined && message.includes(': falta ')
}

/** The row that is for the node of a finding: several may derive the same member. */
function rowOf<Context>(rows: readonly Row<Context>[], document: unknown, { path }: Finding): Row<Context> | undefined {
  const [place, node] = [withoutIndices(path), nodeAt(document, path)]
  return rows.find(
    (row) => memberPath(row) === place && row.derivation.settles === undefined && isOf(row, document, node),
  )
}

function isOf<Context>({ nodes }: Row<Context>, document: unknown, node: unknown): boolean {
  let found = false
  nodes.each(document, (each) => {
    found ||= each === node
  })
  return found
}

function nameOf({ element, field }: Finding): string {
  return field === '' ? element : `${element}.${field}`
}

function wordsOf(finding: Finding): string {
  return finding.message.slice(nameOf(finding).length + ': '.length).replace(/\.$/, '')
}

function withMessage(finding: Finding, words: string): Finding {
  return { ...finding, message: `${nameOf(finding)}: ${words}.` }
}

/** Of what need not be written. */
function howToFill<Context>(row: Row<Context>, complete: boolean): string {
  const { absent } = row.derivation
  if (absent !== undefined) return '; "AUTO" lo pone'
  return complete ? ` y no se pudo obtener; depende de ${sourceOf(row)}` : '; "AUTO" o `complete: true` lo calculan'
}

function whyLeft<Context>(
  document: unknown,
  finding: Finding,
  findings: readonly Finding[],
  row: Row<Context> | undefined,
): string {
  if (row === undefined) return 'no se puede obtener; se debe indicar'
  return whyNot(row, nodeAt(document, finding.path), finding, findings)
}

/** What is wrong with what it is made from comes first: once mended, the member follows. */
function whyNot<Context>(row: Row<Context>, node: unknown, finding: Finding, findings: readonly Finding[]): string {
  const source = sourceOf(row)
  const cause = findings.find((other) => other.value !== AUTO && other.severity === 'error' && isSource(row, other))
  if (cause !== undefined && cause !== finding) return `se obtiene de ${source}; antes hay que corregir ${cause.path}`
  const missing = row.derivation.from.filter(
    (member) => isPlain(member) && isRecord(node) && node[member] === undefined,
  )
  const lack = missing.length === 0 ? '' : `; falta ${listed(missing)}`
  return `no se pudo obtener; depende de ${source}${lack}`
}

function isSource<Context>({ from, path: own }: Row<Context>, { path }: Finding): boolean {
  const place = withoutIndices(path)
  return place !== own && from.some((source) => isWithin(place, stripped(source)) || isWithin(stripped(source), place))
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`)
}

/** What a member is made from, in words. */
export function sourceOf<Context>({ derivation: { from, given = [], says } }: Row<Context>): string {
  return says ?? listed([...from, ...given].map(namesOf))
}

/** `Traslados[].Importe` is "Importe de Traslados". */
function namesOf(member: string): string {
  const names = stripped(member.replace(/^(\.\.)?\//, '')).split('.')
  return names.reverse().join(' de ')
}

/** "a, b y c" */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} y ${last}`
}

function isPlain(member: string): boolean {
  return /^[^./[\]]+$/.test(member)
}

/** The path of a member in the JSON document without indices: what hangs repeated from a slot has its place alone. */
export function memberPath<Context>({ path }: Row<Context>): string {
  return stripped(path)
}

function stripped(path: string): string {
  return path.replaceAll('[]', '')
}

function withoutIndices(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/** What holds the member at a path. */
function nodeAt(document: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  return steps.slice(0, -1).reduce<unknown>((node, step) => childOf(node, step), document)
}

function childOf(node: unknown, step: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[step] : undefined
}
