/**
 * Every link of the built site leads to a page or file of it, and to an anchor that the page has.
 * VitePress looks at pages only.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { redirects } from './moved.js'

const html = fileURLToPath(new URL('../out/html/', import.meta.url))
const base = process.env.SITE_BASE ?? '/'
const files = readdirSync(html, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
)
const textOf = new Map(files.map((file) => [file, readFileSync(join(html, file), 'utf8')]))

/** Where a link of a page leads: a file of the site, and an anchor in it. */
function targetOf(href, from) {
  const { pathname, hash } = new URL(href, `http://site${base}${from}`)
  const path = decodeURIComponent(pathname.slice(base.length))
  const names = [path, `${path}.html`, join(path, 'index.html')]
  const file = names.find(
    (name) => name !== '' && /\.\w+$/.test(name) && existsSync(join(html, name)),
  )
  return { file, anchor: decodeURIComponent(hash.slice(1)) }
}

function isDead(href, from) {
  const { file, anchor } = targetOf(href, from)
  if (file === undefined) return true
  return anchor !== '' && file.endsWith('.html') && !textOf.get(file).includes(`id="${anchor}"`)
}

const dead = redirects
  .filter(({ file }) => !textOf.has(file))
  .map(({ file }) => `${file}: an old address that is gone`)
for (const [from, text] of textOf) {
  const links = new Set(
    [...text.matchAll(/<a\b[^>]*?\bhref="([^"]+)"/g)].map(([, href]) =>
      href.replaceAll('&amp;', '&'),
    ),
  )
  for (const href of links)
    if (!/^(?!http:\/\/site)\w+:/.test(href) && isDead(href, from)) dead.push(`${from}: ${href}`)
}
for (const link of dead) console.error(link)
console.log(`${textOf.size} pages, ${dead.length} dead links`)
process.exitCode = dead.length === 0 ? 0 : 1
