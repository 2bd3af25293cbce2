import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCatalogPack } from '../../src/catalogs/catalogPack.js'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { invoice } from '../fixtures.js'
import { folder } from '../programs.js'
import { stamped } from '../received.js'
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
    ['a row of another width', monedas('XBT\tBitcoin'), 'línea 185: 2 celdas en lugar de 6'],
    ['other columns', monedas().replace('decimales', 'digitos'), 'columnas id, texto, digitos'],
    ['fewer codes', monedas().split('\n').slice(0, 100).join('\n'), 'claves menos'],
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

describe('--pack', () => {
  const bitcoin = JSON.stringify({
    ...invoice({ Moneda: 'XBT', TipoCambio: '1000000.00' }),
    Fecha: '2026-12-05T10:00:00',
  })

  async function packed(): Promise<string> {
    const cwd = tables(monedas('XBT\tBitcoin\t8\t500\t2026-12-01\t'))
    await cli([...pack, '--out', 'nuevos.json'], { cwd })
    writeFileSync(join(cwd, 'bitcoin.json'), bitcoin)
    return cwd
  }

  it.each([
    ['check', ['check', '--json', 'bitcoin.json']],
    ['stamp', ['stamp', '--sandbox', '--json', 'bitcoin.json']],
  ])('%s judges by its catalogues', async (_, args) => {
    const cwd = await packed()
    const without = await cli(args, { cwd })
    expect(without.stdout + without.stderr).toContain('CFDI40113')
    const { stdout, stderr } = await cli([...args, '--pack', 'nuevos.json'], { cwd })
    expect(stdout + stderr).not.toContain('CFDI40113')
  })

  it('verify judges by its catalogues', async () => {
    const cwd = await packed()
    writeFileSync(
      join(cwd, 'bitcoin.xml'),
      stamped
        .replace('Moneda="MXN"', 'Moneda="XBT"')
        .replace(/ Fecha="[^"]+"/, ' Fecha="2026-12-05T10:00:00"'),
    )
    const of = async (...more: string[]) =>
      (await cli(['verify', '--json', 'bitcoin.xml', ...more], { cwd })).stdout
    expect(await of()).toContain('CFDI40113')
    expect(await of('--pack', 'nuevos.json')).not.toContain('CFDI40113')
  })

  it.each([
    [
      'damaged',
      (text: string) => text.replace('Bitcoin', 'Bitcoyn'),
      'está dañado: su huella es otra',
    ],
    [
      'of another version',
      (text: string) => text.replace('"version": 1', '"version": 2'),
      'es de la versión 2',
    ],
    ['no pack', () => '{}', 'no es un paquete'],
  ])('a pack that is %s is refused in Spanish', async (_, change, words) => {
    const cwd = await packed()
    const file = join(cwd, 'nuevos.json')
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    const { exit, stderr } = await cli(['check', 'bitcoin.json', '--pack', 'nuevos.json'], { cwd })
    expect(exit).toBe(5)
    expect(stderr).toContain(`nuevos.json: `)
    expect(stderr).toContain(words)
  })
})
