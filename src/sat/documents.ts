/**
 * Documents of the library that a program registers. Threads and the command line find them here by
 * the name of their root.
 * @module
 */
import { retenciones20 } from './retenciones20/document.js'

/** A line for each document. */
export const allDocuments = [retenciones20]

/** Returns the documents of the library with the given roots. */
export function documentsNamed(names: readonly string[]): typeof allDocuments {
  return allDocuments.filter(({ model }) => names.includes(model.document.name))
}
