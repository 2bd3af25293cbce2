/**
 * Packed catalogues from the files of this package, each read on first use.
 * @module
 */
import { CfdiError } from '../errors.js'

/**
 * Returns the packed text of a catalogue, or `undefined` for an unknown name. Throws `CfdiError`
 * `CATALOG_UNREADABLE` when the data is not beside this module, as in a one-file bundle whose
 * bundler ignores the condition `module`.
 */
export function packed(name: string): string | undefined {
  if (!/^\w+(?:\.texto)?$/.test(name)) return undefined
  const file = readPackedText(name)
  if (file === undefined) return undefined
  // The module is `export default` and one template literal.
  const literal = file
    .slice(file.indexOf('default `') + 9, file.lastIndexOf('`'))
    .replaceAll('\r\n', '\n')
  if (literal.includes('\\')) return literal.replace(/\\([\\`$])/g, '$1')
  return literal
}

function readPackedText(name: string): string | undefined {
  try {
    // An import of node:fs would add 2 ms to that of the library: its loader reads every member.
    return process
      .getBuiltinModule('node:fs')
      .readFileSync(new URL(`../catalogs/packed/${name}.${extension()}`, import.meta.url), 'utf8')
  } catch (cause) {
    throw new CfdiError(
      'CATALOG_UNREADABLE',
      `the catalogue ${name} is not beside this program, which was bundled without it: ` +
        `import { catalogs } from 'cfdi-stamp/catalogs/all' and pass it, as in createEngine({ catalogs, … }) or check(json, { catalogs }); ` +
        `or let the bundler follow the export condition "module"`,
      { cause },
    )
  }
}

/**
 * Extension of compiled modules or of the source tree. Evaluated late: a CommonJS bundle may lack
 * `import.meta.url`.
 */
function extension(): string {
  if (import.meta.url.endsWith('.ts')) return 'ts'
  return 'js'
}
