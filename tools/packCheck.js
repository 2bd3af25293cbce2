/**
 * Checks the package as users get it: the content of the tarball, publint and attw, and every
 * import from an empty project.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stage } from './stage.js'

const npm = (args, cwd) =>
  execFileSync('npm', [...args, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: 'inherit' })

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** Subpaths without CommonJS, which a `require` of an old compiler does not resolve. */
const modulesOnly = Object.entries(exports)
  .filter(([subpath, target]) => target?.default && !target.node && !subpath.includes('*'))
  .map(([subpath]) => subpath)

/**
 * Returns every importable path, with each `*` replaced by the tarball's files, except those that
 * need an optional peer.
 */
function specifiers(paths) {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (target === null || ['./zod', './arbitrary', './opentelemetry'].includes(subpath)) return []
    const [start, end] = (target.default ?? target).slice('./'.length).split('*')
    const here = paths.filter((path) =>
      end === undefined ? path === start : path.startsWith(start) && path.endsWith(end),
    )
    if (here.length === 0) throw new Error(`${subpath} is in no file`)
    const names = here.map((path) => path.slice(start.length, path.length - (end ?? '').length))
    return names
      .filter((name) => exports[subpath.replace('*', name)] !== null)
      .map((name) => subpath.replace('.', 'cfdi-stamp').replace('*', name))
  })
}

const folder = mkdtempSync(join(tmpdir(), 'cfdi-stamp-'))
try {
  stage(join(folder, 'package'))
  const [{ filename, files, size, unpackedSize }] = JSON.parse(
    npm(['pack', join(folder, 'package'), '--json', '--pack-destination', folder]),
  )
  const tarball = join(folder, filename)

  const allowed =
    /^(dist\/bundle\/.*\.js|dist\/cjs\/(.*\.js|package\.json)|dist\/types\/.*\.d\.c?ts|dist\/catalogs\/packed\/[\w.]+\.js|dist\/pdf\/font\/(notoEmoji|roboto)\.js|src\/pdf\/font\/(LICENSE|OFL|DEJAVU)\.txt|(xsd|xslt)\/.*|fixtures\/(documents|complements|retenciones)\/[\w.-]+|bench\/chart\.svg|AGENTS\.md|package\.json|README(\.es)?\.md|LICENSE|NOTICE\.md|CHANGELOG\.md|SECURITY(\.es)?\.md)$/
  const paths = files.map(({ path }) => path)
  const strange = paths.filter((path) => !allowed.test(path))
  if (strange.length > 0) throw new Error(`not for the package: ${strange.join(', ')}`)
  console.log(
    `${filename}: ${files.length} files, ${Math.round(size / 1024)} KB packed, ${Math.round(unpackedSize / 1024)} KB unpacked`,
  )

  run('npx', ['publint', 'run', tarball, '--strict'])
  const attw = ['attw', tarball, '--format', 'ascii', '--profile']
  run('npx', [...attw, 'node16', '--exclude-entrypoints', ...modulesOnly])
  run('npx', [...attw, 'esm-only', '--entrypoints', ...modulesOnly])

  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  npm(['install', tarball, '--no-audit', '--no-fund'], folder)
  const installed = readdirSync(join(folder, 'node_modules')).filter(
    (name) => !name.startsWith('.'),
  )
  if (installed.join() !== 'cfdi-stamp')
    throw new Error(`it brings others with it: ${installed.join(', ')}`)
  const readme = readFileSync(join(folder, 'node_modules/cfdi-stamp/README.md'), 'utf8')
  const relative = [...readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)].map(([link]) => link)
  if (relative.length > 0) throw new Error(`links that lead nowhere at npm: ${relative.join(', ')}`)
  writeFileSync(
    join(folder, 'main.js'),
    `import { access } from 'node:fs/promises'
     import { createEngine, createSandboxPac } from 'cfdi-stamp'
     import { openCsd } from 'cfdi-stamp/node'
     import { catalog } from 'cfdi-stamp/catalogs'
     if (typeof openCsd !== 'function' || !catalog('c_Moneda').has('MXN')) throw new Error('exports')
     for (const specifier of ${JSON.stringify(specifiers(paths))}) {
       await (/[.](json|md|xsd|xslt)$/.test(specifier) ? access(new URL(import.meta.resolve(specifier))) : import(specifier))
     }
     const pac = createSandboxPac()
     const signers = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
     const { code } = await createEngine({ signers, provider: pac }).stamp({})
     if (code !== 702) throw new Error('stamp')
     await import('cfdi-stamp/lib/text.js').then(() => { throw new Error('lib is private') }, (error) => { if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error })`,
  )
  run(process.execPath, ['main.js'], folder)
  console.log('installed in an empty project and run')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
