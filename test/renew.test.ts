/**
 * The day of a change, replayed: four changes of 2026 whose codes and days the SAT published. The
 * catalogues of the day before are made of the rows that were in force then.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCatalogPack, writeCatalogPack } from '../src/catalogs/catalogPack.js'
import { createCatalogSet } from '../src/catalogs/set.js'
import { compress } from '../src/catalogs/importer/compress.js'
import { type Import, importCatalogs } from '../src/catalogs/importer/importCatalogs.js'
import { sources } from '../src/catalogs/importer/sources.js'
import type { CatalogName } from '../src/catalogs/rows.js'
import type { Packed } from '../src/catalogs/table.js'
import { listDatedData } from '../src/doctor/listDatedData.js'
import { checklist, stepsOf } from '../tools/renew.js'
import { tableOf } from './cli/tables.js'
import { root } from './tree.js'

interface Change {
  readonly what: string
  /** First day of the new codes. */
  readonly day: string
  readonly dayBefore: string
  /** Codes by catalogue; those of a municipality after its state. */
  readonly codes: Readonly<Partial<Record<CatalogName, string>>>
}

const changes: readonly Change[] = [
  {
    what: 'Nómina, revisión E',
    day: '2026-01-01',
    dayBefore: '2025-12-31',
    codes: { c_TipoPercepcion: '054 055', c_TipoDeduccion: '108 109 110 111' },
  },
  {
    what: 'Hidrocarburos y Petrolíferos becomes compulsory',
    day: '2026-04-24',
    dayBefore: '2026-04-23',
    codes: {
      c_ClaveHYP: '15101505 15101514 15101515',
      c_TipoPermiso_HidrocarburosPetro:
        'PER01 PER02 PER03 PER04 PER05 PER06 PER07 PER08 PER09 PER10 PER11',
    },
  },
  {
    what: 'payroll codes of June',
    day: '2026-06-12',
    dayBefore: '2026-06-11',
    codes: { c_TipoPercepcion: '057', c_TipoDeduccion: '114 115' },
  },
  {
    what: 'a customs patent of August',
    day: '2026-08-08',
    dayBefore: '2026-08-07',
    codes: { c_PatenteAduanal: '2053' },
  },
]

/** Imports the rows that began before a day, or on it. */
function importUntil(
  names: readonly CatalogName[],
  day: string,
  date: string,
  previous?: Packed,
): Import | undefined {
  const isThere = ({ vigenciaDesde = '' }: Readonly<Record<string, unknown>>) =>
    String(vigenciaDesde) <= day
  const tables = names.map((name) => [name, ...tableOf(name, isThere)] as const)
  const full = tables.filter(([, , text]) => text.split('\n').length > 2)
  if (full.length === 0) return undefined
  return importCatalogs({
    ...{ date, compress, isSelfContained: true },
    files: new Map(full.map(([, file, text]) => [file, text])),
    sources: sources.filter(({ name }) => full.some(([one]) => one === name)),
    previous: (name) => previous?.(name) ?? (name === 'zonas' ? '{}\n' : undefined),
  })
}

describe.each(changes)('$what, on $day', ({ day, dayBefore, codes }) => {
  const names = Object.keys(codes) as CatalogName[]
  const before = importUntil(names, dayBefore, dayBefore)
  const packed: Packed = (name) => before?.texts.get(name)
  const after = importUntil(names, day, day, packed)!

  it('is the only difference of the tables', () => {
    const added = after.changes.map(({ name, added: found }) => [name, found.join(' ')])
    expect(Object.fromEntries(added)).toEqual(codes)
    for (const { removed, redated, changed } of after.changes)
      expect([removed, redated, changed]).toEqual([[], [], []])
  })

  it('reaches an installed program as a pack, from its day', async () => {
    const installed = createCatalogSet({ packed })
    const pack = await readCatalogPack(await writeCatalogPack(day, after.texts))
    const renewed = createCatalogSet({ packed, packs: [pack] })
    for (const name of names)
      for (const code of codes[name]!.split(' ')) {
        expect(installed.catalog(name).state(code, day), `${name} ${code}`).toBe('unknown')
        expect(renewed.catalog(name).state(code, day), `${name} ${code}`).toBe('valid')
        expect(renewed.catalog(name).state(code, dayBefore), `${name} ${code}`).toBe('notYet')
      }
    expect(renewed.catalog(names[0]!).date).toBe(day)
  })
})

describe('an amount of the year', () => {
  it.each([
    ['2025-01-31', '407.02'],
    ['2025-02-01', '475.00'],
    ['2025-12-31', '475.00'],
    ['2026-01-01', '628.00'],
  ])('on %s is %s', (at, amount) => {
    const limit = listDatedData({ at }).find(({ name }) => name.includes('subsidio'))
    expect(limit?.name).toContain(`${amount} al mes`)
  })
})

describe('npm run renew', () => {
  it('imports before it builds, and judges at the end', () => {
    const steps = stepsOf({ tables: 'tables', date: '2026-12-04', trust: 'trust' })
    expect(steps.map((step) => step.slice(0, 3).join(' '))).toEqual([
      'npm run catalogs',
      'npm run trust',
      'npm run build',
      'npm run generate',
      'npm run types',
      'npx vitest run',
      'node dist/bundle/cli/main.js doctor',
    ])
    expect(() => stepsOf({ tables: 'tables' })).toThrow('--date')
  })

  it('runs scripts of package.json, and prints the checklist of CONTRIBUTING.md', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
    for (const [program, , script] of stepsOf({ tables: 't', date: 'd', trust: 'f' }))
      if (program === 'npm') expect(Object.keys(scripts)).toContain(script)
    const page = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
    const told = [...page.matchAll(/^\d+\. (.*)$/gm)].map(([, line]) =>
      line!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''),
    )
    for (const line of checklist) expect(told).toContain(line.replaceAll('`', ''))
  })
})
