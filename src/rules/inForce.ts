/**
 * Checks of codes in force, the most common rule about catalogues.
 * @module
 */
import type { Catalog } from '../catalogs/catalog.js'
import type { CatalogName } from '../catalogs/rows.js'
import type { Catalogs } from '../catalogs/set.js'
import type { Mismatch, RuleContext } from './rule.js'

/** Checks whether a code is in force on the day of the document. */
type InForce = (context: Pick<RuleContext, 'catalogs' | 'day'>, code: string) => boolean | Mismatch

const questions = new Map<CatalogName, InForce>()

/**
 * Checks whether a code is in force on the day of the document. Accepts unknown codes of an
 * incomplete catalogue.
 */
export function isCurrent(
  context: RuleContext,
  name: CatalogName,
  code: string,
): boolean | Mismatch {
  return inForceIn(name)(context, code)
}

/** {@link isCurrent} for one catalogue. */
export function inForceIn(name: CatalogName): InForce {
  const known = questions.get(name) ?? createInForce(name)
  questions.set(name, known)
  return known
}

/** Cached codes in force per catalogue: issuers repeat the same ones in every document. */
const remembered = 1024

function createInForce(name: CatalogName): InForce {
  const known = new Set<string>()
  // The cache belongs to the last day and set of catalogues.
  let [day, catalogs]: [string, Catalogs | undefined] = ['', undefined]
  return (context, code) => {
    if (context.day === day && context.catalogs === catalogs && known.has(code)) return true
    const catalog = context.catalogs.catalog(name)
    const state = catalog.state(code.trim(), context.day)
    if (state !== 'valid' && (state !== 'unknown' || catalog.complete))
      return { found: code, detail: stateWords[state](catalog), catalog: name }
    if (context.day !== day || context.catalogs !== catalogs || known.size >= remembered)
      known.clear()
    day = context.day
    catalogs = context.catalogs
    known.add(code)
    return true
  }
}

const stateWords = {
  unknown: ({ date }: Catalog) => `la clave no existe en el catálogo de ${date}`,
  expired: () => 'la clave ya no estaba vigente en la fecha del comprobante',
  notYet: () => 'la clave aún no estaba vigente en la fecha del comprobante',
} as const
