/**
 * Other processors compile the generated schemas and stylesheets.
 * @module
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Files } from '../tools/generate/parts/files.js'
import { schemas, schemasOfRetenciones, stylesheets } from '../tools/generate/schemas.js'
import { schemaOf } from './libxml.js'
import { folder, itWith, transformed } from './programs.js'

describe('xsd/', () => {
  const files = schemas()

  it('compiles in libxml2', () => {
    expect(schemaOf(files)(sample)).toBe(false)
    expect(schemaOf(schemasOfRetenciones())(sample)).toBe(false)
  })

  it('libxml2 refuses broken ones', () => {
    const broken = files['cfdv40.xsd']!.replace('xs:maxLength value="', 'xs:maxLength value="-')
    expect(() => schemaOf({ ...files, 'cfdv40.xsd': broken })).toThrow('maxLength')
    const { 'Pagos20.xsd': _, ...incomplete } = files
    expect(() => schemaOf(incomplete)).toThrow('Pagos20.xsd')
  })
})

describe('xslt/', () => {
  const files = stylesheets()

  itWith('xsltproc', 'compiles in xsltproc', () => compileXslt(files))

  itWith('xsltproc', 'xsltproc refuses broken ones', async () => {
    const [name, text] = Object.entries(files)[0]!
    await expect(
      compileXslt({ [name]: text.replace('normalize-space(', 'normalize(') }),
    ).rejects.toThrow('xsltproc')
    await expect(
      compileXslt({ [name]: text.replace('cfdi:Comprobante', 'otro:Comprobante') }),
    ).rejects.toThrow('Undefined namespace prefix')
  })
})

const sample = `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0"><cfdi:Complemento>
<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1"/></cfdi:Complemento></cfdi:Comprobante>`

async function compileXslt(files: Files): Promise<void> {
  const path = folder({ ...files, 'sample.xml': sample })
  for (const name of Object.keys(files)) {
    const [cadena] = await transformed(join(path, name), [join(path, 'sample.xml')])
    expect(cadena).toMatch(/^\|\|.*\|$/)
  }
}
