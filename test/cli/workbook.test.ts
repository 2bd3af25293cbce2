/**
 * `catalogs pack` of a workbook in the form of the SAT's, as public programs that read it describe
 * it. SheetJS writes it here; the file of the SAT itself was not at hand.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCatalogPack } from '../../src/catalogs/catalogPack.js'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { sources } from '../../src/catalogs/importer/sources.js'
import { type Cell, tablesOfWorkbook } from '../../src/catalogs/importer/workbook.js'
import type { CatalogName } from '../../src/catalogs/rows.js'
import { folder } from '../programs.js'
import { tableOf, workbookOf } from './tables.js'
import { cli } from './world.js'

type Row = readonly Cell[]

/** Rows of the present catalogue, as texts of its table. */
function rowsOf(name: CatalogName): readonly Row[] {
  const [, text] = tableOf(name)
  return text
    .replace(/\n$/, '')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}

/** The day as Excel counts it. */
const serial = (day: string): Cell =>
  day === '' ? null : (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000
const slashed = (day: string): Cell => day.split('-').reverse().join('/')
const yes = (flag: Cell): Cell => (flag === '1' ? 'Sí' : 'No')

/** Titles and versions above the header, as deep as the sheet of the SAT. */
const above = (title: string, depth: number): Row[] => [
  [title],
  ['Versión CFDI', 'Versión catálogo', 'Fecha inicio de vigencia'],
  ['4.0', '1.0', serial('2022-01-01')],
  ...Array.from({ length: depth - 3 }, (): Row => []),
]

const dates = ['Fecha inicio de vigencia', 'Fecha fin de vigencia']

/** The sheets of the workbook whose form is known, by name. */
function sheets(change: Partial<Record<string, (rows: Row[]) => Row[]>> = {}) {
  const described = (name: CatalogName) => [
    ...above(`Catálogo de ${name}.`, 3),
    [name, 'Descripción', ...dates],
    ...rowsOf(name).map(([id, texto, from, until]) => [
      id,
      texto,
      serial(`${from}`),
      serial(`${until}`),
    ]),
  ]
  const all: Record<string, Row[]> = {
    Principal: [['Catálogos']],
    c_FormaPago: [
      ...above('Catálogo de formas de pago.', 3),
      [
        'c_FormaPago',
        'Descripción',
        'Bancarizado',
        'Número de operación',
        'RFC del Emisor de la cuenta ordenante',
        'Cuenta Ordenante',
        'Patrón para cuenta ordenante',
        'RFC del Emisor Cuenta de Beneficiario',
        'Cuenta de Benenficiario',
        'Patrón para cuenta Beneficiaria',
        'Tipo Cadena Pago',
        'Nombre del Banco emisor de la cuenta ordenante en caso de extranjero',
        ...dates,
      ],
      ...rowsOf('c_FormaPago').map((row) => {
        const [
          id,
          texto,
          bancarizado,
          ,
          rfc,
          cuenta,
          patron,
          rfcB,
          cuentaB,
          patronB,
          cadena,
          banco,
        ] = row
        const may = (flag: Cell) => (flag === '1' ? 'Opcional' : 'No')
        return [
          Number(id),
          texto,
          yes(bancarizado),
          'Opcional',
          may(rfc),
          may(cuenta),
          patron === '' ? 'No' : patron,
          may(rfcB),
          may(cuentaB),
          patronB === '' ? 'No' : patronB === '\\V*' ? 'Opcional' : patronB,
          may(cadena),
          banco === '1' ? 'Si el RFC del emisor de la cuenta ordenante es XEXX010101000.' : 'No',
          slashed(`${row[12]}`),
          slashed(`${row[13]}`),
        ]
      }),
    ],
    c_Moneda: [
      ...above('Catálogo de monedas.', 3),
      ['c_Moneda', 'Descripción', 'Decimales', 'Porcentaje variación', ...dates],
      ...rowsOf('c_Moneda').map(([id, texto, decimals, rate, from, until]) => [
        id,
        ` ${texto} `,
        Number(decimals),
        Number(rate),
        serial(`${from}`),
        serial(`${until}`),
      ]),
    ],
    c_UsoCFDI: [
      ...above('Catálogo de uso de comprobantes.', 3),
      [
        'c_UsoCFDI',
        'Descripción',
        'Aplica para tipo persona',
        null,
        ...dates,
        'Régimen Fiscal Receptor',
      ],
      [null, null, 'Física', 'Moral'],
      ...rowsOf('c_UsoCFDI').map(([id, texto, fisica, moral, from, until, regimenes]) => [
        id,
        texto,
        yes(fisica),
        yes(moral),
        serial(`${from}`),
        serial(`${until}`),
        `${regimenes}`.replaceAll(',', ', '),
      ]),
    ],
    c_RegimenFiscal: [
      ...above('Catálogo de regímenes.', 4),
      [
        'c_RegimenFiscal',
        'Descripción',
        'Aplica para tipo persona',
        null,
        'Fecha de inicio de vigencia',
        'Fecha de fin de vigencia',
      ],
      [null, null, 'Física', 'Moral'],
      ...rowsOf('c_RegimenFiscal').map(([id, texto, fisica, moral, from, until]) => [
        Number(id),
        texto,
        yes(fisica),
        yes(moral),
        serial(`${from}`),
        serial(`${until}`),
      ]),
    ],
    c_TipoDeComprobante: [
      ...above('Catálogo de tipos de comprobante.', 3),
      ['c_TipoDeComprobante', 'Descripción', 'Valor máximo', ...dates],
      ...rowsOf('c_TipoDeComprobante').map(([id, texto, most, from, until]) => [
        id,
        texto,
        most,
        serial(`${from}`),
        serial(`${until}`),
      ]),
      [null, null, 'NS 20 000', null, null],
    ],
    c_TasaOCuota: [
      ...above('Catálogo de tasas o cuotas.', 3),
      [
        'Rango o Fijo',
        'c_TasaOCuota',
        null,
        'Impuesto',
        'Factor',
        'Traslado',
        'Retención',
        ...dates,
      ],
      [null, 'Valor mínimo', 'Valor máximo'],
      ...rowsOf('c_TasaOCuota').map(
        ([tipo, minimo, valor, impuesto, factor, traslado, retencion, from, until]) => [
          tipo,
          minimo === '' ? 'No' : Number(minimo),
          Number(valor),
          impuesto,
          factor,
          yes(traslado),
          yes(retencion),
          serial(`${from}`),
          serial(`${until}`),
        ],
      ),
    ],
    c_TipoFactor: [
      ...above('Catálogo de tipos de factor.', 3),
      ['c_TipoFactor', ...dates],
      ...rowsOf('c_TipoFactor').map(([id, from, until]) => [
        id,
        serial(`${from}`),
        serial(`${until}`),
      ]),
    ],
    ...Object.fromEntries(
      (['c_MetodoPago', 'c_Exportacion', 'c_ObjetoImp', 'c_Meses', 'c_Aduana'] as const).map(
        (name) => [name, described(name)],
      ),
    ),
    ...parts('C_Municipio', 'c_Municipio', ['c_Municipio', 'c_Estado', 'Descripción', ...dates], 1),
    ...parts('c_CodigoPostal_Parte', 'c_CodigoPostal', postalLabels, 2),
    ...parts(
      'C_Colonia',
      'c_Colonia',
      ['c_Colonia', 'c_CodigoPostal', 'Nombre del asentamiento'],
      3,
    ),
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, rows]) => [name, change[name]?.(rows) ?? rows]),
  )
}

const postalLabels = [
  'c_CodigoPostal',
  'c_Estado',
  'c_Municipio',
  'c_Localidad',
  'Estímulo Franja Fronteriza',
  'Fecha inicio de vigencia',
  'Fecha fin de vigencia',
  'Descripción del Huso Horario',
  'Mes_Inicio_Horario_Verano',
  'Día_Inicio_Horario_Verano',
  'Día_Inicio_Horario_Verano',
  'Diferencia_Horaria_Verano',
  'Mes_Inicio_Horario_Invierno',
  'Día_Inicio_Horario_Invierno',
  'Día_Inicio_Horario_Invierno',
  'Diferencia_Horaria_Invierno',
]

/** A catalogue in some sheets: codes are numbers in the first of them. */
function parts(sheet: string, name: CatalogName, labels: readonly string[], count: number) {
  const rows = rowsOf(name)
  const size = Math.ceil(rows.length / count)
  const isDated = labels.findIndex((label) => /vigencia/.test(label))
  return Object.fromEntries(
    Array.from({ length: count }, (_, part) => [
      count === 1 ? sheet : `${sheet}_${part + 1}`,
      [
        ...above(name, 4),
        labels,
        ...rows.slice(part * size, (part + 1) * size).map((row) =>
          row.map((cell, at) => {
            if (isDated >= 0 && (at === isDated || at === isDated + 1)) return serial(`${cell}`)
            return part === 0 && /^\d+$/.test(`${cell}`) ? Number(cell) : cell
          }),
        ),
      ],
    ]),
  )
}

async function workbook(
  name: string,
  content: Record<string, Row[]>,
  bookType: 'biff8' | 'xlsx',
): Promise<string> {
  const cwd = folder()
  writeFileSync(join(cwd, name), await workbookOf(content, bookType))
  return cwd
}

const small = ({ Principal, c_Moneda, c_RegimenFiscal }: Record<string, Row[]>) =>
  ({ Principal, c_Moneda, c_RegimenFiscal }) as Record<string, Row[]>

describe('tablesOfWorkbook', () => {
  const { files, ignored } = tablesOfWorkbook(
    Object.entries(sheets()).map(([name, rows]) => ({ name, rows })),
  )

  it.each([...files])('reads %s as it is', (file, text) => {
    const { name } = sources.find((source) => `${source.file}.tsv` === file)!
    const [, present] = tableOf(name)
    const lines = (table: string) => table.replace(/, /g, ',').split('\n').sort()
    expect(lines(text)).toEqual(lines(present))
  })

  it('leaves other sheets', () => {
    expect(ignored).toEqual(['Principal'])
    expect(files.size).toBe(15)
  })
})

describe('catalogs pack of a workbook', () => {
  const bitcoin = (rows: Row[]) => [...rows, ['XBT', 'Bitcoin', 8, '500%', '01/12/2026', null]]

  it.each([
    ['xls', 'biff8'],
    ['xlsx', 'xlsx'],
  ] as const)('packs an .%s, and says what changed', async (extension, bookType) => {
    const name = `catCFDI_V_4_20261204.${extension}`
    const cwd = await workbook(name, small(sheets({ c_Moneda: bitcoin })), bookType)
    const { exit, stdout, stderr } = await cli(['catalogs', 'pack', name], { cwd })
    expect([exit, stdout]).toEqual([
      0,
      'c_Moneda: 1 clave nueva, 0 quitadas, 0 con otra vigencia, 0 con otros datos\n',
    ])
    expect(stderr).toBe(
      'Hojas que no se leyeron: Principal.\ncatalogs-2026-12-04.json: 2 catálogos, 1 con cambios.\n',
    )
    const pack = await readCatalogPack(readFileSync(join(cwd, 'catalogs-2026-12-04.json')))
    const moneda = createCatalogs({ packs: [pack] }).catalog('c_Moneda')
    expect(moneda.find('XBT', '2026-12-04')).toMatchObject({ decimales: 8, porcentajeVariacion: 5 })
    expect(moneda.state('XBT', '2026-11-30')).toBe('notYet')
  })

  it.each<[string, string, (rows: Row[]) => Row[], string]>([
    [
      'a column more',
      'c_Moneda',
      (rows) => rows.map((row, at) => (at === 3 ? [...row, 'Nueva'] : row)),
      'c_Moneda',
    ],
    [
      'dates in another order',
      'c_RegimenFiscal',
      (rows) =>
        rows.map((row, at) => (at === 4 ? [...row.slice(0, 4), ...[...dates].reverse()] : row)),
      'c_RegimenFiscal',
    ],
    ['no header', 'c_Moneda', (rows) => rows.filter((_, at) => at !== 3), 'c_Moneda'],
    [
      'a date that is none',
      'c_Moneda',
      (rows) => [...rows, ['XBT', 'B', 2, 5, 'pronto', null]],
      'pronto',
    ],
    ['half of its codes', 'c_Moneda', (rows) => rows.slice(0, 90), 'c_Moneda'],
  ])('packs nothing with %s', async (_, sheet, change, words) => {
    const cwd = await workbook('libro.xlsx', small(sheets({ [sheet]: change })), 'xlsx')
    const { exit, stdout, stderr } = await cli(
      ['catalogs', 'pack', 'libro.xlsx', '--date', '2026-12-04'],
      { cwd },
    )
    expect([exit, stdout]).toEqual([5, ''])
    expect(stderr).toContain(words)
  })

  it.each([
    ['no name of a day', 'libro.xlsx', [], 2],
    ['another file', 'nota.xls', ['--date', '2026-12-04'], 5],
    ['no file', 'nada.xls', ['--date', '2026-12-04'], 5],
  ] as const)('refuses %s', async (_, name, more, exit) => {
    const cwd = folder({ 'libro.xlsx': '', 'nota.xls': '<p>Not Found</p>' })
    expect((await cli(['catalogs', 'pack', name, ...more], { cwd })).exit).toBe(exit)
  })
})
