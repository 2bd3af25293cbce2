/**
 * `explain`: what a rule asks, and what became of it in a document.
 * @module
 */

import { nearest } from '../lib/text.js'
import { readCfdi } from '../sat/cfdi40/cfdi.js'
import { explain } from '../sat/cfdi40/explain.js'
import { listRules, type RuleDescription } from '../sat/listRules.js'
import { type Call, type Command, type Exit, exits, UsageError, type World } from './command.js'
import { draftOf, isXml, readOnlyInput } from './inputs.js'
import { type Paint, paintOf, printable, writeJson } from './output.js'

/** `explain`. */
export const explainCommand: Command = {
  name: 'explain',
  takes: 'CÓDIGO [documento]',
  says: 'Dice qué pide una regla del SAT (CFDI40167) y, con un documento, si se cumple en él.',
  options: { json: { type: 'boolean', says: 'como JSON' } },
  run: runExplain,
}

async function runExplain(call: Call, world: World): Promise<Exit> {
  const [given, ...documents] = call.positionals
  if (given === undefined) throw new UsageError('Falta el código de la regla: cfdi-stamp explain CFDI40167.')
  const rules = listRules()
  const found = rules.filter(({ code }) => code.toUpperCase() === given.toUpperCase())
  if (found.length === 0) return unknown(given, rules, world)
  const outcomes = documents.length === 0 ? undefined : await outcomesOf(found[0]!.code, documents, world)
  if (call.has('json')) writeJson(world.stdout, { rules: found, ...(outcomes && { outcomes }) })
  else world.stdout.write(textOf(found, outcomes, paintOf(world.stdout, world)))
  return outcomes?.some(({ outcome }) => outcome === 'broken') ? exits.findings : exits.ok
}

function unknown(given: string, rules: readonly RuleDescription[], { stderr }: World): Exit {
  const near = nearest(given, new Set(rules.map(({ code }) => code)))
  stderr.write(`No hay una regla ${printable(given)}.${near === undefined ? '' : ` ¿Quiso decir ${near}?`}\n`)
  return exits.findings
}

type Outcome = ReturnType<typeof explain>[number]

async function outcomesOf(code: string, documents: readonly string[], world: World): Promise<Outcome[]> {
  const input = await readOnlyInput(documents, world)
  const document = isXml(input) ? readCfdi(input.octets) : draftOf(input)
  return explain(document).filter((outcome) => outcome.code === code)
}

const states: Readonly<Record<RuleDescription['status'], string>> = {
  active: 'se decide aquí',
  partial: 'se decide en parte',
  suspended: 'suspendida por el SAT',
  undecidable: 'no se puede decidir aquí',
}

const became: Readonly<Record<Outcome['outcome'], string>> = {
  holds: 'se cumple',
  broken: 'no se cumple',
  'not-asked': 'no se preguntó',
}

function textOf(rules: readonly RuleDescription[], outcomes: readonly Outcome[] | undefined, paint: Paint): string {
  const said = outcomes?.map((outcome) => outcomeLine(outcome, paint)).join('') ?? ''
  return `${rules.map((rule) => ruleText(rule, paint)).join('\n')}${said === '' ? '' : `\n${said}`}`
}

function ruleText(
  { code, element, field, sentence, status, why, source, severity }: RuleDescription,
  paint: Paint,
): string {
  const place = field === '' ? element : `${element}.${field}`
  const kind = severity === 'error' ? 'error: impide timbrar' : 'aviso: no impide timbrar'
  const state = `${states[status]}${why === undefined ? '' : `: ${why}`}`
  return `${paint('bold', code)}  ${place}\n  ${sentence}\n  ${paint('dim', `${kind}; ${state}; ${source}`)}\n`
}

function outcomeLine({ outcome, element, path, why }: Outcome, paint: Paint): string {
  const colour = { holds: 'green', broken: 'red', 'not-asked': 'dim' } as const
  const reason = why === undefined ? '' : `: ${printable(why)}`
  return `  ${paint(colour[outcome], became[outcome])}  ${printable(path === '' ? element : path)}${reason}\n`
}
