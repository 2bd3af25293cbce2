import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { packedTextOf } from '../../src/catalogs/importer/module.js'
import { catalogNames } from '../../src/catalogs/packed/names.js'
import type { Packed } from '../../src/catalogs/table.js'
import { packed as fromFile } from '../../src/node/packed.js'

const source = new URL('../../src/', import.meta.url)
const folder = new URL('catalogs/packed/', source)
const modules = readdirSync(folder).filter((name) => name.startsWith('c_') || name === 'zonas.ts')
const bytesOf = (name: string): number => Buffer.byteLength(readFileSync(new URL(name, folder)))

describe('size in the package', () => {
  it('the whole set takes at most 3 MB', () => {
    // 2,048,302 bytes on 21 November 2026.
    expect(modules.reduce((sum, name) => sum + bytesOf(name), 0)).toBeLessThanOrEqual(3_000_000)
  })

  it('codes, dates and flags without the long descriptions take at most 700 kB', () => {
    expect(
      modules
        .filter((name) => !name.includes('.texto.'))
        .reduce((sum, name) => sum + bytesOf(name), 0),
    ).toBeLessThanOrEqual(700_000)
  })

  it.each([
    ['c_ClaveProdServ.ts', 15_000],
    ['c_CodigoPostal.ts', 65_000],
    ['c_NumPedimentoAduana.ts', 45_000],
    ['c_Colonia.ts', 220_000],
    ['c_FraccionArancelaria.ts', 25_000],
    ['c_Moneda.ts', 10_000],
  ])('%s at most %i bytes', (name, most) => {
    expect(bytesOf(name)).toBeLessThanOrEqual(most)
  })

  it('every module is a template literal that a declaration file does not repeat', () => {
    for (const name of modules)
      expect(readFileSync(new URL(name, folder), 'utf8')).toMatch(
        /^\/\/ [^\n]+\nexport default `[\s\S]*` as string\n$/,
      )
  })
})

/** In a process of its own, whose memory nothing else takes or gives back. */
const measured = `
  import { catalogNames, createCatalogs } from 'cfdi-stamp/catalogs'
  const used = () => {
    gc()
    gc() // the first may leave what was just decoded
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const opened = () => {
    const catalogs = createCatalogs()
    for (const name of catalogNames) {
      const catalog = catalogs.catalog(name)
      const [code] = catalog.codes()
      JSON.stringify(catalog.find(code))
      catalog.closest('0000')
    }
    catalogs.zoneOf('06600')
    return catalogs
  }
  const warm = opened()
  const before = used()
  const catalogs = opened()
  const grown = used() - before
  console.log(JSON.stringify({ grown, isOpen: warm.catalog('c_Moneda').has('MXN') && catalogs.catalog('c_Moneda').has('MXN') }))
`

describe('memory', () => {
  it('everything open, descriptions and all, takes at most 25 MB', () => {
    const args = ['--expose-gc', '--input-type=module', '--eval', measured]
    const { grown, isOpen } = JSON.parse(execFileSync(process.execPath, args).toString())
    expect(isOpen).toBe(true)
    expect(grown).toBeLessThanOrEqual(25_000_000)
    // Something was opened: a measure that reads nothing proves nothing.
    expect(grown).toBeGreaterThan(4_000_000)
  })
})

/** The data of the package, with a record of the requested names. */
const spying =
  (read: string[]): Packed =>
  (name) => {
    read.push(name)
    return fromFile(name)
  }

describe('laziness', () => {
  it('making a set reads nothing; a catalogue is read once, with nothing else', () => {
    const read: string[] = []
    const catalogs = createCatalogs({ packed: spying(read) })
    const moneda = catalogs.catalog('c_Moneda')
    expect(read).toEqual([])
    for (let turn = 0; turn < 5; turn++)
      expect([moneda.has('MXN'), catalogs.catalog('c_Moneda').size]).toEqual([true, 183])
    expect(read).toEqual(['c_Moneda'])
    catalogs.catalog('c_Municipio_ComExt').has('001', 'OAX')
    expect(read).toEqual(['c_Moneda', 'c_Municipio_ComExt'])
    catalogs.zoneOf('06600')
    catalogs.zoneOf('22000')
    expect(read).toEqual(['c_Moneda', 'c_Municipio_ComExt', 'zonas'])
  })

  it.each(
    ['index.ts', 'catalogs/catalogs.ts'].filter((entry) => existsSync(new URL(entry, source))),
  )('importing %s imports no packed catalogue', (entry) => {
    const seen = new Set<string>()
    visit(new URL(entry, source), seen)
    // The sandbox brings the zones, which are 2 kB.
    expect([...seen].filter((file) => /\/packed\/(?:c_|static)/.test(file))).toEqual([])
    expect([...seen].some((file) => file.endsWith('/catalogs/catalogs.ts'))).toBe(true)
  })

  /** Follows the value imports of a module, as Node resolves them. */
  function visit(file: URL, seen: Set<string>): void {
    if (seen.has(file.pathname)) return
    seen.add(file.pathname)
    const text = readFileSync(file, 'utf8')
    for (const [, type, target] of text.matchAll(
      /^(?:import|export)\s+(type\s)?[^'`]*?from '([^']+)'/gm,
    )) {
      if (type) continue
      if (target === '#packed') visit(new URL('node/packed.ts', source), seen)
      else if (target!.startsWith('.')) visit(new URL(target!.replace(/\.js$/, '.ts'), file), seen)
    }
  }
})

describe('the two ways to the data', () => {
  it('static imports and files give the same texts', async () => {
    const { packed } = await import('../../src/catalogs/packed/static.js')
    const names = modules.map((name) => name.slice(0, -3))
    for (const name of names) {
      expect(packed(name) === fromFile(name)).toBe(true)
      expect(
        packed(name) === packedTextOf(readFileSync(new URL(`${name}.ts`, folder), 'utf8')),
      ).toBe(true)
    }
    expect(packed('c_NoExiste')).toBeUndefined()
    const { catalogs } = await import('../../src/catalogs/all.js')
    expect(catalogs.catalog('c_Moneda').get('MXN', 'decimales')).toBe(2)
  })

  it('each catalogue alone', async () => {
    const names = readdirSync(new URL('catalogs/each/', source)).map((name) => name.slice(0, -3))
    expect(names.filter((name) => !name.endsWith('.texto')).sort()).toEqual(
      [...catalogNames].sort(),
    )
    const whole = createCatalogs()
    for (const name of names) {
      const own = (await import(`../../src/catalogs/each/${name}.ts`)) as Record<
        string,
        ReturnType<typeof whole.catalog>
      >
      const [catalog] = Object.values(own)
      const [code] = whole.catalog(catalog!.name as 'c_Moneda').codes()
      expect([name, catalog!.size, catalog!.has(code!)]).toEqual([
        name,
        whole.catalog(catalog!.name as 'c_Moneda').size,
        true,
      ])
    }
  })

  it('a single catalogue includes its descriptions only on request', async () => {
    const { c_ClaveProdServCP: bare } = await import('../../src/catalogs/each/c_ClaveProdServCP.js')
    const { c_ClaveProdServCP: told } = await import(
      '../../src/catalogs/each/c_ClaveProdServCP.texto.js'
    )
    expect(() => bare.get('10101501', 'texto')).toThrow(
      'cfdi-stamp/catalogs/c_ClaveProdServCP.texto',
    )
    expect(told.get('10101501', 'texto')).toBe('Gatos vivos')
    expect(bare.get('10101501', 'materialPeligroso')).toBe('0')
  })
})
