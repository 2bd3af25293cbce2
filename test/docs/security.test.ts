/**
 * SECURITY.md promises only what a test holds: each promise links a test by its file and its name,
 * and both are there. Its translation links the same tests.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../tree.js'

/** The section of promises of a page. */
function readPromises(file: string, title: string): string {
  const [, section = ''] =
    new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(
      readFileSync(join(root, file), 'utf8'),
    ) ?? []
  return section
}

const promised = readPromises('SECURITY.md', 'Promises')

/** Rows of its tables, without their heads. */
const rows = promised.split('\n').filter((line) => /^\| (?!promise)/.test(line))

/** A link to a test: its file, and its name as the title. */
const linksIn = (line: string) =>
  [...line.matchAll(/\]\((test\/[^)\s]+\.test\.ts) "([^"]+)"\)/g)].map(
    ([, file = '', name = '']) => ({ file, name }),
  )

/**
 * Whether a source calls something with that name and a function, as `it` and `describe` are
 * called, outside of comments.
 */
function hasTest(source: string, name: string): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return new RegExp(`\\(\\s*(['"\`])${quoted}\\1,\\s*(?:\\{[^{}]*\\},\\s*)?(?:async )?\\(`).test(
    code,
  )
}

describe('SECURITY.md', () => {
  it('promises something, and links a test beside each promise', () => {
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter((row) => linksIn(row).length === 0)).toEqual([])
    expect(linksIn(promised)).toHaveLength(promised.split('](').length - 1)
  })

  it.each(linksIn(promised).map(({ file, name }) => [file, name] as const))(
    '%s has "%s"',
    (file, name) => {
      expect(existsSync(join(root, file)), file).toBe(true)
      const source = readFileSync(join(root, file), 'utf8')
      expect(hasTest(source, name), name).toBe(true)
      expect(source).not.toMatch(/\b(?:it|describe|test)\.(?:skip|todo|only)\b/)
    },
  )

  it('links the same tests in Spanish, row by row', () => {
    const linksOf = (section: string) =>
      section
        .split('\n')
        .map(linksIn)
        .filter(({ length }) => length > 0)
    expect(linksOf(readPromises('SECURITY.es.md', 'Promesas'))).toEqual(linksOf(promised))
  })

  it('would find a test that is not there', () => {
    expect(hasTest("it('is there', () => {})", 'is there')).toBe(true)
    expect(hasTest("it.each(rows as const)('%s is there', async (row) => {})", '%s is there')).toBe(
      true,
    )
    expect(hasTest("it(\n  'is there',\n  () => {})", 'is there')).toBe(true)
    expect(hasTest("expect(text).toBe('is not')", 'is not')).toBe(false)
    expect(hasTest("// it('is not', () => {})", 'is not')).toBe(false)
  })
})

it('the package installs nothing else and runs nothing on installing', () => {
  const { dependencies, optionalDependencies, scripts, peerDependencies, peerDependenciesMeta } =
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect([dependencies, optionalDependencies]).toEqual([undefined, undefined])
  const onInstalling = [
    'preinstall',
    'install',
    'postinstall',
    'preprepare',
    'prepare',
    'postprepare',
  ]
  expect(onInstalling.filter((name) => name in scripts)).toEqual([])
  const required = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  expect(required).toEqual([])
})
