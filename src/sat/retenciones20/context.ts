/**
 * Context of the rules of a Retenciones 2.0.
 * @module
 */
import { DocumentContext, type Surroundings } from '../../rules/context.js'
import { dayOfFecha } from '../../rules/day.js'
import type { Unsound } from '../../rules/unsound.js'
import type { Retenciones } from './declaration.js'
import type { RuleContext } from './rule.js'

/** Creates the context of a document with a sound structure. */
export function contextOf(document: Retenciones, surroundings: Surroundings): RuleContext {
  return new RetencionContext(document, surroundings, dayOfFecha(document.FechaExp))
}

/** Creates the context of a document with unsound places: its day is computed when it is read. */
export function contextOfUnsound(unsound: Unsound, surroundings: Surroundings): RuleContext {
  const document = unsound.document as Retenciones
  return Object.defineProperty(new RetencionContext(document, surroundings, ''), 'day', {
    get: () => dayOfFecha(document.FechaExp),
  })
}

class RetencionContext extends DocumentContext<Retenciones> implements RuleContext {
  /** A retención has no types. */
  get tipo(): string {
    return ''
  }
}
