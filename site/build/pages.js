/**
 * The pages of the tree as VitePress takes them: read where they are, with links that lead to their addresses on the site, and
 * written to `out/pages`. What a link leads to that is no page (a source, a fixture, a picture) goes along as a file.
 * @module
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pages } from './contents.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = join(root, 'site/out/pages')
const bySource = new Map(pages.map((page) => [page.source, page]))

/** Links of Markdown outside of code. */
const link = /^```[\s\S]*?^```|`[^`\n]*`|(\]\()([^)\s#]+)((?:#[^)\s]*)?\))/gm

/** A page with the links of the site. `from` is its source. */
export function linked(text, from) {
  return text.replace(link, (whole, open, target, close) =>
    open === undefined || /^\w+:/.test(target) || target.startsWith('/')
      ? whole
      : open + addressOf(target, from) + close,
  )
}

/** The address of what a page leads to. Throws when there is none: a dead link. */
function addressOf(target, from) {
  const path = normalize(join(dirname(from), target)).replace(/\/$/, '')
  const page = bySource.get(path) ?? bySource.get(join(path, 'README.md'))
  if (page !== undefined) return `/${page.at}`
  if (!existsSync(join(root, path))) throw new Error(`${from}: ${target} leads nowhere`)
  return fileOf(path)
}

/** A file of the tree among those of the site; sources as text, which a browser shows; a folder by what it holds. */
function fileOf(path) {
  const at = /\.(ts|js|md)$/.test(path) ? `files/${path}.txt` : `files/${path}`
  const isFolder = statSync(join(root, path)).isDirectory()
  if (isFolder) return writeFolder(path)
  place(`public/${at}`)
  cpSync(join(root, path), join(out, 'public', at))
  return `/${at}`
}

function writeFolder(path) {
  const at = `files/${path}/index.txt`
  place(`public/${at}`)
  writeFileSync(join(out, 'public', at), `${readdirSync(join(root, path)).join('\n')}\n`)
  return `/${at}`
}

function place(file) {
  mkdirSync(dirname(join(out, file)), { recursive: true })
}

function write(file, text) {
  place(file)
  writeFileSync(join(out, file), text)
}

/** The programs beside a README of a recipe, as its page shows them. */
function programsOf(source) {
  if (!/^examples\/recipes\/.+\/README\.md$/.test(source)) return ''
  const folder = join(root, dirname(source))
  return programsIn(folder)
    .map((file) => programOf(join(folder, file), file))
    .join('')
}

const programOf = (path, file) => `\n## ${file}\n\n\`\`\`js\n${readFileSync(path, 'utf8')}\`\`\`\n`

/** The programs in a folder, without what is installed there. */
const programsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.name === 'node_modules') return []
      if (entry.isDirectory()) return programsIn(join(folder, entry.name)).map((file) => join(entry.name, file))
      return entry.name.endsWith('.js') ? [entry.name] : []
    })
    .sort()

/** A page in the menu of the other language has its address there too: it is the same text. */
function writePage({ source, at, lang }) {
  const text = linked(readFileSync(join(root, source), 'utf8'), source) + programsOf(source)
  write(`${at}.md`, text)
  if (lang === 'both') write(`en/${at}.md`, text)
}

/** The pages of the site alone, as they are. */
function writeOwn() {
  cpSync(join(root, 'site/pages'), out, { recursive: true })
}

/** A page of `docs` that nobody put on the site. */
const forgotten = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name}`)
  .filter((source) => source.endsWith('.md') && !bySource.has(source))
if (forgotten.length > 0) throw new Error(`not in build/contents.js: ${forgotten.join(', ')}`)

rmSync(out, { recursive: true, force: true })
writeOwn()
for (const page of pages) writePage(page)
console.log(`${pages.length} pages of the tree`)
