import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCatalogPack } from '../../src/catalogs/catalogPack.js'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { folder } from '../programs.js'
import { monedas } from './tables.js'
import { cli } from './world.js'

const tables = (text: string) => {
  const cwd = folder({ 'notas.txt': 'nada' })
  mkdirSync(join(cwd, 'tablas'))
  writeFileSync(join(cwd, 'tablas/cfdi_40_monedas.tsv'), text)
  return cwd
}

const pack = ['catalogs', 'pack', 'tablas', '--date', '2026-12-04']

describe('catalogs pack', () => {
  it('writes a pack that createCatalogs loads, and says what changed', async () => {
    const cwd = tables(monedas('XBT\tBitcoin\t8\t500\t2026-12-01\t'))
    const { exit, stdout, stderr } = await cli(pack, { cwd })
    expect([exit, stderr]).toEqual([0, 'catalogs-2026-12-04.json: 1 catálogo, 1 con cambios.\n'])
    expect(stdout).toBe(
      'c_Moneda: 1 clave nueva, 0 quitadas, 0 con otra vigencia, 0 con otros datos\n',
    )
    const newer = await readCatalogPack(readFileSync(join(cwd, 'catalogs-2026-12-04.json')))
    const moneda = createCatalogs({ packs: [newer] }).catalog('c_Moneda')
    expect(moneda.find('XBT', '2026-12-04')).toMatchObject({ decimales: 8 })
    expect(moneda.state('XBT', '2026-11-30')).toBe('notYet')
  })

  it.each([
    ['a row of another width', monedas('XBT\tBitcoin'), 'line 185'],
    ['other columns', monedas().replace('decimales', 'digitos'), 'columns id, texto, digitos'],
    ['fewer codes', monedas().split('\n').slice(0, 100).join('\n'), 'codes gone'],
  ])('packs nothing for a table with %s', async (_, text, message) => {
    const cwd = tables(text)
    const { exit, stdout, stderr } = await cli([...pack, '--out', 'x.json'], { cwd })
    expect([exit, stdout]).toEqual([5, ''])
    expect(stderr).toContain(message)
    expect(() => readFileSync(join(cwd, 'x.json'))).toThrow()
  })

  it('accepts a loss of codes that is named', async () => {
    const cwd = tables(monedas().split('\n').slice(0, 100).join('\n'))
    const { exit } = await cli([...pack, '--accept-shrink', 'c_Pais,c_Moneda'], { cwd })
    expect(exit).toBe(0)
  })

  it.each([
    [['catalogs'], 2],
    [['catalogs', 'unpack', 'tablas', '--date', '2026-12-04'], 2],
    [['catalogs', 'pack', 'tablas'], 2],
    [['catalogs', 'pack', 'tablas', '--date', '2026-02-30'], 2],
    [['catalogs', 'pack', 'nada', '--date', '2026-12-04'], 5],
    [['catalogs', 'pack', '.', '--date', '2026-12-04'], 5],
    [[...pack, '--out', 'no/hay/x.json'], 5],
  ])('%j ends with %i', async (args, exit) => {
    const cwd = tables(monedas())
    expect((await cli(args, { cwd })).exit).toBe(exit)
  })
})
