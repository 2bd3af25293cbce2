import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../src/model/check.js'
import { readDocument } from '../../src/model/read.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { comprobanteSchema } from '../../src/sat/zod.js'
import { errorsOf, issuesOf } from '../model/agreement.js'
import { type Edit, editor } from './edits.js'
import { shared } from './shared.js'

const schema = comprobanteSchema(cfdi)
const folder = `${shared}conformance/cadena/`
const textOf = (name: string): string => readFileSync(folder + name, 'utf8')

/** One edit of every so many: all of them are the affair of `check`. */
const sample = 11

describe('zod says what check says', () => {
  it('of every document of the conformance suite', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.xml'))
    expect(names.length).toBeGreaterThanOrEqual(312)
    let valid = 0
    for (const name of names) {
      const { document } = readDocument(cfdi, textOf(name))
      const errors = errorsOf(cfdi, document)
      expect(issuesOf(schema, document), name).toEqual(errors)
      if (errors.length > 0) continue
      valid++
      expect(schema.parse(document), name).toEqual(document)
    }
    expect(valid).toBeGreaterThan(200)
  })

  it('of the edits that the XSD judges', () => {
    const lines = readFileSync(`${shared}conformance/xsd-verdicts.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
    const edits = lines
      .filter((_, index) => index % sample === 0)
      .map((line) => JSON.parse(line) as Edit)
    const editors = new Map<string, (edit: Edit) => string>()
    let invalid = 0
    for (const edit of edits) {
      const apply = editors.get(edit.base) ?? editor(textOf(edit.base))
      editors.set(edit.base, apply)
      const { document } = readDocument(cfdi, apply(edit))
      expect(issuesOf(schema, document), JSON.stringify(edit)).toEqual(errorsOf(cfdi, document))
      if (checkStructure(cfdi, document).length > 0) invalid++
    }
    expect(invalid).toBeGreaterThan(edits.length / 4)
  })
})
