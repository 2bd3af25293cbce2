/**
 * The programs of the tutorial run in its order, in a folder of their own, and write the output that
 * the page shows. Folios fiscales differ in each run.
 * @module
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../tree.js'

const page = readFileSync(join(root, 'docs/en/first-invoice.md'), 'utf8')
const programs = [...page.matchAll(/^```js (\S+)\n([\s\S]*?)^```/gm)]
const runs = [...page.matchAll(/^```sh\nnode (\S+)\n```\n\n```text\n([\s\S]*?)^```/gm)]

/** Text with every UUID replaced by one word. */
const withoutFolios = (text: string): string =>
  text.replace(/[\dA-F]{8}(-[\dA-F]{4,12}){4}/g, 'UUID')

describe('the tutorial', () => {
  let folder: string
  beforeAll(() => {
    mkdirSync(join(root, 'out'), { recursive: true })
    folder = mkdtempSync(join(root, 'out/tutorial-'))
    for (const [, name, code] of programs) writeFileSync(join(folder, name!), code!)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('runs every program that it does not import', () => {
    const imported = programs.flatMap(([, , code]) =>
      [...code!.matchAll(/from '\.\/(\S+)'/g)].map(([, name]) => name!),
    )
    const names = programs.map(([, name]) => name!).filter((name) => !imported.includes(name))
    expect(runs.map(([, name]) => name)).toEqual(names)
  })

  it.each(runs.map(([, name, output]) => [name!, output!]))(
    '%s writes this',
    async (name, output) => {
      const { stdout } = await promisify(execFile)(process.execPath, [name], { cwd: folder })
      expect(withoutFolios(stdout)).toBe(withoutFolios(output))
    },
  )

  it('leaves an XML and a PDF', () => {
    const files = readdirSync(folder).filter((name) => !name.endsWith('.js'))
    expect(files.sort()).toEqual(['invoice.pdf', 'invoice.xml'])
  })
})
