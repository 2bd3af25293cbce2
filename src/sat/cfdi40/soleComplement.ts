/**
 * The complement of a document that admits one: with two of them, their only fault is to be two.
 * @module
 */
import type { Comprobante } from './declaration.js'
import { eachComplement } from './eachComplement.js'

/** A complement, and the steps to it. */
export interface Found<T> {
  readonly node: T
  readonly path: readonly (string | number)[]
}

/** The only complement of that name and version; undefined when there is none, or more than one. */
export function soleComplement<T extends { readonly Version: string }>(
  document: Comprobante,
  name: string,
  version: string,
): Found<T> | undefined {
  const found: Found<T>[] = []
  if (document.Complemento?.[name] === undefined) return undefined
  eachComplement<T>(document, name, version, (node, ...path) => found.push({ node, path }))
  return found.length === 1 ? found[0] : undefined
}
