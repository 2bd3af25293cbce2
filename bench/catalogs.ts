/**
 * Catalogues against plain `Set` and `Map`: look-ups per second, memory, first load.
 * `npx tsx bench/catalogs.ts`.
 *
 * `Set` holds the codes; `Map` holds a row object per code, as in a program that parses the tables
 * into objects. The ratio is theirs over ours on the same machine in the same run: above 1 ours is
 * faster or smaller.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCatalogs } from '../src/catalogs/catalogs.js'
import { catalogNames } from '../src/catalogs/packed/names.js'
import { packed } from '../src/catalogs/packed/static.js'
import type { CatalogName } from '../src/catalogs/rows.js'
import { localTime } from '../src/lib/time.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const big = [
  'c_CodigoPostal',
  'c_ClaveProdServ',
  'c_ClaveProdServCP',
  'c_NumPedimentoAduana',
  'c_FraccionArancelaria',
  'c_ClaveUnidad',
] as const
const flags = {
  c_CodigoPostal: 'estado',
  c_ClaveProdServ: 'estimuloFrontera',
  c_ClaveProdServCP: 'materialPeligroso',
  c_NumPedimentoAduana: 'cantidad',
  c_FraccionArancelaria: 'unidad',
  c_ClaveUnidad: 'texto',
} as const

const memory = (): number => {
  // Array buffers are freed a turn after their owners.
  for (let turn = 0; turn < 4; turn++) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Memory that the result of `make` occupies, and the result. */
function weigh<Made>(make: () => Made): { readonly bytes: number; readonly made: Made } {
  const before = memory()
  const made = make()
  return { bytes: memory() - before, made }
}

/** Nanoseconds per look-up, the best of five turns over `codes`. */
function time(codes: readonly string[], look: (code: string) => unknown): number {
  let best = Infinity
  for (let turn = 0; turn < 5; turn++) {
    const start = performance.now()
    let found = 0
    for (const code of codes) if (look(code) !== undefined) found++
    best = Math.min(best, ((performance.now() - start) / codes.length) * 1e6)
    if (found < 0) throw new Error('unreachable')
  }
  return best
}

/** Half members, half near misses, shuffled by a fixed seed; new strings, as from a parser. */
function probes(codes: readonly string[]): string[] {
  let state = 7
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  return Array.from({ length: 200_000 }, (_, at) => {
    const code = codes[random(codes.length)]!
    const changed = random(code.length)
    return at % 2 === 0
      ? `${code} `.trimEnd()
      : `${code.slice(0, changed)}${random(10)}${code.slice(changed + 1)}`
  })
}

const pad = (cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(12))).join('')
const kilo = (bytes: number): string => `${Math.round(bytes / 1000)} kB`
const nano = (time: number): string => `${time.toFixed(0)} ns`

function measure(name: (typeof big)[number]): string[] {
  const open = (): ReturnType<typeof createCatalogs> => {
    const own = createCatalogs({ packed })
    own.catalog(name).has('')
    return own
  }
  // Runs once before measuring: the engine's memory for code and constants does not belong to the
  // catalogue.
  open()
  const { bytes, made: catalogs } = weigh(open)
  const catalog = catalogs.catalog(name)
  const set = weigh(() => new Set(catalog.codes()))
  const map = weigh(
    () =>
      new Map(
        [...createCatalogs({ packed: withoutTexts }).catalog(name).rows()].map((row) => [
          row.clave,
          { ...row },
        ]),
      ),
  )
  const codes = probes([...set.made])
  const has = time(codes, (code) => (catalog.has(code) ? true : undefined))
  const get = time(codes, (code) => catalog.get(code, flags[name] as 'clave'))
  const [inSet, inMap] = [
    time(codes, (code) => (set.made.has(code) ? true : undefined)),
    time(codes, (code) => map.made.get(code)),
  ]
  return [
    pad([
      name,
      nano(has),
      nano(get),
      nano(inSet),
      nano(inMap),
      `${(inSet / has).toFixed(2)} x`,
      `${(inMap / get).toFixed(2)} x`,
    ]),
    pad([
      name,
      kilo(bytes),
      '',
      kilo(set.bytes),
      kilo(map.bytes),
      `${(set.bytes / bytes).toFixed(1)} x`,
      `${(map.bytes / bytes).toFixed(1)} x`,
    ]),
  ]
}

const withoutTexts = (name: string): string | undefined =>
  name.endsWith('.texto') ? undefined : packed(name)

/** Milliseconds from closed to the first result, median of five, with warm code. */
function firstLoad(
  name: CatalogName,
  ask: (catalogs: ReturnType<typeof createCatalogs>) => unknown,
): string {
  const times = Array.from({ length: 5 }, () => {
    const catalogs = createCatalogs()
    const start = performance.now()
    ask(catalogs)
    return performance.now() - start
  }).sort((a, b) => a - b)
  return pad([name, `${times[2]!.toFixed(2)} ms`])
}

const rows = big.map(measure)
const out = [
  pad(['lookup', 'has', 'get', 'Set', 'Map', 'Set / has', 'Map / get']),
  ...rows.map(([lookup]) => lookup!),
  '',
  pad(['memory', 'ours', '', 'Set', 'Map', 'Set / ours', 'Map / ours']),
  ...rows.map(([, weight]) => weight!),
  '',
  pad(['first answer', 'from files']),
  ...[...big, 'c_Colonia', 'c_Moneda', 'c_UsoCFDI'].map((name) =>
    firstLoad(name as CatalogName, (catalogs) => catalogs.catalog(name as CatalogName).has('x')),
  ),
  firstLoad('c_ClaveProdServ', (catalogs) =>
    catalogs.catalog('c_ClaveProdServ').get('84111506', 'texto'),
  ) + '  with its descriptions',
  firstLoad('c_ClaveProdServ', (catalogs) =>
    catalogs.search('c_ClaveProdServ', 'servicios de facturacion'),
  ) + '  first search',
]
const all = weigh(() => {
  const catalogs = createCatalogs()
  for (const name of catalogNames)
    JSON.stringify(
      catalogs.catalog(name).find(catalogs.catalog(name).codes().next().value as string),
    )
  return catalogs
})
const warm = all.made
const day = '2026-11-21'
const now = new Date()
const codes = probes([...warm.catalog('c_CodigoPostal').codes()])
out.push(
  '',
  pad(['everything open', kilo(all.bytes)]),
  pad(['state', nano(time(codes, (code) => warm.catalog('c_CodigoPostal').state(code, day)))]),
  pad(['find', nano(time(codes, (code) => warm.catalog('c_CodigoPostal').find(code)))]),
  pad(['zoneOf', nano(time(codes, (code) => warm.zoneOf(code)))]),
  pad([
    'colonia in its code',
    nano(time(codes, (code) => warm.catalog('c_Colonia').has('0001', code))),
  ]),
  pad([
    'municipality in state',
    nano(time(codes, () => warm.catalog('c_Municipio').has('001', 'OAX'))),
  ]),
  pad(['localTime', nano(time(codes, () => localTime(now, 'America/Mexico_City')))]),
  pad([
    'search, warm',
    `${(
      time(
        Array.from({ length: 50 }, () => 'servicios de facturacion'),
        (text) => warm.search('c_ClaveProdServ', text),
      ) / 1e6
    ).toFixed(2)} ms`,
  ]),
)
process.stdout.write(`${out.join('\n')}\n`)
