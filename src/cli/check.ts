/**
 * `check`: what is wrong with documents.
 * @module
 */
import type { Draft } from '../engine/stages.js'
import type { Finding } from '../model/finding.js'
import { check, checkXml } from '../sat/cfdi40/check.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  type Out,
  UnreadableError,
  UsageError,
  type World,
} from './command.js'
import { draftOf, type Input, isXml, namesOf, readInput } from './inputs.js'
import { count, type Paint, Progress, paintOf, printable, writeJson } from './output.js'
import { isDraft, Sandbox } from './sandbox.js'
import { sarifOf } from './sarif.js'

/** What was found in a document, or why it could not be read. */
export interface Report {
  /** As the user named it. */
  readonly file: string
  readonly findings: readonly Finding[]
  /** Why there are none: in Spanish. */
  readonly unreadable?: string
}

/** `check`. */
export const checkCommand: Command = {
  name: 'check',
  takes: '[archivos, carpetas o -]',
  says: 'Dice qué está mal en cada CFDI 4.0, en XML o JSON; de uno aún sin sello o con "AUTO", lo que diría el timbrado.',
  options: {
    json: { type: 'boolean', says: 'los hallazgos como JSON' },
    sarif: { type: 'boolean', says: 'los hallazgos como SARIF 2.1.0, para CI' },
    complete: { type: 'boolean', says: 'completa también los importes que faltan (solo JSON)' },
    quiet: { type: 'boolean', says: 'solo los documentos con hallazgos' },
  },
  run: runCheck,
}

async function runCheck(call: Call, world: World): Promise<Exit> {
  if (call.has('json') && call.has('sarif')) throw new UsageError('Dé --json o --sarif, no ambos.')
  const names = await namesOf(call.positionals, world)
  const isText = !call.has('json') && !call.has('sarif')
  const reports = await reportsOf(names, call, world, isText)
  if (call.has('json')) writeJson(world.stdout, jsonOf(reports))
  else if (call.has('sarif')) writeJson(world.stdout, sarifOf(reports, world.version))
  else world.stdout.write(summaryOf(reports))
  return exitOf(reports)
}

/** What a terminal shows is shown as it is found. */
async function reportsOf(names: readonly string[], call: Call, world: World, isText: boolean): Promise<Report[]> {
  const [progress, paint] = [new Progress(world.stderr, names.length), paintOf(world.stdout, world)]
  const [sandbox, reports]: [Sandbox, Report[]] = [new Sandbox(world, call.has('complete')), []]
  for (const name of names) {
    progress.show(reports.length + 1)
    const report = await reportOf(
      name,
      (draft) => (call.has('complete') || isDraft(draft) ? sandbox : undefined),
      world,
    )
    reports.push(report)
    if (!isText || (call.has('quiet') && isClean(report))) continue
    progress.clear()
    writeReport(report, world.stdout, paint)
  }
  progress.clear()
  return reports
}

/** With whom a draft is judged; a document that is whole needs nobody. */
type JudgeOf = (draft: Draft) => Sandbox | undefined

async function reportOf(file: string, judgeOf: JudgeOf, world: World): Promise<Report> {
  try {
    return { file, findings: await findingsOf(await readInput(file, world), judgeOf) }
  } catch (error) {
    if (error instanceof UnreadableError) return { file, findings: [], unreadable: error.message }
    throw error
  }
}

async function findingsOf(input: Input, judgeOf: JudgeOf): Promise<readonly Finding[]> {
  if (isXml(input)) return checkXml(input.bytes)
  const draft = draftOf(input)
  const engine = await judgeOf(draft)?.engineFor(draft)
  return engine === undefined ? check(draft) : engine.check(draft)
}

const isError = ({ severity }: Finding): boolean => severity === 'error'
const isClean = ({ findings, unreadable }: Report): boolean => findings.length === 0 && unreadable === undefined

function exitOf(reports: readonly Report[]): Exit {
  if (reports.length === 0) return exits.nothing
  if (reports.some(({ unreadable }) => unreadable !== undefined)) return exits.unreadable
  return reports.some(({ findings }) => findings.some(isError)) ? exits.findings : exits.ok
}

function jsonOf(reports: readonly Report[]): unknown {
  return {
    documents: reports.map(({ file, findings, unreadable }) => ({
      file,
      ok: unreadable === undefined && !findings.some(isError),
      ...(unreadable === undefined ? {} : { unreadable }),
      findings,
    })),
  }
}

function writeReport({ file, findings, unreadable }: Report, out: Out, paint: Paint): void {
  if (unreadable !== undefined) return void out.write(`${paint('red', '✗')} ${printable(unreadable)}\n`)
  const mark = findings.some(isError) ? paint('red', '✗') : paint('green', '✓')
  out.write(`${mark} ${paint('bold', printable(file))}\n${findings.map((finding) => lineOf(finding, paint)).join('')}`)
}

function lineOf({ severity, code, path, message }: Finding, paint: Paint): string {
  const kind = severity === 'error' ? paint('red', 'error') : paint('yellow', 'aviso')
  return `  ${kind}  ${code}  ${printable(message)}${path === '' ? '' : `  ${paint('dim', printable(path))}`}\n`
}

function summaryOf(reports: readonly Report[]): string {
  const findings = reports.flatMap((report) => report.findings)
  const errors = findings.filter(isError).length
  const parts = [
    count(reports.length, 'documento'),
    count(errors, 'error', 'errores'),
    count(findings.length - errors, 'aviso'),
    ...unreadables(reports),
  ]
  return `${parts.join(', ')}\n`
}

function unreadables(reports: readonly Report[]): string[] {
  const number = reports.filter(({ unreadable }) => unreadable !== undefined).length
  return number === 0 ? [] : [`${number} sin leer`]
}
