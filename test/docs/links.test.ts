/**
 * Links of the pages lead to files of the tree. Those of the published READMEs are absolute
 * (tools/stage.js).
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error the site's own, in JavaScript
import { pages as contents } from '../../site/build/contents.js'
import { filesIn, root } from '../tree.js'

const pages = filesIn('', '.md')

/** The files that a page leads to, by their path in the tree. */
function targetsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
  const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!)
  return links
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => normalize(join(dirname(page), link)))
}

it.each(pages)('%s leads to files that are there', (page) => {
  expect(targetsOf(page).filter((target) => !existsSync(join(root, target)))).toEqual([])
})

type Sources = Readonly<Partial<Record<'es' | 'en', string>>>

/**
 * The English page of each Spanish one. All that is no Spanish page is in English: READMEs of
 * folders, the changelog.
 */
const englishOf = new Map(
  (contents as readonly { readonly sources: Sources }[]).flatMap(({ sources: { es, en } }) =>
    es === undefined || en === undefined ? [] : [[es, en] as const],
  ),
)

it('what is in English leads to pages in English, but for the one to itself in Spanish', () => {
  const strayed = pages
    .filter((page) => !englishOf.has(page))
    .flatMap((page) =>
      targetsOf(page).map((target) => ({ page, target, english: englishOf.get(target) })),
    )
    .filter(({ page, english }) => english !== undefined && english !== page)
  expect(strayed).toEqual([])
})

it('docs/es/comparison.md says of each row where it was read, and when', () => {
  const page = readFileSync(new URL('../../docs/es/comparison.md', import.meta.url), 'utf8')
  const rows = page.match(/^\| [^|]+ \|.*\|$/gm) ?? []
  expect(rows.length).toBeGreaterThan(8)
  expect(rows.filter((row) => !/\]\[[\w-]+\]/.test(row))).toEqual([])
  const [used, defined] = [/\]\[([\w-]+)\]/g, /^\[([\w-]+)\]: https:/gm].map((link) =>
    [...new Set([...page.matchAll(link)].map(([, name]) => name))].sort(),
  )
  expect(used).toEqual(defined)
  expect(page).toMatch(/el \d+ de \w+ de 20\d\d/)
})
