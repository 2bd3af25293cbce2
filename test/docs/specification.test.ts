/**
 * The table of the specification: every test that it names exists under that name, and is not skipped.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../tree.js'

const rows = readFileSync(`${root}docs/en/specification.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| .* \| (holds|in part|not yet) \|/.test(line))
  .map((line) => line.split(' | '))

describe('the specification', () => {
  it('is there', () => {
    expect(rows.length).toBeGreaterThan(25)
  })

  it.each(rows)('%s', (_, state, tests = '') => {
    const cited = [...tests.matchAll(/`([\w/.]+\.test\.ts)`(?:: `([^`]+)`)?/g)]
    expect(cited.length > 0).toBe(state !== 'not yet')
    for (const [, file = '', title] of cited) {
      expect(existsSync(root + file), file).toBe(true)
      const source = readFileSync(root + file, 'utf8')
      if (title !== undefined) expect(source).toContain(`'${title}'`)
      expect(source, `${file} is skipped`).not.toMatch(/\b(it|test|describe)\.(skip|todo)\b/)
    }
  })
})
