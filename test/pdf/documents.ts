/**
 * The project's documents, stamped by the sandbox.
 * @module
 */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Csd } from '../../src/certificate/csd.js'
import { createEngine } from '../../src/engine/engine.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { renderPdf } from '../../src/pdf/renderPdf.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { csd, fixture, noon } from '../fixtures.js'

const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))

/** Names of the fixtures that are stamped. */
export const fixtureNames: readonly string[] = ['complements', 'documents'].flatMap((kind) =>
  readdirSync(`${folder}${kind}`)
    .filter((name) => name.endsWith('.json') && !name.startsWith('inv'))
    .map((name) => name.replace('.json', '')),
)

const known = new Map<string, Promise<string>>()

/** The stamped XML of a fixture, cached. */
export function stamped(name: string): Promise<string> {
  const xml = known.get(name) ?? stamp(name)
  known.set(name, xml)
  return xml
}

const random = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(7)
const pac = createSandboxPac({
  clock: () => noon,
  anchors: [fixture('csd/root.cer')],
  random,
})
const csds = ['company', 'person', 'ampersand', 'enye'].map((holder) => csd(holder))

async function stamp(name: string): Promise<string> {
  const text = fixture(fileOf(name)).toString('utf8')
  const { Emisor } = JSON.parse(text) as Comprobante
  const all = await Promise.all(csds)
  const signers = all.find(({ certificate }) => certificate.rfc === Emisor.Rfc) ?? (all[0] as Csd)
  const answer = await createEngine({ signers, provider: pac, clock: () => noon, random }).stamp(
    text,
  )
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
  return Buffer.from(answer.cfdi.XML, 'base64').toString('utf8')
}

const printed = new Map<string, Promise<Uint8Array>>()

/** Its PDF, cached. */
export function rendered(name: string, template: string): Promise<Uint8Array> {
  const key = `${name} ${template}`
  const pdf = printed.get(key) ?? stamped(name).then((xml) => renderPdf(xml, { template }))
  printed.set(key, pdf)
  return pdf
}

/** A fixture before it is stamped. */
export function plainJson(name: string): Comprobante {
  return JSON.parse(fixture(fileOf(name)).toString('utf8')) as Comprobante
}

function fileOf(name: string): string {
  return [`complements/${name}.json`, `documents/${name}.json`].find((path) =>
    existsSync(folder + path),
  ) as string
}

/** The same as JSON, to be changed at will. */
export async function stampedJson(name: string): Promise<Comprobante> {
  return readCfdi(await stamped(name))
}

/** Somebody else, to be changed at will. */
export const receptor = {
  Rfc: 'PLO150312QT1',
  Nombre: 'PAPELERIA LUNA DE OCTUBRE',
  DomicilioFiscalReceptor: '64000',
  RegimenFiscalReceptor: '601',
  UsoCFDI: 'G03',
} as const

/** The text of each page, as another library reads it. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false })
  return text
}

/** A text without the additions of the layout: spaces, line breaks, and group separators. */
export function bare(text: string): string {
  return text.replace(/[\s,]/g, '')
}

/**
 * Members that are not printed: the certificate appears by its number, and the stamp repeats the
 * seal.
 */
const unprinted = new Set(['Certificado', 'Addenda'])

/** Every value of a document. */
export function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    unprinted.has(key) ? [] : valuesOf(inner),
  )
}

/** A line of a sale. */
export const concepto = (index: number, text = ''): Comprobante['Conceptos'][number] => ({
  ClaveProdServ: '60131300',
  Cantidad: '1',
  ClaveUnidad: 'H87',
  Descripcion: `Renglón ${index} ${text}`,
  ValorUnitario: '100.00',
  Importe: '100.00',
  ObjetoImp: '01',
})

/** Number of runs of a property of PDFs. */
export const numRuns =
  Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] !== undefined ? 200 : 20)) / 10
