/**
 * Compares dist/bundle, which Node and bundlers load, with the modules of the compiler.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Target {
  readonly default: string
}

/** Every subpath that is bundled, as it is imported, and its module. */
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, Target | null>>
}

const subpaths = Object.entries(exports).flatMap(([subpath, target]) => {
  if (!target?.default?.includes('/bundle/')) return []
  const module = target.default.replace('/bundle/', '/')
  return namesOf(module)
    .filter((name) => exports[subpath.replace('*', name)] !== null)
    .map((name): readonly [string, string] => [
      subpath.replace('.', 'cfdi-stamp').replace('*', name),
      module.replace('*', name),
    ])
})

/** Names that match the `*` of a target: files, or folders with the file. */
function namesOf(target: string): readonly string[] {
  const [folder, end] = target.split('*') as [string, string?]
  if (end === undefined) return ['']
  const names = readdirSync(join(root, folder)).map((file) => file.replace(/\.js$/, ''))
  return names.filter((name) => existsSync(join(root, folder + name + end)))
}

/**
 * Imports both sides of every subpath, and reports differences and the number of values shared by
 * several subpaths.
 */
const compare = `
const faults = []
const twins = new Map()
let shared = 0
const isObject = (value) => Object(value) === value && value[Symbol.toStringTag] !== 'Module'
function compare(subpath, value, bundled) {
  if (value?.prototype instanceof Error && value.name !== bundled?.name) faults.push(subpath + ' is named ' + bundled?.name)
  if (!isObject(value)) return
  if (twins.has(value)) shared++
  if ((twins.get(value) ?? bundled) !== bundled) faults.push(subpath + ' is another')
  twins.set(value, bundled)
  if (Array.isArray(value)) value.forEach((item, index) => compare(subpath + '[' + index + ']', item, bundled[index]))
}
for (const [subpath, module] of JSON.parse(process.argv[1])) {
  if (!import.meta.resolve(subpath).includes('/dist/bundle/')) faults.push(subpath + ' is not bundled')
  const [modules, bundled] = [await import(module), await import(subpath)]
  if (String(Object.keys(modules)) !== String(Object.keys(bundled))) faults.push(subpath + ' has other names')
  for (const name of Object.keys(modules)) compare(subpath + ' ' + name, modules[name], bundled[name])
}
console.log(JSON.stringify({ faults, shared }))`

describe('the bundle', () => {
  it('gives under every subpath what its module gives, and the same one under two', () => {
    const args = ['--input-type=module', '--eval', compare, JSON.stringify(subpaths)]
    const { faults, shared } = JSON.parse(
      execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }),
    )
    expect(faults).toEqual([])
    expect(shared).toBeGreaterThan(50)
  })

  it.each([
    ['cfdi-stamp', 5],
    ['cfdi-stamp/node', 7],
    ['cfdi-stamp/complements/pagos20', 2],
    ['cfdi-stamp/catalogs/c_Moneda', 5],
  ])('%s is %i files, of which Node finds, reads and links each', async (subpath, count) => {
    const { metafile } = await build({
      stdin: { contents: `export * from '${subpath}'`, resolveDir: root },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      // In place of esbuild's own, of which `module` leads to the modules.
      conditions: ['node'],
    })
    expect(Object.keys(metafile.inputs).filter((file) => file.startsWith('dist/'))).toHaveLength(
      count,
    )
  })

  it('has a worker beside cfdi-stamp/node, where createWorkers looks for it', async () => {
    const worker = new Worker(new URL('../dist/bundle/node/worker.js', import.meta.url), {
      workerData: { provider: { id: 'pac', capabilities: {} }, complete: false, documents: [] },
    })
    worker.postMessage({ task: 0, verb: 'check', json: '{' })
    const [{ task, value }] = await once(worker, 'message')
    expect([task, value[0].code]).toEqual([0, '701'])
    await worker.terminate()
  })
})
