/**
 * The fixtures of complements: each matches its declaration, in a place and a type of comprobante
 * that admit it.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../src/model/check.js'
import type { Complement } from '../src/model/grammar.js'
import { selectComplement } from '../src/model/version.js'
import { cadenaOriginal, cadenaOriginalXml, writeCfdi } from '../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../src/sat/cfdi40/model.js'
import type { Comprobante } from '../src/sat/cfdi40/declaration.js'
import { complements } from '../src/sat/declarations.js'

/** Where "AUTO" may stand, and a plausible value of it. */
const plausible: Readonly<Record<string, string>> = {
  '/Folio': '1',
  '/Fecha': '2026-11-21T10:00:00',
  '/Sello': 'c2VsbG8=',
  '/NoCertificado': '30001000000600000001',
  '/Certificado': 'Y2VydGlmaWNhZG8=',
  '/Emisor/Rfc': 'PLO150312QT1',
  '/Emisor/Nombre': 'PAPELERIA LUNA DE OCTUBRE',
  '/Complemento/CartaPorte/IdCCP': 'CCC6F1D2-8A3B-4C5D-9E7F-0A1B2C3D4E5F',
}

const folder = new URL('../fixtures/complements/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))

function read(file: string): Comprobante {
  return resolved(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))) as Comprobante
}

/** The document with a value in the place of each "AUTO" that can be derived. */
function resolved(value: unknown, path = ''): unknown {
  if (value === 'AUTO') return plausible[path] ?? value
  if (Array.isArray(value)) return value.map((item, index) => resolved(item, `${path}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolved(item, `${path}/${key}`)]),
  )
}

/** Returns the declarations of a document's complements, in both places. */
function hanging({ Complemento, Conceptos }: Comprobante): (Complement | undefined)[] {
  return [Complemento, ...Conceptos.map(({ ComplementoConcepto }) => ComplementoConcepto)].flatMap(
    (slot) =>
      Object.entries(slot ?? {}).map(([name, value]) =>
        selectComplement(complements, name, Array.isArray(value) ? value[0] : value),
      ),
  )
}

describe.each(files)('%s', (file) => {
  const document = read(file)

  it('is what the model declares', () => {
    expect(checkStructure(cfdi, document, { placement: true })).toEqual([])
  })

  it('asks for no value that cannot be derived', () => {
    expect(JSON.stringify(document)).not.toContain('"AUTO"')
  })

  it('shows the complement after which it is named', async () => {
    const name = file.split('.')[0] as string
    const module = await import(`../src/sat/${name}/declaration.ts`)
    expect(module[name]).toBeDefined()
    expect(hanging(document)).toContain(module[name])
  })

  it('has the same cadena original as its XML', () => {
    expect(cadenaOriginalXml(writeCfdi(document))).toBe(cadenaOriginal(document))
  })
})

describe('every complement that may be stamped', () => {
  const shown = new Set(files.flatMap((file) => hanging(read(file))))
  const current = complements.filter(({ status }) => status === 'vigente')

  it.each(current.map((complement) => [complement.name, complement] as const))(
    '%s has a fixture',
    (_, complement) => {
      expect(shown.has(complement)).toBe(true)
    },
  )
})
