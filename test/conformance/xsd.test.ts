/**
 * Our XSD gives the SAT's verdicts: libxml2 on the documents of `shared/conformance/cadena` and on
 * every edit of them.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeXsd } from '../../src/model/xsd.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { catalogForms } from '../../tools/generate/parts/catalogForms.js'
import { type Judge, schemaOf } from '../libxml.js'
import { type Edit, editor } from './edits.js'
import { shared } from './shared.js'

const vectors = join(shared, 'conformance')
const folder = new URL('../../xsd/', import.meta.url)

const edits = readFileSync(join(vectors, 'xsd-verdicts.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Edit)

describe('xsd', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.xsd'))
  const derived = schemaOf(
    Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')])),
  )

  it('admits every document of the vectors', () => {
    const documents = readdirSync(join(vectors, 'cadena')).filter((name) => name.endsWith('.xml'))
    expect(documents.length).toBe(312)
    expect(documents.filter((name) => !derived(readBase(name)))).toEqual([])
  })

  it.each([...new Set(edits.map(({ base }) => base))])(
    'gives the verdict of every edit of %s',
    (base) => {
      expect(
        differences(
          derived,
          edits.filter((edit) => edit.base === base),
        ),
      ).toEqual([])
    },
  )

  it('gives them too with every code enumerated of the catalogue that is committed by its form', () => {
    const xsd = schemaOf(writeXsd(cfdi, catalogForms(Number.POSITIVE_INFINITY)))
    const ofGoods = edits.filter(
      ({ base, attr }) => base.startsWith('CartaPorte31') && attr === 'BienesTransp',
    )
    // One that is refused will do: libxml2 takes five seconds to say what the 48,757 admitted codes
    // are.
    const refused = ofGoods.find(({ value, valid }) => !valid && value !== '')!
    expect(differences(xsd, [...ofGoods.filter(({ valid }) => valid), refused])).toEqual([])
  })
})

/** The edits on which the schema does not say what the vectors do. */
function differences(admits: Judge, all: readonly Edit[]): string[] {
  const editors = new Map(
    [...new Set(all.map(({ base }) => base))].map((base) => [base, editor(readBase(base))]),
  )
  return all
    .filter((edit) => admits(editors.get(edit.base)!(edit)) !== edit.valid)
    .map(describeEdit)
}

function readBase(name: string): string {
  return readFileSync(join(vectors, 'cadena', name), 'utf8')
}

function describeEdit({ base, path, op, attr, value, valid }: Edit): string {
  return `${base} ${path}@${attr} ${op} ${JSON.stringify(value).slice(0, 60)}: want ${valid ? 'valid' : 'invalid'}`
}
