/**
 * Adds declarations of the host to a model: complements, new versions, revisions.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import type { Complement, Model, Schema } from '../grammar.js'
import { requireDeclaration } from './declaration.js'

/**
 * Returns a model with complements of the host besides its own, for `writeXsd`, `writeXslt` and
 * `jsonSchemaOf`; other verbs take them in their option `complements`. Lists of the same
 * declarations give the same model, which each verb compiles once.
 * @param verb The function that a message names.
 * @throws TypeError for an invalid declaration, a namespace, prefix or version that is already
 * declared, or a revision of a complement that is not
 * @example
 * const revised = { ...pagos20, previous: pagos20, desde: '2027-01-01' }
 * extendModel(cfdi, [revised]).complements.length === cfdi.complements.length // → true
 */
export function extendModel<M extends Model>(
  model: M,
  complements: readonly Complement[],
  verb = 'extendModel',
): M {
  return extendByEntries(model, declarationsOf(verb, complements), verb)
}

/** Returns declarations with their places in the list. @throws TypeError for no list */
export function declarationsOf(verb: string, complements: unknown): [number, unknown][] {
  if (Array.isArray(complements)) return [...complements.entries()]
  throw new TypeError(`${verb}: complements must be a list of declarations of complements`)
}

/** Returns a model with some declarations of a list, as {@link extendModel}. */
export function extendByEntries<M extends Model>(
  model: M,
  entries: Iterable<readonly [index: number, declaration: unknown]>,
  verb: string,
): M {
  let extension = starts.get(model) ?? { model, next: new WeakMap() }
  starts.set(model, extension)
  for (const [index, one] of entries) {
    const known: Extension | undefined = isRecord(one) ? extension.next.get(one) : undefined
    extension = known ?? extendBy(`${verb}: complements[${index}]`, extension, one)
  }
  return extension.model as M
}

/** A model, and its extensions by a further declaration. */
interface Extension {
  readonly model: Model
  readonly next: WeakMap<object, Extension>
}

const starts = new WeakMap<Model, Extension>()

function extendBy(argument: string, from: Extension, given: unknown): Extension {
  const { model } = from
  const complement = requireDeclaration(argument, model.document, given)
  const place = `${argument} (${titleOf(complement)})`
  const revised = revisedBy(place, model, complement)
  const { namespace, prefix, name, version } = complement
  const others = [model.document, ...model.complements].filter((other) => other !== revised)
  const same = others.find((other) => other.namespace === namespace)
  if (same !== undefined)
    throw new TypeError(
      `${place}: ${titleOf(same)} has the namespace ${namespace}; to revise it, give previous: its declaration`,
    )
  for (const other of others) {
    if (other.prefix === prefix)
      throw new TypeError(`${place}: ${titleOf(other)} has the prefix ${prefix}`)
    if (other.name === name && other.version === version)
      throw new TypeError(`${place}: ${titleOf(other)} is already declared`)
  }
  const complements =
    revised === undefined
      ? [...model.complements, complement]
      : model.complements.map((one) => (one === revised ? complement : one))
  const extension = { model: { ...model, complements }, next: new WeakMap() }
  from.next.set(complement, extension)
  return extension
}

function titleOf({ name, version }: Schema): string {
  return version === undefined ? name : `${name} ${version}`
}

/** Returns the declaration that another one revises: threads copy declarations, so by namespace. */
function revisedBy(place: string, { complements }: Model, complement: Complement) {
  const { previous, namespace, name, prefix, desde } = complement
  if (previous === undefined) return undefined
  if (desde === undefined)
    throw new TypeError(`${place}: a revision must have desde, the first day of its documents`)
  const revised = complements.find((one) => one.namespace === previous.namespace)
  if (revised === undefined) throw new TypeError(`${place}: previous is not a declared complement`)
  if (revised.namespace !== namespace || revised.name !== name || revised.prefix !== prefix)
    throw new TypeError(
      `${place}: a revision must have the name, prefix and namespace of ${titleOf(revised)}; without previous it is a new version`,
    )
  return revised
}
