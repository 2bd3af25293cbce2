/**
 * Documents that a verb admits: CFDI 4.0, and those that a program registers, with complements of
 * the program. CFDI 4.0 is an argument: its outline (`cfdi40/cfdi.ts`) or its declaration
 * (`cfdi40/model.ts`).
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { OptionNames } from '../lib/options.js'
import type { Complement, Model } from '../model/grammar.js'
import { declarationsOf, extendByEntries } from '../model/host/extend.js'
import { slotPlacesOf } from '../model/slots.js'
import { otherRoot } from '../model/version.js'
import type { Comprobante } from './cfdi40/declaration.js'
import { type ExtensibleRoot, type Members, type Root, requireDocuments } from './root.js'

/** Documents and complements that the library does not admit by itself. */
export interface Registered<R extends Root = Root> {
  /** Documents to admit besides CFDI 4.0, such as `retenciones20` of `cfdi-stamp/retenciones`. */
  readonly documents?: readonly R[] | undefined
  /**
   * Complements to admit besides those of the library: declarations of the host, of a CFDI 4.0 or a
   * registered document by their place.
   */
  readonly complements?: readonly Complement[] | undefined
}

/** Names of the options of {@link Registered}. */
export const registeredNames: OptionNames<Registered> = { documents: true, complements: true }

/** Names of the members of a CFDI 4.0. */
export const cfdiMembers: Members = {
  ...{ fecha: 'Fecha', lugar: 'LugarExpedicion', folio: 'Folio', serie: 'Serie' },
  ...{ rfc: 'Rfc', nombre: 'Nombre' },
}

/**
 * Whether a root is CFDI 4.0, with any complements: its declaration, or its outline. The namespace is
 * literal, so that a bundle needs neither.
 */
export function isCfdi({ model }: Pick<Root, 'model'>): boolean {
  return model.document.namespace === 'http://www.sat.gob.mx/cfd/4'
}

/** Returns the noun of a root with its version: `un CFDI 4.0`. */
export function nounOf(root: Root): string {
  const { noun, version } = root.model.document
  return isCfdi(root) ? 'un CFDI 4.0' : `un ${noun} ${version}`
}

/** @throws TypeError for the JSON of another root than CFDI 4.0, which must be registered */
export function requireRegistered(verb: string, root: Root, document: unknown): void {
  const other = isCfdi(root) ? otherRoot(root.model.document, document) : undefined
  if (other !== undefined) throw new TypeError(`${verb}: the document ${other}`)
}

/**
 * Returns the registered documents; with complements of the host, the CFDI 4.0 that has them is the
 * first of them.
 * @param main CFDI 4.0 without complements of the host.
 * @throws TypeError for invalid documents or declarations
 */
export function registeredRoots<R extends Root>(
  main: Root<Comprobante>,
  verb: string,
  { documents, complements }: Registered<R>,
): readonly (R | Root<Comprobante>)[] {
  requireDocuments(verb, documents)
  if (complements === undefined) return documents ?? none
  const entries = declarationsOf(verb, complements)
  const rootOf = (declaration: unknown) => documents?.find((one) => hasPlace(one, declaration))
  const extended = (own: R | undefined) => {
    const ofRoot = entries.filter(([, declaration]) => rootOf(declaration) === own)
    return extendRoot(verb, own ?? main, ofRoot)
  }
  // CFDI 4.0 takes the others, and refuses a place that it does not have.
  return [extended(undefined), ...(documents ?? none).map(extended)]
}

const none: readonly never[] = []

/** Whether the document has the place of a declaration. */
function hasPlace({ model }: Root, declaration: unknown): boolean {
  const place = isRecord(declaration) ? declaration['at'] : undefined
  return slotPlacesOf(model.document).some(({ at }) => at === place)
}

const extendedRoots = new WeakMap<Model, Root>()

/** Returns a root with complements of the host; the same one for the same declarations. */
function extendRoot<R extends Root>(
  verb: string,
  root: R,
  entries: readonly (readonly [number, unknown])[],
): R {
  if (entries.length === 0) return root
  const model = extendByEntries(root.model, entries, verb)
  let extended = extendedRoots.get(model)
  if (extended === undefined) {
    // `requireDocuments` admits nothing less.
    extended = isCfdi(root)
      ? { ...root, model }
      : (root as unknown as ExtensibleRoot).withModel(model)
    extendedRoots.set(model, extended)
  }
  return extended as R
}
