/**
 * The `@example` of each verb is type-checked and run against the built package, in a world of a
 * few stamped documents. Where a line ends in `// → value`, that is what it gives.
 * @module
 */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whole } from '../effort.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const entries: object = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports
/** Every entry of the package that is one module: `''`, `/node`, … */
const subpaths = Object.entries(entries)
  .filter(([path, to]) => to?.default !== undefined && !path.includes('*'))
  .map(([path]) => path.slice(1))

/**
 * Of a reader's own PAC (test/pac runs those of the adapter's README); and one that is not public.
 */
const notRun = [
  'providerContract',
  'describeContract',
  'createTestHost',
  'createTestSealer',
  'nodesOf',
  ...(isBuiltin('node:sqlite') ? [] : ['openSqliteStore']),
]
/** Verbs without an example, each with the reason. */
const exceptions: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['element', 'list', 'textElement', 'slot'],
    ...['required', 'optional', 'sinCadena', 'siempreEnCadena', 'inline'],
    ...['one', 'maybe', 'oneOrMore', 'zeroOrMore', 'atLeast'],
  ]
    .map((part) => [part, 'a part of a declaration: shown in the example of `complement`'])
    .concat(
      ['createLife', 'createUnsafeMemoryLives', 'describeLives'].map((name) => [
        name,
        'an earlier name, deprecated',
      ]),
      [
        ['renderAcusePdf', 'an acuse comes from a PAC: shown in docs/en/pdf.md'],
        ['readCatalogPack', 'a pack is a file: shown in docs/en/fresh-data.md'],
      ],
    ),
)

interface Example {
  readonly verb: string
  readonly code: string
}

/** The examples above the exported functions of a source. */
function examplesOf(text: string): Example[] {
  return [
    ...text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport (?:async )?(?:function|const) (\w+)/g,
    ),
  ].flatMap(([, comment, verb]) => {
    const [, ...blocks] = comment!.replace(/^ *\* ?/gm, '').split(/^@example/m)
    return blocks.map((block) => ({ verb: verb!, code: block.replace(/^ .*(?=\n)/, '').trim() }))
  })
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts'),
)
const examples = sources.flatMap((file) =>
  examplesOf(readFileSync(join(root, 'src', file), 'utf8')),
)
const runnable = examples.filter(({ verb }) => !notRun.includes(verb))
const titles = runnable.map(({ verb }, index) => [verb, index] as const)

/** What the examples speak of. */
const world = `
  const pac = createSandboxPac()
  const [main, backup] = [createSandboxPac({ id: 'main', authority: pac.authority }), createSandboxPac({ id: 'backup', authority: pac.authority })]
  const journal = createUnsafeMemoryJournal()
  const csd = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
  const iva = { Base: '200.00', Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000', Importe: '32.00' }
  const invoice = {
    Version: '4.0', Serie: 'A', Folio: '7', Fecha: 'AUTO', FormaPago: '99', MetodoPago: 'PPD', Exportacion: '01',
    TipoDeComprobante: 'I', Moneda: 'MXN', LugarExpedicion: '64000', SubTotal: '200.00', Total: '232.00',
    Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' },
    Receptor: { Rfc: 'TOAM850417U21', Nombre: 'MARIANA TORRES ACOSTA', DomicilioFiscalReceptor: '06600', RegimenFiscalReceptor: '612', UsoCFDI: 'G03' },
    Conceptos: [{ ClaveProdServ: '60131300', Cantidad: '2', ClaveUnidad: 'H87', Descripcion: 'Guitarra', ValorUnitario: '100.00', Importe: '200.00', ObjetoImp: '02', Impuestos: { Traslados: [iva] } }],
    Impuestos: { TotalImpuestosTrasladados: '32.00', Traslados: [iva] },
  }
  const invoices = [invoice, { ...invoice, Folio: '8' }]
  const engine = createEngine({ signers: csd, provider: pac })
  const answer = await engine.stamp(invoice)
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors))
  const { timbre } = answer
  const xml = Buffer.from(answer.cfdi.XML, 'base64').toString('utf8')
  const factura = readCfdi(xml)
  const { Complemento, ...draft } = factura
  const adelanto = { ...factura, Conceptos: factura.Conceptos.map((concepto) => ({ ...concepto, ClaveProdServ: '84111506' })) }
  const pacCertificate = await pac.certificate()
  const { anchors, pacs } = await pac.trust()
  const token = 'T2lYQ0t4L0RHVkR4dHZ5'
  const worker = { Rfc: 'TOAM850417U21', Nombre: 'MARIANA TORRES ACOSTA', DomicilioFiscalReceptor: '06600' }
  const payslip = JSON.parse(await readFile('payslip.json', 'utf8')).Complemento.Nomina
  const sealed = await seal(draft, csd)
  const password = '12345678a'
  const [user, contrato, idEquipo] = ['demo@example.com', 'contrato-1', 'equipo-1']
  const [cer, key] = [await readFile('csd.cer'), await readFile('csd.key')]
  const certificate = readCertificate(cer)
  const database = await PGlite.create()
  const pkcs8 = createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase: password }).export({ format: 'der', type: 'pkcs8' })
  /**
   * Declares the checks and runs none: stores run them in their own tests. @type
   * {import('cfdi-stamp/store/contract').TestRunner}
   */
  const { describe, it } = { describe: (_, define) => define(), it: () => {} }
  const [createMyJournal, createMyOrders] = [createUnsafeMemoryJournal, createUnsafeMemoryOrders]
  const [createMyFolios, createMyCancellations] = [createMemoryFolios, createUnsafeMemoryCancellations]
  const createMyStore = createMemoryServiceStore
  const createMyDocuments = () => ({ put: async () => {}, get: async () => undefined })
  const datos = {
    Emisor: { RegimenFiscalE: '601' }, LugarExpRetenc: '06600', Periodo: { MesIni: '10', Ejercicio: '2026' },
    Receptor: { RfcR: 'CACX7605101P8', NomDenRazSocR: 'XOCHILT CASAS CHAVEZ', DomicilioFiscalR: '36257' },
  }
  const alExtranjero = { ...datos, Receptor: { NumRegIdTribR: 'P1234567', NomDenRazSocR: 'MOUNTAIN RIVER CONSULTING LTD' } }
  const NoBeneficiario = { PaisDeResidParaEfecFisc: 'CA', ConceptoPago: '3', DescripcionConcepto: 'Consultoría' }
  const Servicios = [{ FechaServ: '2026-10-06', PrecioServSinIVA: '1000.00', FormaPagoServ: '04', Comision: '100.00' }]
  const reciclaje = pagos20
  const example = { Version: '1.0' }
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
`

/**
 * One module of all: an import of every public verb, the world, and a function for each example.
 */
async function programOf(all: readonly Example[]): Promise<string> {
  const seen = new Set<string>()
  const imports = []
  for (const subpath of subpaths) {
    const names = Object.keys(await import(`cfdi-stamp${subpath}`)).filter(
      (name) => !seen.has(name),
    )
    for (const name of names) seen.add(name)
    if (names.length > 0) imports.push(`import { ${names.join(', ')} } from 'cfdi-stamp${subpath}'`)
  }
  const functions = all.map(({ code }) => {
    const checked = code.replace(/^( *)(\S.*?) \/\/ → (.*)$/gm, (_, indent, expression, value) =>
      expression.startsWith('const ')
        ? `${indent}${expression}`
        : `${indent}equal(${expression}, ${value})`,
    )
    return `async () => {\n${checked}\n}`
  })
  return `import { deepStrictEqual } from 'node:assert'
import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { divisas } from 'cfdi-stamp/complements/divisas'
import { pagos20 } from 'cfdi-stamp/complements/pagos20'
import * as fc from 'fast-check'
import { Pool } from 'pg'
import postgres from 'postgres'
${imports.join('\n')}
/** @type {(actual: unknown, expected: unknown) => void} */
const equal = (actual, expected) => deepStrictEqual(actual, expected)
${world}
const examples = [${functions.join(',\n')}]
console.log = () => {}
const failures = []
for (const example of examples) failures.push(await example().then(() => null, (error) => String(error)))
process.stdout.write(JSON.stringify(failures))
process.exit()
`
}

let folder: string
let failures: (string | null)[]

beforeAll(async () => {
  mkdirSync(join(root, 'out'), { recursive: true })
  folder = mkdtempSync(join(root, 'out/examples-'))
  for (const end of ['cer', 'key', 'pfx'])
    copyFileSync(join(root, `fixtures/csd/company.${end}`), join(folder, `csd.${end}`))
  copyFileSync(
    join(root, 'fixtures/complements/nomina12.ordinaria.json'),
    join(folder, 'payslip.json'),
  )
  writeFileSync(join(folder, 'examples.mjs'), await programOf(runnable))
  const { stdout } = await run(process.execPath, ['examples.mjs'], { cwd: folder })
  failures = JSON.parse(stdout) as (string | null)[]
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('examples', () => {
  it.each(titles)('of %s runs (%i)', (_verb, index) => {
    expect(failures[index]).toBeNull()
  })

  it.runIf(whole)('are of the right types (in CI)', async () => {
    const options =
      '--ignoreConfig --noEmit --allowJs --checkJs --strict --target es2022 --module nodenext --skipLibCheck --types node'
    const tsc = join(root, 'node_modules/.bin/tsc')
    const said = await run(tsc, [...options.split(' '), 'examples.mjs'], { cwd: folder }).catch(
      ({ stdout }) => ({
        stdout,
      }),
    )
    expect(said.stdout).toBe('')
  })

  it('are there for every verb', async () => {
    const modules = await Promise.all(subpaths.map((subpath) => import(`cfdi-stamp${subpath}`)))
    const verbs = modules
      .flatMap(Object.entries)
      .filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name))
    const without = verbs
      .map(([name]) => name)
      .filter((name) => !examples.some(({ verb }) => verb === name))
    expect([...new Set(without)].sort()).toEqual(Object.keys(exceptions).sort())
  })
})
