/**
 * Writes the declarations of the package, `dist/types`, from those of the compiler in `dist`: one
 * file for each subpath, and files of the types that subpaths share.
 *
 * Each declaration is there once, as CommonJS (`.d.cts`), because a compiler that cannot require ES
 * modules can still import CommonJS from them: the file for ES modules (`.d.ts`) exports it again.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { entries } from './entries.js'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const types = join(dist, 'types')
const namesOf = (modules) => modules.map((module) => module.replace(/\.js$/, ''))
const names = namesOf(entries(() => true))
const withCommonJs = new Set(namesOf(entries((target) => target.node?.require)))

const build = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.d.ts`)])),
  external: [/^[^./]/],
  plugins: [dts({ dtsInput: true })],
  logLevel: 'silent',
})
const { output } = await build.write({
  dir: types,
  cleanDir: true,
  entryFileNames({ name }) {
    const bare = name.replace(/\.d$/, '')
    return `${bare}.d.${withCommonJs.has(bare) ? 'cts' : 'ts'}`
  },
  chunkFileNames: 'shared/[name].d.cts',
})
// The names of the modules in a file, which only its maker reads.
for (const { fileName, code } of output)
  writeFileSync(join(types, fileName), code.replace(/^\/\/ dist\/.*\n/gm, ''))
for (const name of withCommonJs)
  writeFileSync(join(types, `${name}.d.ts`), `export * from './${basename(name)}.cjs'\n`)
writeFileSync(join(types, 'packed.d.ts'), 'declare const packed: string\nexport default packed\n')
