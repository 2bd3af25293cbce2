/**
 * `complements.md`, the labels of the printed document and the types of drafts, from the
 * declarations and their comments.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as types from '../../src/model/types.js'
import { complements } from '../../src/sat/declarations.js'
import { complementosDeRetencion, retencion } from '../../src/sat/retenciones20/model.js'
import { type Page, pageOf, writeIndex, writePage } from './parts/complementsPage.js'
import { en, es } from './parts/complementsWords.js'
import { writeDrafts } from './parts/drafts.js'
import type { Files } from './parts/files.js'
import { writeLabels } from './parts/labels.js'
import { copySources, type Declaration, readDeclarations } from './parts/meanings.js'

export async function generate(): Promise<Files> {
  const declarations = await readAll()
  const [root, stamp, ...others] = declarations as [Declaration, Declaration, ...Declaration[]]
  const all = [root, stamp, ...others.sort((a, b) => placeOf(a) - placeOf(b))]
  const named = namesOf(types)
  const drafts = Object.entries(writeDrafts(declarations))
  return {
    ...pagesOf(all, 'docs/en/', { named, words: en }),
    ...pagesOf(all, 'docs/es/', { named, words: es }),
    'src/pdf/labels/declared.ts': writeLabels(declarations),
    ...Object.fromEntries(drafts.map(([file, text]) => [`src/${file}`, text])),
  }
}

/** The index in a language, and a page a document. */
function pagesOf(all: readonly Declaration[], folder: string, page: Page): Files {
  const pages = all.map((one) => [folder + pageOf(one), writePage(one, page)])
  return { [`${folder}complements.md`]: writeIndex(all, page), ...Object.fromEntries(pages) }
}

async function readAll(): Promise<Declaration[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cfdi-declarations-'))
  try {
    copySources(folder)
    return await readDeclarations(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const inOrder = [...complements, retencion.document, ...complementosDeRetencion]

/**
 * The place of a declaration in the lists of documents.
 * @throws Error when it is in none
 */
function placeOf({ schema, file }: Declaration): number {
  const place = inOrder.findIndex(
    ({ namespace, version }) => namespace === schema.namespace && version === schema.version,
  )
  if (place < 0) throw new Error(`${file} is in no list of declarations`)
  return place
}

/**
 * The names of the types of `tdCFDI.xsd`, by content: long patterns are written once, at the end.
 */
function namesOf(types: Record<string, unknown>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(types)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, type]) => (name.startsWith('t_') ? [[JSON.stringify(type), name]] : [])),
  )
}
