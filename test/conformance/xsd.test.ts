/**
 * Our XSD gives the SAT's verdicts: libxml2 on the documents of `shared/conformance/cadena` and on every edit of them.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cfdi } from '../../src/model/cfdi.js'
import { writeXsd } from '../../src/model/xsd.js'
import { catalogForms } from '../catalogForms.js'
import { type Judge, schemaOf } from '../libxml.js'
import { type Edit, editor } from './edits.js'
import { shared } from './shared.js'

const vectors = join(shared, 'conformance')
const folder = new URL('../../xsd/', import.meta.url)

describe('xsd', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.xsd'))
  const derived = schemaOf(Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')])))

  it('admits every document of the vectors', () => {
    const documents = readdirSync(join(vectors, 'cadena')).filter((name) => name.endsWith('.xml'))
    expect(documents.length).toBe(312)
    expect(documents.filter((name) => !derived(readBase(name)))).toEqual([])
  })

  it('gives the verdict of every edit', () => {
    expect(differences(derived, edits())).toEqual([])
  })

  it('gives them too with every code enumerated of the catalogue that is committed by its form', () => {
    const xsd = schemaOf(writeXsd(cfdi, catalogForms(Number.POSITIVE_INFINITY)))
    const ofGoods = edits().filter(({ base, attr }) => base.startsWith('CartaPorte31') && attr === 'BienesTransp')
    // Few that are refused: libxml2 takes five seconds to say what the 48,757 admitted codes are.
    const some = [...ofGoods.filter(({ valid }) => valid), ...ofGoods.filter(({ valid }) => !valid).slice(0, 3)]
    expect(some.length).toBe(5)
    expect(differences(xsd, some)).toEqual([])
  })
})

function edits(): Edit[] {
  const lines = readFileSync(join(vectors, 'xsd-verdicts.jsonl'), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Edit)
}

/** The edits on which the schema does not say what the vectors do. */
function differences(admits: Judge, all: readonly Edit[]): string[] {
  const editors = new Map([...new Set(all.map(({ base }) => base))].map((base) => [base, editor(readBase(base))]))
  return all.filter((edit) => admits(editors.get(edit.base)!(edit)) !== edit.valid).map(describeEdit)
}

function readBase(name: string): string {
  return readFileSync(join(vectors, 'cadena', name), 'utf8')
}

function describeEdit({ base, path, op, attr, value, valid }: Edit): string {
  return `${base} ${path}@${attr} ${op} ${JSON.stringify(value).slice(0, 60)}: want ${valid ? 'valid' : 'invalid'}`
}
