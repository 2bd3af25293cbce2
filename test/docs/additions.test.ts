/**
 * What src/sat/README.md and src/derive/README.md add is added to a copy of the sources, compiled
 * and asked.
 * @module
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'cfdi-additions-'))

function fence(readme: string): string {
  return /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(source + readme, 'utf8'))![1]!
}

/** A line, and its import, in a list of the copy. */
function addLine(list: string, imported: string, before: string, line: string): void {
  const text = readFileSync(join(copy, list), 'utf8')
  expect(text).toContain(before)
  writeFileSync(
    join(copy, list),
    text.replace(/^import /m, `${imported}\nimport `).replace(before, `${line}\n${before}`),
  )
}

beforeAll(() => {
  cpSync(source, copy, { recursive: true, filter: (file) => !/importer|tsconfig\.json/.test(file) })
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({
      type: 'module',
      imports: {
        '#described': './catalogs/packed/static.ts',
        '#packed': './catalogs/packed/static.ts',
      },
    }),
  )
  writeFileSync(join(copy, 'sat/donatarias/rules.ts'), fence('sat/README.md'))
  writeFileSync(join(copy, 'sat/donatarias/derivations.ts'), fence('derive/README.md'))
  const [rules, derivations] = [
    "from './donatarias/rules.js'",
    "from './donatarias/derivations.js'",
  ]
  addLine(
    'sat/rules.ts',
    `import { donatariasRules } ${rules}`,
    '  INE: () => [',
    '  Donatarias: () => [donatariasRules],',
  )
  const last = '  ...impuestosLocalesDerivations,'
  addLine(
    'sat/derivations.ts',
    `import { donatariasDerivations } ${derivations}`,
    last,
    '  donatariasDerivations,',
  )
})

afterAll(() => rmSync(copy, { recursive: true }))

const load = (file: string) => import(/* @vite-ignore */ join(copy, file))

it('compiles', async () => {
  const compilerOptions = { noEmit: true, composite: false, rootDir: '.' }
  const include = ['sat/donatarias/rules.ts', 'sat/donatarias/derivations.ts']
  const tsconfig = fileURLToPath(new URL('../../src/tsconfig.json', import.meta.url))
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: tsconfig, include, compilerOptions }),
  )
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
  const { stdout } = await promisify(execFile)(tsc, ['-p', copy]).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
  rmSync(join(copy, 'tsconfig.json'))
})

const donatarias = {
  version: '1.1',
  noAutorizacion: '325-SAT',
  fechaAutorizacion: '2027-03-01',
  leyenda: 'AUTO',
}
const fixture = (): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL('../../fixtures/complements/donatarias.json', import.meta.url), 'utf8'),
  )

it('the rule is asked of documents that have the complement', async () => {
  const { check } = (await load(
    'sat/cfdi40/check.ts',
  )) as typeof import('../../src/sat/cfdi40/check.js')
  const document = {
    ...fixture(),
    Complemento: { Donatarias: { ...donatarias, leyenda: 'x' } },
    Fecha: '2026-11-21T12:00:00',
  }
  expect(check(document).filter(({ code }) => code === 'DON101')).toMatchObject([
    {
      path: 'Complemento.Donatarias.fechaAutorizacion',
      message: expect.stringContaining(
        'Donatarias.fechaAutorizacion: no debe ser posterior a la fecha',
      ),
    },
  ])
})

it('the member is derived, and isDerived says so', async () => {
  const { cfdiDerivations } = (await load(
    'sat/derivations.ts',
  )) as typeof import('../../src/sat/derivations.js')
  const { isDerived } = (await load(
    'sat/cfdi40/resolve.ts',
  )) as typeof import('../../src/sat/cfdi40/resolve.js')
  const document = { Complemento: { Donatarias: { ...donatarias } } }
  cfdiDerivations.resolve({ document, complete: false, known: new Map(), certificate: {} } as never)
  expect(document.Complemento.Donatarias.leyenda).toBe(
    'Donativo no oneroso, oficio 325-SAT del 2027-03-01',
  )
  expect(isDerived('Complemento.Donatarias.leyenda')).toBe(true)
})
