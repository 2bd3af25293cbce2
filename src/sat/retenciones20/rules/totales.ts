import { localTime } from '../../../lib/time.js'
import { current, hasField } from '../../../rules/presence.js'
import type { Mismatch } from '../../../rules/rule.js'
import { amount, isZero, same, sumAmounts } from '../../../rules/values.js'
import { retenciones } from '../declaration.js'
import { at } from '../nodes.js'
import { matriz, tableOf } from '../rule.js'
import { isKey } from './retenciones.js'
import { zoneOf } from '../zone.js'

/** Years before the present that a document may be about. */
const oldest = 5

/** Whether MesIni does not come after MesFin. */
function isInOrder({ MesIni, MesFin }: { MesIni: string; MesFin: string }): boolean | Mismatch {
  return (
    MesIni.trim() <= MesFin.trim() || {
      detail: `el periodo va de ${MesIni.trim()} a ${MesFin.trim()}`,
    }
  )
}

export const periodoRules = tableOf(at(retenciones, 'Periodo'), {
  source: matriz,
  rules: {
    Reten20121: current('MesIni', 'c_Periodo'),
    Reten20122: {
      field: 'MesIni',
      says: 'no debe ser posterior a MesFin',
      holds: isInOrder,
    },
    Reten20123: current('MesFin', 'c_Periodo'),
    Reten20124: {
      field: 'MesFin',
      says: 'no debe ser anterior a MesIni',
      holds: isInOrder,
    },
    Reten20125: current('Ejercicio', 'c_Ejercicio'),
    Reten20126: {
      field: 'Ejercicio',
      says: 'debe ser el año en curso o uno de los cinco anteriores',
      holds: ({ Ejercicio }, context) => {
        // The present year at the place of issue; that of FechaExp when the present was not
        // given.
        const day = context.at === undefined ? context.day : localTime(context.at, zoneOf(context))
        const [year, now] = [Number(Ejercicio), Number.parseInt(day.slice(0, 4), 10)]
        return (year >= now - oldest && year <= now) || { detail: `el año en curso es ${now}` }
      },
    },
  },
})

/** The key of payments to taxpayers of the RIF. */
const rif = '28'

/** Checks that an amount exists and is positive. */
function isPositive(value: string | number | undefined): boolean | Mismatch {
  if (value === undefined) return { detail: 'falta' }
  return !isZero(value) || { detail: 'es cero' }
}

export const totalesRules = tableOf(at(retenciones, 'Totales'), {
  source: matriz,
  rules: {
    Reten20108: {
      field: 'MontoTotGrav',
      says: 'debe ser cero, como MontoTotExent, cuando CveRetenc es 28',
      when: (_, context) => isKey(context, rif),
      holds: ({ MontoTotGrav, MontoTotExent }) => isZero(MontoTotGrav) && isZero(MontoTotExent),
    },
    Reten20127: {
      field: 'MontoTotOperacion',
      says: 'debe ser la suma de MontoTotGrav y MontoTotExent',
      holds: ({ MontoTotOperacion, MontoTotGrav, MontoTotExent }) =>
        same(MontoTotOperacion, amount(MontoTotGrav).plus(amount(MontoTotExent))),
    },
    Reten20128: {
      field: 'MontoTotGrav',
      says: 'no debe ser mayor que MontoTotOperacion',
      holds: ({ MontoTotGrav, MontoTotOperacion }) =>
        amount(MontoTotGrav).compare(amount(MontoTotOperacion)) <= 0,
    },
    Reten20129: {
      field: 'MontoTotExent',
      says: 'no debe ser mayor que MontoTotOperacion',
      holds: ({ MontoTotExent, MontoTotOperacion }) =>
        amount(MontoTotExent).compare(amount(MontoTotOperacion)) <= 0,
    },
    Reten20130: {
      field: 'MontoTotRet',
      says: 'exige al menos un ImpRetenidos cuando es mayor que cero',
      when: ({ MontoTotRet }) => !isZero(MontoTotRet),
      holds: ({ ImpRetenidos = [] }) => ImpRetenidos.length > 0 || { detail: 'no hay ninguno' },
    },
    Reten20131: {
      field: 'MontoTotRet',
      says: 'debe ser la suma de MontoRet de ImpRetenidos',
      when: ({ MontoTotRet, ImpRetenidos = [] }) => !isZero(MontoTotRet) && ImpRetenidos.length > 0,
      holds: ({ MontoTotRet, ImpRetenidos = [] }) =>
        same(MontoTotRet, sumAmounts(ImpRetenidos, 'MontoRet')),
    },
    Reten20132: {
      field: 'UtilidadBimestral',
      says: 'debe existir y ser mayor que cero cuando CveRetenc es 28',
      when: (_, context) => isKey(context, rif),
      holds: ({ UtilidadBimestral }) => isPositive(UtilidadBimestral),
    },
    Reten20133: {
      field: 'ISRCorrespondiente',
      says: 'debe existir y ser mayor que cero cuando CveRetenc es 28',
      when: (_, context) => isKey(context, rif),
      holds: ({ ISRCorrespondiente }) => isPositive(ISRCorrespondiente),
    },
  },
})

export const impRetenidosRules = tableOf(at(retenciones, 'Totales', 'ImpRetenidos[]'), {
  source: matriz,
  rules: {
    Reten20134: current('TipoPagoRet', 'c_TipoPagoRet'),
    Reten20135: {
      field: 'TipoPagoRet',
      says: 'debe ser un tipo de pago del impuesto de ImpuestoRet',
      when: hasField('ImpuestoRet'),
      holds: ({ TipoPagoRet, ImpuestoRet }, { catalogs }) => {
        const expected = catalogs.catalog('c_TipoPagoRet').get(TipoPagoRet.trim(), 'tipoImpuesto')
        if (expected === undefined || expected === ImpuestoRet) return true
        return { detail: `${TipoPagoRet.trim()} es del impuesto ${expected}` }
      },
    },
  },
})
