/**
 * What the law says, as data, and the table of it on the page of cancellation in both languages, which `npm test -- -u` writes.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { legalLimits } from '../../src/cancel/legal.js'
import { isDay } from '../../src/lib/time.js'
import { english } from './legal.en.js'

const pages = [
  ['cancelacion', '| dato | qué dice | fuente |', (id: string) => legalLimits.find((one) => one.id === id)!.text],
  ['cancellation', '| fact | what it says | source |', (id: string) => english[id]!],
] as const

describe('legal limits', () => {
  it('are dated, have a source, and an identifier each', () => {
    for (const { since, source, text } of legalLimits)
      expect([isDay(since), source !== '', text !== '']).not.toContain(false)
    expect(new Set(legalLimits.map(({ id }) => id)).size).toBe(legalLimits.length)
  })

  it('have the twelve cases of rule 2.7.1.35, by their fraction', () => {
    const fractions = legalLimits.flatMap(({ source }) => /2\.7\.1\.35, fracción ([IVX]+)$/.exec(source)?.[1] ?? [])
    expect(fractions.join(' ')).toBe('I II III IV V VI VII VIII IX X XI XII')
  })

  it('are all told in English, and nothing else is', () => {
    expect(Object.keys(english).sort()).toEqual(legalLimits.map(({ id }) => id).sort())
  })

  it.each(pages)('are in docs/%s.md', async (name, head, textOf) => {
    const page = fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url))
    const before = readFileSync(page, 'utf8')
    expect(before).toContain(head)
    const rows = legalLimits.map(({ id, source }) => `| \`${id}\` | ${textOf(id)} | ${source} |`)
    const [start, end] = [before.indexOf(head), before.indexOf('\n\n', before.indexOf(head))]
    const table = [head, '| --- | --- | --- |', ...rows].join('\n')
    await expect(`${before.slice(0, start)}${table}${before.slice(end)}`).toMatchFileSnapshot(page)
  })
})
