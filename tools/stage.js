/**
 * `npm run release`: the package as it is published, in `out/package`, from where it is (`npm publish out/package`). It is what npm
 * packs of the tree, with READMEs whose links work on npm's page too: there a link into the package leads nowhere, so that these
 * lead to the files of its version at unpkg.com. The tree is only read.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const text = (file) => readFileSync(join(root, file), 'utf8')

/** The files that npm packs. */
export function packed() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  return files.map(({ path }) => path)
}

/** A page whose relative links are absolute. */
const linked = (page, { name, version }) =>
  page.replace(/(\]\()(?!\w+:|#)([^)\s]+\))/g, `$1https://unpkg.com/${name}@${version}/$2`)

/** What whoever publishes fills in; what is blank is not published. */
const owners = ['author', 'homepage', 'bugs', 'repository']
const isBlank = (value) => (typeof value === 'string' ? value : value?.url) === ''

/** What is otherwise than in the tree: the scripts are of the tree. */
function changed(file, manifest) {
  if (/^README(\.es)?\.md$/.test(file)) return linked(text(file), manifest)
  if (file !== 'package.json') return undefined
  const { scripts: _scripts, ...published } = manifest
  for (const name of owners) if (isBlank(published[name])) delete published[name]
  return `${JSON.stringify(published, null, 2)}\n`
}

/** Writes the files of the package in an empty folder. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stage(join(root, 'out/package'))
  console.log('out/package: look at it, then npm publish ./out/package')
}
