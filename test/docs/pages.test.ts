/**
 * Every JavaScript example of the documentation runs, against the built package, as a reader would
 * run it.
 * @module
 */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { filesIn, root } from '../tree.js'
import { type Ran, runModules } from './runModules.js'

/** Of a page in two languages one is enough: languages.test.ts holds their code to be the same. */
const pages = ['README.md', ...filesIn('docs/en', '.md')]

/**
 * Fences marked `js`; those that need files or a network of the reader are marked `ts` or
 * `js no-run`.
 */
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

  it('are at most 80 columns wide', () => {
    const fences = /^```(?:js|ts|js no-run)(?: \S+)?\n([\s\S]*?)^```/gm
    const wide = pages.flatMap((page) =>
      [...readFileSync(root + page, 'utf8').matchAll(fences)]
        .flatMap(([, code]) => code!.split('\n'))
        .filter((line) => line.length > 80)
        .map((line) => `${page}: ${line}`),
    )
    expect(wide).toEqual([])
  })

  it('the quick start fits a screen: 50 lines of 80 columns', () => {
    const [, , code] = examples.find(([page]) => page === 'README.md')!
    const lines = code.trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(50)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })
})
