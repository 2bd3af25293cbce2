/**
 * Codes in force: what most rules about a catalogue ask.
 * @module
 */
import type { CatalogName } from '../catalogs/rows.js'
import type { Catalogs } from '../catalogs/set.js'
import type { Mismatch, RuleContext } from './rule.js'

/** Asks whether a code is in force on the day of the document. */
type InForce = (context: Pick<RuleContext, 'catalogs' | 'day'>, code: string) => boolean | Mismatch

const questions = new Map<CatalogName, InForce>()

/**
 * Whether a code is in force on the day of the document. A code that an incomplete catalogue lacks is taken for good:
 * it cannot be told.
 */
export function isCurrent(context: RuleContext, name: CatalogName, code: string): boolean | Mismatch {
  return inForce(name)(context, code)
}

/** {@link isCurrent}, of one catalogue. */
export function inForce(name: CatalogName): InForce {
  const known = questions.get(name) ?? createInForce(name)
  questions.set(name, known)
  return known
}

/** Codes a catalogue that are remembered to be in force: issuers write the same ones document after document. */
const remembered = 1024

function createInForce(name: CatalogName): InForce {
  const known = new Set<string>()
  // What is remembered is of the last day and set of catalogues that were asked.
  let [day, catalogs]: [string, Catalogs | undefined] = ['', undefined]
  return (context, code) => {
    if (context.day === day && context.catalogs === catalogs && known.has(code)) return true
    const catalog = context.catalogs.catalog(name)
    const state = catalog.state(code.trim(), context.day)
    if (state !== 'valid' && (state !== 'unknown' || catalog.complete))
      return { found: code, detail: stateWords[state], catalog: name }
    if (context.day !== day || context.catalogs !== catalogs || known.size >= remembered) known.clear()
    day = context.day
    catalogs = context.catalogs
    known.add(code)
    return true
  }
}

const stateWords = {
  unknown: 'la clave no existe',
  expired: 'la clave ya no estaba vigente en la fecha del comprobante',
  notYet: 'la clave aún no estaba vigente en la fecha del comprobante',
} as const
