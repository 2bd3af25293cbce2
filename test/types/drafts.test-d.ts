/**
 * What the compiler must take and refuse for a draft: compiled by `tsc -p test`, never run.
 * @module
 */
import {
  type Comprobante,
  type ComprobanteDraft,
  type ConceptoDraft,
  type Engine,
  stampMany,
} from '../../src/index.js'
import { nomina, notaDeCredito, pago, paymentSummary, sustitucion } from '../../src/sat/builders.js'
import type { Nomina12Draft } from '../../src/sat/nomina12/draft.js'
import type { Pagos20Draft } from '../../src/sat/pagos20/draft.js'
import type { Unsealed } from '../../src/seal/sello.js'

declare const engine: Engine
declare const untyped: unknown
declare const text: string
declare const bytes: Uint8Array
declare const record: Record<string, unknown>
declare const read: Comprobante
declare const unsealed: Unsealed
declare const fragments: Readonly<Record<string, string>>

const Emisor = { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' }
const Receptor = {
  Rfc: 'XAXX010101000',
  Nombre: 'PUBLICO EN GENERAL',
  DomicilioFiscalReceptor: '64000',
  RegimenFiscalReceptor: '616',
  UsoCFDI: 'S01',
}

/**
 * Nothing of it is a literal: whoever writes an object first, and gives it then, is understood too.
 */
const draft = {
  Version: '4.0',
  Fecha: 'AUTO',
  Moneda: 'MXN',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  LugarExpedicion: '64000',
  Emisor,
  Receptor,
}

export const whole: ComprobanteDraft = {
  ...draft,
  Folio: 'AUTO',
  SubTotal: 'AUTO',
  Total: 'AUTO',
  Impuestos: 'AUTO',
  Conceptos: [],
}

// What is taken as it is.
void engine.stamp(untyped)
void engine.stamp(text)
void engine.stamp(bytes)
void engine.stamp(record)
void engine.stamp(read)
void engine.stamp(unsealed)
void engine.stamp(draft)
void engine.stamp(whole)
void engine.check(JSON.parse(text))
void engine.prepare(record)
void engine.seal(untyped, { key: '1' })
void engine.substitute({ key: '1' }, draft, { key: '2' })

// @ts-expect-error it is Emisor
void engine.stamp({ ...draft, Emsior: Emisor })

// @ts-expect-error it is Emisor
void engine.check({ ...draft, Emsior: Emisor })

// @ts-expect-error it is Emisor
void engine.prepare({ ...draft, Emsior: Emisor })

// @ts-expect-error it is Emisor
void engine.seal({ ...draft, Emsior: Emisor })

// @ts-expect-error it is RegimenFiscal
void engine.stamp({ ...draft, Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', Regimen: '601' } })

// @ts-expect-error it is Pagos
void engine.stamp({ ...draft, Complemento: { Pagso: { Version: '2.0', Pago: [] } } })

// @ts-expect-error it is Version
void engine.stamp({ ...draft, Complemento: { Pagos: { Vresion: '2.0', Pago: [] } } })

// @ts-expect-error Receptor cannot be derived
void engine.stamp({ ...draft, Receptor: undefined })

// @ts-expect-error only what can be derived is "AUTO": a Receptor cannot
void engine.stamp({ ...draft, Receptor: 'AUTO' })

// @ts-expect-error an amount is a text or a number
void engine.stamp({ ...draft, SubTotal: true })

// @ts-expect-error a number is no draft
void engine.stamp(1)

/** What hangs there and the library does not know yet is spread: a fragment of XML by its name. */
void engine.stamp({
  ...draft,
  Complemento: { ...fragments, Divisas: { version: '1.0', tipoOperacion: 'compra' } },
})

export const line: ConceptoDraft = {
  ClaveProdServ: '01010101',
  Cantidad: 2,
  ClaveUnidad: 'H87',
  Descripcion: 'Guitarra de juguete',
  ObjetoImp: '02',
  PrecioConImpuestos: '116.00',
  DescuentoConImpuestos: 5,
  Impuestos: {
    Traslados: [{ Base: 'AUTO', Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
  },
}

export const priced: ConceptoDraft = {
  ...line,
  // @ts-expect-error it is PrecioConImpuestos
  PrecioConImpuesto: '116.00',
}

/** A code that the SAT lists tomorrow. */
export const tomorrow: ConceptoDraft = { ...line, ObjetoImp: '99' }

export const pagos: Pagos20Draft = {
  Version: '2.0',
  Totales: 'AUTO',
  Pago: [
    {
      FechaPago: '2026-11-05T12:00:00',
      FormaDePagoP: '03',
      MonedaP: 'MXN',
      Monto: 'AUTO',
      ImpuestosP: 'AUTO',
      DoctoRelacionado: [
        {
          IdDocumento: '8A3F2C51-6B0D-4E7A-9C14-2F5D80B71E36',
          MonedaDR: 'MXN',
          NumParcialidad: 1,
          ImpSaldoAnt: '116.00',
          ImpPagado: '116.00',
          ObjetoImpDR: '02',
          ImpuestosDR: {
            TrasladosDR: [{ ImpuestoDR: '002', TipoFactorDR: 'Tasa', TasaOCuotaDR: '0.160000' }],
          },
        },
      ],
    },
  ],
}

// @ts-expect-error Pago cannot be derived
export const unpaid: Pagos20Draft = { Version: '2.0' }

export const seniority: Nomina12Draft['Receptor'] = {
  Curp: 'MEGL900412HNLNRS07',
  TipoContrato: '01',
  TipoRegimen: '02',
  NumEmpleado: '1',
  PeriodicidadPago: '04',
  ClaveEntFed: 'NLE',
  Antigüedad: 'AUTO',
}

stampMany(engine, [draft])
stampMany(engine, [untyped])
stampMany(engine, [text])

// @ts-expect-error it is Emisor, and Receptor is missing
stampMany(engine, [{ Version: '4.0', Emsior: Emisor }])

// @ts-expect-error a document is given, or an iterable of them: not letters, nor numbers
stampMany(engine, [1, 2])

// What builders give is a draft, and so is what they take.
export const built: ComprobanteDraft = nomina(record, {
  Emisor,
  LugarExpedicion: '64000',
  Receptor,
})
export const renewed: ComprobanteDraft = sustitucion(read, {
  Receptor: { ...Receptor, UsoCFDI: 'G01' },
})

// @ts-expect-error it is Receptor
sustitucion(read, { Recpetor: Receptor })

// @ts-expect-error it is NumDiasPagados
nomina({ TipoNomina: 'O', DiasPagados: 15 }, { Emisor, LugarExpedicion: '64000', Receptor })

const received = { FechaPago: '2026-11-20', FormaDePagoP: '03' }
pago(
  [paymentSummary(read), { factura: text }, { ...paymentSummary(read), ImpPagado: '1.00' }],
  received,
)
notaDeCredito(read, { devoluciones: [{ concepto: 0 }] }, { TipoRelacion: '03', anteriores: [text] })

// @ts-expect-error lines and an amount contradict each other
notaDeCredito(read, { devoluciones: [{ concepto: 0 }], Total: '10.00' })

// @ts-expect-error it is ImpSaldoAnt
pago([{ factura: read, NumParcialidad: 2, ImpSaldoAnterior: '1.00' }], received)
