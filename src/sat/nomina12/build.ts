/**
 * The payroll receipt: the comprobante around one payslip, or several of the same worker.
 * @module
 */

import { AUTO, type Json } from '../../derive/derivation.js'
import { isRecord } from '../../lib/json.js'
import { known, type Names, some } from '../cfdi40/build/argument.js'
import {
  type Expedicion,
  encabezado,
  nombresDeExpedicion,
  opcionesConEmisor,
} from '../cfdi40/build/expedicion.js'
import type { ComprobanteDraft } from '../cfdi40/draft.js'
import type { Given } from '../given.js'
import type { Nomina12Draft } from './draft.js'

/** A payslip: a Nómina 1.2 with optional totals and version. */
export type Payslip = Omit<Nomina12Draft, 'Version'> & Partial<Pick<Nomina12Draft, 'Version'>>

/** Options of {@link nomina}. */
export interface NominaOptions extends Expedicion {
  /** The worker, as registered at the SAT. */
  readonly Receptor: {
    readonly Rfc: string
    readonly Nombre: string
    readonly DomicilioFiscalReceptor: string
  }
}

const nombres: Names<NominaOptions> = { ...nombresDeExpedicion, Receptor: true }

const totales = ['TotalPercepciones', 'TotalDeducciones', 'TotalOtrosPagos']
const totalesPercepciones = [
  'TotalSueldos',
  'TotalSeparacionIndemnizacion',
  'TotalJubilacionPensionRetiro',
  'TotalGravado',
  'TotalExento',
]
const totalesDeducciones = ['TotalOtrasDeducciones', 'TotalImpuestosRetenidos']

/**
 * Creates the document of one payslip or several (for example ordinary pay and severance), in the
 * vocabulary of Nómina 1.2. Percepciones, deducciones and other payments are enough: totals are
 * derived. The comprobante has the SAT's fixed form: pesos, PUE, regime 605, CN01, and the single
 * concept "Pago de nómina".
 *
 * @throws TypeError when there is no payslip, or an option has an unknown name.
 * @example
 * const recibo = nomina(payslip, { Emisor: { RegimenFiscal: '601' }, LugarExpedicion: '64000', Receptor: worker })
 * recibo.TipoDeComprobante // → 'N'
 */
export function nomina<T = never>(
  nominas: Given<T, Payslip> | readonly Given<T, Payslip>[],
  options: NominaOptions,
): ComprobanteDraft & Json {
  opcionesConEmisor('nomina', options, nombres)
  known(options.Receptor, 'nomina: Receptor', {
    Rfc: true,
    Nombre: true,
    DomicilioFiscalReceptor: true,
  })
  const all = Array.isArray(nominas) ? some(nominas, 'nominas') : [nominas]
  const payslips = all.map(ask)
  return {
    ...encabezado(options),
    TipoDeComprobante: 'N',
    MetodoPago: 'PUE',
    Moneda: 'MXN',
    SubTotal: AUTO,
    Descuento: AUTO,
    Total: AUTO,
    Receptor: { ...options.Receptor, RegimenFiscalReceptor: '605', UsoCFDI: 'CN01' },
    Conceptos: AUTO,
    Complemento: { Nomina: payslips.length === 1 ? (payslips[0] as Nomina12Draft) : payslips },
  }
}

/** Sets missing totals to "AUTO". The resolution removes totals that must not exist. */
function ask(payslip: unknown): Nomina12Draft {
  if (!isRecord(payslip)) throw new TypeError('nominas: an object is expected')
  const { Percepciones, Deducciones } = payslip
  return {
    Version: '1.2',
    ...asking(totales),
    ...payslip,
    ...(isRecord(Percepciones) && {
      Percepciones: { ...asking(totalesPercepciones), ...Percepciones },
    }),
    ...(isRecord(Deducciones) && {
      Deducciones: { ...asking(totalesDeducciones), ...Deducciones },
    }),
  } as unknown as Nomina12Draft
}

function asking(fields: readonly string[]): Json {
  return Object.fromEntries(fields.map((field) => [field, AUTO]))
}
