/**
 * Common fixtures of tests: the project's own certificates and documents.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Csd } from '../src/certificate/csd.js'
import { openCsd } from '../src/node/openCsd.js'
import type { Comprobante } from '../src/sat/cfdi40/declaration.js'
import type { ComprobanteDraft } from '../src/sat/cfdi40/draft.js'

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))

export const fixture = (name: string): Buffer => readFileSync(folder + name)

/** A document as a caller gives it, "AUTO" and all. */
export const draft = (name: string): ComprobanteDraft & Record<string, unknown> =>
  JSON.parse(fixture(`documents/${name}.json`).toString('utf8'))

/**
 * The draft of the README and of the playground: a sale, whose amounts are left to be completed.
 */
export const sale: ComprobanteDraft & Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../site/playground/factura.json', import.meta.url), 'utf8'),
)

const passwords: Readonly<Record<string, string>> = { enye: 'contraseña' }

export const csd = (name = 'company'): Promise<Csd> =>
  openCsd({
    cer: fixture(`csd/${name}.cer`),
    key: fixture(`csd/${name}.key`),
    password: passwords[name] ?? '12345678a',
  })

/** A moment inside everything: 21 November 2026, 12:00 in central Mexico. */
export const noon = new Date('2026-11-21T18:00:00Z')

/** A whole valid document, ready to seal. */
export function invoice(changes: Record<string, unknown> = {}): Comprobante {
  const document = {
    ...draft('ingreso'),
    Folio: '7',
    Fecha: '2026-11-21T12:00:00',
    Sello: '',
    NoCertificado: '30001000000600000004',
    Certificado: '',
    Emisor: { Rfc: 'TOAM850417U21', Nombre: 'MARIANA TORRES ACOSTA', RegimenFiscal: '612' },
    ...changes,
  }
  return document as unknown as Comprobante
}
