/**
 * Rules of Servicios de plataformas tecnológicas 1.0: SPT102 to SPT147, and SPT999.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { Numeric } from '../../model/types.js'
import { carrying } from '../../model/nodes.js'
import { fieldIs } from '../../rules/form.js'
import { current, hasField, isThere } from '../../rules/presence.js'
import type { Mismatch } from '../../rules/rule.js'
import { amount, isZero, same, sumAmounts } from '../../rules/values.js'
import { type Retenciones, retenciones } from '../retenciones20/declaration.js'
import { at } from '../retenciones20/nodes.js'
import { perDocument, type Rule, type RuleContext, tableOf } from '../retenciones20/rule.js'
import { type PlataformasTecnologicas, plataformasTecnologicas } from './declaration.js'

const source =
  'Matriz de validaciones de Servicios de plataformas tecnológicas 1.0, revisión D, 9 de abril de 2025'

/** Documents with the complement, which alone are read. */
const carriers = at(plataformasTecnologicas)

type Detalle = PlataformasTecnologicas['Servicios'][number]
type ImpRetenido = NonNullable<Retenciones['Totales']['ImpRetenidos']>[number]

const [isr, iva] = ['001', '002']
const [generic, foreign] = ['XAXX010101000', 'XEXX010101000']
const prize = '09'
const cents = 2

const isCash = ({ FormaPagoServ }: Detalle): boolean => FormaPagoServ === '01'
/** Types of service of residents abroad. */
const isDigital = ({ TipoDeServ }: Detalle): boolean => ['07', '08', '09'].includes(TipoDeServ)

const sum = <T>(items: readonly T[], take: (item: T) => Numeric | undefined): Decimal =>
  Decimal.sum(items.map((item) => amount(take(item))))

const taxOf = ({ ImpuestosTrasladadosdelServicio: tax }: Detalle) => tax?.Importe

/** What the rules read of a document, computed once. */
const read = perDocument(({ document }) => {
  const given = document.Complemento?.ServiciosPlataformasTecnologicas
  const one = (Array.isArray(given) ? given[0] : given) as PlataformasTecnologicas
  const { ImpRetenidos: withheld = [] } = document.Totales
  const of = (tax: string): readonly ImpRetenido[] => withheld.filter(fieldIs('ImpuestoRet', tax))
  return { one, details: one.Servicios, isr: of(isr), iva: of(iva) }
})

const withholdsIsr = (_: unknown, context: RuleContext): boolean => read(context).isr.length > 0
const withholdsNoIsr = (_: unknown, context: RuleContext): boolean => read(context).isr.length === 0
const withholdsIva = (_: unknown, context: RuleContext): boolean | Mismatch =>
  read(context).iva.length > 0 || { detail: 'falta' }

const foreignNumber = ({ document }: RuleContext): string | undefined =>
  document.Receptor.Extranjero?.NumRegIdTribR

const isGeneric = ({ document }: RuleContext): boolean =>
  document.Receptor.Nacional?.RfcR.trim() === generic

/** Checks an amount against an expected one, both truncated to cents. */
function sameCents(found: Numeric, ...expected: readonly Decimal[]): boolean | Mismatch {
  const value = amount(found)
  const wanted = expected.map((each) => each.truncate(cents))
  if (wanted.some((each) => value.equals(each))) return true
  return { expected: wanted[0] as Decimal, found: String(found) }
}

const isWholeBase = ({ MontoRet, BaseRet }: ImpRetenido): boolean | Mismatch =>
  sameCents(MontoRet, amount(BaseRet))

const documentRules = tableOf(carrying(at(retenciones), carriers), {
  source,
  rules: {
    SPT102: {
      field: 'CveRetenc',
      says: 'debe ser 26 cuando existe el complemento de plataformas tecnológicas, y este ser uno',
      holds: ({ CveRetenc, Complemento }) => {
        const given: unknown = Complemento?.ServiciosPlataformasTecnologicas
        if (Array.isArray(given) && given.length > 1)
          return { detail: `hay ${given.length} complementos` }
        return CveRetenc.trim() === '26'
      },
    },
  },
})

const receptorRules = tableOf(carrying(at(retenciones, 'Receptor'), carriers), {
  source,
  rules: {
    SPT103: {
      field: 'Nacional',
      says: 'debe tener un RFC de la lista de contribuyentes del SAT, o el genérico nacional',
      undecidable: 'lo decide Reten20113, con la lista del SAT',
    },
    SPT104: {
      field: 'Extranjero',
      says: `debe tener NumRegIdTribR; sin el de su país, ${foreign}`,
      when: hasField('Extranjero'),
      holds: ({ Extranjero }) =>
        Extranjero?.NumRegIdTribR !== undefined || { detail: 'falta NumRegIdTribR' },
    },
  },
})

const periodoRules = tableOf(carrying(at(retenciones, 'Periodo'), carriers), {
  source,
  rules: {
    SPT105: {
      field: 'MesFin',
      says: 'debe ser igual a MesIni',
      holds: ({ MesIni, MesFin }) =>
        MesFin === MesIni || { expected: MesIni, found: String(MesFin) },
    },
    SPT106: {
      field: 'Ejercicio',
      says: 'debe ser posterior a 2018 y no posterior al año de FechaExp',
      holds: ({ Ejercicio }, { day }) => Ejercicio > '2018' && Ejercicio <= day.slice(0, 4),
    },
  },
})

const totalesRules = tableOf(carrying(at(retenciones, 'Totales'), carriers), {
  source,
  rules: {
    SPT107: {
      field: 'MontoTotOperacion',
      says: 'debe ser MonTotServSIVA',
      holds: ({ MontoTotOperacion }, context) =>
        same(MontoTotOperacion, amount(read(context).one.MonTotServSIVA)),
    },
    SPT108: {
      field: 'MontoTotGrav',
      says: 'debe ser MontoTotOperacion',
      holds: ({ MontoTotGrav, MontoTotOperacion }) => same(MontoTotGrav, amount(MontoTotOperacion)),
    },
    SPT109: {
      field: 'MontoTotExent',
      says: 'debe ser cero',
      holds: ({ MontoTotExent }) => isZero(MontoTotExent),
    },
    SPT110: {
      field: 'MontoTotRet',
      says: 'debe ser la suma de MontoRet de ImpRetenidos',
      holds: ({ MontoTotRet, ImpRetenidos = [] }) =>
        same(MontoTotRet, sumAmounts(ImpRetenidos, 'MontoRet')),
    },
    SPT111: {
      field: 'ImpRetenidos',
      says: 'no debe tener ISR (001) cuando el emisor es una persona física',
      when: (_, { document }) => document.Emisor.RfcE.trim().length === 13,
      holds: withholdsNoIsr,
    },
    SPT112: {
      field: 'ImpRetenidos',
      says: 'debe tener IVA (002) cuando los servicios lo trasladan',
      when: (_, context) => !sum(read(context).details, taxOf).isZero(),
      holds: withholdsIva,
    },
    SPT113: {
      field: 'ImpRetenidos',
      says: 'debe tener un solo renglón de ISR y uno de IVA',
      holds: (_, context) => read(context).isr.length <= 1 && read(context).iva.length <= 1,
    },
    SPT114: {
      field: 'ImpRetenidos',
      says: 'debe tener IVA (002) cuando el receptor tiene NumRegIdTribR',
      when: (_, context) => foreignNumber(context) !== undefined,
      holds: withholdsIva,
    },
    SPT122: {
      field: 'ImpRetenidos',
      says: 'no debe tener ISR (001) cuando el receptor tiene NumRegIdTribR y el servicio es 07, 08 o 09',
      when: (_, context) =>
        foreignNumber(context) !== undefined && read(context).details.some(isDigital),
      holds: withholdsNoIsr,
    },
    SPT123: {
      field: 'ImpRetenidos',
      says: 'no debe tener ISR (001) cuando TipoDeServ es 07, 08 o 09',
      when: withholdsIsr,
      holds: (_, context) => !read(context).details.some(isDigital),
    },
    SPT124: {
      field: 'ImpRetenidos',
      says: 'no debe tener ISR (001) cuando el receptor tiene NumRegIdTribR',
      when: withholdsIsr,
      holds: (_, context) => foreignNumber(context) === undefined,
    },
  },
})

/** A rule over the rows of one tax. */
function ofTax(
  tax: string,
  rule: Omit<Rule<ImpRetenido>, 'when'> & {
    readonly when?: (context: RuleContext) => boolean
  },
): Rule<ImpRetenido> {
  const { when, ...rest } = rule
  return {
    ...rest,
    when: ({ ImpuestoRet }, context) => ImpuestoRet === tax && when?.(context) !== false,
  }
}

const impRetenidosRules = tableOf(
  carrying(at(retenciones, 'Totales', 'ImpRetenidos[]'), carriers),
  {
    source,
    rules: {
      SPT115: ofTax(isr, {
        field: 'BaseRet',
        says: 'debe ser MontoTotOperacion menos los servicios pagados en efectivo',
        holds: ({ BaseRet }, context) => {
          const cash = sumAmounts(read(context).details.filter(isCash), 'PrecioServSinIVA')
          const { MontoTotOperacion } = context.document.Totales
          return sameCents(BaseRet ?? 0, amount(MontoTotOperacion).minus(cash))
        },
      }),
      SPT116: ofTax(iva, {
        field: 'BaseRet',
        says: 'debe ser el IVA trasladado por los servicios que no se pagan en efectivo',
        holds: ({ BaseRet }, context) => {
          const paid = read(context).details.filter((one) => !isCash(one))
          return sameCents(BaseRet ?? 0, sum(paid, taxOf))
        },
      }),
      SPT117: ofTax(iva, {
        field: 'MontoRet',
        says: 'debe ser la mitad de BaseRet, o toda',
        when: (context) => !isGeneric(context) && !isDigitalAbroad(context),
        holds: ({ MontoRet, BaseRet }) => {
          const base = amount(BaseRet)
          return sameCents(MontoRet, base.times(Decimal.of('0.5')), base)
        },
      }),
      SPT118: {
        field: 'MontoRet',
        says: 'debe ser BaseRet por la tasa de ISR del tipo de servicio',
        undecidable: 'la tasa está en c_TipoDeServ, cuya tabla no se publica con las demás',
      },
      SPT119: ofTax(iva, {
        field: 'MontoRet',
        says: 'debe ser BaseRet cuando el receptor es el genérico nacional',
        when: isGeneric,
        holds: isWholeBase,
      }),
      SPT120: ofTax(isr, {
        field: 'MontoRet',
        says: 'debe ser el 20 % de BaseRet cuando el receptor es el genérico nacional',
        when: isGeneric,
        holds: ({ MontoRet, BaseRet }) =>
          sameCents(MontoRet, amount(BaseRet).times(Decimal.of('0.2'))),
      }),
      SPT121: ofTax(iva, {
        field: 'MontoRet',
        says: 'debe ser BaseRet cuando el receptor tiene NumRegIdTribR y el servicio es 07, 08 o 09',
        when: isDigitalAbroad,
        holds: isWholeBase,
      }),
    },
  },
)

function isDigitalAbroad(context: RuleContext): boolean {
  return foreignNumber(context) !== undefined && read(context).details.some(isDigital)
}

const complementRules = tableOf(at(plataformasTecnologicas), {
  source,
  rules: {
    SPT125: current('Periodicidad', 'c_Periodicidad_Retenciones'),
    SPT126: {
      field: 'NumServ',
      says: 'debe ser el número de servicios',
      holds: ({ NumServ, Servicios }) => same(NumServ, Decimal.ofSafeUnits(Servicios.length, 0)),
    },
    SPT127: {
      field: 'MonTotServSIVA',
      says: 'debe ser la suma de PrecioServSinIVA de los servicios',
      holds: ({ MonTotServSIVA, Servicios }) =>
        same(MonTotServSIVA, sumAmounts(Servicios, 'PrecioServSinIVA')),
    },
    SPT128: {
      field: 'TotalIVATrasladado',
      says: 'debe ser la suma de los impuestos trasladados de los servicios',
      holds: ({ TotalIVATrasladado, Servicios }) => same(TotalIVATrasladado, sum(Servicios, taxOf)),
    },
    SPT129: {
      field: 'TotalIVARetenido',
      says: 'debe ser el IVA de ImpRetenidos; cero sin impuestos trasladados',
      holds: ({ TotalIVARetenido, Servicios }, context) => {
        const isTaxed = Servicios.some((one) => taxOf(one) !== undefined)
        const withheld = sumAmounts(read(context).iva, 'MontoRet')
        return same(TotalIVARetenido, isTaxed ? withheld : Decimal.zero)
      },
    },
    SPT130: {
      field: 'TotalISRRetenido',
      says: 'debe ser el ISR de ImpRetenidos; cero sin él',
      holds: ({ TotalISRRetenido }, context) =>
        same(TotalISRRetenido, sumAmounts(read(context).isr, 'MontoRet')),
    },
    SPT131: {
      field: 'DifIVAEntregadoPrestServ',
      says: 'debe ser TotalIVATrasladado, menos el IVA pagado en efectivo y TotalIVARetenido',
      when: (_, { document }) => document.Receptor.NacionalidadR !== 'Extranjero',
      holds: (one) => {
        const cash = sum(one.Servicios.filter(isCash), taxOf)
        const rest = amount(one.TotalIVATrasladado).minus(cash)
        return same(one.DifIVAEntregadoPrestServ, rest.minus(amount(one.TotalIVARetenido)))
      },
    },
    SPT132: {
      field: 'DifIVAEntregadoPrestServ',
      says: 'debe ser cero cuando el receptor es extranjero',
      when: (_, { document }) => document.Receptor.NacionalidadR === 'Extranjero',
      holds: ({ DifIVAEntregadoPrestServ }) => isZero(DifIVAEntregadoPrestServ),
    },
    SPT133: {
      field: 'MonTotalporUsoPlataforma',
      says: 'debe ser la suma de las comisiones de los servicios',
      holds: ({ MonTotalporUsoPlataforma, Servicios }) =>
        same(
          MonTotalporUsoPlataforma,
          sum(Servicios, ({ ComisionDelServicio }) => ComisionDelServicio?.Importe),
        ),
    },
    SPT134: {
      field: 'MonTotalContribucionGubernamental',
      says: 'debe ser la suma de las contribuciones gubernamentales, cuando hay alguna',
      when: ({ Servicios }) => Servicios.some((one) => one.ContribucionGubernamental !== undefined),
      holds: ({ MonTotalContribucionGubernamental, Servicios }) =>
        same(
          MonTotalContribucionGubernamental,
          sum(Servicios, ({ ContribucionGubernamental }) => ContribucionGubernamental?.ImpContrib),
        ),
    },
    SPT137: {
      field: 'Servicios',
      says: 'deben ser todos del mismo TipoDeServ',
      holds: ({ Servicios }) => new Set(Servicios.map(({ TipoDeServ }) => TipoDeServ)).size === 1,
    },
    SPT999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

const detalleRules = tableOf(at(plataformasTecnologicas, 'Servicios[]'), {
  source,
  rules: {
    SPT135: {
      field: 'FormaPagoServ',
      says: 'debe ser una clave de c_FormaPagoServ',
      inSchema: true,
    },
    SPT136: { field: 'TipoDeServ', says: 'debe ser una clave de c_TipoDeServ', inSchema: true },
    SPT138: {
      field: 'SubTipServ',
      says: 'debe ser el subtipo del servicio, cuando su tipo los tiene',
      undecidable: 'qué tipos tienen subtipo lo dice c_SubTipoServ, cuya tabla no se publica',
    },
    SPT139: {
      field: 'RFCTerceroAutorizado',
      says: 'debe estar en la lista de contribuyentes del SAT',
      needs: 'taxpayers',
      when: hasField('RFCTerceroAutorizado'),
      holds: ({ RFCTerceroAutorizado = '' }, { taxpayers }) =>
        taxpayers?.find(RFCTerceroAutorizado.trim()) !== undefined,
    },
    SPT140: {
      field: 'FechaServ',
      says: 'debe ser del mes y el ejercicio de Periodo',
      holds: ({ FechaServ }, { document: { Periodo } }) => {
        const month = `${Periodo.Ejercicio}-${Periodo.MesIni}`
        return FechaServ.trim().startsWith(month) || { detail: `el periodo es ${month}` }
      },
    },
    SPT141: {
      field: 'ImpuestosTrasladadosdelServicio',
      says: 'debe existir, salvo cuando FormaPagoServ es 09',
      holds: (one) => isThere(one.ImpuestosTrasladadosdelServicio, one.FormaPagoServ !== prize),
    },
    SPT142: {
      field: 'ImpuestosTrasladadosdelServicio',
      says: 'debe tener como Base PrecioServSinIVA',
      when: hasField('ImpuestosTrasladadosdelServicio'),
      holds: ({ ImpuestosTrasladadosdelServicio, PrecioServSinIVA }) =>
        same(ImpuestosTrasladadosdelServicio?.Base, amount(PrecioServSinIVA)),
    },
    SPT143: {
      field: 'ImpuestosTrasladadosdelServicio',
      says: 'debe tener como Importe el producto de Base y TasaCuota',
      when: hasField('ImpuestosTrasladadosdelServicio'),
      holds: ({ ImpuestosTrasladadosdelServicio: tax }) => {
        // The matrix states the product and no rounding: any amount that rounds or truncates it is
        // accepted.
        if (tax === undefined) return true
        const product = amount(tax.Base).times(amount(tax.TasaCuota))
        const found = amount(tax.Importe)
        const digits = Math.max(cents, found.scale)
        if (found.equals(product.round(digits)) || found.equals(product.truncate(digits)))
          return true
        return { expected: product.round(cents), found: String(tax.Importe) }
      },
    },
    SPT146: {
      field: 'ComisionDelServicio',
      says: 'debe existir, salvo cuando FormaPagoServ es 09',
      holds: (one) => isThere(one.ComisionDelServicio, one.FormaPagoServ !== prize),
    },
    SPT147: {
      field: 'ComisionDelServicio',
      says: 'debe tener un Importe mayor que cero',
      when: hasField('ComisionDelServicio'),
      holds: ({ ComisionDelServicio }) => !isZero(ComisionDelServicio?.Importe ?? 0),
    },
  },
})

const contribucionRules = tableOf(
  at(plataformasTecnologicas, 'Servicios[]', 'ContribucionGubernamental'),
  {
    source,
    rules: {
      SPT144: current('EntidadDondePagaLaContribucion', 'c_EntidadesFederativas'),
      SPT145: {
        field: 'ImpContrib',
        says: 'debe ser mayor que 1.00',
        holds: ({ ImpContrib }) => amount(ImpContrib).compare(Decimal.one) > 0,
      },
    },
  },
)

export const plataformasRules = [
  ...[documentRules, receptorRules, periodoRules, totalesRules, impRetenidosRules],
  ...[complementRules, detalleRules, contribucionRules],
]
