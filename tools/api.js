/**
 * Reports of the public API: one per subpath in `api/`, committed, so that changes show in a diff.
 * Made from dist: `npm run api` writes them, `npm run api:check` fails when one differs. Both fail
 * when a signature uses a type that no subpath exports, when two public types have one name, and
 * when a public symbol has no docstring.
 *
 * The families `complements/*` and `catalogs/*` have no report: each module exports a declaration
 * or a catalogue, whose types are committed as `xsd/` and in `catalogs.api.md`.
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor'

// The compiler that api-extractor installs: the project's own has no API for programs.
const ts = createRequire(import.meta.resolve('@microsoft/api-extractor'))('typescript')

const root = fileURLToPath(new URL('../', import.meta.url))
const reports = join(root, 'api')
const scratch = mkdtempSync(join(tmpdir(), 'api-'))
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const checking = process.argv.includes('--check')

const subpaths = Object.keys(exports).filter((subpath) => exports[subpath]?.types !== undefined)
const entries = subpaths.filter((subpath) => !subpath.includes('*'))
const families = subpaths.filter((subpath) => subpath.includes('*'))

/** The compiler's declarations: those of the package (tools/declarations.js) are made of them. */
const fileOf = (subpath) =>
  join(root, exports[subpath].default.replace('/bundle/', '/').replace(/\.js$/, '.d.ts'))
/** `./pac/sandbox` is reported in `pac.sandbox.api.md`. */
const reportOf = (subpath) =>
  `${subpath === '.' ? 'index' : subpath.slice('./'.length).replaceAll('/', '.')}.api.md`

/** Returns the modules of a family, one for each name that matches its `*`. */
function modulesOf(family) {
  const [folder, end] = fileOf(family).split('*')
  const names = readdirSync(folder).map((name) =>
    name.endsWith(end) ? name.slice(0, -end.length) : name,
  )
  return names.map((name) => folder + name + end).filter((file) => existsSync(file))
}

const files = entries.map(fileOf)
const familyFiles = families.flatMap(modulesOf)

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  lib: ['ES2022', 'WebWorker'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
}

const error = { logLevel: 'error', addToApiReportFile: false }
const none = { logLevel: 'none' }

const configOf = (subpath) =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: fileOf(subpath),
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: [...files, ...familyFiles] } },
      apiReport: {
        enabled: true,
        reportFileName: reportOf(subpath),
        reportFolder: reports,
        reportTempFolder: scratch,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: error },
        extractorMessageReporting: {
          default: error,
          // There are no release tags: every export is public.
          'ae-missing-release-tag': none,
          // A link may refer to a type that is not exported from the same place.
          'ae-unresolved-link': none,
        },
        // TSDoc is stricter than JSDoc: a hyphen after each name, no types in @throws.
        tsdocMessageReporting: { default: none },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  })

/** Returns the exports of a module, by name, with their declarations. */
function exportsOf(program, file) {
  const checker = program.getTypeChecker()
  const symbols = checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(file)),
  )
  return symbols.map((symbol) => [
    symbol.name,
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  ])
}

/** Returns every public type by its name, and the names of two types. */
function publicTypes(program) {
  const types = new Map()
  const twice = new Set()
  for (const [name, symbol] of [...files, ...familyFiles].flatMap((file) =>
    exportsOf(program, file),
  )) {
    if ((symbol.flags & ts.SymbolFlags.Type) === 0) continue
    if ((types.get(name) ?? symbol) !== symbol) twice.add(name)
    types.set(name, symbol)
  }
  return { types, twice }
}

const complaints = new Set()
const configs = entries.map(configOf)
const compilerState = CompilerState.create(configs[0], {
  additionalEntryPoints: [...files.slice(1), ...familyFiles],
})
const { types, twice } = publicTypes(compilerState.program)
for (const name of twice) complaints.add(`two public types are called ${name}`)

/**
 * The value in a type (`Static<typeof root>`) needs no name of its own, and types that another
 * subpath exports have one.
 */
function isNamed({ text }) {
  const [, name] = /The symbol "(\w+?)(?:_\d+)?" needs/.exec(text)
  return /^[a-z]/.test(name) || types.has(name)
}

/**
 * Members with the SAT's own names, of complements and catalogues, are documented by their types;
 * `isDerived.besides` loses its docstring in dist.
 */
function isTold({ text, sourceFilePath }) {
  return /\/sat\/(typed|cfdi40\/resolve)\.d\.ts$/.test(sourceFilePath) || /"c_\w+"/.test(text)
}

function hear(message) {
  const { messageId, logLevel, text, sourceFilePath, sourceFileLine } = message
  message.handled = true
  if ((logLevel !== 'error' && logLevel !== 'warning') || messageId.startsWith('console-')) return
  if (messageId === 'ae-forgotten-export' && isNamed(message)) return
  if (messageId === 'ae-undocumented' && isTold(message)) return
  complaints.add(`${sourceFilePath ?? ''}:${sourceFileLine ?? ''} ${text}`.replace(root, ''))
}

try {
  mkdirSync(reports, { recursive: true })
  for (const config of configs) {
    const { apiReportChanged } = Extractor.invoke(config, {
      compilerState,
      localBuild: !checking,
      messageCallback: hear,
    })
    if (checking && apiReportChanged)
      complaints.add(`${config.reportFilePath.replace(root, '')} differs: npm run api`)
  }
  const kept = new Set(entries.map(reportOf))
  for (const report of readdirSync(reports).filter((name) => !kept.has(name)))
    complaints.add(`api/${report} is of nothing`)
} finally {
  rmSync(scratch, { recursive: true })
}
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.size > 0 ? 1 : 0
