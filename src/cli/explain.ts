/**
 * `explain`: what a rule asks, and what became of it in a document; what any other code means, and what cures it.
 * @module
 */
import type { CodeDescription } from '../codes/listCodes.js'
import { type LookedUp, lookUp } from '../codes/lookUp.js'
import { readCfdi } from '../sat/cfdi40/cfdi.js'
import { explain } from '../sat/cfdi40/explain.js'
import type { RuleDescription } from '../sat/listRules.js'
import { type Call, type Command, type Exit, exits, UsageError, type World } from './command.js'
import { draftOf, isXml, readOnlyInput } from './inputs.js'
import { type Paint, paintOf, printable, writeJson } from './output.js'

/** `explain`. */
export const explainCommand: Command = {
  name: 'explain',
  takes: 'CÓDIGO [documento]',
  says: 'Dice qué pide una regla (CFDI40167) y, con un documento, si se cumple en él; o qué quiere decir otro código (301, 708).',
  options: { json: { type: 'boolean', says: 'como JSON' } },
  run: runExplain,
}

async function runExplain(call: Call, world: World): Promise<Exit> {
  const [given, ...documents] = call.positionals
  if (given === undefined) throw new UsageError('Falta el código: cfdi-stamp explain CFDI40167.')
  const found = lookUp(given)
  const { rules, codes } = found
  if (rules.length + codes.length === 0) return unknown(given, found, world)
  const outcomes = documents.length === 0 ? undefined : await outcomesOf(rules[0], documents, world)
  if (call.has('json')) writeJson(world.stdout, { rules, codes, ...(outcomes && { outcomes }) })
  else world.stdout.write(textOf(rules, codes, outcomes ?? [], paintOf(world.stdout, world)))
  return outcomes?.some(({ outcome }) => outcome === 'broken') ? exits.findings : exits.ok
}

const elsewhere = `Del paquete, las reglas están en docs/rules.md y los demás códigos en docs/errores.md. Lo que diga un PAC con un código propio lo explica su texto.`

function unknown(given: string, { near }: LookedUp, { stderr }: World): Exit {
  const guess = near === undefined ? '' : ` ¿Quiso decir ${near}?`
  stderr.write(`No se conoce el código ${printable(given)}.${guess}\n${elsewhere}\n`)
  return exits.findings
}

type Outcome = ReturnType<typeof explain>[number]

async function outcomesOf(
  rule: RuleDescription | undefined,
  documents: readonly string[],
  world: World,
): Promise<Outcome[]> {
  if (rule === undefined)
    throw new UsageError('De ese código no hay una regla: lo que está mal en un documento lo dice cfdi-stamp check.')
  const input = await readOnlyInput(documents, world)
  const document = isXml(input) ? readCfdi(input.bytes) : draftOf(input)
  return explain(document).filter((outcome) => outcome.code === rule.code)
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

function textOf(
  rules: readonly RuleDescription[],
  codes: readonly CodeDescription[],
  outcomes: readonly Outcome[],
  paint: Paint,
): string {
  const parts = [...rules.map((rule) => ruleText(rule, paint)), ...codes.map((code) => codeText(code, paint))]
  const said = outcomes.map((outcome) => outcomeLine(outcome, paint)).join('')
  return [...parts, said].filter((part) => part !== '').join('\n')
}

function codeText({ code, from, says, cure }: CodeDescription, paint: Paint): string {
  return `${paint('bold', code)}  ${from}\n  ${says}\n  ${paint('dim', `Qué hacer: ${cure}`)}\n`
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
