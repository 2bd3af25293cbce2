/**
 * Resolves the "AUTO" values of a CFDI 4.0 draft.
 * @module
 */
import { autoMembersOf } from '../../derive/autoMembers.js'
import { AUTO, type Json } from '../../derive/derivation.js'
import type { Underived } from '../../derive/underived.js'
import { explainUnresolved as explainLeft } from '../../derive/unresolved.js'
import { decimalOf, finest } from '../../fiscal/amounts.js'
import { type Finding, structureCode } from '../../model/finding.js'
import type { Attribute } from '../../model/grammar.js'
import type { AutoMembers } from '../../model/jsonSchema.js'
import { cfdiDerivations } from '../derivations.js'
import type { CfdiDeriveContext } from './derive/derivations.js'
import { explainPrices, type priceMembers, resolvePrices } from './derive/precioConImpuestos.js'

/** Inputs of derivations from outside the draft. */
export type ResolveContext = Omit<CfdiDeriveContext, 'document' | 'known'>

/** Derives in place: the caller must own the draft. */
export function resolve(draft: Json, world: ResolveContext): Json {
  const { catalogs, certificate, clock, random, zoneOf, complete } = world
  // Members by name instead of spread: V8 copies a spread object slowly (measured: a quarter of a
  // small resolution).
  const context = {
    document: draft,
    known: new Map(),
    catalogs,
    certificate,
    clock,
    random,
    zoneOf,
    complete,
  }
  resolvePrices(context)
  cfdiDerivations.resolve(context)
  return draft
}

/**
 * Returns the findings of a resolved document, with the reason for each unresolved "AUTO". Other
 * findings are unchanged.
 */
export function explainUnresolved(
  document: Json,
  findings: readonly Finding[],
  context: Pick<CfdiDeriveContext, 'catalogs' | 'complete'>,
): Finding[] {
  if (findings.length === 0) return []
  const explained = explainLeft(document, findings, () => cfdiDerivations.rows, context.complete)
  return withoutConsequences(
    explainPrices(document, explained.map(explainHour), context),
    context.complete,
  )
}

/**
 * Leaves out findings that follow from others: amounts derived from a negative price, or from a
 * discount above the price; a base of a line without a valid quantity; tax amounts that were not
 * derived in a concept with another error (CFDI40178); and the summary of a wrong tax of a concept.
 */
function withoutConsequences(findings: readonly Finding[], complete: boolean): Finding[] {
  // The price of a payslip follows from its complement.
  const isOfComplement = findings.some(
    ({ path, value }) => isNegative(value) && path.startsWith('Complemento.'),
  )
  const isCause = ({ code, path, value }: Finding): boolean =>
    code === 'CFDI40169' || (!isOfComplement && isNegative(value) && factor.test(path))
  const causes = findings.filter(isCause)
  const isNegativeToo = ({ value, code }: Finding): boolean =>
    causes.length > 0 && (code === 'CFDI40110' || isNegative(value))
  const lacksAmount = ({ code, message }: Finding): boolean =>
    complete && code === 'CFDI40178' && message.includes('falta Importe)')
  const [wrong, wrongLines] = [new Set<string>(), new Set<string>()]
  for (const finding of findings)
    for (const concept of conceptOf(finding)) {
      if (!lacksAmount(finding)) wrong.add(concept)
      if (factor.test(finding.path)) wrongLines.add(concept)
    }
  const isOf = (finding: Finding, concepts: ReadonlySet<string>): boolean =>
    conceptOf(finding).some((concept) => concepts.has(concept))
  const isOfSummary = summarized(findings)
  const follows = (finding: Finding): boolean =>
    isNegativeToo(finding) ||
    (lacksAmount(finding) && isOf(finding, wrong)) ||
    (finding.code === 'CFDI40174' && isOf(finding, wrongLines)) ||
    isOfSummary(finding)
  return [...causes, ...findings.filter((finding) => !isCause(finding) && !follows(finding))]
}

const factor = /^Conceptos\[\d+\]\.(?:Cantidad|ValorUnitario|PrecioConImpuestos)$/
const inConcept = /^Conceptos\[\d+\]\.Impuestos\.(\w+)\[\d+\]\.(\w+)$/
const inSummary = /^Impuestos\.(\w+)\[\d+\]\.(\w+)$/

function isNegative(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value).startsWith('-')
}

/** Returns whether a finding of the summary follows from a wrong tax of a concept. */
function summarized(findings: readonly Finding[]): (finding: Finding) => boolean {
  const wrong = new Set<string>()
  for (const finding of findings)
    if (finding.severity === 'error') for (const key of taxKeys(finding, inConcept)) wrong.add(key)
  return (finding) =>
    (finding.code === 'CFDI40-S13' && wrong.size > 0) ||
    taxKeys(finding, inSummary).some((key) => wrong.has(key))
}

/** Returns the key of a member of a tax and its value, which the summary may write with more zeros. */
function taxKeys({ path, value }: Finding, place: RegExp): readonly string[] {
  const [, kind, member] = place.exec(path) ?? []
  if (kind === undefined) return []
  return [[kind, member, decimalOf(value)?.round(finest) ?? value].join(' ')]
}

/** Returns the path of the concept with an error. */
function conceptOf({ path, severity }: Finding): readonly string[] {
  const [concept] = /^Conceptos\[\d+\]/.exec(path) ?? []
  if (concept === undefined || severity !== 'error') return []
  return [concept]
}

/** Codes of an invalid time: the XSD's, and that of the equivalent rule. */
const wrongHour: ReadonlySet<string> = new Set([structureCode, 'CFDI40101'])

/** Adds to the finding about an invalid time that it may be left out. */
function explainHour(finding: Finding): Finding {
  const { code, path, value, message } = finding
  if (path !== 'Fecha' || value === undefined || value === AUTO || !wrongHour.has(code))
    return finding
  return { ...finding, message: message.replace(/(?= \(se encontró|\.$)/, '; o "AUTO"') }
}

const derived = autoMembersOf(() => cfdiDerivations.rows)

/**
 * Whether a member accepts "AUTO", by its path in the JSON document without indices:
 * `Conceptos.Impuestos.Traslados.Base`. Some depend on the document: Conceptos is derived from a
 * payslip, ValorUnitario from that or from PrecioConImpuestos.
 * @example
 * isDerived('Conceptos.Importe') // → true
 * isDerived('Receptor.Rfc') // → false
 */
export function isDerived(path: string): boolean {
  return derived.isDerived(path)
}

const importe: Attribute = {
  kind: 'attribute',
  type: { base: 'decimal', facets: { minInclusive: '0', fractionDigits: 6 } },
  required: false,
}

/**
 * Whether a derived member requires an explicit "AUTO", because its absence is not filled in, not
 * even by `complete: true`.
 * @example
 * requiresAuto('Folio') // → true
 */
export function requiresAuto(path: string): boolean {
  return derived.requiresAuto(path)
}

const draftOnly = {
  Conceptos: { PrecioConImpuestos: importe, DescuentoConImpuestos: importe },
} satisfies {
  readonly Conceptos: Readonly<Record<keyof typeof priceMembers, Attribute>>
}

/** Members of a draft that the engine may fill in, for `jsonSchemaOf`. */
export const autoMembers: AutoMembers = { isDerived, requiresAuto, draftOnly }

/** Members in which "AUTO" is refused. The receiver determines its meaning in the Addenda. */
export const underived: Underived = { isDerived, free: ['Addenda'] }
