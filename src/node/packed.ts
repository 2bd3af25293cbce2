/**
 * The packed catalogues read from the files of this package, each when it is first asked for.
 * @module
 */
import { readFileSync } from 'node:fs'
import { CfdiError } from '../errors.js'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const folder = new URL('../catalogs/packed/', import.meta.url)

/**
 * The packed text of a catalogue; `undefined` when there is none of that name.
 * Throws `CfdiError` `CATALOG_UNREADABLE` when the data is not beside this module, as in a program bundled into one file.
 */
export function packed(name: string): string | undefined {
  if (!/^\w+(?:\.texto)?$/.test(name)) return undefined
  const file = read(new URL(`${name}.${extension}`, folder))
  return file === undefined ? undefined : unwrap(file)
}

function read(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CfdiError(
      'CATALOG_UNREADABLE',
      `${file.pathname} cannot be read: a program bundled for Node must pass the catalogues of 'cfdi-stamp/catalogs/all'`,
      { cause },
    )
  }
}

/** The module is `export default` and one template literal. */
function unwrap(module: string): string {
  const literal = module.slice(module.indexOf('default `') + 9, module.lastIndexOf('`')).replaceAll('\r\n', '\n')
  return literal.includes('\\') ? literal.replace(/\\([\\`$])/g, '$1') : literal
}
