/**
 * Judging without the long descriptions, and without the catalogues of Carta Porte and Comercio
 * Exterior where the document has neither, gives the findings of judging with them, for every
 * document and for documents with an unknown code in each place of a catalogue.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { packed } from '../../src/catalogs/packed/codes.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import { refuseMissingTexts } from '../../src/catalogs/table.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import * as ordinary from '../../src/sat/ordinary.js'
import { shared } from './shared.js'

const folder = `${shared}conformance/cadena/`
const catalogs = createCatalogSet({
  packed: refuseMissingTexts(packed, () => 'it is judged without'),
})

it.each(readdirSync(folder).filter((name) => name.endsWith('.xml')))('%s', (name) => {
  const xml = readFileSync(folder + name, 'utf8')
  const wrong = xml.replace(
    /((?:Clave|Municipio|Colonia|Localidad|Estado|Fraccion)\w*=")(\w)/g,
    '$1X',
  )
  for (const document of [xml, wrong]) {
    const expected = checkXml(document)
    expect(checkXml(document, { catalogs })).toEqual(expected)
    if (/:(?:CartaPorte|ComercioExterior)\b/.test(xml))
      expect(() => ordinary.checkXml(document)).toThrow('cfdi-stamp/ordinary')
    else expect(ordinary.checkXml(document)).toEqual(expected)
  }
})
