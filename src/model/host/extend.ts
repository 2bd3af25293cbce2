/**
 * Adds declarations of the host to a model: complements, new versions, revisions.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import type { Complement, Model, Schema } from '../grammar.js'
import { requireDeclaration } from './declaration.js'
import { requireReadable } from './readable.js'

/** Returns a model with one more declaration. @throws TypeError that begins with `argument` */
type Join = (argument: string, model: Model, declaration: unknown) => Model

/** Returns a model with the declarations of some entries of a list. */
export type Extend = <M extends Model>(
  model: M,
  entries: Iterable<readonly [index: number, declaration: unknown]>,
  verb: string,
) => M

/** A model, and its extensions by a further declaration. */
interface Extension {
  readonly model: Model
  readonly next: WeakMap<object, Extension>
}

/** Creates a function that extends models, each by the same declarations once. */
function extenderBy(join: Join): Extend {
  const starts = new WeakMap<Model, Extension>()
  return <M extends Model>(model: M, entries: Parameters<Extend>[1], verb: string) => {
    let extension = starts.get(model) ?? { model, next: new WeakMap() }
    starts.set(model, extension)
    for (const [index, one] of entries) {
      let next: Extension | undefined = isRecord(one) ? extension.next.get(one) : undefined
      if (next === undefined) {
        const joined = join(`${verb}: complements[${index}]`, extension.model, one)
        next = { model: joined, next: new WeakMap() }
        extension.next.set(one as object, next)
      }
      extension = next
    }
    return extension.model as M
  }
}

/** Extends models for readers: judges only what they need of a declaration. */
export const extendReadable = extenderBy(joinReadable)

/** Extends models for every verb. */
export const extendJudged = extenderBy(joinJudged)

function joinReadable(argument: string, model: Model, given: unknown): Model {
  return withDeclaration(argument, model, requireReadable(argument, model.document, given))
}

function joinJudged(argument: string, model: Model, given: unknown): Model {
  const complement = requireDeclaration(argument, model.document, given)
  const place = `${argument} (${titleOf(complement)})`
  const revised = revisedBy(place, model, complement)
  const extended = withDeclaration(argument, model, complement)
  const { prefix, name, version } = complement
  for (const other of [model.document, ...model.complements]) {
    if (other === revised) continue
    if (other.prefix === prefix)
      throw new TypeError(`${place}: ${titleOf(other)} has the prefix ${prefix}`)
    if (other.name === name && other.version === version)
      throw new TypeError(`${place}: ${titleOf(other)} is already declared`)
  }
  return extended
}

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
  return extendJudged(model, declarationsOf(verb, complements), verb)
}

/** Returns declarations with their places in the list. @throws TypeError for no list */
export function declarationsOf(verb: string, complements: unknown): [number, unknown][] {
  if (Array.isArray(complements)) return [...complements.entries()]
  throw new TypeError(`${verb}: complements must be a list of declarations of complements`)
}

/** Adds a declaration to a model, in the place of the one that it revises. */
function withDeclaration(argument: string, model: Model, complement: Complement): Model {
  const { previous, namespace } = complement
  const taken = [model.document, ...model.complements].find((one) => one.namespace === namespace)
  if (taken === undefined) return { ...model, complements: [...model.complements, complement] }
  if (previous === undefined || taken === model.document)
    throw new TypeError(
      `${argument} (${titleOf(complement)}): ${titleOf(taken)} has the namespace ${namespace}; to revise it, give previous: its declaration`,
    )
  return {
    ...model,
    complements: model.complements.map((one) => (one === taken ? complement : one)),
  }
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
