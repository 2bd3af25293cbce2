/**
 * The subpaths that a program may import, as package.json exports them: each has a page of the API,
 * at its own name. Those that are many and alike (a catalogue, a complement) have none.
 * @module
 */
import { readFileSync } from 'node:fs'

const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Its name, its page, and the module of `src` that it is. */
export const subpaths = Object.entries(exports)
  .filter(([name, target]) => target?.default !== undefined && !name.includes('*'))
  .map(([name, { default: file }]) => ({
    name: name.replace('.', 'cfdi-stamp'),
    page: name === '.' ? 'cfdi-stamp' : name.slice('./'.length),
    module: file.slice('./dist/bundle/'.length, -'.js'.length),
  }))
