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

  it('gives them too with the codes of every catalogue enumerated', async () => {
    const xsd = join(folder(writeXsd(cfdi, catalogForms(Number.POSITIVE_INFINITY))), 'index.xsd')
    expect(await differences(xsd, edits().filter(({ op }) => op === 'set'))).toEqual([])
  })
})

function edits(): Edit[] {
  const lines = readFileSync(join(vectors, 'xsd-verdicts.jsonl'), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Edit)
}

/** The edits on which the schema does not say what the vectors do. */
async function differences(xsd: string, all: readonly Edit[]): Promise<string[]> {
  const editors = new Map<string, (edit: Edit) => string>()
  const edited = (edit: Edit): string => {
    let make = editors.get(edit.base)
    if (make === undefined) editors.set(edit.base, (make = editor(readFileSync(join(vectors, 'cadena', edit.base), 'utf8'))))
    return make(edit)
  }
  const scratch = folder()
  const wrong: string[] = []
  for (const chunk of chunks(all, 2000)) {
    const paths = chunk.map((_, index) => join(scratch, `${index}.xml`))
    for (const [index, edit] of chunk.entries()) writeFileSync(paths[index]!, edited(edit))
    const valid = await admitted(xsd, paths)
    wrong.push(...chunk.filter((edit, index) => valid.has(paths[index]!) !== edit.valid).map(describeEdit))
  }
  return wrong
}

function describeEdit({ base, path, op, attr, value, valid }: Edit): string {
  return `${base} ${path}@${attr} ${op} ${JSON.stringify(value).slice(0, 60)}: want ${valid ? 'valid' : 'invalid'}`
}
