/**
 * The SDKs in `clients/`: methods, types and failures from the table of operations, in three
 * languages. Each has a runtime written by hand.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describeApi } from './parts/clients/api.js'
import { nodeFiles } from './parts/clients/node.js'
import { phpFiles } from './parts/clients/php.js'
import { pythonFiles } from './parts/clients/python.js'
import type { Files } from './parts/files.js'

export function generate(): Files {
  const api = describeApi()
  return {
    ...within(
      'clients/node/src',
      Object.fromEntries(Object.entries(nodeFiles(api)).map(formatted)),
    ),
    ...within('clients/php/src', phpFiles(api)),
    ...within('clients/python/src/cfdi_stamp_client', pythonFiles(api)),
  }
}

function within(folder: string, files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]),
  )
}

const biome = join(import.meta.dirname, '../../node_modules/.bin/biome')

/** TypeScript as `npm run format` leaves it. */
function formatted([name, text]: readonly [string, string]): readonly [string, string] {
  const options = { input: text, encoding: 'utf8' } as const
  return [name, execFileSync(biome, ['format', `--stdin-file-path=${name}`], options)]
}
