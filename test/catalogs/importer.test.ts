import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { compress } from '../../src/catalogs/importer/compress.js'
import { eachModules } from '../../src/catalogs/importer/eachModules.js'
import { type ImportOptions, importCatalogs } from '../../src/catalogs/importer/importCatalogs.js'
import { readModel } from '../../src/catalogs/importer/model.js'
import { packedTextOf } from '../../src/catalogs/importer/module.js'
import { reportOf } from '../../src/catalogs/importer/report.js'
import type { Source } from '../../src/catalogs/importer/sourceColumns.js'
import { ImportError, readTsv } from '../../src/catalogs/importer/tsv.js'
import { catalogNames } from '../../src/catalogs/packed/names.js'

const value = { role: 'value', kind: 'text' } as const
const clave = { role: 'clave', kind: 'text', name: 'clave' } as const
const date = { role: 'value', kind: 'date' } as const
const moneda: Source = {
  name: 'c_Moneda',
  file: 'cfdi_40_monedas',
  columns: {
    id: clave,
    texto: value,
    decimales: { role: 'value', kind: 'integer' },
    vigencia_desde: date,
    vigencia_hasta: date,
  },
}
const postal: Source = {
  name: 'c_CodigoPostal',
  file: 'cfdi_40_codigos_postales',
  columns: { id: clave, estado: value, estimulo_frontera: { role: 'value', kind: 'integer' } },
  retired: { '00000': '2019-10-14' },
}

const head = 'id\ttexto\tdecimales\tvigencia_desde\tvigencia_hasta'
const rows = [
  'MXN\tPeso\t2\t2022-01-01\t',
  'USD\tDólar\t2\t2022-01-01\t',
  'XXX\tNinguna\t0\t2022-01-01\t',
]
const table = (...lines: string[]): string => `${[head, ...lines].join('\n')}\n`
const postalTable = 'id\testado\testimulo_frontera\n01000\tCMX\t0\n22000\tBCN\t1\n'
const ranges =
  'desde\thasta\testado\tsat_huso\tsat_utc_verano\tsat_utc_invierno\tiana\tnota\n01000\t16999\tCMX\tx\t-6\t-6\tAmerica/Mexico_City\t\n21000\t22999\tBCN\tx\t-7\t-8\tAmerica/Tijuana\t\n'

function run(
  monedas: string,
  more: Record<string, string> = {},
  options: Partial<ImportOptions> = {},
) {
  const files = new Map(
    Object.entries({
      'cfdi_40_monedas.tsv': monedas,
      'cfdi_40_codigos_postales.tsv': postalTable,
      'tz_ranges.tsv': ranges,
      ...more,
    }),
  )
  return importCatalogs({
    files,
    compress,
    date: '2026-08-06',
    sources: [moneda, postal],
    ...options,
  })
}

/** The packed version an import leaves, as the next one finds it. */
const packedBy =
  ({ modules }: ReturnType<typeof run>) =>
  (name: string) => {
    const module = modules.get(`packed/${name}.ts`)
    return module === undefined ? undefined : packedTextOf(module)
  }

const changeOf = ({ changes }: ReturnType<typeof run>, name = 'c_Moneda') =>
  changes.find((change) => change.name === name)!

describe('importCatalogs', () => {
  it('makes one module a catalogue, the list of names and the static set', () => {
    const { modules } = run(table(...rows))
    expect([...modules.keys()].sort()).toEqual([
      'packed/c_CodigoPostal.ts',
      'packed/c_Moneda.ts',
      'packed/codes.ts',
      'packed/names.ts',
      'packed/ordinary.ts',
      'packed/static.ts',
      'packed/zonas.ts',
    ])
    expect(modules.get('packed/c_Moneda.ts')).toContain('"date":"2026-08-06","rows":3')
  })

  it('makes the modules of single catalogues from the packed ones', () => {
    const modules = eachModules([moneda, postal], packedBy(run(table(...rows))))
    expect([...modules.keys()].sort()).toEqual(['c_CodigoPostal.ts', 'c_Moneda.ts'])
    expect(modules.get('c_Moneda.ts')).toContain(
      "import c_Moneda_packed from '../packed/c_Moneda.js'",
    )
  })

  it('reports rows added, removed, re-dated and changed', () => {
    const before = run(table(...rows))
    const now = run(
      table(
        'MXN\tPeso Mexicano\t2\t2022-01-01\t',
        'USD\tDólar\t2\t2022-01-01\t2026-07-31',
        'EUR\tEuro\t2\t2026-08-01\t',
      ),
      {},
      { previous: packedBy(before), acceptShrink: ['c_Moneda'] },
    )
    expect(changeOf(now)).toEqual({
      name: 'c_Moneda',
      before: 3,
      now: 3,
      added: ['EUR'],
      removed: ['XXX'],
      redated: ['USD'],
      changed: ['MXN'],
    })
    const report = reportOf(now, '2026-08-06')
    expect(report).toContain('| c_Moneda | 3 | 3 | 1 | 1 | 1 | 1 |')
    for (const line of ['- added: EUR', '- removed: XXX', '- re-dated: USD', '- changed: MXN'])
      expect(report).toContain(line)
  })

  it('gives the same bytes for the same tables, and rewrites only changed modules', () => {
    const before = run(table(...rows))
    expect([...run(table(...rows)).modules]).toEqual([...before.modules])
    const later = run(
      table(...rows, 'EUR\tEuro\t2\t2026-08-01\t'),
      {},
      { previous: packedBy(before), date: '2026-09-01' },
    )
    expect(later.modules.get('packed/c_CodigoPostal.ts')).toBe(
      before.modules.get('packed/c_CodigoPostal.ts'),
    )
    expect(later.modules.get('packed/c_Moneda.ts')).toContain('"date":"2026-09-01","rows":4')
  })

  it('merges deltas by key', () => {
    const delta = {
      'delta_2026-09_monedas.tsv': table(
        'USD\tDólar\t2\t2022-01-01\t2026-09-01',
        'EUR\tEuro\t2\t2026-09-01\t',
      ),
    }
    const now = run(table(...rows), delta, { previous: packedBy(run(table(...rows))) })
    expect(changeOf(now)).toMatchObject({ now: 4, added: ['EUR'], removed: [], redated: ['USD'] })
    expect(now.ignored).toEqual([])
  })

  it('adds the codes that only the XSD keeps, ended', () => {
    expect(packedBy(run(table(...rows)))('c_CodigoPostal')).toContain('00000')
    expect(changeOf(run(table(...rows)), 'c_CodigoPostal').now).toBe(3)
  })

  it('refuses a table that lost more than 2 % of its rows, or more than ten, unless allowed', () => {
    const many = Array.from({ length: 2000 }, (_, row) => `A${row}\tx\t2\t2022-01-01\t`)
    const previous = packedBy(run(table(...many)))
    expect(changeOf(run(table(...many.slice(10)), {}, { previous })).removed).toHaveLength(10)
    expect(() => run(table(...many.slice(11)), {}, { previous })).toThrow(
      /c_Moneda: 2000 rows before, 1989 now, 11 codes gone \(A0, A1/,
    )
    expect(() =>
      run(table(...rows.slice(1)), {}, { previous: packedBy(run(table(...rows))) }),
    ).toThrow('--accept-shrink c_Moneda')
    expect(
      changeOf(run(table(...many.slice(11)), {}, { previous, acceptShrink: ['c_Moneda'] })).removed,
    ).toHaveLength(11)
    // As many rows as before, but others: that is a loss too.
    expect(() => run(table(...many.map((row) => row.replace('A', 'B'))), {}, { previous })).toThrow(
      '2000 codes gone',
    )
  })

  it.each([
    ['a duplicate key', table(...rows, rows[0]!), 'cfdi_40_monedas.tsv: key MXN is there twice'],
    ['a row with a cell too many', table(`${rows[0]}\t`), 'line 2: 6 cells, 5 expected'],
    ['a row with a cell too few', table(...rows, 'EUR\tEuro'), 'line 5: 2 cells, 5 expected'],
    ['a blank line', table(rows[0]!, '', rows[1]!), 'line 3: 1 cells, 5 expected'],
    [
      'a date that is none',
      table('MXN\tPeso\t2\t2022-13-01\t'),
      'line 2, vigencia_desde: "2022-13-01" is not a date',
    ],
    ['a date of another form', table('MXN\tPeso\t2\t01/01/2022\t'), '"01/01/2022" is not a date'],
    [
      'a number that is none',
      table('MXN\tPeso\tdos\t\t'),
      'line 2, decimales: "dos" is not a integer',
    ],
    ['an empty key', table('\tPeso\t2\t\t'), 'line 2, id: "" is not a key'],
    ['a padded key', table('MXN \tPeso\t2\t\t'), 'line 2, id: "MXN " is not a key'],
    [
      'a column that is not there',
      'id\ttexto\nMXN\tPeso\n',
      'columns id, texto; id, texto, decimales, vigencia_desde, vigencia_hasta expected',
    ],
    [
      'columns in another order',
      'texto\tid\tdecimales\tvigencia_desde\tvigencia_hasta\n',
      'columns texto, id',
    ],
    ['an empty file', '', 'cfdi_40_monedas.tsv: no header row'],
  ])('refuses %s', (_, monedas, message) => {
    expect(() => run(monedas)).toThrow(ImportError)
    expect(() => run(monedas)).toThrow(message)
  })

  it('refuses a key that a delta has twice', () => {
    expect(() => run(table(...rows), { 'delta_1_monedas.tsv': table(rows[0]!, rows[0]!) })).toThrow(
      'delta_1_monedas.tsv: key MXN is there twice',
    )
  })

  it('reports every refusal at once', () => {
    const refuse = () => run(table(rows[0]!, rows[0]!), { 'cfdi_40_codigos_postales.tsv': 'id\n' })
    expect(refuse).toThrow('key MXN is there twice')
    expect(refuse).toThrow('cfdi_40_codigos_postales.tsv: columns id')
  })

  it('keeps the packed version of a catalogue without a table, and reports it', () => {
    const previous = packedBy(run(table(...rows)))
    const files = new Map([
      ['otra_cosa.tsv', 'id\n1\n'],
      ['cfdi_40_codigos_postales.tsv', postalTable],
      ['tz_ranges.tsv', ranges],
    ])
    const { kept, ignored, modules } = importCatalogs({
      compress,
      files,
      date: '2026-09-01',
      sources: [moneda, postal],
      previous,
    })
    expect([kept, ignored]).toEqual([['c_Moneda'], ['otra_cosa.tsv']])
    expect(modules.get('packed/c_Moneda.ts')).toContain('MXN')
    expect(() =>
      importCatalogs({ files, compress, date: '2026-09-01', sources: [moneda, postal] }),
    ).toThrow('c_Moneda: its table is missing')
  })

  it('refuses an invalid date', () => {
    for (const date of ['ayer', '2026-02-30'])
      expect(() => run(table(...rows), {}, { date })).toThrow(TypeError)
    expect(() => run(table(...rows, 'EUR\tEuro\t2\t2026-02-30\t'))).toThrow(
      '"2026-02-30" is not a date',
    )
  })

  it('reads a line break of a cell as a space, and as nothing in a pattern', () => {
    const columns = {
      ...moneda.columns,
      patron: { role: 'value', kind: 'optional', pattern: true } as const,
    }
    const text = `${head}\tpatron\nMXN\tPeso\\n\\n mexicano\t2\t2022-01-01\t\t[0\\n-9A]\\.x\n`
    const model = readModel({ ...moneda, columns }, text)
    const textsOf = (name: string) => model.columns.find((column) => column.name === name)?.texts
    expect([textsOf('texto'), textsOf('patron')]).toEqual([['Peso mexicano'], ['[0-9A]\\.x']])
    for (const name of catalogNames)
      for (const row of catalogs.catalog(name).rows({ limit: 10_000 }))
        expect(
          Object.values(row).some((value) => typeof value === 'string' && value.includes('\\n')),
        ).toBe(false)
  })
})

describe('npm run catalogs', () => {
  const tool = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'tools/catalogs.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const meses = readFileSync(
    new URL('../../src/catalogs/packed/c_Meses.ts', import.meta.url),
    'utf8',
  )

  it('refuses with a reason and a status, and writes nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalogs-'))
    try {
      expect(tool()).toMatchObject({ status: 1, stderr: expect.stringContaining('usage') })
      expect(tool(folder)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('no .tsv file'),
      })
      writeFileSync(
        join(folder, 'cfdi_40_meses.tsv'),
        'id\ttexto\tvigencia_desde\tvigencia_hasta\n01\tEnero\t2022-01-01\t\n',
      )
      expect(tool(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('--date') })
      const cut = tool(folder, '--date', '2026-12-01')
      expect(cut).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('c_Meses: 18 rows before, 1 now, 17 codes gone'),
      })
      const accepted = tool(
        folder,
        '--date',
        '2026-12-01',
        '--accept-shrink',
        'c_Meses',
        '--dry-run',
      )
      expect(accepted).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('| c_Meses | 18 | 1 | 0 | 17 | 0 | 0 |'),
      })
      expect(
        readFileSync(new URL('../../src/catalogs/packed/c_Meses.ts', import.meta.url), 'utf8'),
      ).toBe(meses)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('time zones', () => {
  it('every postal code needs a range', () => {
    const short = ranges.replace('22999', '21999')
    expect(() => run(table(...rows), { 'tz_ranges.tsv': short })).toThrow(
      'no range has postal code 22000',
    )
  })

  it('ranges must not overlap, and zones be zones', () => {
    expect(() =>
      run(table(...rows), { 'tz_ranges.tsv': ranges.replace('16999', '21500') }),
    ).toThrow('range 21000-22999 is out of order')
    expect(() =>
      run(table(...rows), { 'tz_ranges.tsv': ranges.replace('America/Tijuana', 'UTC-8') }),
    ).toThrow('UTC-8 is not a zone')
  })

  it('must agree with the states and the border flags', () => {
    const states =
      'estado\tiana_mayoritaria\tcodigos\totras_zonas\nCMX\tAmerica/Mexico_City\t1\t\nBCN\tAmerica/Tijuana\t1\t\n'
    const border =
      'desde\thasta\testado\testimulo_frontera\tvigencia_desde\n21000\t22999\tBCN\t1\t2019-01-07\n'
    expect(() =>
      run(table(...rows), { 'tz_by_state.tsv': states, 'border_flag_ranges.tsv': border }),
    ).not.toThrow()
    expect(() =>
      run(table(...rows), { 'tz_by_state.tsv': states.replace('\t1\t\nBCN', '\t2\t\nBCN') }),
    ).toThrow('CMX has 2 codes in America/Mexico_City, the ranges 1')
    expect(() =>
      run(table(...rows), { 'border_flag_ranges.tsv': border.replace('\t1\t', '\t2\t') }),
    ).toThrow('says 2 for 22000, the postal codes 1')
  })
})

describe('readTsv', () => {
  it('takes CRLF and a byte order mark, and keeps the cells as they are', () => {
    expect(readTsv('x', '\uFEFFa\tb\r\n 1 \t\r\n')).toEqual({
      header: ['a', 'b'],
      rows: [[' 1 ', '']],
    })
  })

  it('refuses control characters', () => {
    expect(() => readTsv('x', 'a\n1\u0001\n')).toThrow('x, line 2: control character')
  })
})
