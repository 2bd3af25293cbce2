/**
 * The complements of a document as nodes of rules: those of a name and a version, one or repeated.
 * @module
 */

import { eachItem } from '../../rules/values.js'
import type { Comprobante } from './declaration.js'

interface Versioned {
  readonly Version: string
}

/** Calls back for each complement of that name and version hanging from the Comprobante, with the steps of its path. */
export function eachComplement<T extends Versioned>(
  { Complemento }: Comprobante,
  name: string,
  version: string,
  visit: (node: T, ...path: readonly (string | number)[]) => void,
): void {
  const content: unknown = Complemento?.[name]
  if (isOf<T>(content, version)) visit(content, 'Complemento', name)
  else if (Array.isArray(content))
    eachItem<unknown>(content, (node, index) => {
      if (isOf<T>(node, version)) visit(node, 'Complemento', name, index)
    })
}

function isOf<T extends Versioned>(node: unknown, version: string): node is T {
  return typeof node === 'object' && node !== null && isVersion((node as Partial<Versioned>).Version, version)
}

/** Whether a value says that version. An object may not even be turned into text. */
export function isVersion(value: unknown, version: string): boolean {
  return typeof value !== 'object' && String(value).trim() === version
}
