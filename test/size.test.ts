/**
 * Size of imports in bytes, and cost of the whole model for the type checker. A limit is raised
 * only in the commit that needs it, with the reason.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Minified bytes of a program that imports only these names, and our files in it. `node` uses the
 * conditions of esbuild, `neutral` none.
 */
async function bundle(
  code: string,
  platform: 'neutral' | 'node' = 'neutral',
): Promise<{ bytes: number; gzip: number; files: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform,
    ...(platform === 'node' ? {} : { conditions: [] }),
    mainFields: ['module', 'main'],
    external: ['zod', 'fast-check', 'date-fns-tz'],
    logLevel: 'silent',
  })
  const [output] = Object.values(metafile.outputs)
  const files = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return {
    bytes: outputFiles[0]!.contents.length,
    gzip: gzipSync(outputFiles[0]!.contents).length,
    files: files.map(([file]) => file.replace(/^.*dist\//, '')),
  }
}

/** Bytes of the same import from the modules of the compiler, a file each. */
const fromModules = async (names: string, module: string): Promise<number> =>
  (await bundle(`export { ${names} } from './dist/${module}.js'`)).bytes

describe('bundles', () => {
  const sat = join(root, 'src/sat')
  const roots = ['cfdi40', 'retenciones20', 'timbre11']
  const names = readdirSync(sat).filter(
    (name) => existsSync(join(sat, name, 'declaration.ts')) && !roots.includes(name),
  )

  it.each(names)('%s carries itself alone', async (name) => {
    const { bytes, files } = await bundle(
      `export { ${name} } from 'cfdi-stamp/complements/${name}'`,
    )
    const own = `bundle/sat/${name}/declaration.js`
    expect(files.filter((file) => file !== own)).toEqual(['bundle/model.js'])
    expect(bytes).toBeLessThanOrEqual(await fromModules(name, `sat/${name}/declaration`))
    // Carta Porte 3.0 is the largest; most are below 5,000.
    expect(bytes).toBeLessThan(18_000)
  })

  it('in a bundle for Node too', async () => {
    const { bytes } = await bundle(
      `export { pagos20 } from 'cfdi-stamp/complements/pagos20'`,
      'node',
    )
    expect(bytes).toBeLessThanOrEqual(await fromModules('pagos20', 'sat/pagos20/declaration'))
  })

  it('the verbs over XML carry no catalogue, no rule and no cryptography', async () => {
    const verbs = 'readCfdi, writeCfdi, cadenaOriginalXml'
    const { bytes, files } = await bundle(`export { ${verbs} } from 'cfdi-stamp/model'`)
    expect(files).toEqual(['bundle/model.js'])
    expect(bytes).toBeLessThanOrEqual(await fromModules(verbs, 'model/index'))
    expect(bytes).toBeLessThan(85_000)
  })

  it.each([
    ['check', 'cfdi-stamp', 325_000],
    ['check', 'cfdi-stamp/ordinary', 165_000],
    ['check, readCfdi, writeCfdi', 'cfdi-stamp', 337_000],
    ['verifySello', 'cfdi-stamp', 31_000],
    ['readCfdi', 'cfdi-stamp/model', 21_000],
  ])('%s of %s has at most %i bytes with its catalogues, gzipped', async (verb, subpath, most) => {
    const { gzip } = await bundle(`export { ${verb} } from '${subpath}'`)
    expect(gzip).toBeLessThanOrEqual(most)
    expect(gzip).toBeGreaterThan(most * 0.95)
  })

  it('one catalogue carries itself alone', async () => {
    const { files } = await bundle(`export * from 'cfdi-stamp/catalogs/c_Moneda'`)
    expect(files.filter((file) => /packed\/c_/.test(file))).toEqual(['catalogs/packed/c_Moneda.js'])
  })

  it.each(['cfdi-stamp', 'cfdi-stamp/service', 'cfdi-stamp/tools', 'cfdi-stamp/build'])(
    '%s needs nothing of Node',
    async (subpath) => {
      await expect(bundle(`export * from '${subpath}'`)).resolves.toBeDefined()
    },
  )
})

describe('import of the root', () => {
  it('reads no catalogue', () => {
    const probe = `
      import { readFileSync } from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      import fs from 'node:fs'
      const seen = []
      const real = fs.readFileSync
      fs.readFileSync = (path, ...rest) => { if (/packed.(c_|zonas)/.test(String(path))) seen.push(String(path)); return real(path, ...rest) }
      syncBuiltinESMExports()
      const { check } = await import('cfdi-stamp')
      const before = seen.length
      check({ Version: '4.0', Moneda: 'MXN' })
      console.log(JSON.stringify([before, seen.length > 0]))`
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', probe], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).toEqual([0, true])
  })
})

describe('tables of rules and declarations', () => {
  /** Calls of the bundle's functions by a statement, by name. */
  function callsOf(statement: string): readonly (readonly [name: string, count: number])[] {
    const probe = `
      import { Session } from 'node:inspector'
      const session = new Session()
      session.connect()
      session.post('Profiler.enable')
      session.post('Profiler.startPreciseCoverage', { callCount: true })
      ${statement}
      session.post('Profiler.takePreciseCoverage', (_, { result }) => {
        const functions = result.filter(({ url }) => url.includes('/dist/bundle/')).flatMap((one) => one.functions)
        const calls = functions.map(({ functionName, ranges }) => [functionName, ranges[0].count])
        console.log(JSON.stringify(calls.filter(([, count]) => count > 0)))
      })`
    const args = ['--input-type=module', '--eval', probe]
    return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }))
  }

  /** Names of the deferred values that a statement computes (tools/defer.js). */
  const computedBy = (statement: string): readonly string[] =>
    callsOf(statement).flatMap(([name]) => (name.endsWith('$') ? [name] : []))

  it('are not constructed by the import of the root, which calls some 1,500 functions', () => {
    const importRoot = `await import('cfdi-stamp')`
    expect(computedBy(importRoot)).toEqual([])
    const calls = callsOf(importRoot).reduce((sum, [, count]) => sum + count, 0)
    expect(calls).toBeLessThan(2000)
    expect(calls).toBeGreaterThan(500)
  })

  it('are constructed by a check, without the rules of complements that the document lacks', () => {
    const computed = computedBy(
      `import { readFileSync } from 'node:fs'
      const { check } = await import('cfdi-stamp')
      const draft = JSON.parse(readFileSync('fixtures/complements/pagos20.dosPagos.json', 'utf8'))
      const names = { Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE' }
      const Emisor = { ...draft.Emisor, ...names }
      const given = { Fecha: '2026-11-21T12:00:00', NoCertificado: '00001000000500000001', Emisor }
      if (check({ ...draft, ...given }).some(({ code }) => code === '301')) throw new Error('invalid')`,
    )
    expect(computed).toEqual(expect.arrayContaining(['comprobante$', 'pagos20Rules$']))
    expect(computed).not.toContain('nomina12Rules$')
  })
})

describe('types', () => {
  it('carry their description to the hover: it stands above each member in the published declarations', () => {
    const types = join(root, 'dist/types')
    const files = readdirSync(types, { recursive: true, encoding: 'utf8' })
    const declarations = files
      .filter((file) => file.endsWith('ts'))
      .map((file) => readFileSync(join(types, file), 'utf8'))
      .join()
    for (const [description, member] of [
      ['RFC del receptor', 'readonly Rfc:'],
      ['Suma de los importes de los conceptos', 'readonly SubTotal:'],
      ['Clave de la unidad de medida', 'readonly ClaveUnidad:'],
    ]) {
      expect(declarations).toMatch(new RegExp(`${description}[^\n]*\\*/\\s*${member}`))
    }
  })

  it('of the whole model stay within 40,000 instantiations', () => {
    const folder = mkdtempSync(join(tmpdir(), 'types-'))
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, lib: ['ES2022', 'WebWorker'], types: [], rootDir: '/' },
      files: ['declarations', 'cfdi40/declaration', 'timbre11/declaration'].map((file) =>
        join(root, 'src/sat', `${file}.ts`),
      ),
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/.bin/tsc')
    const said = execFileSync(tsc, ['-p', folder, '--extendedDiagnostics'], { encoding: 'utf8' })
    expect(Number(/Instantiations:\s+(\d+)/.exec(said)?.[1])).toBeLessThanOrEqual(40_000)
  })
})
