/**
 * The pages of the tree as VitePress takes them: read where they are, with links that lead to their
 * addresses on the site, and written to `out/pages`, Spanish at the root and English in `en`. A
 * link to a page leads to it in the language of the page that has the link; what a link leads to
 * that is no page (a source, a fixture, a picture) goes along as a file. A page that one language
 * lacks is there a line that leads to the other, so that the switch of languages always leads
 * somewhere. Each page goes along as Markdown too, and `llms.txt` lists them.
 * @module
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOf, contents, languages, pages } from './contents.js'
import { describePage } from './describe.js'
import { redirects } from './moved.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = join(root, 'site/out/pages')
const bySource = new Map(
  pages.flatMap((page) => Object.values(page.sources).map((source) => [source, page])),
)

/** Links of Markdown outside of code. */
const link = /^```[\s\S]*?^```|`[^`\n]*`|(\]\()([^)\s#]+)((?:#[^)\s]*)?(?: "[^"\n]*")?\))/gm

/** A page with the links of the site. `from` is its source, `lang` its language. */
export function linked(text, from, lang) {
  return text.replace(link, (whole, open, target, close) =>
    open === undefined || /^\w+:/.test(target) || target.startsWith('/')
      ? whole
      : open + targetOf(target, from, lang) + close,
  )
}

/** The address of what a page leads to. Throws when there is none: a dead link. */
function targetOf(target, from, lang) {
  const path = normalize(join(dirname(from), target)).replace(/\/$/, '')
  const page = bySource.get(path) ?? bySource.get(join(path, 'README.md'))
  if (page !== undefined)
    return addressOf(page, isSwitch(page, path, from) ? languageOf(page, path) : lang)
  if (!existsSync(join(root, path))) throw new Error(`${from}: ${target} leads nowhere`)
  return fileOf(path)
}

/** Whether a link leads from a page to itself, in the other language. */
const isSwitch = (page, path, from) => path !== from && Object.values(page.sources).includes(from)
const languageOf = (page, path) => languages.find((lang) => page.sources[lang] === path)

/**
 * A file of the tree among those of the site; sources as text, which a browser shows; a folder by
 * what it holds.
 */
function fileOf(path) {
  const at = /\.(ts|js|md)$|\/[^.]+$/.test(path) ? `files/${path}.txt` : `files/${path}`
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
  if (!/^examples\/recipes\/.+\/README(\.en)?\.md$/.test(source)) return ''
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
      if (entry.isDirectory())
        return programsIn(join(folder, entry.name)).map((file) => join(entry.name, file))
      return entry.name.endsWith('.js') ? [entry.name] : []
    })
    .sort()

const fileOfPage = (at, lang) => (lang === 'es' ? `${at}.md` : `en/${at}.md`)

function writePage(page, lang) {
  const { at, titles, sources } = page
  const source = sources[lang]
  if (source === undefined)
    return write(fileOfPage(at, lang), elsewhere(titles, addressOf(page, lang), lang))
  const text = linked(readFileSync(join(root, source), 'utf8'), source, lang) + programsOf(source)
  write(`public/${fileOfPage(at, lang)}`, text)
  write(fileOfPage(at, lang), `${frontmatterOf(page, lang, text)}${withLiteralBraces(text)}`)
}

/** Inline code with braces, which Vue would take for an expression of its own. */
function withLiteralBraces(text) {
  return text.replace(/^```[\s\S]*?^```|`([^`\n]*\{\{[^`\n]*)`/gm, (whole, code) =>
    code === undefined ? whole : `<code v-pre>${code}</code>`,
  )
}

/** The title and description of a page, for its head. */
function frontmatterOf({ at, titles }, lang, text) {
  const title = at === 'guide' ? [`title: ${JSON.stringify(titles[lang])}`] : []
  const lines = [...title, `description: ${JSON.stringify(describePage(text))}`]
  return `---\n${lines.join('\n')}\n---\n\n`
}

/** The list of pages for language models: https://llmstxt.org */
function writeLlms() {
  const sections = contents.map((section) => {
    const lines = section.pages.map((page) => {
      const source = page.sources.en ?? page.sources.es
      const link = `${addressOf(page, 'en')}.md`
      return `- [${page.titles.en}](${link}): ${describePage(readFileSync(join(root, source), 'utf8'))}`
    })
    return `## ${section.en}\n\n${lines.join('\n')}\n`
  })
  const about = describePage(readFileSync(join(root, 'README.md'), 'utf8'))
  write('public/llms.txt', `# cfdi-stamp\n\n> ${about}\n\n${sections.join('\n')}`)
}

/** A page that is in the other language. */
const elsewhere = ({ es, en }, link, lang) =>
  lang === 'es'
    ? `# ${es}\n\nEsta página está en inglés: [${en}](${link}).\n`
    : `# ${en}\n\nThis page is in Spanish: [${es}](${link}).\n`

/**
 * The API that TypeDoc wrote, in English, and where Spanish readers come who switch languages
 * there.
 */
function writeApi() {
  const written = join(root, 'site/out/api')
  cpSync(written, join(out, 'en/api'), { recursive: true })
  const files = readdirSync(written, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  )
  for (const file of files)
    write(
      join('api', file),
      elsewhere({ es: 'API', en: 'API' }, `/en/api/${file.replace(/\.md$/, '')}`, 'es'),
    )
}

/** The pages of the site alone, as they are. */
function writeOwn() {
  cpSync(join(root, 'site/pages'), out, { recursive: true })
}

/** Old addresses, which VitePress takes along as they are. */
function writeRedirects() {
  for (const { file, text } of redirects) write(join('public', file), text)
}

/** A page of `docs` that nobody put on the site. */
const forgotten = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name}`)
  .filter((source) => source.endsWith('.md') && !bySource.has(source))
if (forgotten.length > 0) throw new Error(`not in build/contents.js: ${forgotten.join(', ')}`)

rmSync(out, { recursive: true, force: true })
writeOwn()
writeApi()
for (const lang of languages) for (const page of pages) writePage(page, lang)
writeRedirects()
writeLlms()
console.log(`${pages.length} pages of the tree, in ${languages.join(' and ')}`)
