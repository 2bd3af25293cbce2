/**
 * The declarations, whose comments become docs, labels and types; and the steps of
 * `adding-a-complement.md`.
 * @module
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { texts } from '../../src/pdf/labels/texts.js'
import { locales } from '../../src/fiscal/locale.js'
import type { Complement, Element } from '../../src/model/grammar.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { writeOutlines } from '../../tools/outlines.js'
import { labelsOf, writeLabels } from '../../tools/generate/parts/labels.js'
import { schemaOf } from '../libxml.js'
import { itWith, transformed, folder as write } from '../programs.js'
import {
  copySources,
  type Declaration,
  membersOf,
  readDeclaration,
  readDeclarations,
  source,
} from '../../tools/generate/parts/meanings.js'

const folder = mkdtempSync(join(tmpdir(), 'cfdi-docs-'))

let declarations: Declaration[]
beforeAll(async () => {
  copySources(folder)
  declarations = await readDeclarations(folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

it('every label is a short noun', () => {
  const labels = [...labelsOf(declarations).values()]
  expect(labels.length).toBeGreaterThan(400)
  expect(
    labels.filter(
      (label) => !/^\p{Lu}[^.,;:"]{1,49}$/u.test(label) || /^(Si|Qué|Cada|Lo que) /.test(label),
    ),
  ).toEqual([])
})

it('every member of every declaration says what it means', () => {
  const silent = declarations.flatMap(({ schema }) => [...silentMembers(schema.name, schema.root)])
  expect(silent).toEqual([])
})

describe('docs/en/adding-a-complement.md', () => {
  const page = readFileSync(
    new URL('../../docs/en/adding-a-complement.md', import.meta.url),
    'utf8',
  )
  const fences = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ([, language, text]) => [language, text!] as const,
  )
  const fence = (language: string, index = 0): string =>
    fences.filter(([one]) => one === language)[index]![1]
  const copy = mkdtempSync(join(tmpdir(), 'cfdi-adding-'))

  beforeAll(async () => {
    copySources(copy)
    mkdirSync(join(copy, 'sat/reciclaje'))
    writeFileSync(join(copy, 'sat/reciclaje/declaration.ts'), fence('ts', 0))
    const [line, entry] = fence('ts', 1).split('\n\n') as [string, string]
    const all = readFileSync(`${source}sat/declarations.ts`, 'utf8')
    const added = all
      .replace(/^import type .*\n/m, (first) => `${first}${line}\n`)
      .replace(/^\]/m, `${entry}]`)
    writeFileSync(join(copy, 'sat/declarations.ts'), added)
    const { cfdi } = await loadModel()
    writeFileSync(join(copy, 'sat/outlines.ts'), writeOutlines(cfdi))
  })

  afterAll(() => rmSync(copy, { recursive: true }))

  it('the sources compile with what it says', async () => {
    const options = {
      extends: fileURLToPath(new URL('../../src/tsconfig.json', import.meta.url)),
      include: ['sat/cfdi40/cfdi.ts'],
    }
    const compilerOptions = { noEmit: true, composite: false, rootDir: '.' }
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...options, compilerOptions }))
    const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
    await promisify(execFile)(tsc, ['-p', copy])
  })

  const load = (file: string) => import(/* @vite-ignore */ join(copy, file))
  const loadModel = () =>
    load('sat/cfdi40/model.ts') as Promise<typeof import('../../src/sat/cfdi40/model.js')>

  /** What the page adds, and a document with it, among sources that have it. */
  async function added() {
    const { reciclaje } = (await load('sat/reciclaje/declaration.ts')) as { reciclaje: Complement }
    const { cfdi } = await loadModel()
    const { cadenaOriginal, readCfdi, writeCfdi } = (await load(
      'sat/cfdi40/cfdi.ts',
    )) as typeof import('../../src/sat/cfdi40/cfdi.js')
    const Complemento = JSON.parse(fence('json')) as Comprobante['Complemento']
    const example = JSON.parse(
      readFileSync(
        new URL('../../fixtures/complements/leyendasFiscales.json', import.meta.url),
        'utf8',
      ),
    )
    const sealed = {
      Folio: '1',
      Fecha: '2026-11-21T10:00:00',
      NoCertificado: '3'.repeat(20),
      Sello: 'AA==',
      Certificado: 'AA==',
    }
    const Emisor = { ...example.Emisor, Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE' }
    const document = { ...example, ...sealed, Emisor, Complemento } as Comprobante
    return { reciclaje, cfdi, cadenaOriginal, readCfdi, document, xml: writeCfdi(document) }
  }

  it('and every verb knows the complement', async () => {
    const { checkStructure } = (await load(
      'model/check.ts',
    )) as typeof import('../../src/model/check.js')
    const { writeXsd } = (await load('model/xsd.ts')) as typeof import('../../src/model/xsd.js')
    const { reciclaje, cfdi, cadenaOriginal, readCfdi, document, xml } = await added()
    expect(cfdi.complements).toContain(reciclaje)
    expect(checkStructure(cfdi, document, { placement: true })).toEqual([])
    expect(cadenaOriginal(document)).toContain(`${fence('').trim()}||`)
    expect(cadenaOriginal(readCfdi(xml))).toBe(cadenaOriginal(document))
    const files = writeXsd({ ...cfdi, complements: [reciclaje] })
    expect(Object.keys(files)).toContain('Reciclaje10.xsd')
    expect(schemaOf(files)(xml)).toBe(true)
  })

  it('and it is printed under the nouns of its comments', async () => {
    mkdirSync(join(folder, 'sat/reciclaje'))
    writeFileSync(join(folder, 'sat/reciclaje/declaration.ts'), fence('ts', 0))
    const told = await readDeclaration(folder, 'sat/reciclaje/declaration.ts')
    writeFileSync(join(copy, 'pdf/labels/declared.ts'), writeLabels([...declarations, told]))
    const { complementSections } = (await load(
      'pdf/sections.ts',
    )) as typeof import('../../src/pdf/sections.js')
    const { reciclaje, document } = await added()
    const wording = {
      catalogs,
      locale: locales['es-MX'],
      labels: {},
      language: 'es',
      texts: texts.es,
    } as const
    const [section] = complementSections(
      { wording, complements: [reciclaje] },
      document.Complemento,
    )
    expect(section).toMatchObject({
      label: 'Reciclaje 1.0',
      fields: [
        { label: 'Folio del manifiesto de entrega', text: 'M-2041' },
        { label: 'Planta: Número de la autorización', text: '19-039-PS-VI-07' },
      ],
      tables: [{ columns: [{ label: 'Clave' }, { label: 'Peso' }, { label: 'País de origen' }] }],
    })
    expect(section?.tables[0]?.rows[1]?.cells.map((cell) => cell?.text)).toEqual([
      'AL03',
      '75.25',
      'USA Estados Unidos (los)',
    ])
  })

  itWith('xsltproc', 'and so does the XSLT', async () => {
    const { writeXslt } = (await load('model/xslt.ts')) as typeof import('../../src/model/xslt.js')
    const { cfdi, cadenaOriginal, document, xml } = await added()
    const folder = write({ 'cadena.xslt': writeXslt(cfdi), 'document.xml': xml })
    const printed = await transformed(join(folder, 'cadena.xslt'), [join(folder, 'document.xml')])
    expect(printed).toEqual([cadenaOriginal(document)])
  })
})

function* silentMembers(path: string, element: Element): Generator<string> {
  for (const [key, member, means] of membersOf(element)) {
    const isItem = element.shape === 'list'
    if (means === undefined && !isItem) yield `${path}.${key}`
    if (member.kind === 'child') yield* silentMembers(`${path}.${key}`, member.element)
  }
}
