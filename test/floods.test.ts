/**
 * No XML within the default limits ends a process that has 512 MB of heap: each flood is read,
 * checked and transformed by a process of its own, over the built package.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../src/lib/limits.js'
import { whole } from './effort.js'

const { length, text, nodes, attributes, depth } = defaultLimits

/** Room for the root's own tags. */
const room = length - 1_000

/**
 * The largest admissible inner XML of a Comprobante that repeats one thing; expressions, because
 * the text is made in the process.
 */
const floods: Readonly<Record<string, string>> = {
  'references in two attributes': `root(' A="' + fill('&lt;', ${text}) + '" B="' + fill('&lt;', ${text - 1_000}) + '"', '')`,
  'empty elements': `root('', fill('<a/>', ${room}, ${nodes - 5}))`,
  'deep elements': `addenda(fill('<a>'.repeat(${depth - 5}) + '</a>'.repeat(${depth - 5}), ${room}, ${Math.floor(nodes / depth)}))`,
  'as many attributes as one element may have': `concepts(each((i) => '<Concepto' + names(i, ${attributes}) + '/>', ${room}))`,
  'namespaces declared': `addenda(each((i) => '<a xmlns="u' + i + '"/>', ${room}, ${nodes - 5}))`,
  departures: `concepts(fill('<Concepto x=""><x/></Concepto>', ${room}, ${Math.floor(nodes / 2) - 5}))`,
}

/** Others, which CI runs: a minute each where the machine is busy. */
const moreFloods: Readonly<Record<string, string>> = {
  'references in text': `addenda(fill('&#65;', ${text}) + '<a/>' + fill('&lt;', ${text - 1_000}))`,
  'line ends in two attributes': `root(' A="' + fill('\\r', ${text}) + '" B="' + fill('\\r', ${text - 1_000}) + '"', '')`,
  'line ends in text': `addenda(fill('\\r', ${text}) + '<a/>' + fill('\\r', ${text - 1_000}))`,
  'CDATA sections': `addenda(fill('<![CDATA[x]]>', ${room}))`,
  'elements with text': `addenda(fill('x<a>x</a>', ${room}, ${nodes - 5}))`,
  'elements of two elements': `addenda(fill('<a><b/><b/></a>', ${room}, ${Math.floor(nodes / 3) - 5}))`,
  'attributes of one name each': `concepts(each((i) => '<Concepto' + names(i, 9) + '/>', ${room}))`,
  'attributes of the same names': `concepts(fill('<Concepto a="" b="" c="" d="" e="" f=""/>', ${room}, ${nodes - 5}))`,
  'attributes with a prefix': `root(' xmlns:p="q"', each((i) => '<a' + names(i, 100, 'p:') + '/>', ${room}))`,
  'namespaces taken from the root': `root(each((i) => ' xmlns:n' + i + '="u' + i + '"', ${room}, 480), '<cfdi:Addenda>' + each((i) => '<n' + (i % 480) + ':a/>', ${room - 50_000}, ${nodes - 5}) + '</cfdi:Addenda>')`,
  'complements of names unknown': `root('', '<cfdi:Complemento>' + each((i) => '<n' + i + '/>', ${room}, ${nodes - 5}) + '</cfdi:Complemento>')`,
}

const program = (flood: string): string => `
const { readCfdi, checkXml, cadenaOriginalXml } = await import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)})
const fill = (unit, length, most = Infinity) => unit.repeat(Math.min(most, Math.floor(length / unit.length)))
const each = (make, length, most = Infinity) => {
  const made = []
  for (let [i, left] = [0, length]; i < most; i++) {
    const one = make(i)
    left -= one.length
    if (left < 0) break
    made.push(one)
  }
  return made.join('')
}
const names = (i, count, prefix = '') =>
  Array.from({ length: count }, (_, at) => ' ' + prefix + 'b' + (i * count + at).toString(36) + '=""').join('')
const root = (attributes, inner) =>
  '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns="http://www.sat.gob.mx/cfd/4" Version="4.0"' + attributes + '>' + inner + '</cfdi:Comprobante>'
const addenda = (inner) => root('', '<cfdi:Addenda>' + inner + '</cfdi:Addenda>')
const concepts = (inner) => root('', '<Conceptos>' + inner + '</Conceptos>')
const xml = ${flood}
const said = [readCfdi, checkXml, cadenaOriginalXml].map((verb) => {
  try {
    verb(xml)
    return 'done'
  } catch (error) {
    return error.code
  }
})
console.log(JSON.stringify(said))
`

async function run(flood: string): Promise<string[]> {
  const args = ['--max-old-space-size=512', '--input-type=module', '-e', program(flood)]
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  return JSON.parse(stdout) as string[]
}

describe('512 MB of heap hold', { timeout: 300_000 }, () => {
  it.each(Object.entries(whole ? { ...floods, ...moreFloods } : floods))('%s', async (_, flood) => {
    const [read, , cadena] = await run(flood)
    expect(['done', 'XML_CONTENT']).toContain(read)
    expect(cadena).toBe('done')
  })

  it.each([
    ['96 MB of references', `root(' A="' + '&lt;'.repeat(24e6) + '"', '')`],
    ['a value beyond its limit', `root(' A="' + fill('&lt;', ${text + 8}) + '"', '')`],
  ])('%s: refused', async (_, flood) => {
    expect(await run(flood)).toEqual(['XML_LIMIT', 'done', 'XML_LIMIT'])
  })
})
