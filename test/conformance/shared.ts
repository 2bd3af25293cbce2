/**
 * Where the vectors lie that the repository does not hold. Absent on users' machines: the tests that need them are not
 * run there, and always run where the folder exists.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of a file or folder under ../shared. */
export function shared(path: string): string {
  return fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
}

export const hasShared = existsSync(shared(''))
