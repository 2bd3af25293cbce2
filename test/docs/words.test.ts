/**
 * A thing has one name in all that people read: bytes, in both languages, and not octets; in
 * Spanish «solo», as the RAE writes it. What the SAT wrote is left as it is: its catalogues, and
 * the meanings of codes that hovers quote.
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesIn, root } from '../tree.js'

const pages = [
  ...['docs', 'src', 'examples'].flatMap((folder) => filesIn(folder, '.md')),
  'README.md',
  'README.es.md',
]
const sources = filesIn('src', '.ts').filter((file) => !/packed\/|catalogs\/codes\.ts/.test(file))

/** Of a page, what is not code. */
const proseOf = (page: string): string =>
  readFileSync(root + page, 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')

/** ASN.1 has a type of that name, HTTP a kind of content. */
const terms = /octet-stream|octetString|OCTET STRING/g

/**
 * What a source says to a taxpayer or to a programmer is in its strings, so that all of it is
 * looked at.
 */
const saidBy = (file: string): string =>
  readFileSync(root + file, 'utf8').replace(/^ *\* - `.*$/gm, '')

it('bytes are not called octets', () => {
  expect(pages.filter((file) => /\boctets?\b/i.test(proseOf(file)))).toEqual([])
  expect(sources.filter((file) => /octets?/i.test(saidBy(file).replace(terms, '')))).toEqual([])
  expect([...pages, ...sources].filter((file) => /\boctetos?\b/i.test(saidBy(file)))).toEqual([])
})

it('«solo» has no accent', () => {
  expect([...pages, ...sources].filter((file) => /\bsólo\b/i.test(saidBy(file)))).toEqual([])
})
