/**
 * Rules of Estado de Cuenta de Combustibles 1.2: ECC121 to ECC124.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { decimalOf, same, sumAmounts } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { onlyIn, placesOf } from '../cfdi40/placement.js'
import { tableOf } from '../cfdi40/rule.js'
import { type EstadoCuentaCombustible, estadoCuentaCombustible } from './declaration.js'

const source = 'Matriz de errores de Estado de Cuenta de Combustibles 1.2, revisión B'

export const lugarEstadoCuentaRules = tableOf(placesOf(estadoCuentaCombustible), {
  source,
  rules: { ECC124: onlyIn('solo se admite en comprobantes de tipo I', 'I') },
})

export const estadoCuentaRules = tableOf(at(estadoCuentaCombustible), {
  source,
  rules: {
    ECC121: {
      field: 'SubTotal',
      says: 'debe ser la suma de Importe de las compras',
      holds: ({ SubTotal, Conceptos }) => same(SubTotal, sumAmounts(Conceptos, 'Importe')),
    },
    ECC122: {
      field: 'Total',
      says: 'debe ser SubTotal más los impuestos trasladados de las compras',
      holds: ({ Total, SubTotal, Conceptos }) =>
        same(Total, decimalOf(SubTotal).plus(Decimal.sum(Conceptos.map(trasladosOf)))),
    },
    ECC999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

type Compra = EstadoCuentaCombustible['Conceptos'][number]

function trasladosOf({ Traslados }: Compra): Decimal {
  return sumAmounts(Traslados, 'Importe')
}

export const compraRules = tableOf(at(estadoCuentaCombustible, 'Conceptos[]'), {
  source,
  rules: {
    ECC123: {
      field: 'Rfc',
      says: 'debe estar en la lista de contribuyentes obligados del SAT',
      needs: 'certificates',
      when: (_, { certificates }) => certificates?.hasRfc !== undefined,
      holds: ({ Rfc }, { certificates }) => certificates?.hasRfc?.(Rfc.trim()) !== false,
    },
  },
})
