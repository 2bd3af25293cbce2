/**
 * Every command that a page shows is run as it stands there, in a folder with the files that it
 * names: it is understood, and finds what it asks for.
 * @module
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeCfdi } from '../../src/index.js'
import { folder } from '../programs.js'
import { filesIn } from '../tree.js'
import { document, draft, good } from './documents.js'
import { monedas, workbookOf } from './tables.js'
import { cli, root } from './world.js'

const pages = ['README.md', 'README.es.md', ...filesIn('docs', '.md')]
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/**
 * In a block, a line; in a sentence, between ticks. What follows is a comment, or where the output
 * goes.
 */
const command = /^npx cfdi-stamp (.*?)(?: +#.*| > .*)?$|`npx cfdi-stamp ([^`]+)`/gm
const commands = pages.flatMap((page) =>
  [...textOf(page).matchAll(command)].map(([, line, inner]) => (line ?? inner)!.trim()),
)

/** As `declare` writes it, without an import, which the folder has no package for. */
const module = `export const reciclaje = {
  name: 'Reciclaje', prefix: 'rec', namespace: 'http://www.sat.gob.mx/Reciclaje', xsd: 'urn:rec',
  at: 'comprobante', tipos: ['I'], status: 'vigente', desde: '2022-01-01', cadena: true,
  root: { kind: 'element', shape: 'object', content: {} },
}\n`

const sat = ['Reciclaje10.xsd', 'reciclaje10.xslt']
const certificates = {
  'csd.cer': 'company.cer',
  'csd.key': 'company.key',
  'pac.cer': 'pac.cer',
  'certificados/pac.cer': 'pac.cer',
}

/** A workbook as the SAT publishes it, with one of its sheets. */
const book = await workbookOf({
  c_TipoFactor: [
    ['Catálogo de tipos de factor.'],
    ['c_TipoFactor', 'Fecha inicio de vigencia', 'Fecha fin de vigencia'],
    ...['Tasa', 'Cuota', 'Exento', 'Otro'].map((one) => [one, '01/01/2022', null]),
  ],
})

/** A folder as the pages suppose it. */
function host(): string {
  const xml = writeCfdi(document)
  const cwd = folder({ 'factura.json': draft, 'factura.xml': xml, 'reciclaje.mjs': module })
  mkdirSync(join(cwd, 'facturas'))
  writeFileSync(join(cwd, 'facturas/a.json'), good)
  writeFileSync(join(cwd, 'facturas/b.xml'), xml)
  mkdirSync(join(cwd, 'certificados'))
  mkdirSync(join(cwd, 'tables'))
  writeFileSync(
    join(cwd, 'tables/cfdi_40_monedas.tsv'),
    monedas('XBT\tBitcoin\t8\t500\t2026-12-01\t'),
  )
  writeFileSync(join(cwd, 'catCFDI_V_4_20261204.xls'), book)
  for (const [name, fixture] of Object.entries(certificates))
    writeFileSync(join(cwd, name), readFileSync(join(root, 'fixtures/csd', fixture)))
  for (const name of sat)
    writeFileSync(join(cwd, name), readFileSync(join(root, 'fixtures/declare', name)))
  return cwd
}

it.each([...new Set(commands)])('npx cfdi-stamp %s', async (line) => {
  const env = { CSD_PASSWORD: '12345678a', MI_VARIABLE: '12345678a' }
  const { exit, stdout, stderr } = await cli(line.split(/\s+/), { cwd: host(), env, stdin: good })
  expect([0, 1], `${line}: ${stderr}`).toContain(exit)
  expect(stdout, line).not.toBe('')
})

it('there are some of every command', () => {
  const names = new Set(commands.map((line) => line.split(' ')[0]))
  expect(
    [
      'cadena',
      'catalog',
      'check',
      'csd',
      'declare',
      'explain',
      'read',
      'stamp',
      'verify',
      'write',
    ].filter((name) => !names.has(name)),
  ).toEqual([])
})
