/**
 * `check`: the findings of documents.
 * @module
 */
import type { Finding } from '../model/finding.js'
import { check } from '../sat/cfdi40/check.js'
import type { Step, StepReason } from '../seal/verification.js'
import { verifyCfdi } from '../seal/verifyCfdi.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  type ReadingWorld,
  UsageError,
  type World,
  worstOf,
} from './command.js'
import { packOption } from './data/packs.js'
import { listSources } from './documents.js'
import { draftOf, fromXml, type Input, isXml, readInput } from './inputs.js'
import { followEnds, type Judged, judgeEach } from './judge.js'
import { count, type Paint, paintOf, writeJson, writeJsonDocuments } from './output.js'
import { complementsOption, readDocument } from './registered.js'
import { type SafeText, safe } from './safeText.js'
import { isDraft, Sandbox } from './sandbox.js'
import { sarifOf } from './sarif.js'

/** The findings of a document. */
export interface Report {
  /** Name as the user typed it. */
  readonly file: string
  readonly findings: readonly Finding[]
  /**
   * Problem of the stamp of an XML, `absent` without a stamp. A stamp without a problem may still
   * be forged: see `verify`.
   */
  readonly stamp?: Problem
  /** Problem of the seal of an XML that has one. An intact seal may be anybody's: see `verify`. */
  readonly seal?: Problem
}

/** Reason why the stamp or the seal of an XML does not belong to the document. */
export interface Problem {
  readonly reason: StepReason
  /** In Spanish. */
  readonly message: string
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
    ...complementsOption,
    ...packOption,
  },
  run: runCheck,
}

async function runCheck(call: Call, world: ReadingWorld): Promise<Exit> {
  if (call.has('json') && call.has('sarif')) throw new UsageError('Dé --json o --sarif, no ambos.')
  const sources = await listSources(call.positionals, world)
  // Checks a draft with the sandbox, and a complete document by itself.
  const sandbox = new Sandbox(world, call.has('complete'))
  const reports = judgeEach(
    sources,
    async (source) => {
      const input = await readInput(source)
      if (isXml(input)) return checkReceived(input, world)
      const draft = draftOf(input)
      const engine =
        call.has('complete') || isDraft(draft) ? await sandbox.engineFor(draft) : undefined
      return {
        file: source.name,
        findings: await (engine?.check(draft) ??
          check(draft, { ...world.registered, ...world.judging })),
      }
    },
    world,
  )
  if (call.has('json')) {
    const ends = new Set<Exit>()
    await writeJsonDocuments(world.stdout, followEnds(reports, exitsOf, ends, jsonOf))
    return worstOf(ends)
  }
  if (call.has('sarif')) {
    const all: Judged<Report>[] = []
    for await (const report of reports) all.push(report)
    writeJson(world.stdout, sarifOf(all, world.version))
    return worstOf(new Set(all.flatMap(exitsOf)))
  }
  return writeReports(reports, call.has('quiet'), world)
}

/** @throws UnreadableError when it is not a CFDI 4.0 */
async function checkReceived(input: Input, { registered, judging }: ReadingWorld): Promise<Report> {
  const { steps, findings } = await verifyCfdi(input.bytes, {
    anchors: 'none',
    check: judging,
    ...registered,
  })
  if (steps.readable.state === 'failed') fromXml(input, (xml) => readDocument(xml, registered))
  const stamp = problemOf(steps.stamp)
  const seal = problemOf(steps.seal)
  // A rule may report the same fault of the stamp.
  const isFound = findings.some((finding) => isError(finding) && finding.path.startsWith(stampPath))
  return {
    file: input.name,
    findings,
    ...(stamp !== undefined && !isFound && { stamp }),
    ...(seal !== undefined && ofText.has(seal.reason) && { seal }),
  }
}

function problemOf(step: Step): Problem | undefined {
  if (step.state !== 'failed') return undefined
  return { reason: step.reason, message: step.message }
}

/** Reasons of a seal that is not of this text. No rule reports them. */
const ofText = new Set<StepReason>(['changed', 'key', 'hash', 'latin1'])

const stampPath = 'Complemento.TimbreFiscalDigital'
const isError = ({ severity }: Finding): boolean => severity === 'error'

/** Whether a document has no stamp, which is not an error. A foreign stamp is. */
const isUnstamped = ({ stamp }: Report): boolean => stamp?.reason === 'absent'
const isWrong = (report: Report): boolean => report.findings.some(isError) || problemsOf(report) > 0

/** Number of errors of the seal and the stamp. */
const problemsOf = (report: Report): number =>
  (report.stamp === undefined || isUnstamped(report) ? 0 : 1) + (report.seal === undefined ? 0 : 1)

function exitsOf(report: Judged<Report>): readonly Exit[] {
  if ('unreadable' in report) return [exits.unreadable]
  return [isWrong(report) ? exits.findings : exits.ok]
}

function jsonOf(report: Judged<Report>): unknown {
  return { ok: !('unreadable' in report) && !isWrong(report), findings: [], ...report }
}

/** Writes each report immediately, so that memory stays constant. */
async function writeReports(
  reports: AsyncIterable<Judged<Report>>,
  isQuiet: boolean,
  { stdout, env }: World,
): Promise<Exit> {
  const paint = paintOf(stdout, { env })
  const [ends, total] = [new Set<Exit>(), { documents: 0, errors: 0, warnings: 0, unread: 0 }]
  for await (const report of reports) {
    for (const exit of exitsOf(report)) ends.add(exit)
    total.documents += 1
    if ('unreadable' in report) total.unread += 1
    else {
      const errors = report.findings.filter(isError).length
      total.errors += errors + problemsOf(report)
      total.warnings += report.findings.length - errors
      if (isQuiet && report.findings.length === 0 && !report.stamp && !report.seal) continue
    }
    stdout.write(reportText(report, paint))
  }
  const { documents, errors, warnings, unread } = total
  const parts = [
    count(documents, 'documento'),
    count(errors, 'error', 'errores'),
    count(warnings, 'aviso'),
    ...(unread === 0 ? [] : [`${unread} sin leer`]),
  ]
  stdout.write(safe`${parts.join(', ')}\n`)
  return worstOf(ends)
}

function reportText(report: Judged<Report>, paint: Paint): SafeText {
  if ('unreadable' in report) return safe`${paint('red', '✗')} ${report.unreadable}\n`
  const mark = isWrong(report) ? paint('red', '✗') : paint('green', '✓')
  const error = paint('red', 'error')
  const { seal, stamp } = report
  const lines: SafeText[] = []
  if (seal !== undefined) lines.push(safe`  ${error}  sello  ${seal.message}\n`)
  if (isUnstamped(report))
    lines.push(safe`  ${paint('yellow', 'sin timbre: no es un comprobante fiscal')}\n`)
  else if (stamp !== undefined) lines.push(safe`  ${error}  timbre  ${stamp.message}\n`)
  for (const { severity, code, path, message } of report.findings) {
    const kind = severity === 'error' ? error : paint('yellow', 'aviso')
    const place = path === '' ? '' : safe`  ${paint('dim', path)}`
    lines.push(
      safe`  ${kind}  ${code}  ${message
        .replaceAll('`complete: true`', '--complete')
        .replaceAll('la opción `complements`', '--complements')}${place}\n`,
    )
  }
  return safe`${mark} ${paint('bold', report.file)}\n${lines}`
}
