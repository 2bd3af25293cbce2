import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { fold, wordsOf } from '../../src/catalogs/search.js'

const codes = (matches: readonly { clave: string }[]): string[] => matches.map(({ clave }) => clave)

describe('search in a catalogue', () => {
  it('does not mind accents, case, order or part of a word', () => {
    const wanted = codes(catalogs.search('c_ClaveProdServ', 'servicios de facturación'))
    expect(wanted).toContain('84111506')
    for (const text of ['SERVICIOS DE FACTURACION', 'facturación servicios', '  servicios,  factura ']) {
      expect(codes(catalogs.search('c_ClaveProdServ', text, 50))).toContain('84111506')
    }
  })

  it('finds the code itself first, then what begins so', () => {
    expect(catalogs.search('c_ClaveProdServ', '84111506')[0]).toMatchObject({
      catalog: 'c_ClaveProdServ',
      clave: '84111506',
      texto: 'Servicios de facturación',
    })
    expect(codes(catalogs.search('c_ClaveProdServ', '841115', 5)).every((code) => code.startsWith('841115'))).toBe(true)
    expect(codes(catalogs.search('c_ClaveUnidad', 'pieza'))[0]).toBe('H87')
    expect(codes(catalogs.search('c_MetodoPago', 'pago en una sola exhibicion'))).toEqual(['PUE'])
  })

  it('looks into the similar words too', () => {
    expect(codes(catalogs.search('c_ClaveProdServ', 'público en general'))).toContain('01010101')
  })

  it('needs every word, and finds nothing for none', () => {
    expect(catalogs.search('c_ClaveProdServ', 'gatos zzzz')).toEqual([])
    for (const text of ['', '   ', ',;', '\n']) expect(catalogs.search('c_Moneda', text)).toEqual([])
  })

  it('does not run from one row into the next', () => {
    for (const { texto, clave } of catalogs.search('c_FormaPago', 'a 0', 100))
      expect(fold(`${clave} ${texto}`)).toContain('a')
    const all = codes(catalogs.search('c_Exportacion', 'definitiva', 10))
    expect(all).toEqual(['02', '04'])
  })

  it('gives at most what was asked', () => {
    expect(catalogs.search('c_ClaveProdServ', 'servicio')).toHaveLength(20)
    expect(catalogs.search('c_ClaveProdServ', 'servicio', 3)).toHaveLength(3)
    expect(catalogs.search('c_ClaveProdServ', 'servicio', 0)).toEqual([])
  })

  it('agrees with a plain scan', () => {
    const words = wordsOf('bomba agua')
    const plain = [...catalogs.catalog('c_ClaveProdServ').rows()].filter(({ clave, texto, similares }) => {
      const line = fold(`${clave}\t${texto}\t${similares ?? ''}`)
      return words.every((word) => line.includes(word))
    })
    expect(codes(catalogs.search('c_ClaveProdServ', 'bomba agua', 1e6)).sort()).toEqual(codes(plain).sort())
    expect(plain.length).toBeGreaterThan(5)
  })
})

describe('search everywhere', () => {
  it('answers from the catalogues that people choose from', () => {
    const found = catalogs.search('honorarios', 50)
    expect(new Set(found.map(({ catalog }) => catalog))).toContain('c_UsoCFDI')
    expect(new Set(found.map(({ catalog }) => catalog))).toContain('c_TipoRegimen')
    expect(found).toEqual(
      [...found].sort((a, b) => b.score - a.score || a.texto.length - b.texto.length || (a.clave < b.clave ? -1 : 1)),
    )
  })

  it('takes the limit', () => {
    expect(catalogs.search('pago', 4)).toHaveLength(4)
  })
})
