/**
 * The project's own files.
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root: string = fileURLToPath(new URL('../', import.meta.url))

/**
 * Folders of installed or built files. Links among installed packages lead back here: do not follow
 * them.
 */
const foreign = ['node_modules', 'dist', 'out', '.git']

/** Files of a folder and those below whose name ends so, by their path in the project. */
export function filesIn(folder: string, ends: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return foreign.includes(entry.name) ? [] : filesIn(path, ends)
    return entry.name.endsWith(ends) ? [path] : []
  })
}
