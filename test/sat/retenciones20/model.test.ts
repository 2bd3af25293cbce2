/**
 * Generated retenciones: each verb against the others, and against tools that are not ours.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../../src/model/check.js'
import type { Model } from '../../../src/model/grammar.js'
import { jsonSchemaOf } from '../../../src/model/jsonSchema.js'
import { readDocument } from '../../../src/model/read.js'
import { writeDocument } from '../../../src/model/write.js'
import { writeXsd } from '../../../src/model/xsd.js'
import { writeXslt } from '../../../src/model/xslt.js'
import { comprobanteArbitrary } from '../../../src/sat/arbitrary.js'
import { cadenaOriginal, cadenaOriginalXml, readCfdi } from '../../../src/sat/cfdi40/cfdi.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { complementosDeRetencion, retencion } from '../../../src/sat/retenciones20/model.js'
import { comprobanteSchema } from '../../../src/sat/zod.js'
import { runs } from '../../effort.js'
import { schemaOf } from '../../libxml.js'
import { errorsOf, issuesOf } from '../../model/agreement.js'
import { mutationsOf } from '../../model/mutations.js'
import { describeWith, folder, transformed } from '../../programs.js'

const documents = [retenciones20]
const any = comprobanteArbitrary(retencion, { complements: complementosDeRetencion })
const current = comprobanteArbitrary(retencion)
const model: Model = retencion

/** A number of more than 24 digits, which libxml2 refuses. */
const longNumber = /["> ;][-+]?[\d.]{26,}["< &]/

describe('generated documents', () => {
  it('are read as they were written, valid, and have one cadena', () => {
    const property = fc.property(any, (document) => {
      const xml = writeDocument(model, document)
      const { document: back, departures } = readDocument(model, xml)
      expect(departures).toEqual([])
      expect(back).toEqual(document)
      expect(readCfdi(xml, { documents })).toEqual(document)
      expect(cadenaOriginal(document as never, { documents })).toBe(
        cadenaOriginalXml(xml, { documents }),
      )
      expect(errorsOf(model, document)).toEqual([])
    })
    fc.assert(property, { numRuns: runs(300) })
  })

  it('have the issues of check in zod, one step outside the declaration', () => {
    const schema = comprobanteSchema(retencion)
    const property = fc.property(current, fc.nat({ max: 10 }), (document, pick) => {
      expect(issuesOf(schema, document)).toEqual([])
      for (const [at, { value }] of [...mutationsOf(model, document)].entries())
        if (at % 11 === pick) expect(issuesOf(schema, value)).toEqual(errorsOf(model, value))
    })
    fc.assert(property, { numRuns: runs(40) })
  })

  it('are accepted by their JSON Schema', () => {
    const schema = jsonSchemaOf(retencion, { form: 'standalone' })
    const strict = { strict: true, strictRequired: true, inlineRefs: false } as const
    const validate = new Ajv2020(strict).compile(schema)
    const plain = comprobanteArbitrary(retencion, { plain: true })
    const property = fc.property(plain, (document) => {
      expect([validate(document), validate.errors]).toEqual([true, null])
      expect(validate({ ...(document as object), CveRetenc: undefined, Otro: 'x' })).toBe(false)
    })
    fc.assert(property, { numRuns: runs(60) })
  })

  it('are judged by libxml2, under the derived XSD, as by check', () => {
    const admits = schemaOf(writeXsd(retencion))
    const property = fc.property(current, fc.nat({ max: 5 }), (document, pick) => {
      const whole = writeDocument(model, document)
      if (!longNumber.test(whole)) expect(admits(whole)).toBe(true)
      for (const [at, { value }] of [...mutationsOf(model, document)].entries()) {
        const xml = at % 6 === pick ? tryWrite(value) : undefined
        if (xml === undefined || longNumber.test(xml)) continue
        expect(admits(xml), xml).toBe(isSound(xml))
      }
    })
    fc.assert(property, { numRuns: runs(30) })
  })
})

/** Undefined for a value that XML cannot hold. */
function tryWrite(value: unknown): string | undefined {
  try {
    return writeDocument(model, value)
  } catch {
    return undefined
  }
}

function isSound(xml: string): boolean {
  const { document, departures } = readDocument(model, xml)
  const found = [...departures.map(({ finding }) => finding), ...checkStructure(model, document)]
  return found.every(({ severity }) => severity !== 'error')
}

describeWith('xsltproc', 'the derived XSLT', () => {
  it('prints the same cadena', async () => {
    const all = fc.sample(any, runs(200)).map((document) => writeDocument(model, document))
    const scratch = folder({ 'retenciones.xslt': writeXslt(retencion) })
    const paths = all.map((_, index) => join(scratch, `${index}.xml`))
    for (const [index, xml] of all.entries()) writeFileSync(paths[index]!, xml)
    const printed = await transformed(join(scratch, 'retenciones.xslt'), paths)
    expect(printed).toEqual(all.map((xml) => cadenaOriginalXml(xml, { documents })))
  })
})
