/**
 * The tests run where there are Node, a shell and what npm installs: nothing starts another program
 * than through `programs.ts`, and none but those of `conformance/` reads what stands beside the
 * checkout. `.ci/run` begins with such a machine.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

/**
 * A program that is started by its name, not by the path of Node or of something in node_modules. A
 * method `exec` runs SQL or an expression.
 */
const started = /(?<!\.)\b(?:exec|execFile|spawn)(?:Sync)?\(\s*['"`]([^'"`]+)/g

describe('the tests', () => {
  it('start no program that may not be there', () => {
    const programs = files.flatMap((file) =>
      [...textOf(file).matchAll(started)].map(([, program]) => `${file}: ${program}`),
    )
    expect(programs.filter((one) => !/: (?:sh|npm)$/.test(one))).toEqual([])
  })

  it('read what is beside the checkout in conformance/ only', () => {
    const readers = files.filter((file) => /\/shared\/|\bshared\.js'/.test(textOf(file)))
    expect(readers.filter((file) => !file.startsWith('conformance/'))).toEqual(['notices.ts'])
  })
})
