import { describe, expect, it } from 'vitest'
import { legalLimits } from '../../src/cancel/legal.js'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { catalogNames } from '../../src/catalogs/packed/names.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import {
  type DatedDataOptions,
  dataSubjects,
  listDatedData,
} from '../../src/doctor/listDatedData.js'
import { packed } from '../../src/node/packed.js'
import { listRules } from '../../src/sat/listRules.js'
import { sandboxAnchors } from '../../src/trust/authorities.js'
import { knownPacs } from '../../src/trust/pacs.js'

const list = (options: Partial<DatedDataOptions> = {}) =>
  listDatedData({ at: '2026-11-26', ...options })

const rowOf = (name: string, options: Partial<DatedDataOptions> = {}) =>
  list(options).find((row) => row.name === name)

describe('the dated data', () => {
  it('has every catalogue, authority, list, value and matrix, and each says how to renew it', () => {
    const rows = list()
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(dataSubjects))
    expect(rows.filter(({ subject }) => subject === 'catalog').map(({ name }) => name)).toEqual(
      catalogNames,
    )
    for (const { source } of listRules()) expect(rows.map(({ name }) => name)).toContain(source)
    for (const { name, remedy } of rows) expect(remedy, name).toMatch(/^[A-Z].{20,}\.$/)
  })

  it('counts days from the publication and to the last day', () => {
    expect(rowOf('c_Moneda')).toMatchObject({ date: '2026-08-06', age: 112 })
    expect(rowOf('AC5', { at: '2027-05-01' })).toMatchObject({
      until: '2027-05-03',
      remaining: 2,
      state: 'current',
    })
    expect(rowOf('AC5', { at: '2027-05-04' })).toMatchObject({ remaining: -1, state: 'ended' })
    const matrix = 'Matriz de errores de Carta Porte 3.1, junio de 2024'
    expect(rowOf(matrix)).toMatchObject({ date: '2024-06-01' })
  })

  it('judges an age by the limits of the host alone', () => {
    expect(rowOf('c_Moneda', { at: '2040-01-01' })?.state).toBe('unjudged')
    expect(rowOf('c_Moneda', { maxAge: { catalog: 112 } })?.state).toBe('current')
    expect(rowOf('c_Moneda', { maxAge: { catalog: 111 } })?.state).toBe('old')
    expect(rowOf('Lista de PAC', { maxAge: { catalog: 0 } })?.state).toBe('unjudged')
    expect(rowOf('AC5', { endsWithin: 157 })?.state).toBe('current')
    expect(rowOf('AC5', { endsWithin: 158 })?.state).toBe('ending')
  })

  it('says when a value of the year is of the year before', () => {
    const values = (at: string) =>
      list({ at })
        .filter(({ subject }) => subject === 'value')
        .map(({ state }) => state)
    expect(values('2026-12-31')).toEqual(['current', 'current', 'current'])
    expect(values('2027-01-01')).toEqual(['ended', 'ended', 'ended'])
    expect(legalLimits.map(({ since }) => since)).toContain('2026-01-01')
  })

  it('has the closed days that the SAT has not published, until they pass', () => {
    const estimates = (at: string) => list({ at }).filter(({ state }) => state === 'estimated')
    expect(estimates('2026-11-26')).toHaveLength(4)
    expect(estimates('2027-01-06')).toHaveLength(3)
    expect(rowOf('Calendario', { at: '2028-01-01' })?.state).toBe('ended')
    const closed = [
      { from: '2028-04-13', to: '2028-04-14', status: 'published', source: 'RMF' },
    ] as const
    expect(rowOf('Calendario', { closed })?.until).toBe('2028-04-14')
  })

  it('is of the data that the host gives', () => {
    const pacs = { ...knownPacs, date: '2026-11-25' }
    expect(rowOf('Lista de PAC', { pacs })?.age).toBe(1)
    expect(list({ anchors: sandboxAnchors }).filter((row) => row.subject === 'authority')).toEqual([
      expect.objectContaining({ name: sandboxAnchors[0]?.name }),
    ])
    const only = createCatalogSet({
      packed: (name) => (name === 'c_Pais' ? packed(name) : undefined),
    })
    expect(rowOf('c_Pais', { catalogs: only })?.date).toBe('2026-08-06')
    expect(rowOf('c_Moneda', { catalogs: only })?.state).toBe('undated')
    const own = createCatalogs({ overrides: { c_Moneda: { rows: [{ clave: 'XBT' }] } } })
    expect(rowOf('c_Moneda', { catalogs: own })?.date).toBe('2026-08-06')
  })

  it('reads the header of a catalogue alone', () => {
    const texts = (name: string) => packed(name)?.split('\n')[0]?.concat('\nnot a body')
    const catalogs = createCatalogSet({ packed: texts })
    expect(rowOf('c_CodigoPostal', { catalogs })?.date).toBe('2026-08-06')
  })

  it.each([
    [{ at: '2026-02-30' }, /at: /],
    [{ maxAge: { catalogs: 3 } }, /catalogs/],
    [{ endsWithin: -1 }, /endsWithin/],
    [{ within: 3 }, /within/],
  ])('%j is refused by name', (options, message) => {
    expect(() => list(options as never)).toThrow(message)
  })
})
