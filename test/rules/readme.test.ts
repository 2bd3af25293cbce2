/**
 * The example of src/rules/README.md, as a newcomer would paste it: it compiles to a table, and its
 * rule is evaluated.
 * @module
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { type RuleSet, runRules } from '../../src/rules/run.js'
import { contextOf } from '../../src/sat/cfdi40/context.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import type { RuleContext } from '../../src/sat/cfdi40/rule.js'
import { ruleSet } from '../../src/sat/rules.js'
import { invoice } from '../fixtures.js'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** The example, in a folder of its own, its imports led to the sources. */
async function donatariasRules(): Promise<RuleSet<RuleContext>['always'][number]> {
  const readme = readFileSync(join(src, 'rules/README.md'), 'utf8')
  const example = [...readme.matchAll(/```ts\n([^`]*)```/g)]
    .map(([, code]) => code as string)
    .find((code) => code.startsWith('// src/'))
  const imports = (example ?? '')
    .replaceAll("'../", `'${src}sat/`)
    .replaceAll("'./", `'${src}sat/donatarias/`)
    .replaceAll(".js'", ".ts'")
  const folder = mkdtempSync(join(tmpdir(), 'cfdi-stamp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rules.mjs')
  writeFileSync(file, transformSync(imports, { loader: 'ts' }).code)
  return (
    (await import(/* @vite-ignore */ file)) as {
      readonly donatariasRules: RuleSet<RuleContext>['always'][number]
    }
  ).donatariasRules
}

it('adds a rule to a complement that has none: a table, and a line of the list', async () => {
  const rules = await donatariasRules()
  const set: RuleSet<RuleContext> = {
    ...ruleSet,
    withComplement: { Donatarias: () => [rules] },
  }
  const surroundings = {
    catalogs,
    at: undefined,
    codesInForce: false,
    barred: [],
    spaced: [],
    taxpayers: undefined,
    certificates: undefined,
  }
  const codesOf = (fechaAutorizacion: string) => {
    const Donatarias = { version: '1.1', noAutorizacion: '1', fechaAutorizacion, leyenda: 'x' }
    const document = { ...invoice(), Complemento: { Donatarias } } as unknown as Comprobante
    return runRules(set, contextOf(document, surroundings)).filter(({ code }) =>
      code.startsWith('DON'),
    )
  }
  expect(codesOf('2020-01-01')).toEqual([])
  expect(codesOf('2999-01-01')).toMatchObject([
    {
      code: 'DON-S01',
      element: 'Donatarias',
      path: 'Complemento.Donatarias.fechaAutorizacion',
      severity: 'warning',
    },
  ])
})
