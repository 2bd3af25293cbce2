/**
 * The table of the specification: each sentence names its tests by file and name, in both languages;
 * each exists under that name, and is not skipped.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../tree.js'

const readRows = (language: string) =>
  readFileSync(`${root}docs/${language}/specification.md`, 'utf8')
    .split('\n')
    .filter((line) =>
      /^\| .* \| (holds|in part|not yet|se cumple|en parte|todavía no) \|/.test(line),
    )
    .map((line) => line.split(' | '))
const rows = readRows('en')

/** Tests of a row: `[file, name]`. */
const testsOf = (text: string) =>
  [...text.matchAll(/`([\w/.]+\.test\.ts)`(?:: `([^`]+)`)?/g)].map(([, file = '', name]) => ({
    file,
    name,
  }))

/** Whether a source has a test of this name; a name of a `describe` is none. */
function hasTest(source: string, name: string): boolean {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`^\s*(it|test)(\.each\([^]*?\))?\(\s*'${quoted}'`, 'm').test(source)
}

describe('the specification', () => {
  it('is there', () => {
    expect(rows.length).toBeGreaterThan(25)
  })

  it('has the same tests in Spanish', () => {
    const of = (language: string) => readRows(language).map((row) => testsOf(row[2] ?? ''))
    expect(of('es')).toEqual(of('en'))
  })

  it.each(rows)('%s', (_, state, text = '') => {
    const tests = testsOf(text)
    expect(tests.length > 0).toBe(state !== 'not yet')
    for (const { file, name } of tests) {
      expect(existsSync(root + file), file).toBe(true)
      const source = readFileSync(root + file, 'utf8')
      expect(name !== undefined && hasTest(source, name), `${file}: ${name}`).toBe(true)
      expect(source, `${file} is skipped`).not.toMatch(/\b(it|test|describe)\.(skip|todo)\b/)
    }
  })
})
