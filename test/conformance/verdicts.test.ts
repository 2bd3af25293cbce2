/**
 * Every edit with a verdict of the official XSD: ours must be the same.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import { type Edit, editor } from './edits.js'
import { shared } from './shared.js'

const folder = `${shared}conformance/`

describe('the verdicts of the SAT’s XSD', () => {
  const edits = readFileSync(`${folder}xsd-verdicts.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Edit => JSON.parse(line))
  const bases = [...new Set(edits.map(({ base }) => base))]

  it('are all here', () => {
    expect(edits).toHaveLength(25_464)
  })

  it.each(bases)('%s', (base) => {
    const edit = editor(readFileSync(`${folder}cadena/${base}`, 'utf8'))
    const disagreements = edits
      .filter((one) => one.base === base)
      .flatMap((one) => {
        const errors = checkXml(edit(one), { rules: false }).filter(
          ({ severity }) => severity === 'error',
        )
        return (errors.length === 0) === one.valid
          ? []
          : [{ ...one, errors: errors.map(({ message }) => message) }]
      })
    expect(disagreements).toEqual([])
  })
})
