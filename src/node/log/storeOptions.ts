/**
 * Checks of the options of a file store.
 * @module
 */
import type { FileStoreOptions } from './fileStore.js'

/** Ages may be infinite: nothing is removed. */
const ages = ['retention', 'orderRetention', 'cancellationRetention', 'tombstoneRetention'] as const
const sizes = ['compactAt', 'warnAt', 'staleAfter'] as const
const functions = ['firstFolio', 'now', 'on'] as const

/** @throws TypeError for an option of another type, or out of range */
export function requireStoreOptions(verb: string, options: FileStoreOptions): void {
  const given: Readonly<Record<string, unknown>> = { ...options }
  for (const name of ages) {
    const age = given[name]
    if (age !== undefined && !(typeof age === 'number' && age >= 0))
      throw new TypeError(`${verb}: ${name} is milliseconds, 0 or more`)
  }
  for (const name of sizes) {
    const size = given[name]
    if (size !== undefined && !(Number.isSafeInteger(size) && (size as number) > 0))
      throw new TypeError(`${verb}: ${name} is an integer, 1 or more`)
  }
  for (const name of functions) {
    if (given[name] !== undefined && typeof given[name] !== 'function')
      throw new TypeError(`${verb}: ${name} must be a function`)
  }
}
