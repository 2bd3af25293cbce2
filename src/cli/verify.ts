/**
 * `verify`: validity of received documents.
 * @module
 */
import { summarizeVerification } from '../seal/summarizeVerification.js'
import { verifyCfdi } from '../seal/verifyCfdi.js'
import type { CfdiVerification, Steps } from '../seal/verification.js'
import { type Call, type Command, type Exit, exits, worstOf, type ReadingWorld } from './command.js'
import { complementsOption, readDocument } from './registered.js'
import { packOption } from './data/packs.js'
import { listSources } from './documents.js'
import { fromXml, isXml, readInput } from './inputs.js'
import { followEnds, type Judged, judgeEach } from './judge.js'
import { count, type Paint, paintOf, writeJsonDocuments } from './output.js'
import { type SafeText, safe } from './safeText.js'
import { policyOf, trustOptions } from './trust.js'

/** `verify`. */
export const verifyCommand: Command = {
  name: 'verify',
  takes: '[archivos.xml, carpetas o -]',
  says: 'Verifica cada CFDI 4.0 recibido: estructura, reglas, sello, certificado y timbre, con las autoridades del SAT. Sin red, salvo --fetch-pac.',
  options: {
    ...trustOptions,
    quiet: { type: 'boolean', says: 'solo los documentos que no son válidos' },
    json: { type: 'boolean', says: 'el veredicto completo, como JSON' },
    ...complementsOption,
    ...packOption,
  },
  run: runVerify,
}

/** The verification of a document. */
interface Verified {
  /** Name as the user typed it. */
  readonly file: string
  readonly verification: CfdiVerification
}

/** A draft, which is not a received document. */
interface Skipped {
  /** Name as the user typed it. */
  readonly file: string
  /** Reason in Spanish. */
  readonly skipped: string
}

type Report = Judged<Verified | Skipped>

async function runVerify(call: Call, world: ReadingWorld): Promise<Exit> {
  const policy = await policyOf(call, world)
  const sources = await listSources(call.positionals, world)
  const reports = judgeEach(
    sources,
    async (source) => {
      const input = await readInput(source)
      if (!isXml(input))
        return {
          file: source.name,
          skipped: 'es un JSON, un borrador, y no un documento recibido: no se verifica',
        }
      const verification = await verifyCfdi(input.bytes, {
        ...policy,
        check: { ...policy.check, ...world.judging },
        ...world.registered,
      })
      if (verification.steps.readable.state === 'failed')
        fromXml(input, (xml) => readDocument(xml, world.registered))
      return { file: source.name, verification }
    },
    world,
  )
  if (call.has('json')) {
    const ends = new Set<Exit>()
    await writeJsonDocuments(world.stdout, followEnds(reports, exitsOfVerdict, ends, verdictJson))
    return worstOf(ends)
  }
  const isQuiet = call.has('quiet')
  const { stdout, env } = world
  const paint = paintOf(stdout, { env })
  const [ends, totals] = [new Set<Exit>(), new Map<string, number>()]
  for await (const report of reports) {
    for (const exit of exitsOfVerdict(report)) ends.add(exit)
    const kind = reportKindOf(report)
    totals.set(kind, (totals.get(kind) ?? 0) + 1)
    if (!isQuiet || kind !== 'valid') stdout.write(verdictText(report, paint))
  }
  stdout.write(verdictSummary(totals))
  return worstOf(ends)
}

const verdictExits = {
  valid: exits.ok,
  invalid: exits.findings,
  incomplete: exits.incomplete,
} as const

/**
 * Returns the exit codes of a report. Drafts have none: a folder of drafts has no document to
 * verify.
 */
function exitsOfVerdict(report: Report): readonly Exit[] {
  if ('skipped' in report) return []
  return ['unreadable' in report ? exits.unreadable : verdictExits[report.verification.verdict]]
}

function verdictJson(report: Report): unknown {
  if (!('verification' in report)) return { ok: false, ...report }
  return { file: report.file, ...summarizeVerification(report.verification) }
}

type Kind = CfdiVerification['verdict'] | 'unread' | 'skipped'

function reportKindOf(report: Report): Kind {
  if ('verification' in report) return report.verification.verdict
  if ('unreadable' in report) return 'unread'
  return 'skipped'
}

const words = {
  valid: 'válido',
  invalid: 'no es válido',
  incomplete: 'incompleto: falta algo para decidir',
} as const

function verdictText(report: Report, paint: Paint): SafeText {
  if ('unreadable' in report) return safe`${paint('red', '✗')} ${report.unreadable}\n`
  if ('skipped' in report)
    return safe`${paint('dim', '-')} ${report.file}  ${paint('dim', report.skipped)}\n`
  const { file, verification } = report
  const { verdict, steps, message } = verification
  if (verdict === 'valid') return safe`${paint('green', '✓')} ${paint('bold', file)}  ${message}\n`
  const mark = verdict === 'invalid' ? paint('red', '✗') : paint('yellow', '?')
  const lines: SafeText[] = []
  for (const [name, step] of Object.entries(steps)) {
    // Formats a step. Steps that were not requested (revocation, status) or that depend on a
    // failed one have no line.
    if (step.state === 'passed') continue
    const isOpen = step.state === 'not-checked'
    if (isOpen && ['document', 'structure', 'revocation-list', 'status'].includes(step.missing))
      continue
    const state = isOpen ? paint('yellow', 'falta') : paint('red', 'falla')
    lines.push(safe`  ${state}  ${stepNames[name as keyof Steps].padEnd(11)}  ${step.message}\n`)
  }
  return safe`${mark} ${paint('bold', file)}  ${words[verdict]}\n${lines}`
}

/** Names of the steps in Spanish, of the same width. */
const stepNames: Readonly<Record<keyof Steps, string>> = {
  readable: 'lectura',
  structure: 'estructura',
  rules: 'reglas',
  seal: 'sello',
  certificate: 'certificado',
  stamp: 'timbre',
  revocation: 'revocación',
  status: 'estado',
}

const nouns: readonly (readonly [kind: Kind, one: string, many: string])[] = [
  ['valid', 'válido', 'válidos'],
  ['invalid', 'no válido', 'no válidos'],
  ['incomplete', 'incompleto', 'incompletos'],
  ['unread', 'sin leer', 'sin leer'],
  ['skipped', 'borrador en JSON', 'borradores en JSON'],
]

function verdictSummary(totals: ReadonlyMap<string, number>): SafeText {
  const parts: string[] = []
  for (const [kind, one, many] of nouns) {
    const total = totals.get(kind)
    if (total === undefined) continue
    parts.push(count(total, one, many))
  }
  if (parts.length === 0) return safe``
  const unasked = totals.has('valid')
    ? safe`No se preguntó al SAT si un documento se canceló o un certificado se revocó.\n`
    : safe``
  return safe`${parts.join(', ')}\n${unasked}`
}
