/**
 * The packed catalogues read from the files of this package, each when it is first asked for.
 * @module
 */
import { readFileSync } from 'node:fs'
import { CfdiError } from '../errors.js'

/**
 * The packed text of a catalogue; `undefined` when there is none of that name.
 * Throws `CfdiError` `CATALOG_UNREADABLE` when the data is not beside this module, as in a program bundled into one file by a bundler
 * that was told to ignore the condition `module`.
 */
export function packed(name: string): string | undefined {
  if (!/^\w+(?:\.texto)?$/.test(name)) return undefined
  const file = read(name)
  return file === undefined ? undefined : unwrap(file)
}

function read(name: string): string | undefined {
  try {
    return readFileSync(new URL(`../catalogs/packed/${name}.${extension()}`, import.meta.url), 'utf8')
  } catch (cause) {
    throw new CfdiError('CATALOG_UNREADABLE', notBeside(name), { cause })
  }
}

/** Of compiled modules, or of the source tree. Asked late: in a bundle of CommonJS there may be no `import.meta.url`. */
function extension(): string {
  return import.meta.url.endsWith('.ts') ? 'ts' : 'js'
}

function notBeside(name: string): string {
  return (
    `the catalogue ${name} is not beside this program, which was bundled without it: ` +
    `import { catalogs } from 'cfdi-stamp/catalogs/all' and pass it, as in createEngine({ catalogs, … }) or check(json, { catalogs }); ` +
    `or let the bundler follow the export condition "module"`
  )
}

/** The module is `export default` and one template literal. */
function unwrap(module: string): string {
  const literal = module.slice(module.indexOf('default `') + 9, module.lastIndexOf('`')).replaceAll('\r\n', '\n')
  return literal.includes('\\') ? literal.replace(/\\([\\`$])/g, '$1') : literal
}
