/**
 * The types of drafts as a program uses them: the compiler's errors for the drafts of the fixtures,
 * and the hovers of an editor, from the compiler's own language server.
 * test/generated.test.ts checks that they are current.
 * @module
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Editor } from '../editor.js'
import { folder } from '../programs.js'

const published = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))

it('take the drafts of people, every complement among them', async () => {
  const drafts = ['documents', 'complements'].flatMap((name) =>
    readdirSync(fixtures + name)
      .filter((file) => file.endsWith('.json') && !file.startsWith('invalido'))
      .map((file) => readFileSync(`${fixtures}${name}/${file}`, 'utf8')),
  )
  const program = [
    `import type { ComprobanteDraft } from '${published}'`,
    `export const drafts: readonly ComprobanteDraft[] = [${drafts.join(',\n')}]`,
  ].join('\n')
  const compilerOptions = { strict: true, noEmit: true, lib: ['ES2022', 'WebWorker'], types: [] }
  const files = folder({
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'drafts.ts': program,
  })
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
  const { stdout } = await promisify(execFile)(tsc, ['-p', files, '--extendedDiagnostics']).catch(
    (failed: { stdout: string }) => failed,
  )
  expect(stdout).not.toContain('error')
  // With every declaration file of the root checked, and 60 drafts: 16,189.
  expect(Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1])).toBeLessThan(20_000)
})

describe('an editor', () => {
  const program = `
import type { Engine } from '${published}'
declare const engine: Engine
engine.stamp({
  Receptor: { UsoCFDI: '' },
  Total: 'AUTO',
  Conceptos: [{ ClaveProdServ: '', PrecioConImpuestos: 1 }],
  Complemento: { },
})
`

  it('shows the meaning of a member, its catalogue and the sources of "AUTO", and completes codes and complements', async () => {
    const editor = await Editor.open(program)
    const uso = await editor.hover('UsoCFDI:')
    expect(uso).toContain('UsoCFDI: c_UsoCFDI\n')
    expect(uso).toContain('Uso que dará al comprobante')
    expect(uso).toMatch(/\[c_UsoCFDI\]\(file:.*codes\.d\.ts/)
    expect(uso).toContain('- `G03` Gastos en general\n')
    expect(await editor.hover('Total:')).toContain(
      '`"AUTO"`: SubTotal, Descuento y los totales de impuestos',
    )
    expect(await editor.hover('PrecioConImpuestos:')).toContain('con los impuestos que traslada')
    expect(await editor.complete("UsoCFDI: '")).toContain('CN01')
    expect(await editor.complete("Total: '")).toEqual(['AUTO'])
    expect(await editor.complete('Complemento: { ')).toContain('Pagos?')
  })
})
