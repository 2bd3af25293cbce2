/**
 * Our XSLT under xsltproc prints the SAT's cadenas, byte for byte, for the documents of
 * `shared/conformance/cadena`.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cadenaTimbre, readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import type { TimbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { describeWith, folder, transformed } from '../programs.js'
import { shared } from './shared.js'

const vectors = join(shared, 'conformance', 'cadena')
const derived = new URL('../../xslt/', import.meta.url).pathname

describeWith('xsltproc', 'xslt', () => {
  const names = readdirSync(vectors).filter((name) => name.endsWith('.xml'))

  it('prints the cadena of every document', async () => {
    expect(names.length).toBe(312)
    const printed = await transformed(
      join(derived, 'cadenaoriginal_4_0.xslt'),
      names.map((name) => join(vectors, name)),
    )
    const expected = names.map((name) =>
      readFileSync(join(vectors, name.replace(/xml$/, 'cadena')), 'utf8'),
    )
    expect(names.filter((_, index) => printed[index] !== expected[index])).toEqual([])
  })

  it('prints the cadena of the stamp that hangs in a document', async () => {
    const stamped = names.filter((name) => name.startsWith('TimbreFiscalDigital'))
    expect(stamped.length).toBe(8)
    const printed = await transformed(
      join(derived, 'cadenaoriginal_TFD_1_1.xslt'),
      stamped.map((name) => join(vectors, name)),
    )
    const expected = stamped.map((name) => {
      const { Complemento } = readCfdi(readFileSync(join(vectors, name)))
      return cadenaTimbre(Complemento?.['TimbreFiscalDigital'] as TimbreFiscalDigital)
    })
    expect(printed).toEqual(expected)
  })

  it('prints another when a document is another', async () => {
    const document = readFileSync(join(vectors, 'cfdv40.min.xml'), 'utf8')
    const path = join(folder(), 'changed.xml')
    writeFileSync(path, document.replace(/Exportacion="(..)"/, 'Exportacion="$1x"'))
    const [printed] = await transformed(join(derived, 'cadenaoriginal_4_0.xslt'), [path])
    expect(printed).not.toBe(readFileSync(join(vectors, 'cfdv40.min.cadena'), 'utf8'))
  })
})
