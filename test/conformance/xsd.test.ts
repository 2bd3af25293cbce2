/**
 * Our XSD gives the SAT's verdicts: xmllint on the documents of `shared/conformance/cadena` and on every edit of them.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cfdi } from '../../src/model/cfdi.js'
import { writeXsd } from '../../src/model/xsd.js'
import { catalogForms } from '../catalogForms.js'
import { admitted, chunks, folder, hasXmlTools } from '../xmlTools.js'
import { type Edit, editor } from './edits.js'
import { hasShared, shared } from './shared.js'

const vectors = join(shared, 'conformance')
const derived = new URL('../../xsd/index.xsd', import.meta.url).pathname

describe.runIf(hasShared && hasXmlTools)('xsd', () => {
  it('admits every document of the vectors', async () => {
    const files = readdirSync(join(vectors, 'cadena')).filter((name) => name.endsWith('.xml'))
    const paths = files.map((name) => join(vectors, 'cadena', name))
    expect(paths.length).toBe(312)
    const valid = await admitted(derived, paths)
    expect(paths.filter((path) => !valid.has(path))).toEqual([])
  })

  it('gives the verdict of every edit', async () => {
    expect(await differences(derived, edits())).toEqual([])
  })

  it('gives them too with every code enumerated of the catalogue that is committed by its form', async () => {
    const xsd = join(folder(writeXsd(cfdi, catalogForms(Number.POSITIVE_INFINITY))), 'index.xsd')
    // Of one version only: libxml2 takes half a second to say what the 48,757 admitted codes are.
    const some = edits().filter(({ base, attr }) => base.startsWith('CartaPorte31') && attr === 'BienesTransp')
    expect(some.length).toBeGreaterThan(10)
    expect(await differences(xsd, some)).toEqual([])
  })
})

function edits(): Edit[] {
  const lines = readFileSync(join(vectors, 'xsd-verdicts.jsonl'), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Edit)
}

/** The edits on which the schema does not say what the vectors do. */
async function differences(xsd: string, all: readonly Edit[]): Promise<string[]> {
  const editors = new Map([...new Set(all.map(({ base }) => base))].map((base) => [base, editor(readBase(base))]))
  const judge = async (chunk: readonly Edit[]): Promise<string[]> => {
    const scratch = folder()
    const paths = chunk.map((_, index) => join(scratch, `${index}.xml`))
    for (const [index, edit] of chunk.entries()) writeFileSync(paths[index]!, editors.get(edit.base)!(edit))
    const valid = await admitted(xsd, paths)
    return chunk.filter((edit, index) => valid.has(paths[index]!) !== edit.valid).map(describeEdit)
  }
  return (await Promise.all(chunks(all, 4000).map(judge))).flat()
}

function readBase(name: string): string {
  return readFileSync(join(vectors, 'cadena', name), 'utf8')
}

function describeEdit({ base, path, op, attr, value, valid }: Edit): string {
  return `${base} ${path}@${attr} ${op} ${JSON.stringify(value).slice(0, 60)}: want ${valid ? 'valid' : 'invalid'}`
}
