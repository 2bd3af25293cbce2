/**
 * Reading of stored documents without their concepts: for a status or a cancellation.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { RegisteredDocuments } from '../../src/engine/registeredDocuments.js'
import { registeredKinds } from '../../src/sat/cfdi40/document.js'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { retenciones20 } from '../../src/sat/retenciones20/index.js'
import { draft, invoice } from '../fixtures.js'

const documents = new RegisteredDocuments(registeredKinds('test', { documents: [retenciones20] }))
const readBoth = (xml: string) => [documents.read(xml), documents.readStored(xml)] as const

/** The document of another writer, whose concept has a comment, CDATA or an instruction. */
const withinConcept = (content: string, closing = '</cfdi:Conceptos>') =>
  writeCfdi(invoice()).replace(/\/><\/cfdi:Conceptos>|<\/cfdi:Concepto><\/cfdi:Conceptos>/, (end) =>
    end.replace('</cfdi:Conceptos>', `${content}${closing}`),
  )

const names = ['caracteres', 'egreso', 'extranjero', 'global', 'ingreso']

describe('a stored document', () => {
  it.each(names)('is read with all but its concepts: %s', (name) => {
    const xml = writeCfdi(invoice(draft(name)))
    const [whole, stored] = readBoth(xml)
    expect(whole.document.Conceptos.length).toBeGreaterThan(0)
    expect(stored).toEqual({ ...whole, document: { ...whole.document, Conceptos: [] } })
    expect(documents.readStored(new TextEncoder().encode(xml))).toEqual(stored)
  })

  it.each([
    ['a comment', '<!--</cfdi:Conceptos><cfdi:Complemento/>-->'],
    ['an instruction', '<?pi </cfdi:Conceptos><cfdi:Complemento/>?>'],
  ])('is read whole when %s could hide the end of its concepts', (_, content) => {
    const [whole, stored] = readBoth(withinConcept(content))
    expect(stored).toEqual(whole)
    expect(stored.document.Conceptos).toHaveLength(2)
  })

  it('is read whole when its prefix is another', () => {
    const [whole, stored] = readBoth(
      writeCfdi(invoice()).replaceAll('cfdi:', 'x:').replace('xmlns:cfdi', 'xmlns:x'),
    )
    expect(stored).toEqual(whole)
    expect(stored.document.Conceptos).toHaveLength(2)
  })

  it('is refused, as when read whole, for concepts within concepts', () => {
    const xml = withinConcept('<cfdi:Conceptos></cfdi:Conceptos>')
    expect(() => documents.read(xml)).toThrow('Conceptos')
    expect(() => documents.readStored(xml)).toThrow('Conceptos')
  })

  it('without an end of its concepts is refused', () => {
    const xml = withinConcept('', '')
    expect(() => documents.readStored(xml)).toThrow(/Conceptos/)
  })
})
