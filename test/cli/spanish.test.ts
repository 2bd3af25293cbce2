/**
 * The sentences of packs and of the importer in Spanish: none of the sources is without one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inSpanish, sentences } from '../../src/cli/data/spanish.js'
import { root } from '../tree.js'

const importer = readdirSync(`${root}src/catalogs/importer`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `importer/${file}`)

/** Literals of refusals in a source, with a value for each expression. */
function refusalsIn(file: string): readonly string[] {
  const text = readFileSync(`${root}src/catalogs/${file}`, 'utf8')
  const calls =
    /(?:ImportError\(|unreadable(?:Pack)?\(|return \[|'CATALOG_UNREADABLE', )\s*(`(?:[^`\\]|\\.)*`(?:\s*\+\s*`[^`]*`)?|'[^'\n]*')/g
  return [...text.matchAll(calls)]
    .map(([, literal = '']) => literal.replace(/`\s*\+\s*`/g, '').slice(1, -1))
    .map((literal) => filled(literal))
    .filter((sentence) => /[a-z]{3} /.test(sentence) && !sentence.startsWith('#'))
}

/** Expressions may nest braces: `${JSON.stringify(cell)}`. */
function filled(literal: string): string {
  let [text, depth] = ['', 0]
  for (let at = 0; at < literal.length; at++) {
    if (literal.startsWith('${', at)) {
      if (depth === 0) text += 'x1'
      depth++
      at++
    } else if (depth > 0 && literal[at] === '{') depth++
    else if (depth > 0 && literal[at] === '}') depth--
    else if (depth === 0) text += literal[at]
  }
  return text
}

describe('sentences of packs and tables', () => {
  const all = [...importer, 'catalogPack.ts'].flatMap(refusalsIn)

  it('are found', () => {
    expect(all.length).toBeGreaterThan(25)
  })

  it.each([...new Set(all)])('%s', (sentence) => {
    // `is not ${…}` ends with a kind or with a key.
    const told = sentence.replace(/is not x1$/, 'is not a key')
    expect(inSpanish(told)).not.toBe(told)
  })

  it.each(sentences)('%s has the same values in Spanish', (english, spanish) => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(names(english)).toEqual(expect.arrayContaining(names(spanish)))
  })

  it.each([
    [
      'c_Moneda, row 6: 0.05 is not a whole number',
      'c_Moneda, renglón 6: 0.05 no es un número entero',
    ],
    ['c_Pais, row 7: x is not a date', 'c_Pais, renglón 7: x no es una fecha'],
    [
      'm.tsv, line 3, decimales: "x" is not a integer',
      'm.tsv, línea 3, decimales: "x" no es un valor de tipo entero',
    ],
  ])('%s', (english, spanish) => {
    expect(inSpanish(english)).toBe(spanish)
  })

  it('keeps other lines', () => {
    expect(inSpanish('x.tsv: no header row\nother')).toBe(
      'x.tsv: sin renglón de encabezados; other',
    )
  })
})
