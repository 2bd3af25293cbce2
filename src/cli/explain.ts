/**
 * `explain`: the requirement of a rule and its result in a document; meaning and correction of any
 * other code.
 * @module
 */
import type { CodeDescription } from '../codes/listCodes.js'
import { lookUp } from '../codes/lookUp.js'
import { explain } from '../sat/cfdi40/explain.js'
import type { RuleDescription } from '../sat/listRules.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  type ReadingWorld,
  UsageError,
} from './command.js'
import { draftOf, fromXml, isXml, readOnlyInput } from './inputs.js'
import { type Paint, paintOf, writeJson } from './output.js'
import { complementsOption, documents, readDocument } from './registered.js'
import { type SafeText, safe } from './safeText.js'

/** `explain`. */
export const explainCommand: Command = {
  name: 'explain',
  takes: 'CÓDIGO [documento]',
  says: 'Dice qué pide una regla (CFDI40167) y, con un documento, si se cumple en él; o qué quiere decir otro código (301, 708).',
  options: { json: { type: 'boolean', says: 'como JSON' }, ...complementsOption },
  run: runExplain,
}

async function runExplain(call: Call, world: ReadingWorld): Promise<Exit> {
  const [given, ...files] = call.positionals
  if (given === undefined) throw new UsageError('Falta el código: cfdi-stamp explain CFDI40167.')
  const found = lookUp(given, { documents })
  const { rules, codes } = found
  if (rules.length + codes.length === 0) {
    const guess = found.near === undefined ? '' : ` ¿Quiso decir ${found.near}?`
    world.stderr.write(safe`No se conoce el código ${given}.${guess}\n${elsewhere}\n`)
    return exits.findings
  }
  const outcomes = files.length === 0 ? undefined : await outcomesOf(rules[0], files, world)
  if (call.has('json')) writeJson(world.stdout, { rules, codes, ...(outcomes && { outcomes }) })
  else world.stdout.write(textOf(rules, codes, outcomes ?? [], paintOf(world.stdout, world)))
  if (outcomes?.some(({ outcome }) => outcome === 'broken')) return exits.findings
  return exits.ok
}

const elsewhere = `Del paquete, las reglas están en docs/es/rules.md y los demás códigos en docs/es/errors.md. Lo que diga un PAC con un código propio lo explica su texto.`

type Outcome = ReturnType<typeof explain>[number]

async function outcomesOf(
  rule: RuleDescription | undefined,
  files: readonly string[],
  world: ReadingWorld,
): Promise<Outcome[]> {
  if (rule === undefined)
    throw new UsageError(
      'De ese código no hay una regla: lo que está mal en un documento lo dice cfdi-stamp check.',
    )
  const input = await readOnlyInput(files, world)
  const { registered } = world
  const read = (xml: Uint8Array) => readDocument(xml, registered)
  const document = isXml(input) ? fromXml(input, read) : draftOf(input)
  return explain(document, registered).filter((outcome) => outcome.code === rule.code)
}

const states: Readonly<Record<RuleDescription['status'], string>> = {
  active: 'se decide aquí',
  partial: 'se decide en parte',
  suspended: 'suspendida por el SAT',
  undecidable: 'no se puede decidir aquí',
}

/** Inputs of a rule besides the document. */
const needed: Readonly<Record<NonNullable<RuleDescription['needs']>, string>> = {
  at: 'se decide con la fecha y hora presente, `at`',
  taxpayers:
    'se decide con una lista de contribuyentes, `registries.taxpayers` (docs/es/registries.md)',
  certificates:
    'se decide con una lista de certificados, `registries.certificates` (docs/es/registries.md)',
}

const became: Readonly<Record<Outcome['outcome'], string>> = {
  holds: 'se cumple',
  broken: 'no se cumple',
  'not-asked': 'no se preguntó',
}

function textOf(
  rules: readonly RuleDescription[],
  codes: readonly CodeDescription[],
  outcomes: readonly Outcome[],
  paint: Paint,
): SafeText {
  const parts: SafeText[] = []
  for (const rule of rules) {
    const { code, element, field, sentence, status, why, source, severity, needs, remedy } = rule
    const place = field === '' ? element : `${element}.${field}`
    const kind = severity === 'error' ? 'error: impide timbrar' : 'aviso: no impide timbrar'
    const decided = needs === undefined ? states[status] : needed[needs]
    const state = `${decided}${why === undefined ? '' : `: ${why}`}`
    const cure = remedy === undefined ? '' : safe`  ${paint('dim', `Qué hacer: ${remedy}`)}\n`
    parts.push(
      safe`${paint('bold', code)}  ${place}\n  ${sentence}\n  ${paint('dim', `${kind}; ${state}; ${source}`)}\n${cure}`,
    )
  }
  for (const { code, from, says, cure } of codes)
    parts.push(
      safe`${paint('bold', code)}  ${from}\n  ${says}\n  ${paint('dim', `Qué hacer: ${cure}`)}\n`,
    )
  const lines: SafeText[] = []
  for (const { outcome, path, element, why } of outcomes) {
    const reason = why === undefined ? '' : `: ${why}`
    const result = paint(colours[outcome], became[outcome])
    lines.push(safe`  ${result}  ${path === '' ? element : path}${reason}\n`)
  }
  if (lines.length > 0) parts.push(safe`${lines}`)
  return safe`${parts.map((part, at) => (at === 0 ? part : safe`\n${part}`))}`
}

const colours = { holds: 'green', broken: 'red', 'not-asked': 'dim' } as const
