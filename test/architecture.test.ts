/**
 * Allowed imports (src/README.md has the same table): no upward import, no import of an index from
 * inside, no cycles among values, and Node only in src/node.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Element } from '../src/model/grammar.js'
import { comprobante } from '../src/sat/cfdi40/declaration.js'
import { complements } from '../src/sat/declarations.js'
import { retenciones } from '../src/sat/retenciones20/declaration.js'
import { complementosDeRetencion } from '../src/sat/retenciones20/model.js'
import { timbreFiscalDigital } from '../src/sat/timbre11/declaration.js'

const src = fileURLToPath(new URL('../src/', import.meta.url))

const below = {
  machines: ['lib', 'errors', 'model', 'catalogs', 'certificate', 'fiscal'],
  matter: [
    'lib',
    'errors',
    'model',
    'catalogs',
    'certificate',
    'trust',
    'fiscal',
    'rules',
    'derive',
  ],
}

/** Folder -> folders it may import values from. */
const layers: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  errors: [],
  model: ['lib', 'errors'],
  catalogs: ['lib', 'errors', 'model'],
  certificate: ['lib', 'errors'],
  trust: ['lib', 'errors', 'certificate'],
  fiscal: ['lib', 'errors', 'model', 'catalogs', 'certificate'],
  rules: below.machines,
  derive: below.machines,
  sat: below.matter,
  seal: [...below.matter, 'sat'],
  pac: [...below.matter, 'sat', 'seal'],
  cancel: [...below.matter, 'sat', 'seal', 'pac'],
  engine: [...below.matter, 'sat', 'seal', 'pac', 'cancel'],
  codes: [...below.matter, 'sat', 'pac'],
  doctor: [...below.matter, 'sat', 'cancel'],
  pdf: [...below.matter, 'sat', 'seal'],
  service: [...below.matter, 'sat', 'seal', 'pac', 'cancel', 'engine'],
  postgres: [...below.matter, 'sat', 'seal', 'pac', 'cancel', 'engine', 'service'],
  tools: [...below.matter, 'sat', 'seal', 'pac', 'cancel', 'engine', 'codes'],
  opentelemetry: ['lib', 'errors', 'pac', 'engine'],
  node: [...below.matter, 'sat', 'seal', 'pac', 'cancel', 'engine', 'service'],
  cli: [
    ...below.matter,
    ...['sat', 'seal', 'pac', 'cancel', 'engine', 'codes', 'doctor', 'service', 'tools', 'node'],
  ],
}

/**
 * Common layers below every document of the SAT: they must not depend on one, not even on a type of
 * it.
 */
const machines = ['lib', 'errors', 'model', 'catalogs', 'certificate', 'fiscal', 'rules', 'derive']

/** Packages that the core may import, and the only files that may. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'date-fns-tz': ['lib/time.ts'],
  zod: ['model/zod.ts'],
  pdfmake: ['pdf/makePdf.ts'],
  uqr: ['pdf/makePdf.ts'],
  '@opentelemetry/api': ['opentelemetry/'],
  'fast-check': ['model/arbitrary.ts', 'model/arbitrary/'],
  'node-forge': ['node/legacyPfx.ts'],
  fflate: ['catalogs/importer/'],
  'ipaddr.js': ['service/webhooks/addresses.ts'],
}

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

function importsOf(file: string, source: string): Import[] {
  const text = source.replace(/\/\*\*[\s\S]*?\*\//g, '')
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm,
  )
  const dynamic = [...text.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g)].filter(
    ([whole]) => !text.includes(`typeof ${whole}`),
  )
  return [
    ...[...statements].map(([, type, names, to]) => ({
      from: file,
      to: to!,
      typeOnly: type !== undefined || (/^\{.*\}$/s.test(names ?? '') && onlyTypes(names!)),
    })),
    ...dynamic.map(([, to]) => ({ from: file, to: to!, typeOnly: false })),
  ]
}

function onlyTypes(names: string): boolean {
  const each = names
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return each.length > 0 && each.every((name) => name.startsWith('type '))
}

function resolveImport({ from, to }: Import): string {
  return normalize(join(dirname(from), to)).replace(/\.js$/, '.ts')
}

const layerOf = (file: string): string =>
  file.includes('/') ? file.split('/')[0]! : file.replace(/\.ts$/, '')

function violations(imports: readonly Import[]): string[] {
  return imports.flatMap((one) => {
    const from = layerOf(one.from)
    if (one.to.startsWith('#'))
      return ['#packed', '#described'].includes(one.to) && from === 'catalogs'
        ? []
        : [`${one.from} -> ${one.to}`]
    if (one.to.startsWith('node:'))
      return ['node', 'cli'].includes(from) ? [] : [`${one.from} -> ${one.to}`]
    if (!one.to.startsWith('.')) {
      const allowed = packages[one.to] ?? packages[one.to.split('/').slice(0, 2).join('/')] ?? []
      return one.typeOnly || allowed.some((file) => one.from.startsWith(file))
        ? []
        : [`${one.from} -> ${one.to}`]
    }
    const target = resolveImport(one)
    if (/(^|\/)index\.ts$/.test(target)) return [`${one.from} -> ${target} (an index)`]
    const to = layerOf(target)
    if (machines.includes(from) && to === 'sat' && !isIndex(one.from))
      return [`${one.from} -> ${target} (a document)`]
    if (isForeignDocument(one.from, target) && !one.typeOnly)
      return [`${one.from} -> ${target} (another document)`]
    if (one.typeOnly || from === to || from === 'index' || isIndex(one.from)) return []
    return layers[from]?.includes(to) ? [] : [`${one.from} -> ${target}`]
  })
}

/** Folders of the root documents. */
const roots = ['cfdi40', 'retenciones20']

/** A document may depend on the root that it is attached to, and on no other document. */
function isForeignDocument(from: string, to: string): boolean {
  const [one, other] = [documentOf(from), documentOf(to)]
  if (one === undefined || other === undefined || other === one) return false
  const [root, attached] = roots.includes(one) ? [one, other] : [other, one]
  return !roots.includes(root) || !rootsOf(attached).includes(root)
}

/** Roots that a document is attached to: the stamp to both, another root to none. */
function rootsOf(name: string): readonly string[] {
  if (name === 'timbre11') return roots
  if (roots.includes(name)) return []
  const source = readFileSync(join(src, 'sat', name, 'declaration.ts'), 'utf8')
  return roots.filter((root) => source.includes(`'../${root}/complement.js'`))
}

function documentOf(file: string): string | undefined {
  return /^sat\/(\w+)\//.exec(file)?.[1]
}

function isIndex(file: string): boolean {
  return /(^|\/)index\.ts$/.test(file) && !file.startsWith('node/')
}

function cycles(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const one of imports) {
    if (one.typeOnly || !one.to.startsWith('.')) continue
    graph.set(one.from, [...(graph.get(one.from) ?? []), resolveImport(one)])
  }
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file))
      return void found.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

/** Source without comments and without the name of the package. */
function codeOf(source: string): string {
  return source.replace(/\/\*\*[\s\S]*?\*\/|(?<!:)\/\/ .*/g, '').replaceAll('cfdi-stamp', '')
}

const documents = readdirSync(join(src, 'sat'), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)

/** Nodes of the root documents, their slots, and the attribute of the type. */
const nodes = [
  ...[comprobante.name, comprobante.tipo, ...nodeNames(comprobante.root)],
  ...[retenciones.name, ...nodeNames(retenciones.root)],
]

/**
 * The complements and their nodes. Those of detallista, in English, are words that a machine has
 * too.
 */
const hanging = [...complements, ...complementosDeRetencion, timbreFiscalDigital].flatMap(
  ({ name, root }) => [name, ...nodeNames(root).filter((node) => /^[A-Z]/.test(node))],
)

function nodeNames({ content }: Element): string[] {
  return Object.entries(content).flatMap(([name, member]) => {
    if (member.kind === 'child') return [name, ...nodeNames(member.element)]
    return member.kind === 'slot' ? [name] : []
  })
}

/**
 * Forbidden words in the machines of some folders: documents and their nodes; in the model, any
 * name of a CFDI.
 */
const words = [
  {
    folders: ['model', 'rules', 'derive', 'fiscal', 'lib', 'certificate', 'catalogs'],
    forbidden: new RegExp(
      `\\b(${[...documents.map(({ name }) => name), ...nodes, ...hanging].join('|')})\\b`,
    ),
  },
  {
    folders: ['model'],
    forbidden: /comprobante|concepto|\bcfdi?\b|sat\.gob\.mx\/cfd|['"][23]\.[0-9]['"]/i,
  },
]

/** Folders about the SAT's content: catalogues and their data. */
const isMatter = (file: string): boolean =>
  /^catalogs\/(packed|importer|each)\/|^catalogs\/(codes|rows)\.ts$/.test(file)

const all = files.flatMap((file) => importsOf(file, readFileSync(join(src, file), 'utf8')))

describe('architecture', () => {
  it('has imports to judge', () => {
    expect(all.length).toBeGreaterThan(100)
  })

  it.each(words)('names no document in $folders', ({ folders, forbidden }) => {
    const ofFolder = files.filter(
      (file) => folders.includes(layerOf(file)) && !isIndex(file) && !isMatter(file),
    )
    expect(ofFolder.length).toBeGreaterThan(0)
    expect(
      ofFolder.filter((file) => forbidden.test(codeOf(readFileSync(join(src, file), 'utf8')))),
    ).toEqual([])
  })

  it.each([
    "if (element === 'Comprobante') return",
    'const { Complemento, Conceptos } = document',
    "at === 'concepto' ? 1 : 2",
    "import type { TipoDeComprobante } from './grammar.js'",
    'const namespace = /^http:\\/\\/www\\.sat\\.gob\\.mx\\/cfd\\/[23]$/',
    "const versions = new Set(['3.2', '3.3'])",
    'return nomina12.tipos',
    "n === 'TimbreFiscalDigital' || n === 'Percepciones'",
    "select(complements, 'Nomina')",
    "return 'CFDI'",
  ])('would find a machine of the model that says %s', (code) => {
    expect(
      words.some(({ folders, forbidden }) => folders.includes('model') && forbidden.test(code)),
    ).toBe(true)
  })

  it('keeps folders to what can be seen at once: some 25 files beside generated ones', () => {
    const folders = new Map<string, number>()
    for (const file of files.filter((file) => !/^catalogs\/(packed|each)\//.test(file)))
      folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
    expect([...folders].filter(([, count]) => count > 26)).toEqual([])
  })

  it('imports nothing upward', () => {
    expect(violations(all)).toEqual([])
  })

  it('has no cycles among values', () => {
    expect(cycles(all)).toEqual([])
  })

  it.each([
    ['model/check.ts', '../engine/engine.js'],
    ['lib/text.ts', 'node:fs'],
    ['seal/sello.ts', 'left-pad'],
    ['engine/engine.ts', '../model/index.js'],
    ['engine/engine.ts', '../pdf/renderPdf.js'],
    ['rules/run.ts', '../sat/cfdi40/declaration.js'],
    ['sat/nomina12/sums.ts', '../pagos20/sums.js'],
    ['sat/dividendos/rules.ts', '../cfdi40/rule.js'],
    ['sat/retenciones20/rule.ts', '../cfdi40/rule.js'],
  ])('would find %s importing %s', (from, to) => {
    expect(violations([{ from, to, typeOnly: false }])).toHaveLength(1)
  })

  it('is described by src/README.md: a row for each folder, and no other', () => {
    const [, table = ''] =
      /^## Permitted imports\n([\s\S]*?)(?=^## )/m.exec(
        readFileSync(join(src, 'README.md'), 'utf8'),
      ) ?? []
    const folders = [...table.matchAll(/^\| (?!folder)(\w[\w, ]*) \|/gm)].flatMap(([, names]) =>
      names!.split(', '),
    )
    expect(folders.sort()).toEqual(Object.keys(layers).sort())
  })

  it('has every file that src/README.md names in its tables', () => {
    const page = readFileSync(join(src, 'README.md'), 'utf8')
    const [, tables = ''] = /^## Where to begin\n([\s\S]*?)(?=^## Two kinds)/m.exec(page) ?? []
    const named = [...tables.matchAll(/`((?:\.\.\/)?\w+\/[\w/.]+\.(?:ts|js|md))`/g)].map(
      ([, file]) => file as string,
    )
    const isAbsent = (file: string): boolean =>
      ![src, join(src, '..')].some((folder) => existsSync(join(folder, file)))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(isAbsent)).toEqual([])
  })

  it('has every name that src/README.md gives beside a file', () => {
    const page = readFileSync(join(src, 'README.md'), 'utf8')
    const pairs = [...page.matchAll(/`(\w+\/[\w/]+\.ts)`, `(#?\w+)`/g)].map(([, file, name]) => ({
      file: file as string,
      name: name as string,
    }))
    expect(pairs.length).toBeGreaterThan(5)
    const isAbsent = ({ file, name }: (typeof pairs)[number]) =>
      !readFileSync(join(src, file), 'utf8').includes(`${name}(`)
    expect(pairs.filter(isAbsent)).toEqual([])
  })

  it('would find a cycle', () => {
    const planted = [
      { from: 'lib/a.ts', to: './b.js', typeOnly: false },
      { from: 'lib/b.ts', to: './a.js', typeOnly: false },
    ]
    expect(cycles(planted)).toHaveLength(1)
  })

  it('keeps files short: none over 520 lines but declarations and generated data', () => {
    const long = files
      .filter(
        (file) =>
          !/^(sat\/\w+\/(declaration|draft)\.ts|catalogs\/(packed\/|codes\.ts)|pdf\/labels\/declared\.ts)/.test(
            file,
          ),
      )
      .map(
        (file) =>
          [
            relative(src, join(src, file)),
            readFileSync(join(src, file), 'utf8').split('\n').length,
          ] as const,
      )
      .filter(([, lines]) => lines > 520)
    expect(long).toEqual([])
  })
})
