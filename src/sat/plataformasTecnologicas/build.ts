/**
 * The retención of a technology platform to those who sell or serve through it.
 * @module
 */
import { sumOf } from '../../fiscal/amounts.js'
import { Decimal } from '../../lib/decimal.js'
import type { OptionNames } from '../../lib/options.js'
import type { Numeric } from '../../model/types.js'
import { fieldIsNot } from '../../rules/form.js'
import {
  fraction,
  given,
  isCompany,
  isNational,
  pesos,
  requireMembers,
  requireRetencion,
  type Retenido,
  type RetencionOptions,
  retencionOf,
  write,
} from '../retenciones20/build/retencion.js'
import { yearlyRate } from '../retenciones20/build/yearlyRates.js'
import type { RetencionesDraft } from '../retenciones20/draft.js'
import type { PlataformasTecnologicasDraft } from './draft.js'

type Detalle = PlataformasTecnologicasDraft['Servicios'][number]

/** A service or sale through the platform. */
export interface ServicioDePlataforma {
  /** Fecha del servicio, AAAA-MM-DD. */
  readonly FechaServ: string
  /** Precio, sin IVA. */
  readonly PrecioServSinIVA: Numeric
  /** Forma de pago (c_FormaPagoServ): 01 efectivo, 09 premios y bonificaciones … */
  readonly FormaPagoServ: PlataformasTecnologicasDraft['Servicios'][number]['FormaPagoServ']
  /** Tasa del IVA, como fracción. 0.16 si no se indica. */
  readonly TasaCuota?: Numeric | undefined
  /** Comisión de la plataforma: su importe. No existe con la forma de pago 09. */
  readonly Comision?: Numeric | undefined
  /** Contribución gubernamental. */
  readonly ContribucionGubernamental?: PlataformasTecnologicasDraft['Servicios'][number]['ContribucionGubernamental']
  /** Subtipo del servicio (c_SubTipoServ). */
  readonly SubTipServ?: PlataformasTecnologicasDraft['Servicios'][number]['SubTipServ']
  /** RFC del tercero autorizado. */
  readonly RFCTerceroAutorizado?: string | undefined
}

/** The services of one receiver in a week or a month. */
export interface ServiciosDePlataforma {
  /** Periodicidad: 01 semanal, 02 mensual, 03 diario, 04 quincenal, 05 otro. */
  readonly Periodicidad: PlataformasTecnologicasDraft['Periodicidad']
  /** Tipo de servicio (c_TipoDeServ), el mismo de todos. */
  readonly TipoDeServ: PlataformasTecnologicasDraft['Servicios'][number]['TipoDeServ']
  /** Los servicios del periodo. */
  readonly Servicios: readonly ServicioDePlataforma[]
  /** Tasa del ISR, como fracción. La de la ley si no se indica. */
  readonly TasaISR?: Numeric | undefined
  /** Parte del IVA que se retiene, como fracción: 0.5 o 1. La de la ley si no se indica. */
  readonly ParteIVA?: Numeric | undefined
  /** Si el receptor optó porque el ISR sea pago definitivo (LISR, artículo 113-B). */
  readonly PagoDefinitivo?: boolean | undefined
}

const names: OptionNames<ServiciosDePlataforma> = {
  ...{ Periodicidad: true, TipoDeServ: true, Servicios: true },
  ...{ TasaISR: true, ParteIVA: true, PagoDefinitivo: true },
}
const serviceNames: OptionNames<ServicioDePlataforma> = {
  ...{ FechaServ: true, PrecioServSinIVA: true, FormaPagoServ: true, TasaCuota: true },
  ...{ Comision: true, ContribucionGubernamental: true, SubTipServ: true },
  ...{ RFCTerceroAutorizado: true },
}

const [cash, prize] = ['01', '09']
const generic = 'XAXX010101000'
const digital: readonly string[] = ['07', '08', '09']

/** LISR, article 113-A, of a person with an RFC: by type of service. */
const transport = Decimal.of('0.021')
const lodging = Decimal.of('0.04')
/** Article 113-C: without an RFC. */
const withoutRfc = Decimal.of('0.20')
/** LIVA, article 18-J: half of the tax, and all of it without an RFC. */
const half = Decimal.of('0.5')

/**
 * Creates the retención of a technology platform for a week or a month. ISR on the prices that were
 * not paid in cash: 2.1 % of transport and delivery, 4 % of lodging, 2.5 % of sales in 2026 (1 %
 * until 2025), 2.5 % of companies in 2026, 20 % without an RFC (LISR, articles 113-A and 113-C; LIF
 * 2026, article 25). IVA: half of the tax that was not paid in cash, all of it without an RFC or from
 * abroad (LIVA, article 18-J). Amounts are truncated to cents, as the SAT's rules require. A platform
 * that is a natural person withholds no ISR (SPT111): give its `Emisor.RfcE`.
 *
 * @throws TypeError for an unknown name, an invalid amount, services of other months, or a type of
 * service, receiver or year without a known rate.
 * @example
 * const draft = retencionDePlataforma({ Periodicidad: '02', TipoDeServ: '01', Servicios }, datos)
 * draft.Totales.ImpRetenidos?.map(({ MontoRet }) => MontoRet) // → ['21.00', '80.00']
 */
export function retencionDePlataforma(
  services: ServiciosDePlataforma,
  options: RetencionOptions,
): RetencionesDraft {
  const verb = 'retencionDePlataforma'
  requireMembers(`${verb}: servicios`, services, names)
  requireRetencion(verb, options)
  const { Periodicidad, TipoDeServ, Servicios } = services
  if (!Array.isArray(Servicios) || Servicios.length === 0)
    throw new TypeError(`${verb}: Servicios: a list of one at least is expected`)
  const details = Servicios.map((one, index) =>
    detailOf(`${verb}: Servicios[${index}]`, one, TipoDeServ),
  )
  requirePeriod(verb, Servicios, options)
  const billed = details.filter(fieldIsNot('FormaPagoServ', cash))
  const price = sumOf(details, 'price')
  const tax = sumOf(details, 'tax')
  const collected = sumOf(billed, 'tax')
  const income = sumOf(billed, 'price').truncate(2)
  const withheldIva = ivaOf(verb, services, options, collected.truncate(2))
  const iva: readonly Retenido[] = tax.isZero() ? [] : [withheldIva]
  const isr = isrOf(verb, services, options, income)
  const ivaTotal = sumOf(iva, 'MontoRet')
  const contributions = details.filter((one) => one.detail.ContribucionGubernamental !== undefined)
  return retencionOf(options, {
    CveRetenc: '26',
    gravado: price,
    retenidos: [...isr, ...iva],
    Complemento: {
      ServiciosPlataformasTecnologicas: {
        Version: '1.0',
        Periodicidad,
        NumServ: String(details.length),
        MonTotServSIVA: write(price),
        TotalIVATrasladado: write(tax),
        TotalIVARetenido: write(ivaTotal),
        TotalISRRetenido: write(sumOf(isr, 'MontoRet')),
        DifIVAEntregadoPrestServ: write(
          isNational(options.Receptor) ? collected.minus(ivaTotal) : Decimal.zero,
        ),
        MonTotalporUsoPlataforma: write(sumOf(details, 'commission')),
        ...(contributions.length > 0 && {
          MonTotalContribucionGubernamental: write(sumOf(contributions, 'contribution')),
        }),
        Servicios: details.map(({ detail }) => detail),
      },
    },
  })
}

/** SPT105 and SPT140: every service is of the one month of the period. */
function requirePeriod(
  verb: string,
  services: readonly ServicioDePlataforma[],
  { Periodo: { MesIni, MesFin = MesIni, Ejercicio } }: RetencionOptions,
): void {
  if (MesIni !== MesFin) throw new TypeError(`${verb}: Periodo must be of one month (SPT105)`)
  const month = `${Ejercicio}-${MesIni}`
  const other = services.find(({ FechaServ }) => !String(FechaServ).startsWith(`${month}-`))
  if (other !== undefined)
    throw new TypeError(`${verb}: FechaServ ${other.FechaServ} is not of ${month} (SPT140)`)
}

interface Computed {
  readonly detail: Detalle
  readonly FormaPagoServ: string
  readonly price: Decimal
  readonly tax: Decimal
  readonly commission: Decimal
  readonly contribution: Decimal
}

function detailOf(
  name: string,
  service: ServicioDePlataforma,
  TipoDeServ: Detalle['TipoDeServ'],
): Computed {
  requireMembers(name, service, serviceNames)
  const { FormaPagoServ, FechaServ, SubTipServ, RFCTerceroAutorizado } = service
  const { ContribucionGubernamental, Comision, TasaCuota = '0.16' } = service
  const price = pesos(service.PrecioServSinIVA, `${name}: PrecioServSinIVA`)
  const isPrize = FormaPagoServ === prize
  if (isPrize !== (Comision === undefined))
    throw new TypeError(`${name}: Comision ${isPrize ? 'is not allowed' : 'is missing'} (SPT146)`)
  const rate = fraction(TasaCuota, `${name}: TasaCuota`)
  const tax = isPrize ? Decimal.zero : price.times(rate).round(2)
  const commission = isPrize ? Decimal.zero : pesos(Comision, `${name}: Comision`)
  const contribution = pesos(ContribucionGubernamental?.ImpContrib ?? '0', `${name}: ImpContrib`)
  const detail = given({
    FormaPagoServ,
    TipoDeServ,
    SubTipServ,
    RFCTerceroAutorizado,
    FechaServ,
    PrecioServSinIVA: write(price),
    ImpuestosTrasladadosdelServicio: isPrize
      ? undefined
      : {
          Base: write(price),
          Impuesto: '02',
          TipoFactor: 'Tasa',
          TasaCuota: rate.toString(6),
          Importe: write(tax),
        },
    ContribucionGubernamental,
    ComisionDelServicio: isPrize ? undefined : { Importe: write(commission) },
  }) as Detalle
  return { detail, FormaPagoServ, price, tax, commission, contribution }
}

function isrOf(
  verb: string,
  { TipoDeServ, TasaISR, PagoDefinitivo = false }: ServiciosDePlataforma,
  { Emisor, Receptor, Periodo }: RetencionOptions,
  BaseRet: Decimal,
): readonly Retenido[] {
  const isOfPerson = String(Emisor.RfcE ?? '').trim().length === 13
  if (isOfPerson || !isNational(Receptor) || digital.includes(TipoDeServ)) return []
  // SPT120 admits no other rate.
  const isKnown = Receptor.RfcR.trim() !== generic
  const rate =
    TasaISR !== undefined && isKnown
      ? fraction(TasaISR, `${verb}: TasaISR`)
      : isKnown
        ? legalRate(verb, TipoDeServ, Receptor, Periodo.Ejercicio)
        : withoutRfc
  const MontoRet = BaseRet.times(rate).truncate(2)
  return [{ ImpuestoRet: '001', BaseRet, MontoRet, TipoPagoRet: PagoDefinitivo ? '03' : '04' }]
}

function legalRate(
  verb: string,
  type: string,
  receptor: RetencionOptions['Receptor'],
  year: string,
): Decimal {
  const ofCompany = isCompany(receptor)
  if (!ofCompany && (type === '01' || type === '02')) return transport
  if (!ofCompany && type === '03') return lodging
  const rate =
    ofCompany || type === '04' ? yearlyRate(year, ofCompany ? 'companySales' : 'sales') : undefined
  if (rate !== undefined) return rate
  const of = ofCompany ? `a company in ${year}` : `c_TipoDeServ ${type} in ${year}`
  throw new TypeError(`${verb}: give TasaISR, the rate of ${of}`)
}

function ivaOf(
  verb: string,
  { ParteIVA }: ServiciosDePlataforma,
  { Receptor }: RetencionOptions,
  BaseRet: Decimal,
): Retenido {
  const isKnown = isNational(Receptor) && Receptor.RfcR.trim() !== generic
  const part = ParteIVA === undefined ? half : fraction(ParteIVA, `${verb}: ParteIVA`)
  const MontoRet = BaseRet.times(isKnown ? part : Decimal.one).truncate(2)
  return { ImpuestoRet: '002', BaseRet, MontoRet, TipoPagoRet: '01' }
}
