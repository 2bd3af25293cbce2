/**
 * `npm run release`: writes the package to publish to `out/package`, and its bills of materials to
 * `out/sbom`. The package is the output of npm pack, with absolute links in its READMEs. On npm's
 * page relative links do not work, so the links lead to the files of the version on GitHub. The tree
 * is only read.
 *
 * It refuses while `package.json` does not name the owner. `-- --tag v1.2.3` also refuses a tag of
 * another version. `.github/workflows/release.yml` runs it.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeSboms } from './sbom.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const text = (file) => readFileSync(join(root, file), 'utf8')

/** Returns the files that npm packs. */
export function packed() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  return files.map(({ path }) => path)
}

/**
 * Returns the GitHub repository of a manifest, from any of its forms:
 * `https://github.com/owner/name`.
 */
const githubOf = (repository) =>
  /github(?:\.com[/:]|:)([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(
    repository?.url ?? repository ?? '',
  )?.[1]

/** Base URLs of the version's pages and images. Without a repository, no URL shows a page. */
function placesOf({ name, version, repository }) {
  const github = githubOf(repository)
  if (github === undefined) return { picture: `https://unpkg.com/${name}@${version}` }
  return {
    page: `https://github.com/${github}/blob/v${version}`,
    picture: `https://raw.githubusercontent.com/${github}/v${version}`,
  }
}

/**
 * Makes the relative links of a page absolute. Without a repository they become plain text, because
 * npm's page would lead them nowhere.
 */
export function withAbsoluteLinks(text, manifest) {
  const { page, picture } = placesOf(manifest)
  const shown = text.replace(/(!\[[^\]]*\]\()(?!\w+:|#)/g, `$1${picture}/`)
  if (page !== undefined) return shown.replace(/(\]\()(?!\w+:|#)/g, `$1${page}/`)
  return shown.replace(/(?<!!)\[([^\]]*)\]\((?!\w+:|#)[^)]*\)/g, '$1')
}

/** Members that the owner fills in. Blank ones are not published. */
const owners = ['author', 'homepage', 'bugs', 'repository']
const isBlank = (value) => (typeof value === 'string' ? value : value?.url) === ''

/** Returns a file with its changes against the tree: scripts belong to the tree only. */
function changed(file, manifest) {
  if (/^README(\.es)?\.md$/.test(file)) return withAbsoluteLinks(text(file), manifest)
  if (file !== 'package.json') return undefined
  const { scripts: _scripts, ...published } = manifest
  for (const name of owners) if (isBlank(published[name])) delete published[name]
  return `${JSON.stringify(published, null, 2)}\n`
}

/**
 * Returns the reasons why a package cannot be published, as sentences. npm compares
 * `repository.url` with the provenance.
 */
export function objections(manifest, tag) {
  const blank = owners.filter((name) => isBlank(manifest[name] ?? ''))
  const ownerless = `package.json: fill in ${blank.join(', ')} first. npm refuses provenance for a package whose repository.url is not the repository that publishes it.`
  const wrong = `The tag ${tag} is not v${manifest.version}, the version in package.json.`
  return [
    ...(blank.length > 0 ? [ownerless] : []),
    ...(tag !== undefined && tag !== `v${manifest.version}` ? [wrong] : []),
  ]
}

/** Writes the files of the package to an empty folder. */
export function stage(folder, files = packed()) {
  const manifest = JSON.parse(text('package.json'))
  rmSync(folder, { recursive: true, force: true })
  for (const file of files) {
    const to = join(folder, file)
    mkdirSync(dirname(to), { recursive: true })
    const own = changed(file, manifest)
    if (own === undefined) cpSync(join(root, file), to)
    else writeFileSync(to, own)
  }
}

function release() {
  const { values } = parseArgs({ options: { tag: { type: 'string' } } })
  const reasons = objections(JSON.parse(text('package.json')), values.tag)
  for (const reason of reasons) console.error(reason)
  if (reasons.length > 0) {
    process.exitCode = 1
    return
  }
  stage(join(root, 'out/package'))
  writeSboms(join(root, 'out/sbom'))
  console.log(
    'out/package and out/sbom: look at them, then push the tag: .github/workflows/release.yml publishes',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) release()
