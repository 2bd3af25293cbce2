/**
 * The measured documents: invoices of 1 to 5,000 concepts, a payroll receipt, a payment receipt of
 * 200 documents, a Carta Porte.
 *
 * Each in three forms: `draft`, as a caller gives it, with "AUTO" only where it is required;
 * `blank`, with every amount "AUTO"; `ready`, ready to be sealed. All are checked to be valid,
 * because findings take time of their own.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Csd, check, type Unsealed } from 'cfdi-stamp'
import { catalogs } from 'cfdi-stamp/catalogs'
import { openCsd } from 'cfdi-stamp/node'
import { copyJson, resolve } from './internals.js'

export type Json = Readonly<Record<string, unknown>>

export interface Subject {
  readonly name: string
  readonly draft: Json
  /** Undefined for documents whose amounts are not derived. */
  readonly blank: Json | undefined
  readonly ready: Unsealed
}

/** Within the validity of every certificate and code: 21 November 2026, 12:00 in central Mexico. */
export const noon = new Date('2026-11-21T18:00:00Z')

export const file = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

export const fixture = (name: string): Buffer => readFileSync(file(name))

export const password = '12345678a'

/** The issuer. */
export const company = (): Promise<Csd> =>
  openCsd({ cer: file('csd/company.cer'), key: file('csd/company.key'), password })

const complement = (name: string): Json =>
  JSON.parse(fixture(`complements/${name}.json`).toString('utf8'))

/** Products of a stationer: key, unit, description, price, and rate of IVA. */
const goods = [
  ['44121701', 'H87', 'Bolígrafo azul, punto mediano', '6.50', '0.160000'],
  ['14111507', 'XPK', 'Papel bond carta, 500 hojas de 75 g', '98.27', '0.160000'],
  ['55101500', 'H87', 'Atlas de México, edición escolar', '245.00', '0.000000'],
  ['43211503', 'H87', 'Computadora portátil de 14", 16 GB & 512 GB', '15899.137931', '0.160000'],
  ['53131608', 'XBX', 'Jabón neutro, caja con 24 piezas', '312.90', '0.160000'],
  ['56101504', 'H87', 'Silla secretarial giratoria', '1850.00', '0.160000'],
  ['31162800', 'KGM', 'Ferretería surtida a granel', '74.4828', '0.160000'],
  ['46181504', 'PR', 'Guantes de protección de nitrilo', '38.75', '0.160000'],
] as const

const AUTO = 'AUTO'

function concepto(index: number): Json {
  const [ClaveProdServ, ClaveUnidad, Descripcion, ValorUnitario, TasaOCuota] =
    goods[index % goods.length]!
  const traslado = { Base: AUTO, Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota, Importe: AUTO }
  return {
    ClaveProdServ,
    NoIdentificacion: `SKU-${100_000 + index}`,
    Cantidad: String(1 + ((index * 7) % 12)),
    ClaveUnidad,
    ...(index % 3 === 0 ? { Unidad: 'Pieza' } : {}),
    Descripcion: `${Descripcion} (${index + 1})`,
    ValorUnitario,
    Importe: AUTO,
    ...(index % 5 === 4 ? { Descuento: '1.50' } : {}),
    ObjetoImp: '02',
    Impuestos: { Traslados: [traslado] },
  }
}

/**
 * An invoice of that many concepts with "AUTO" for every amount; `number` makes it new to every
 * cache.
 */
export function blankInvoice(conceptos: number, number = 1): Json {
  return {
    Version: '4.0',
    Serie: 'A',
    Folio: AUTO,
    Fecha: AUTO,
    Sello: AUTO,
    FormaPago: '03',
    NoCertificado: AUTO,
    Certificado: AUTO,
    SubTotal: AUTO,
    Descuento: AUTO,
    Moneda: 'MXN',
    Total: AUTO,
    TipoDeComprobante: 'I',
    Exportacion: '01',
    MetodoPago: 'PUE',
    LugarExpedicion: '64000',
    Emisor: { Rfc: AUTO, Nombre: AUTO, RegimenFiscal: '601' },
    Receptor: {
      Rfc: 'CSV080917H24',
      Nombre: 'COMERCIAL SIERRA VERDE',
      DomicilioFiscalReceptor: '37000',
      RegimenFiscalReceptor: '601',
      UsoCFDI: 'G01',
    },
    Conceptos: Array.from({ length: conceptos }, (_, index) =>
      concepto(number * conceptos + index),
    ),
    Impuestos: AUTO,
  }
}

/** A receipt of one payment of that many invoices, from the fixture of two. */
function payment(documents: number): Json {
  const draft = structuredClone(complement('pagos20.dosDocumentos')) as never as PaymentDraft
  const { Pagos } = draft.Complemento
  const [pago] = Pagos.Pago
  const [first] = pago!.DoctoRelacionado
  const money = (each: number): string => (each * documents).toFixed(2)
  pago!.DoctoRelacionado = Array.from({ length: documents }, (_, index) => ({
    ...structuredClone(first!),
    IdDocumento: `1D94E0B7-35A2-4C68-8F1B-${(0x7a60c92d0000 + index).toString(16).toUpperCase()}`,
    Folio: String(1000 + index),
  }))
  pago!.Monto = money(5800)
  pago!.ImpuestosP = {
    TrasladosP: [{ ...pago!.ImpuestosP.TrasladosP[0], BaseP: money(5000), ImporteP: money(800) }],
  }
  Pagos.Totales = {
    TotalTrasladosBaseIVA16: money(5000),
    TotalTrasladosImpuestoIVA16: money(800),
    MontoTotalPagos: money(5800),
  }
  return draft as never as Json
}

interface PaymentDraft {
  Complemento: {
    Pagos: {
      Totales: Json
      Pago: { DoctoRelacionado: Json[]; Monto: string; ImpuestosP: { TrasladosP: Json[] } }[]
    }
  }
}

/** Copies a draft as the engine does. */
export const copyOf = (draft: Json): Json => copyJson(draft) as Json

/** Resolves "AUTO" as the engine does, in place, except the folio. */
export function resolver({ certificate }: Csd): (draft: Json) => Json {
  const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes))
  const zoneOf = (code: string): string | undefined => catalogs.zoneOf(code)
  const world = { certificate, catalogs, clock: () => noon, random, zoneOf, complete: false }
  return (draft) => resolve(draft, world)
}

function subject(name: string, draft: Json, csd: Csd, blank?: Json): Subject {
  const ready = {
    ...resolver(csd)(copyOf(draft)),
    ...(draft['Folio'] === AUTO ? { Folio: '7' } : {}),
  }
  const errors = check(ready, { at: noon }).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(`${name} is not valid: ${errors[0]!.message}`)
  return { name, draft, blank, ready: ready as never as Unsealed }
}

function invoice(conceptos: number, csd: Csd): Subject {
  const blank = blankInvoice(conceptos)
  const asked = Object.entries(blank).filter(([, value]) => value === AUTO)
  const known = new Set(['SubTotal', 'Descuento', 'Total', 'Impuestos'])
  const ours = Object.fromEntries(asked.filter(([name]) => !known.has(name)))
  const draft = { ...resolver(csd)(copyOf(blank)), ...ours, Emisor: blank['Emisor'] }
  return subject(
    conceptos === 1 ? '1 concept' : `${conceptos.toLocaleString('en')} concepts`,
    draft,
    csd,
    blank,
  )
}

/** Every measured document, in print order. */
export function subjects(csd: Csd, sizes: readonly number[] = [1, 5, 50, 500, 5_000]): Subject[] {
  return [
    ...sizes.map((size) => invoice(size, csd)),
    subject('payroll', complement('nomina12.ordinaria'), csd),
    subject('payment, 200 documents', payment(200), csd),
    subject('Carta Porte', complement('cartaPorte31.transportista'), csd),
  ]
}
