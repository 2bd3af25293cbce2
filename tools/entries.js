/**
 * Modules of `dist` that the subpaths of package.json lead to.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Returns the modules of a target: `./dist/bundle/sat/*\/declaration.js` is the declaration of every
 * complement.
 */
function modulesOf(target) {
  const pattern = target.slice('./dist/bundle/'.length)
  if (!pattern.includes('*')) return [pattern]
  const [before, after] = pattern.split('*')
  const names = readdirSync(join(dist, before))
    .filter((file) => !file.endsWith('.ts') && !file.endsWith('.map'))
    .map((file) => file.replace(/\.js$/, ''))
  const offered = names.filter((name) => exports[`./complements/${name}`] !== null)
  return offered
    .map((name) => before + name + after)
    .filter((module) => existsSync(join(dist, module)))
}

/** Returns the modules of the subpaths that a function selects. */
export function entries(isWanted) {
  return Object.values(exports)
    .filter((target) => target?.default?.startsWith('./dist/bundle/') && isWanted(target))
    .flatMap((target) => modulesOf(target.default))
}
