/**
 * The printed form of a CFDI de retenciones.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { renderHtml } from '../../src/pdf/html/renderHtml.js'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import type { Field, Section, Table } from '../../src/pdf/view.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { noon } from '../fixtures.js'
import { draftNames, readDraft } from '../sat/retenciones20/documents.js'
import { bare, pagesOf, valuesOf } from './documents.js'

const documents = [retenciones20]
const clock = () => noon
const pac = createSandboxPac({ clock, documents })
const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
const engine = createEngine({ signers: csd, provider: pac, clock, documents })

const known = new Map<string, Promise<string>>()

function stampedXml(name: string): Promise<string> {
  const xml = known.get(name) ?? stampDraft(name)
  known.set(name, xml)
  return xml
}

async function stampDraft(name: string): Promise<string> {
  const answer = await engine.stamp(readDraft(name))
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
  return Buffer.from(answer.cfdi.XML, 'base64').toString('utf8')
}

function* fieldsOf({ fields, tables, sections }: Section): Generator<Field> {
  yield* fields
  for (const table of tables) yield* cellsOf(table)
  for (const section of sections) yield* fieldsOf(section)
}

function* cellsOf({ rows }: Table): Generator<Field> {
  for (const { cells, details } of rows) {
    yield* cells.filter((cell) => cell !== undefined)
    for (const detail of details) yield* detail.fields
  }
}

describe('the page of a retención', () => {
  it('has the services of a platform as rows, each with its commission', async () => {
    const text = JSON.stringify(readDraft('plataformasTecnologicas'))
    const commission = '"ComisionDelServicio":{"Importe":"1.00"}'
    const draft = JSON.parse(text.replaceAll(/"ComisionDelServicio":\{[^}]*\}/g, commission))
    const { complementos } = viewOf(draft, { documents })
    const [table] = complementos.flatMap(({ tables }) => tables)
    expect(table?.columns.map(({ label }) => label)).toEqual([
      ...['Fecha del servicio', 'Forma de pago del servicio', 'Tipo de servicio'],
      ...['Precio del servicio', 'Comisión del servicio: Importe'],
    ])
    for (const { cells } of table?.rows ?? [])
      expect(cells.every((cell) => cell !== undefined)).toBe(true)
  })

  it.each(draftNames)('%s has every value, on each template', async (name) => {
    const xml = await stampedXml(name)
    const values = valuesOf(readCfdi(xml, { documents }))
    for (const template of Object.keys(templates)) {
      const text = bare((await pagesOf(await renderPdf(xml, { documents, template }))).join(' '))
      expect(values.filter((value) => !text.includes(bare(value)))).toEqual([])
    }
    const html = bare((await renderHtml(xml, { documents })).replace(/&amp;/g, '&'))
    expect(values.filter((value) => !html.includes(bare(value)))).toEqual([])
  })

  it('prints the name of each party once', async () => {
    const [page = ''] = await pagesOf(
      await renderPdf(await stampedXml('dividendos'), { documents, template: 'ticket' }),
    )
    expect(page.split('XOCHILT CASAS CHAVEZ')).toHaveLength(2)
    expect(page.split('ESCUELA KEMPER URGATE')).toHaveLength(2)
  })
})

describe('the view of a retención', () => {
  it('has the address of its own verification page, the taxes as items and their sum', async () => {
    const xml = await stampedXml('plataformasTecnologicas')
    const { title, folio, codes, conceptos, totals, emisor, date } = viewOf(xml, { documents })
    expect([title, folio]).toEqual(['Constancia de retenciones', expect.stringMatching(/^\d+$/)])
    expect(codes.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^https:\/\/prodretencionverificacion\.clouda\.sat\.gob\.mx\/\?id=/),
    ])
    expect(conceptos.rows.map(({ cells }) => cells[3]?.text)).toEqual(['$21.00', '$80.00'])
    expect(totals).toMatchObject([{ kind: 'sum', value: '101.00', text: '$101.00' }])
    expect([emisor.heading?.value, date?.name]).toEqual(['ESCUELA KEMPER URGATE', 'FechaExp'])
  })

  it('prints shares as numbers and amounts as money', async () => {
    const { complementos } = viewOf(await stampedXml('fideicomisoNoEmpresarial'), { documents })
    const texts = new Map(
      complementos.flatMap((one) => [...fieldsOf(one)].map(({ name, text }) => [name, text])),
    )
    expect(texts.get('MontTotEntradasPeriodo')).toMatch(/^\$/)
    expect(texts.get('PropDelMontTot')).toMatch(/^\d/)
  })

  it('previews a draft, whose "AUTO" is pending', () => {
    const { state, totals, emisor } = viewOf(readDraft('dividendos') as never, { documents })
    expect(state).toBe('draft')
    expect(totals).toMatchObject([{ value: '100.00' }])
    expect(emisor.heading?.text).toBe('Por asignar')
  })

  it.each(draftNames)('%s has a label for each name, in Spanish and in English', (name) => {
    for (const language of ['es', 'en'] as const) {
      const view = viewOf(readDraft(name) as never, { documents, language })
      const sections = [view.general, view.emisor, view.receptor, ...view.related]
      const fields = [...sections, ...view.complementos].flatMap((one) => [...fieldsOf(one)])
      const poor = [...fields, ...cellsOf(view.conceptos)].filter(({ label }) =>
        /\b(Mont|Tot|Anio|Inm|Imp|Retenc|Serv|Exp|Exent|Grav|Fideicom|Cve|Raz)\b/.test(label),
      )
      expect(poor.map(({ name, label }) => `${name}: ${label}`)).toEqual([])
    }
  })
})

it('a retención that is not registered is an error that names the import', async () => {
  const xml = await stampedXml('dividendos')
  expect(() => viewOf(xml)).toThrow(/import \{ retenciones20 \} from 'cfdi-stamp\/retenciones'/)
  await expect(renderPdf(xml)).rejects.toThrow(/cfdi-stamp\/retenciones/)
  await expect(renderHtml(xml)).rejects.toThrow(/cfdi-stamp\/retenciones/)
})
