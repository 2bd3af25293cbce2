/**
 * `xsd/` and `xslt/` are what the verbs write. `npm test -- -u` rewrites them, unless libxml2 or xsltproc refuses them.
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeXsd } from '../src/model/xsd.js'
import { writeXslt } from '../src/model/xslt.js'
import { cfdi } from '../src/sat/cfdi40/cfdi.js'
import { timbreFiscalDigital } from '../src/sat/timbre11/declaration.js'
import { catalogForms } from './catalogForms.js'
import { schemaOf } from './libxml.js'
import { folder, isInstalled, itWith, transformed } from './programs.js'

type Files = Readonly<Record<string, string>>

/** Catalogues of more codes are committed by their form: only c_ClaveProdServCP has no exacter one (see xsd/README.md). */
const committedCodes = 6000

describe('xsd/', () => {
  const files = writeXsd(cfdi, catalogForms(committedCodes))

  it('is what writeXsd writes', async () => {
    expect(schemaOf(files)(sample)).toBe(false)
    await expectFolder('xsd', files)
  })

  it('is not written when libxml2 does not accept it', () => {
    const broken = files['cfdv40.xsd']!.replace('xs:maxLength value="', 'xs:maxLength value="-')
    expect(() => schemaOf({ ...files, 'cfdv40.xsd': broken })).toThrow('maxLength')
    const { 'Pagos20.xsd': _, ...incomplete } = files
    expect(() => schemaOf(incomplete)).toThrow('Pagos20.xsd')
  })
})

describe('xslt/', () => {
  const files = {
    'cadenaoriginal_4_0.xslt': writeXslt(cfdi),
    'cadenaoriginal_TFD_1_1.xslt': writeXslt({ document: timbreFiscalDigital, complements: [] }),
  }

  it('is what writeXslt writes', async () => {
    if (isInstalled('xsltproc')) await compileXslt(files)
    await expectFolder('xslt', files)
  })

  itWith('xsltproc', 'is not written when xsltproc does not accept it', async () => {
    const [name, text] = Object.entries(files)[0]!
    await expect(compileXslt({ [name]: text.replace('normalize-space(', 'normalize(') })).rejects.toThrow('xsltproc')
    await expect(compileXslt({ [name]: text.replace('cfdi:Comprobante', 'otro:Comprobante') })).rejects.toThrow(
      'Undefined namespace prefix',
    )
  })
})

/** A snapshot of each file is judged, or with `-u` written, and there are no other files. */
async function expectFolder(name: string, files: Files): Promise<void> {
  const path = new URL(`../${name}/`, import.meta.url).pathname
  for (const [file, text] of Object.entries(files))
    await expect(text, `${name}/${file}`).toMatchFileSnapshot(join(path, file))
  const strangers = readdirSync(path).filter((file) => file !== 'README.md' && !(file in files))
  expect(strangers, 'files that nothing derives').toEqual([])
}

const sample = `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0"><cfdi:Complemento>
<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1"/></cfdi:Complemento></cfdi:Comprobante>`

async function compileXslt(files: Files): Promise<void> {
  const path = folder({ ...files, 'sample.xml': sample })
  for (const name of Object.keys(files)) {
    const [cadena] = await transformed(join(path, name), [join(path, 'sample.xml')])
    expect(cadena).toMatch(/^\|\|.*\|\|$/)
  }
}
