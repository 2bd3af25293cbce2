/**
 * Official documents, edited until they are none: our cadena is that of our XSLT, which libxslt
 * runs and `strangePlaces.test.ts` holds against the SAT's; and what readers take has no declared
 * element out of its place.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CfdiXmlError } from '../../src/errors.js'
import { parseXml, type XmlNode } from '../../src/lib/xml/xml.js'
import { templatesOf } from '../../src/model/cadena/plan.js'
import { cadenaOriginalXml, readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { chunks, describeWith, folder, transformed } from '../programs.js'
import { shared } from './shared.js'
import { editsArbitrary, editTree, type Name } from './treeEdits.js'

const vectors = join(shared, 'conformance', 'cadena')
const bases = readdirSync(vectors).filter((name) => name.endsWith('.xml'))
const stylesheet = new URL('../../xslt/cadenaoriginal_4_0.xslt', import.meta.url).pathname

const schemas = [cfdi.document, ...cfdi.complements]
const printed = [cfdi.document, ...cfdi.complements.filter(({ cadena }) => cadena)].flatMap(
  templatesOf,
)
const names: readonly Name[] = [
  ...printed.map(({ schema, name }): Name => [schema.namespace, name]),
  ...['Traslado', 'Retenciones', 'NoExiste', 'Addenda'].map(
    (local): Name => [cfdi.document.namespace, local],
  ),
  ['urn:x', 'nuevo'],
  ['http://www.sat.gob.mx/Nuevo', 'Nuevo'],
  ['', 'sin'],
]

const edited = fc.tuple(fc.constantFrom(...bases), editsArbitrary).map(([base, edits]) => ({
  base,
  xml: editTree(readFileSync(join(vectors, base), 'utf8'), edits, names),
}))

/** Documents of a run. */
const runs = 10 * (fc.readConfigureGlobal().numRuns ?? 100)

describeWith('xsltproc', 'an edited document', () => {
  it('may be given the name of each element that the SAT has a template for', () => {
    expect(printed).toHaveLength(205)
  })

  it.each(['fixed', 'of the run'])('has the cadena that libxslt prints: seed %s', async (seed) => {
    const documents = fc.sample(edited, seed === 'fixed' ? { numRuns: runs, seed: 20261123 } : runs)
    const scratch = folder({})
    const paths = documents.map((_, index) => join(scratch, `${index}.xml`))
    for (const [index, { xml }] of documents.entries()) writeFileSync(paths[index]!, xml)
    const expected = (
      await Promise.all(chunks(paths, 250).map((files) => transformed(stylesheet, files)))
    ).flat()
    const found = documents.map(({ xml }) => cadenaOriginalXml(xml))
    const wrong = documents.filter((_, index) => found[index] !== expected[index])
    expect(wrong.slice(0, 3)).toEqual([])
  })

  it('is refused by readers when it has a declared element out of its place', () => {
    const taken = fc.sample(edited, runs).filter(({ xml }) => isRead(xml))
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.filter(({ xml }) => hasStranger(parseXml(xml)))).toEqual([])
  })
})

function isRead(xml: string): boolean {
  try {
    readCfdi(xml)
    return true
  } catch (error) {
    if (error instanceof CfdiXmlError) return false
    throw error
  }
}

const declared = new Set(schemas.map(({ namespace }) => namespace))
const roots = new Set(schemas.map(({ namespace, name }) => `${namespace} ${name}`))

/**
 * Whether an element of a declared namespace is in a slot and no complement, or within an element
 * of no declared namespace.
 */
function hasStranger({ namespace, local, children }: XmlNode): boolean {
  const isSlot = namespace === cfdi.document.namespace && /^Complemento(Concepto)?$/.test(local)
  if (namespace === cfdi.document.namespace && local === 'Addenda') return false
  return children.some((child) => {
    if (typeof child === 'string') return false
    const isOut = isSlot
      ? !roots.has(`${child.namespace} ${child.local}`)
      : !declared.has(namespace)
    return (declared.has(child.namespace) && isOut) || hasStranger(child)
  })
}
