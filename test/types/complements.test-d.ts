/**
 * What the compiler must refuse in a complement: compiled by `tsc -p test`, never run.
 * @module
 */
import type { ComercioExterior20 } from '../../src/sat/comercioExterior20/declaration.js'
import type { Nomina12 } from '../../src/sat/nomina12/declaration.js'
import type { Pagos20 } from '../../src/sat/pagos20/declaration.js'

type Pago = Pagos20['Pago'][number]
type Docto = Pago['DoctoRelacionado'][number]

export const docto: Docto = {
  IdDocumento: '8A3F2C51-6B0D-4E7A-9C14-2F5D80B71E36',
  MonedaDR: 'MXN',
  EquivalenciaDR: 1,
  NumParcialidad: 1,
  ImpSaldoAnt: '100.00',
  ImpPagado: '100.00',
  ImpSaldoInsoluto: '0.00',
  ObjetoImpDR: '01',
}

export const pago: Pago = {
  FechaPago: '2026-11-05T12:00:00',
  FormaDePagoP: '01',
  MonedaP: 'MXN',
  TipoCambioP: 1,
  Monto: '100.00',
  DoctoRelacionado: [docto],
}

export const pagos: Pagos20 = {
  Version: '2.0',
  Totales: { MontoTotalPagos: '100.00' },
  Pago: [pago],
}

// @ts-expect-error MontoTotalPagos is required
export const pagosMissing: Pagos20 = { Version: '2.0', Totales: {}, Pago: [pago] }

export const pagosMisspelt: Pagos20 = {
  Version: '2.0',
  // @ts-expect-error it is TotalRetencionesIVA
  Totales: { MontoTotalPagos: '100.00', TotalRetencionesIva: '16.00' },
  Pago: [pago],
}

export const pagosVersion: Pagos20 = {
  // @ts-expect-error the version is 2.0
  Version: '1.0',
  Totales: { MontoTotalPagos: '100.00' },
  Pago: [pago],
}

export const pagosAlone: Pagos20 = {
  Version: '2.0',
  Totales: { MontoTotalPagos: '100.00' },
  // @ts-expect-error a repeated element is a list
  Pago: pago,
}

export const pagosFactor: Pago['ImpuestosP'] = {
  // @ts-expect-error TipoFactorP is one of three
  TrasladosP: [{ BaseP: 1, ImpuestoP: '002', TipoFactorP: 'tasa' }],
}

export const receptor: Nomina12['Receptor'] = {
  Curp: 'MEGL900412HNLNRS07',
  TipoContrato: '09',
  TipoRegimen: '09',
  NumEmpleado: '1',
  PeriodicidadPago: '05',
  ClaveEntFed: 'NLE',
}

export const nomina: Nomina12 = {
  Version: '1.2',
  TipoNomina: 'O',
  FechaPago: '2026-11-15',
  FechaInicialPago: '2026-11-01',
  FechaFinalPago: '2026-11-15',
  NumDiasPagados: 15,
  Receptor: receptor,
}

const { FechaPago: _, ...sinFechaPago } = nomina

// @ts-expect-error FechaPago is required
export const nominaMissing: Nomina12 = sinFechaPago

export const nominaMisspelt: Nomina12 = {
  ...nomina,
  // @ts-expect-error it is TotalPercepciones
  TotalPercepcion: '1.00',
}

export const nominaVersion: Nomina12 = {
  ...nomina,
  // @ts-expect-error the version is 1.2
  Version: '1.1',
}

export const nominaTipo: Nomina12 = {
  ...nomina,
  // @ts-expect-error O or E
  TipoNomina: 'X',
}

// @ts-expect-error what was required stays required beside what is optional
export const receptorMissing: Nomina12['Receptor'] = {
  Curp: 'MEGL900412HNLNRS07',
  Puesto: 'Consejero',
}

export const comercio: ComercioExterior20 = {
  Version: '2.0',
  ClaveDePedimento: 'A1',
  CertificadoOrigen: 0,
  TipoCambioUSD: '18.4527',
  TotalUSD: '100.00',
  Mercancias: [{ NoIdentificacion: 'A', ValorDolares: '100.00' }],
}

const { Mercancias: __, ...sinMercancias } = comercio

// @ts-expect-error Mercancias is required
export const comercioMissing: ComercioExterior20 = sinMercancias

export const mercanciaMissing: ComercioExterior20 = {
  ...comercio,
  // @ts-expect-error ValorDolares is required
  Mercancias: [{ NoIdentificacion: 'A' }],
}

export const comercioMisspelt: ComercioExterior20 = {
  ...comercio,
  // @ts-expect-error it is Incoterm
  INCOTERM: 'FCA',
}

export const comercioVersion: ComercioExterior20 = {
  ...comercio,
  // @ts-expect-error the version is 2.0
  Version: '1.1',
}

// @ts-expect-error an element that only repeats one child is the list itself
export const comercioLista: ComercioExterior20['Mercancias'] = { Mercancia: [] }

// @ts-expect-error nothing in a document is assigned once it is made
comercio.TotalUSD = '1.00'
