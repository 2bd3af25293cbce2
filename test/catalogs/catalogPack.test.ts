import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCatalogPack, writeCatalogPack } from '../../src/catalogs/catalogPack.js'
import { catalogs, createCatalogs } from '../../src/catalogs/catalogs.js'
import { compress } from '../../src/catalogs/importer/compress.js'
import { importCatalogs } from '../../src/catalogs/importer/importCatalogs.js'
import { sources } from '../../src/catalogs/importer/sources.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import { packed } from '../../src/node/packed.js'
import { tableOf } from '../cli/tables.js'

/** A pack of version 1, as the first release with packs wrote it. It must open for ever. */
const first = readFileSync(new URL('pack.v1.json', import.meta.url), 'utf8')

const moneda = packed('c_Moneda')!

/** Returns c_Moneda with another date, and with another first row. */
function newMoneda(date: string, change = (text: string) => text): string {
  return change(moneda.replace(/"date":"[^"]*"/, `"date":"${date}"`))
}

async function packOf(date: string, texts: Readonly<Record<string, string>>) {
  return readCatalogPack(await writeCatalogPack(date, new Map(Object.entries(texts))))
}

/** Returns the pack with a member replaced, and its digest as it was. */
const altered = (change: object) => JSON.stringify({ ...JSON.parse(first), ...change })

describe('a pack', () => {
  it('of version 1 has the rows of its tables', async () => {
    const pack = await readCatalogPack(first)
    expect(pack.date).toBe('2026-12-04')
    expect(pack.names).toEqual(['c_MaterialPeligroso', 'c_Moneda', 'c_Municipio', 'c_UsoCFDI'])
    const newer = createCatalogs({ packs: [pack] })
    for (const name of ['c_MaterialPeligroso', 'c_Moneda', 'c_Municipio', 'c_UsoCFDI'] as const) {
      expect(newer.catalog(name).date).toBe('2026-12-04')
      const [old, now] = [catalogs.catalog(name), newer.catalog(name)].map((one) =>
        [...one.rows()].map((row) => ({ ...row })),
      )
      expect(now).toEqual(old)
    }
  })

  it('has the digest that its page describes', () => {
    const { date, sha256, catalogs: texts } = JSON.parse(first)
    const hash = createHash('sha256').update(`${date}\n`)
    for (const [name, text] of Object.entries(texts)) hash.update(`${name}\n${text}\n`)
    expect(hash.digest('hex')).toBe(sha256)
  })

  it('replaces its catalogues and no other, in one set alone', async () => {
    const text = newMoneda('2026-12-04', (old) => old.replace('\nAED\t', '\nXBT\t'))
    const packs = [await packOf('2026-12-04', { c_Moneda: text })]
    const newer = createCatalogs({ packs })
    expect([newer.catalog('c_Moneda').has('XBT'), newer.catalog('c_Moneda').has('AED')]).toEqual([
      true,
      false,
    ])
    expect(newer.catalog('c_Pais').date).toBe(catalogs.catalog('c_Pais').date)
    expect(catalogs.catalog('c_Moneda').has('XBT')).toBe(false)
    const own = createCatalogs({ packs, overrides: { c_Moneda: { rows: [{ clave: 'ZZZ' }] } } })
    expect([own.catalog('c_Moneda').has('ZZZ'), own.catalog('c_Moneda').has('XBT')]).toEqual([
      true,
      true,
    ])
  })

  it('leaves the descriptions that others borrow from its catalogues', async () => {
    const [file, table] = tableOf('c_Municipio')
    const { texts } = importCatalogs({
      files: new Map([[file, table.replace('Abejones', 'Otro Nombre')]]),
      date: '2026-12-04',
      sources: sources.filter(({ name }) => name === 'c_Municipio'),
      previous: (name) => (name === 'zonas' ? packed(name) : undefined),
      compress,
      isSelfContained: true,
    })
    const newer = createCatalogs({ packs: [await packOf('2026-12-04', Object.fromEntries(texts))] })
    expect(newer.catalog('c_Municipio').get('001', 'texto', 'OAX')).toBe('Otro Nombre')
    const name = 'c_Municipio_CartaPorte'
    expect(newer.catalog(name).get('001', 'texto', 'OAX')).toBe('Abejones')
    expect(newer.search(name, 'abejones')).toEqual(catalogs.search(name, 'abejones'))
  })

  it('of a later day comes after one of an earlier day, and never before it', async () => {
    const [early, late] = await Promise.all(
      ['2026-12-04', '2026-12-11'].map((date) => packOf(date, { c_Moneda: newMoneda(date) })),
    )
    const newer = createCatalogs({ packs: [early!, late!] })
    expect(newer.catalog('c_Moneda').date).toBe('2026-12-11')
    expect(() => createCatalogs({ packs: [late!, early!] })).toThrow(
      'c_Moneda of the pack is of 2026-12-04, older than 2026-12-11',
    )
  })
})

describe('a pack is refused whole', () => {
  it('when one catalogue is older than the package', async () => {
    const { date } = catalogs.catalog('c_Moneda')
    const old = await packOf('2020-01-01', { c_Moneda: newMoneda('2020-01-01') })
    expect(() => createCatalogs({ packs: [old] })).toThrow(
      `c_Moneda of the pack is of 2020-01-01, older than ${date}`,
    )
  })

  it.each([
    ['another column', (text: string) => text.replace('"decimales"', '"digitos"')],
    ['another kind', (text: string) => text.replace('"kind":"integer"', '"kind":"text"')],
  ])('when one catalogue has %s', async (_, change) => {
    const pack = await packOf('2026-12-04', { c_Moneda: newMoneda('2026-12-04', change) })
    expect(() => createCatalogs({ packs: [pack] })).toThrow(
      /^c_Moneda of the pack has the columns .*; this release reads .*decimales: integer/,
    )
  })

  it.each([
    ['a row was changed', first.replace('Peso Mexicano', 'Peso mexicano'), 'its digest is another'],
    ['its date was changed', altered({ date: '2027-01-01' }), 'its digest is another'],
    [
      'a catalogue was taken away',
      altered({ catalogs: { c_Moneda: '' } }),
      'its digest is another',
    ],
    ['it is cut short', first.slice(0, 5000), 'it is not JSON'],
    ['it is empty', '', 'it is not JSON'],
    ['it is of another program', '{"format":"other"}', 'not a pack'],
    ['it is null', 'null', 'not a pack'],
    ['it is of a later version', altered({ version: 2 }), 'has version 2; this release reads 1'],
    ['it has no digest', altered({ sha256: null }), 'requires date, sha256'],
    ['its day does not exist', altered({ date: '2026-02-30' }), 'requires date'],
    ['it has no catalogue', altered({ catalogs: {} }), 'has no catalogue'],
    ['a catalogue is no text', altered({ catalogs: { c_Moneda: 1 } }), 'c_Moneda of the pack'],
  ])('when %s', async (_, text, message) => {
    await expect(readCatalogPack(text)).rejects.toThrow(message)
    await expect(readCatalogPack(text)).rejects.toMatchObject({ code: 'CATALOG_UNREADABLE' })
  })

  it.each([
    ['unknown', { c_Nueva: newMoneda('2026-12-04') }, 'c_Nueva of the pack is not a catalogue'],
    ['another one', { c_Pais: newMoneda('2026-12-04') }, 'c_Pais of the pack is damaged'],
    [
      'cut short',
      { c_Moneda: newMoneda('2026-12-04').slice(0, -100) },
      'c_Moneda of the pack is damaged',
    ],
    ['of another day', { c_Moneda: newMoneda('2026-12-03') }, 'c_Moneda of the pack has a date'],
    [
      'without its descriptions',
      { c_Municipio: packed('c_Municipio')!.replace(/"date":"[^"]*"/, '"date":"2026-12-04"') },
      'its descriptions are missing',
    ],
    [
      'only descriptions',
      {
        'c_Municipio.texto': packed('c_Municipio.texto')!.replace(
          /"date":"[^"]*"/,
          '"date":"2026-12-04"',
        ),
      },
      'is without c_Municipio',
    ],
    [
      'the prototype',
      Object.fromEntries([['__proto__', newMoneda('2026-12-04')]]),
      'not a catalogue',
    ],
  ])('when a catalogue is %s, although the digest is right', async (_, texts, message) => {
    await expect(packOf('2026-12-04', texts as Record<string, string>)).rejects.toThrow(message)
  })

  it('when readCatalogPack did not read it', async () => {
    const forged = { date: '2026-12-04', names: ['c_Moneda'] }
    expect(() => createCatalogs({ packs: [forged] })).toThrow('packs[0] must be the result of')
    expect(() => createCatalogSet({ packed, packs: [JSON.parse(first)] })).toThrow(TypeError)
    await expect(readCatalogPack({} as never)).rejects.toThrow(TypeError)
  })
})
