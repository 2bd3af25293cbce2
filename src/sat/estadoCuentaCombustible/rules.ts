/**
 * Rules of Estado de Cuenta de Combustibles 1.2: ECC121 to ECC124.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { decimalOf, eachItem, same } from '../../rules/values.js'
import type { Comprobante } from '../cfdi40/declaration.js'
import { eachComplement } from '../cfdi40/eachComplement.js'
import { onlyIn, type Place, placesOf } from '../cfdi40/placement.js'
import { isTipo } from '../cfdi40/predicates.js'
import { type Each, ruleTable } from '../cfdi40/rule.js'
import type { EstadoCuentaCombustible } from './declaration.js'

const source = 'Matriz de errores de Estado de Cuenta de Combustibles 1.2, revisión B'

const name = 'EstadoDeCuentaCombustible'

export const lugarEstadoCuentaRules = ruleTable<Comprobante, Place>({
  element: name,
  source,
  each: placesOf(name, '1.2'),
  rules: { ECC124: onlyIn('sólo se admite en comprobantes de tipo I', 'I') },
})

const estadoCuenta: Each<EstadoCuentaCombustible, undefined> = (document, visit) => {
  if (!isTipo(document, 'I')) return
  eachComplement<EstadoCuentaCombustible>(document, name, '1.2', (node, ...path) => visit(node, undefined, ...path))
}

export const estadoCuentaRules = ruleTable<EstadoCuentaCombustible>({
  element: name,
  source,
  path: `Complemento.${name}`,
  each: estadoCuenta,
  rules: {
    ECC121: {
      field: 'SubTotal',
      says: 'debe ser la suma de Importe de las compras',
      holds: ({ SubTotal, Conceptos }) =>
        same(SubTotal, Decimal.sum(Conceptos.map(({ Importe }) => decimalOf(Importe)))),
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
  return Decimal.sum(Traslados.map(({ Importe }) => decimalOf(Importe)))
}

const compras: Each<Compra, EstadoCuentaCombustible> = (document, visit) =>
  estadoCuenta(document, (node, _, ...path) =>
    eachItem(node.Conceptos, (compra, index) => visit(compra, node, ...path, 'Conceptos', index)),
  )

export const compraRules = ruleTable<Compra, EstadoCuentaCombustible>({
  element: 'ConceptoEstadoDeCuentaCombustible',
  source,
  path: `Complemento.${name}.Conceptos[]`,
  each: compras,
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
