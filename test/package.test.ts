/**
 * The package as others take it: by require, by bundlers that go their own way, by old compilers.
 * The rest of them is `npm run matrix`.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
// @ts-expect-error a tool, in JavaScript
import { rows } from '../tools/matrix/rows.js'
// @ts-expect-error a tool, in JavaScript
import { familyOf, namedIn } from '../tools/matrix/tables.js'
// @ts-expect-error a tool, in JavaScript
import { stage } from '../tools/stage.js'
import { folder } from './programs.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const filesOf = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end))

/** A program in one file, as a bundler makes it that was told of no other condition than Node's. */
async function bundled(
  contents: string,
  format: 'cjs' | 'esm',
  conditions?: string[],
): Promise<string> {
  const options = {
    bundle: true,
    write: false,
    platform: 'node',
    format,
    logLevel: 'silent',
  } as const
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: root },
    ...(conditions && { conditions }),
  })
  return outputFiles[0]!.text
}

/** What a program says, from a folder where there is nothing else. */
function said(program: string, format: 'cjs' | 'esm'): string {
  const type = format === 'esm' ? 'module' : 'commonjs'
  return execFileSync(process.execPath, [`--input-type=${type}`], {
    cwd: '/',
    input: program,
    encoding: 'utf8',
  })
}

const asks = `import { catalog } from 'cfdi-stamp/catalogs'
console.log(catalog('c_UsoCFDI').has('G03'))`

const constructs = `import { createEngine, createSandboxPac } from 'cfdi-stamp'
import { catalogs } from 'cfdi-stamp/catalogs/all'
const provider = createSandboxPac()
try { createEngine({ signers: [], provider }) } catch (error) { console.log(error.code, error.message) }
console.log(typeof createEngine({ signers: [], provider, catalogs }).stamp)`

describe('exports', () => {
  it('are as tools/exports.js makes them', () => {
    execFileSync(process.execPath, ['tools/exports.js', '--check'], { cwd: root })
  })

  it('lead to files that are there, under every condition', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const leaves = (target: unknown): string[] =>
      typeof target === 'string' ? [target] : Object.values(target ?? {}).flatMap(leaves)
    const files = leaves(exports).filter(
      (file) => file.startsWith('./dist/') && !file.includes('*'),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe('CommonJS', () => {
  const require = createRequire(import.meta.url)

  const files = filesOf(join(dist, 'cjs'), '.js').filter((file) => file !== 'loadModule.js')

  it('has the names of the modules, and one of each class', () => {
    expect(files.length).toBeGreaterThan(80)
    const differing = said(
      `const shapeOf = (module) => Object.entries(module).map(([name, { name: own } = {}]) => name + ':' + own).sort().join()
      const { CfdiError } = require('${dist}/cjs/errors.js')
      const differs = async (file) => {
        const [own, other] = [require('${dist}/cjs/' + file), await import('${dist}/bundle/' + file)]
        return shapeOf(own) !== shapeOf(other) || (own.CfdiError ?? CfdiError) !== CfdiError
      }
      Promise.all(${JSON.stringify(files)}.map(async (file) => (await differs(file)) ? [file] : []))
        .then((all) => console.log(all.flat().join()))`,
      'cjs',
    )
    expect(differing).toBe('\n')
  })

  it('stamps, and its errors are of the realm that requires it, as under Jest', () => {
    const stamps = `const { createEngine, createSandboxPac, check } = require('${dist}/cjs/index.js')
      const { createWorkers } = require('${dist}/cjs/node/index.js')
      const draft = ${readFileSync(join(root, 'fixtures/documents/ingreso.json'), 'utf8')}
      const stamp = async () => {
        const provider = createSandboxPac()
        const signers = await provider.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
        draft.Emisor = { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' }
        draft.Fecha = 'AUTO'
        const own = await createEngine({ signers, provider, complete: true }).stamp(draft)
        const workers = createWorkers({ signers, provider, complete: true, size: 1 })
        const theirs = await workers.stamp(JSON.stringify(draft))
        await workers.close()
        return [own.ok, theirs.ok, Array.isArray(check({}))]
      }
      try { createEngine({ signer: [] }) } catch (error) { console.log(error instanceof TypeError, error.stack.includes('dist/bundle/')) }
      stamp().then((answers) => console.log(answers.join()))`
    expect(said(stamps, 'cjs')).toBe('true true\ntrue,true,true\n')
    const inContext = `const { createContext, runInContext } = require('node:vm')
      const { readFileSync } = require('node:fs')
      const sandbox = createContext({ require, process, URL, TextEncoder, TextDecoder, module: { exports: {} } })
      const file = '${dist}/cjs/loadModule.js'
      runInContext('(function (exports, __filename) {' + readFileSync(file, 'utf8') + '\\n})', sandbox)(sandbox.module.exports, file)
      console.log(sandbox.module.exports.loadModule('errors.js', require).CfdiError.__proto__ === runInContext('Error', sandbox))`
    expect(said(inContext, 'cjs')).toBe('true\n')
  })

  it('finds the catalogues', () => {
    expect(require(join(dist, 'cjs/catalogs/index')).catalog('c_UsoCFDI').has('G03')).toBe(true)
  })
})

describe('a program in one file', () => {
  it.each(['cjs', 'esm'] as const)('finds the catalogues: %s', async (format) => {
    expect(said(await bundled(asks, format), format)).toBe('true\n')
  })

  it.each(['cjs', 'esm'] as const)(
    'without them is told so when it makes an engine, and what to import: %s',
    async (format) => {
      const [first, second] = said(await bundled(constructs, format, ['node']), format).split('\n')
      expect(first).toMatch(
        /^CATALOG_UNREADABLE .*cfdi-stamp\/catalogs\/all.*createEngine\({ catalogs/,
      )
      expect(second).toBe('function')
    },
  )

  // 412,000 with the option `documents` and kinds of options: 405,000 before.
  it('of the builders carries the catalogues that they ask, and no others', async () => {
    expect((await bundled(`export * from 'cfdi-stamp/build'`, 'esm')).length).toBeLessThan(412_000)
  })
})

describe('declarations', () => {
  const files = ['.d.ts', '.d.cts'].flatMap((end) => filesOf(join(dist, 'types'), end))
  const codeOf = (file: string): string =>
    readFileSync(join(dist, 'types', file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')

  it('say nothing that TypeScript 5.4 or a program without the library of browsers cannot read', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => /Uint8Array<|CryptoKey|BufferSource/.test(codeOf(file)))).toEqual(
      [],
    )
  })
})

describe('what is published', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  /** Until their owner fills them in. */
  const blank = ['author', 'homepage', 'bugs', 'repository'].filter(
    (name) => (manifest[name].url ?? manifest[name]) === '',
  )

  it('is staged in a folder of its own, with links that work on npm, and the tree is as it was', () => {
    const pages = ['README.md', 'README.es.md']
    const texts = () => pages.map((page) => readFileSync(join(root, page), 'utf8'))
    const [before, staged] = [texts(), folder({})]
    stage(staged, [...pages, 'package.json', 'docs/es/cli.md'])
    expect(texts()).toEqual(before)
    for (const page of pages)
      expect(readFileSync(join(staged, page), 'utf8')).not.toMatch(
        /\]\((?!https?:|#|mailto:)[^)]*\)/,
      )
    const published = Object.entries(manifest).filter(
      ([name]) => name !== 'scripts' && !blank.includes(name),
    )
    expect(JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'))).toEqual(
      Object.fromEntries(published),
    )
  })

  it('is not what npm packs of the tree: no script of the tree changes it for that', () => {
    const { prepack, postpack, prepublishOnly } = manifest.scripts
    expect([prepack, postpack]).toEqual(['npm run build', undefined])
    expect(prepublishOnly).toContain('exit 1')
  })
})

describe('the tarball', () => {
  const [{ size, unpackedSize, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }),
  ) as [
    {
      readonly size: number
      readonly unpackedSize: number
      readonly files: readonly { readonly path: string }[]
    },
  ]

  // A limit is raised only in the commit that needs it, with the reason. The end of all is 3 MB, 10
  // MB and 1,500 files.
  it.each([
    ['packed bytes', size, 2_500_000],
    ['unpacked bytes', unpackedSize, 6_750_000],
    ['files', files.length, 980],
  ])('has at most its budget of %s', (_, amount, budget) => {
    expect(amount).toBeLessThanOrEqual(budget)
    // A budget far above the amount would not notice what is added.
    expect(amount).toBeGreaterThan(budget * 0.9)
  })

  it('has no sources, source maps or pages', () => {
    expect(files.filter(({ path }) => /\.map$|^docs\/|^src\/(?!pdf\/font\/)/.test(path))).toEqual(
      [],
    )
  })

  it('has each font once', () => {
    const fonts = files.filter(
      ({ path }) =>
        path.endsWith('.js') &&
        /[A-Za-z0-9+/]{20000}/.test(readFileSync(join(root, path), 'utf8')) &&
        !path.includes('/packed/'),
    )
    expect(fonts.map(({ path }) => path).sort()).toEqual([
      'dist/pdf/font/notoEmoji.js',
      'dist/pdf/font/roboto.js',
    ])
  })
})

describe('the table of runtimes', () => {
  const pages = ['docs/en/runtimes.md', 'docs/es/runtimes.md', 'README.md', 'README.es.md']
  it.each(pages)('of %s has every row of the matrix', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const names = (rows as readonly { readonly name: string }[]).map(({ name }) =>
      page.startsWith('README') ? familyOf(name) : namedIn(page, name),
    )
    expect(names.filter((name) => !text.includes(`| ${name} |`))).toEqual([])
  })
})
