/**
 * Parts that the builders of every retención share: who withholds, from whom, for which months.
 * @module
 */
import { AUTO } from '../../../derive/derivation.js'
import { decimalOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { described, type OptionNames, requireOptions } from '../../../lib/options.js'
import type { Numeric } from '../../../model/types.js'
import type { RetencionesDraft } from '../draft.js'

/** Issuer, receiver and period of a retención. */
export interface RetencionOptions {
  /** Quien retiene. `RfcE` y `NomDenRazSocE` son los del certificado si no se indican. */
  readonly Emisor: {
    /** Régimen fiscal (c_RegimenFiscal). */
    readonly RegimenFiscalE: string
    /** RFC. */
    readonly RfcE?: string | undefined
    /** Nombre o razón social, como está en el SAT. */
    readonly NomDenRazSocE?: string | undefined
  }
  /** A quien se retiene: con `RfcR` es nacional; sin él, extranjero. */
  readonly Receptor: ReceptorNacional | ReceptorExtranjero
  /** Periodo; `MesFin` es `MesIni` si no se indica. */
  readonly Periodo: {
    /** Mes inicial: 01 enero … 12 diciembre. */
    readonly MesIni: string
    /** Mes final. */
    readonly MesFin?: string | undefined
    /** Ejercicio, cuatro cifras. */
    readonly Ejercicio: string
  }
  /** Código postal de donde se expide. */
  readonly LugarExpRetenc: string
  /** Folio; "AUTO", el siguiente, si no se indica. */
  readonly FolioInt?: string | undefined
  /** Fecha local, AAAA-MM-DDThh:mm:ss; "AUTO", el momento de sellar, si no se indica. */
  readonly FechaExp?: string | undefined
}

/** Receiver of Mexico. */
export interface ReceptorNacional {
  /** RFC; XAXX010101000 es el de quien no lo dio. */
  readonly RfcR: string
  /** Nombre o razón social, como está en el SAT. */
  readonly NomDenRazSocR: string
  /** Código postal del domicilio fiscal. */
  readonly DomicilioFiscalR: string
  /** CURP. */
  readonly CurpR?: string | undefined
}

/** Receiver abroad. */
export interface ReceptorExtranjero {
  /** Nombre o razón social. */
  readonly NomDenRazSocR: string
  /** Número de identificación fiscal en su país. */
  readonly NumRegIdTribR?: string | undefined
}

/** One tax withheld. */
export interface Retenido {
  readonly ImpuestoRet: '001' | '002' | '003'
  readonly BaseRet: Decimal
  readonly MontoRet: Decimal
  readonly TipoPagoRet: '01' | '02' | '03' | '04'
}

/** Parts of a retención that depend on its kind. */
export interface Contenido {
  readonly CveRetenc: string
  readonly gravado: Decimal
  readonly exento?: Decimal | undefined
  readonly retenidos: readonly Retenido[]
  readonly Complemento: NonNullable<RetencionesDraft['Complemento']>
}

const optionNames: OptionNames<RetencionOptions> = {
  ...{ Emisor: true, Receptor: true, Periodo: true },
  ...{ LugarExpRetenc: true, FolioInt: true, FechaExp: true },
}
const issuerNames: OptionNames<RetencionOptions['Emisor']> = {
  ...{ RegimenFiscalE: true, RfcE: true, NomDenRazSocE: true },
}
const periodNames: OptionNames<RetencionOptions['Periodo']> = {
  ...{ MesIni: true, MesFin: true, Ejercicio: true },
}
const nationalNames: OptionNames<ReceptorNacional> = {
  ...{ RfcR: true, NomDenRazSocR: true, DomicilioFiscalR: true, CurpR: true },
}
const foreignNames: OptionNames<ReceptorExtranjero> = { NomDenRazSocR: true, NumRegIdTribR: true }

/** @throws TypeError for missing options, or an unknown name at any depth */
export function requireRetencion(verb: string, options: RetencionOptions): void {
  requireMembers(verb, options, optionNames)
  requireMembers(`${verb}: Emisor`, options.Emisor, issuerNames)
  requireMembers(`${verb}: Periodo`, options.Periodo, periodNames)
  if (isNational(options.Receptor))
    requireMembers(`${verb}: Receptor`, options.Receptor, nationalNames)
  else requireMembers(`${verb}: Receptor`, options.Receptor, foreignNames)
}

/** @throws TypeError for a value that is not an object, or has an unknown name */
export function requireMembers(name: string, value: unknown, names: OptionNames<never>): void {
  if (!isRecord(value))
    throw new TypeError(`${name}: an object is expected, not ${described(value)}`)
  requireOptions(name, value, names)
}

/** Whether the receiver has an RFC of Mexico. */
export function isNational(receptor: RetencionOptions['Receptor']): receptor is ReceptorNacional {
  return isRecord(receptor) && 'RfcR' in receptor
}

/** Whether the receiver is a company of Mexico, whose RFC has twelve characters. */
export function isCompany(receptor: RetencionOptions['Receptor']): boolean {
  return isNational(receptor) && String(receptor.RfcR).trim().length === 12
}

/**
 * Parses an amount in pesos. @throws TypeError for another value, a negative one, or more than two
 * decimals, which the document does not admit
 */
export function pesos(value: Numeric | undefined, name: string): Decimal {
  const amount = notNegative(value, name)
  if (!amount.round(2).equals(amount))
    throw new TypeError(`${name}: an amount with two decimals at most is expected, not ${amount}`)
  return amount
}

/** Parses a rate as a fraction of one. @throws TypeError unless it is between 0 and 1 */
export function fraction(value: Numeric | undefined, name: string): Decimal {
  const rate = notNegative(value, name)
  if (rate.compare(Decimal.one) > 0)
    throw new TypeError(`${name}: a fraction is expected, such as 0.10 for 10 %, not ${rate}`)
  return rate
}

function notNegative(value: Numeric | undefined, name: string): Decimal {
  const amount = decimalOf(value)
  if (amount === undefined)
    throw new TypeError(
      `${name}: an amount is expected, not ${typeof value === 'string' ? `"${value}"` : described(value)}`,
    )
  if (amount.compare(Decimal.zero) < 0) throw new TypeError(`${name}: ${amount} is less than zero`)
  return amount
}

/** Writes an amount with two decimals. */
export function write(amount: Decimal): string {
  return amount.round(2).toString(2)
}

/** Builds the draft of a retención. */
export function retencionOf(options: RetencionOptions, content: Contenido): RetencionesDraft {
  const { Emisor, Receptor, Periodo, LugarExpRetenc, FolioInt = AUTO, FechaExp = AUTO } = options
  const { CveRetenc, gravado, exento = Decimal.zero, retenidos, Complemento } = content
  const { RfcE = AUTO, NomDenRazSocE = AUTO, RegimenFiscalE } = Emisor
  const { MesIni, MesFin = MesIni, Ejercicio } = Periodo
  const taxes = retenidos.map(({ BaseRet, MontoRet, ...tax }) => ({
    BaseRet: write(BaseRet),
    ImpuestoRet: tax.ImpuestoRet,
    MontoRet: write(MontoRet),
    TipoPagoRet: tax.TipoPagoRet,
  }))
  return {
    Version: '2.0',
    FolioInt,
    FechaExp,
    LugarExpRetenc,
    CveRetenc,
    Emisor: { RfcE, NomDenRazSocE, RegimenFiscalE },
    Receptor: isNational(Receptor)
      ? { NacionalidadR: 'Nacional', Nacional: given(Receptor) }
      : { NacionalidadR: 'Extranjero', Extranjero: given(Receptor) },
    Periodo: { MesIni, MesFin, Ejercicio },
    Totales: {
      MontoTotOperacion: AUTO,
      MontoTotGrav: write(gravado),
      MontoTotExent: write(exento),
      MontoTotRet: AUTO,
      ...(taxes.length > 0 && { ImpRetenidos: taxes }),
    },
    Complemento,
  } as RetencionesDraft
}

/** Returns an object without its undefined members. */
export function given<Members extends object>(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Members
}
