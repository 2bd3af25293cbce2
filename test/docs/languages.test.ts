/**
 * The two languages of a page say the same: the same headings, tables, lists and code, comments
 * apart, and their links stay within their language. The code of one runs in docs.test.ts, and
 * being equal need not run twice. Prose is for people to compare.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
// @ts-expect-error the site's own, in JavaScript
import { pages as contents } from '../../site/build/contents.js'
import { anchorOf } from '../../tools/generate/parts/anchors.js'

type Language = 'es' | 'en'
interface Page {
  readonly at: string
  readonly sources: Readonly<Partial<Record<Language, string>>>
  readonly alone?: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = contents as readonly Page[]
const read = (source: string): string => readFileSync(join(root, source), 'utf8')
const pairs = pages.flatMap(({ at, sources: { es, en } }) =>
  es === undefined || en === undefined ? [] : [[at, es, en] as const],
)

/** What is in one language alone. The reason is in `site/build/contents.js`. */
const alone = ['agents', 'changelog', 'source', 'contributing']

it('every page is in both languages, but for a few that say why', () => {
  const single = pages.filter(({ sources }) => Object.keys(sources).length === 1)
  expect(single.map(({ at, alone = '' }) => [at, alone !== ''])).toEqual(
    alone.map((at) => [at, true]),
  )
})

it('every page of docs is in the contents', () => {
  const known = new Set(pages.flatMap(({ sources }) => Object.values(sources)))
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  )
  expect(files.filter((file) => file.endsWith('.md') && !known.has(file))).toEqual([])
})

const fence = /^```(.*)\n([\s\S]*?)^```/gm

/** Code as it runs: without comments, which are in the language of the page. */
const codeOf = (text: string): readonly string[] =>
  [...text.matchAll(fence)].map(([, language, code]) => `${language}\n${withoutComments(code!)}`)

const withoutComments = (code: string): string =>
  code.replace(/(?:^|[ \t]+)(?:\/\/|#) .*$/gm, '').replace(/^\s*\n/gm, '')

/**
 * The lines that give a page its shape: headings, list items, and rows by their length and the
 * codes and numbers they begin with.
 */
function shapeOf(text: string): readonly string[] {
  const lines = text.replace(fence, '').split('\n')
  return lines.flatMap((line) => {
    const [, mark] = /^\s*(#{1,6} |[-*] |\d+\. |\|)/.exec(line) ?? []
    if (mark === undefined) return []
    return mark === '|' ? `| ${[cellsOf(line).length - 2, ...marksOf(line)].join(' ')}` : mark
  })
}

const cellsOf = (row: string): readonly string[] => row.split(/(?<!\\)\|/)

/** The codes and numbers of the first cell; of a call, its name. */
const marksOf = (row: string): readonly string[] =>
  (cellsOf(row)[1]!.match(/`[^`]*`|\b\d[\d.,]*\b/g) ?? []).map((mark) => mark.replace(/\(.*/, '`'))

describe.each(pairs)('%s', (_, es, en) => {
  it('has the same code', () => {
    expect(codeOf(read(es))).toEqual(codeOf(read(en)))
  })

  it('has the same shape', () => {
    expect(shapeOf(read(es))).toEqual(shapeOf(read(en)))
  })
})

const link = /\]\(([^)\s#:]+)?(?:#([^)\s]*))?\)/g

/** Links of a page within the tree: what they lead to, and where in it. */
function linksOf(source: string): readonly (readonly [target: string, anchor: string])[] {
  const text = read(source)
    .replace(fence, '')
    .replace(/`[^`\n]*`/g, '')
  return [...text.matchAll(link)].map(([, path, anchor = '']) => [
    path === undefined ? source : normalize(join(dirname(source), path)),
    anchor,
  ])
}

const siblingOf = new Map(
  pairs.flatMap(
    ([, es, en]) =>
      [
        [es, en],
        [en, es],
      ] as const,
  ),
)
const languageOf = new Map(
  pages.flatMap(({ sources }) => Object.entries(sources).map(([lang, file]) => [file, lang])),
)

const anchorsOf = (source: string): ReadonlySet<string> =>
  new Set(
    [
      ...read(source)
        .replace(fence, '')
        .matchAll(/^#+ (.*)$/gm),
    ].map(([, title]) => anchorOf(title!)),
  )

describe.each([...siblingOf.keys()])('the links of %s', (source) => {
  it('stay in its language, except the one to itself in the other', () => {
    const strayed = linksOf(source).filter(
      ([target]) =>
        siblingOf.has(target) &&
        target !== siblingOf.get(source) &&
        languageOf.get(target) !== languageOf.get(source),
    )
    expect(strayed.map(([target]) => `${target} is ${siblingOf.get(target)}`)).toEqual([])
  })

  it('lead to files and headings that are there', () => {
    const dead = linksOf(source).filter(([target, anchor]) => {
      if (!existsSync(join(root, target))) return true
      return anchor !== '' && target.endsWith('.md') && !anchorsOf(target).has(anchor)
    })
    expect(dead).toEqual([])
  })
})
