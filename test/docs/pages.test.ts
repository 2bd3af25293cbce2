/**
 * Every JavaScript example of the documentation runs, against the built package, as a reader would run it.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error the site's own, in JavaScript
import { pages as contents } from '../../site/build/contents.js'
import { type Ran, runModules } from './runModules.js'

interface Sources {
  readonly sources: { readonly es?: string; readonly en?: string }
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const docs = existsSync(`${root}docs`)
  ? readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  : []

/** Of a page in two languages one is enough: languages.test.ts holds their code to be the same. */
const seconds = new Set(
  (contents as readonly Sources[]).map(({ sources: { es, en } }) => (en?.startsWith('docs/en/') ? en : es)),
)
const pages = ['README.md', ...docs].filter((page) => page.endsWith('.md') && !seconds.has(page))

/** Fences marked `js`; those that need files or a network of the reader are marked `ts` or `js no-run`. */
const examples = pages.flatMap((page) =>
  [...readFileSync(root + page, 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)].map(
    ([, code], index) => [page, index + 1, code!] as const,
  ),
)

describe('examples', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThan(1)
  })

  let ran: Ran[]
  beforeAll(async () => {
    ran = await runModules(examples.map(([, , code]) => code))
  })

  it.each(examples)('%s, example %i', (page, index) => {
    const { said, error } = ran[examples.findIndex(([of, at]) => of === page && at === index)] ?? {}
    expect(error).toBeUndefined()
    expect(said).not.toMatch(/\bfalse\b/)
  })

  it('a quick start stays within 20 lines', () => {
    const [, , code] = examples.find(([page]) => page === 'README.md')!
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(20)
  })
})
