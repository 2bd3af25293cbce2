/**
 * Every value of a document is found in the text of its PDF, as another library reads it.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import { bare, fixtureNames, pagesOf, stamped, stampedJson, valuesOf } from './documents.js'

const names = Object.keys(templates)
const pairs = fixtureNames.flatMap((name) => names.map((template) => [name, template] as const))
const inTurns = pairs.filter((_, at) => Math.floor(at / names.length) % names.length === at % names.length)

/** A page takes a tenth of a second, and reading it back as much: all of them where thousands of documents are asked for. */
function chosen(): typeof pairs {
  if (process.env['CFDI_RUNS'] !== undefined) return pairs
  if (process.env['CI'] !== undefined) return inTurns
  return pairs.filter(([name, template]) => few[name as keyof typeof few] === template)
}

const few = { caracteres: 'classic', 'nomina12.horasExtra': 'ticket', 'pagos20.dolares': 'compact' } as const

describe('the text of a PDF', () => {
  it.each(chosen())('of %s as %s holds every value of the document', async (name, template) => {
    const xml = await stamped(name)
    const text = bare((await pagesOf(await renderPdf(xml, { template }))).join(' '))
    const values = valuesOf(await stampedJson(name))
    expect(values.length).toBeGreaterThan(30)
    expect(values.filter((value) => !text.includes(bare(value)))).toEqual([])
  })
})
