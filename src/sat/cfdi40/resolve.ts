/**
 * A draft of a CFDI 4.0 with its "AUTO" values derived.
 * @module
 */
import { AUTO, type Json } from '../../derive/derivation.js'
import { explainUnresolved as explainLeft, memberPath } from '../../derive/unresolved.js'
import { type Finding, structureCode } from '../../model/finding.js'
import type { Attribute } from '../../model/grammar.js'
import { cfdiDerivations } from '../derivations.js'
import type { CfdiDeriveContext } from './derive/derivations.js'
import { explainPrices, type priceMembers, resolvePrices } from './derive/precioConImpuestos.js'

/** What derivations take from the world. */
export type ResolveContext = Omit<CfdiDeriveContext, 'document' | 'known'>

/** Derives in place: the draft must be nobody else's. */
export function resolve(draft: Json, world: ResolveContext): Json {
  const { catalogs, certificate, clock, random, zoneOf, complete } = world
  // Named, not spread: V8 copies a spread object by its slow way (measured: a quarter of a resolution that asks for little).
  const context = { document: draft, known: new Map(), catalogs, certificate, clock, random, zoneOf, complete }
  resolvePrices(context)
  cfdiDerivations.resolve(context)
  return draft
}

/** The findings of a resolved document, those of what was left to derive saying why. The others are as they were. */
export function explainUnresolved(
  document: Json,
  findings: readonly Finding[],
  context: Pick<CfdiDeriveContext, 'catalogs' | 'complete'>,
): Finding[] {
  if (findings.length === 0) return []
  const explained = explainLeft(document, findings, () => cfdiDerivations.rows, context.complete)
  return explainPrices(document, explained.map(explainHour), context)
}

/** Codes of an hour that is none: the XSD's, and the rule's that says the same. */
const wrongHour: ReadonlySet<string> = new Set([structureCode, 'CFDI40101'])

/** Of an hour that is none: that it need not be written. */
function explainHour(finding: Finding): Finding {
  const { code, path, value, message } = finding
  if (path !== 'Fecha' || value === undefined || value === AUTO || !wrongHour.has(code)) return finding
  return { ...finding, message: message.replace(/(?= \(se encontró|\.$)/, '; o "AUTO"') }
}

let paths: Readonly<Record<'derived' | 'asked', ReadonlySet<string>>> | undefined

/** The members that are derived, and those of them that nothing derives unless it is asked to. */
function derivedPaths(): NonNullable<typeof paths> {
  if (paths !== undefined) return paths
  const pathsOf = (rows: typeof cfdiDerivations.rows) => new Set(rows.map(memberPath))
  const [derived, filled] = [
    cfdiDerivations.rows,
    cfdiDerivations.rows.filter(({ derivation }) => derivation.absent !== 'left'),
  ].map(pathsOf) as [Set<string>, Set<string>]
  paths = { derived, asked: new Set([...derived].filter((path) => !filled.has(path))) }
  return paths
}

/**
 * Whether a member may say "AUTO", by its path in the JSON document without indices: `Conceptos.Impuestos.Traslados.Base`.
 * Some depend on the document: Conceptos is derived from a payslip, ValorUnitario from that or from PrecioConImpuestos.
 * @example
 * isDerived('Conceptos.Importe') // → true
 * isDerived('Receptor.Rfc') // → false
 */
export function isDerived(path: string): boolean {
  return derivedPaths().derived.has(path)
}

const importe: Attribute = {
  kind: 'attribute',
  type: { base: 'decimal', facets: { minInclusive: '0', fractionDigits: 6 } },
  required: false,
}

/** Whether such a member must say it: its absence is not filled in, not even by `complete: true`. */
isDerived.asked = (path: string): boolean => derivedPaths().asked.has(path)

/** What a draft may state from which the rest is derived, and no document has: for `jsonSchemaOf`. */
isDerived.besides = { Conceptos: { PrecioConImpuestos: importe, DescuentoConImpuestos: importe } } satisfies {
  readonly Conceptos: Readonly<Record<keyof typeof priceMembers, Attribute>>
}
