/**
 * Rules of the Comprobante that carries Pagos 2.0, whose values are fixed: CRP20101 to CRP20123.
 * @module
 */

import { carrying } from '../../../model/nodes.js'
import { absentMember, exists, fixedAttribute, fixedNumber } from '../../../rules/form.js'
import { comprobante } from '../../cfdi40/declaration.js'
import { at, ofAnyVersion } from '../../cfdi40/nodes.js'
import { hasComplement, isTipo } from '../../cfdi40/predicates.js'
import { tableOf } from '../../cfdi40/rule.js'
import { pagos20 } from '../declaration.js'
import { matrizPagos } from '../sources.js'

/**
 * The document, when it is a receipt of payments. In other types only the presence of the
 * complement is reported.
 */
export const recibo = carrying(at(comprobante), ofAnyVersion(pagos20))

const where = 'en el recibo de pagos'

export const tipoPagosRules = tableOf(at(comprobante), {
  source: matrizPagos,
  rules: {
    CRP20101: {
      field: 'TipoDeComprobante',
      says: 'debe ser P cuando existe el complemento Pagos',
      when: (document) => hasComplement(document, 'Pagos'),
      holds: (document) => isTipo(document, 'P'),
    },
  },
})

export const comprobantePagosRules = tableOf(recibo, {
  source: matrizPagos,
  rules: {
    CRP20102: fixedAttribute('Exportacion', '01', where),
    CRP20103: fixedNumber('SubTotal', '0', where),
    CRP20104: fixedAttribute('Moneda', 'XXX', where),
    CRP20105: absentMember('FormaPago', where),
    CRP20106: absentMember('MetodoPago', where),
    CRP20107: absentMember('CondicionesDePago', where),
    CRP20108: absentMember('Descuento', where),
    CRP20109: absentMember('TipoCambio', where),
    CRP20110: fixedNumber('Total', '0', where),
    CRP20111: {
      field: 'Conceptos',
      says: `debe tener un solo Concepto ${where}`,
      holds: ({ Conceptos }) =>
        Conceptos.length === 1 || { found: `${Conceptos.length} conceptos` },
    },
  },
})

const children = [
  'Impuestos',
  'InformacionAduanera',
  'CuentaPredial',
  'ComplementoConcepto',
  'Parte',
] as const

export const conceptoPagosRules = tableOf(
  carrying(at(comprobante, 'Conceptos[]'), ofAnyVersion(pagos20)),
  {
    source: matrizPagos,
    rules: {
      CRP20112: {
        says: `no debe tener nodos hijos, salvo ACuentaTerceros, ${where}`,
        holds: (concepto) => {
          const found = children.filter((child) => exists(concepto[child]))
          return found.length === 0 || { found: found.join(', ') }
        },
      },
      CRP20113: fixedAttribute('ClaveProdServ', '84111506', where),
      CRP20114: absentMember('NoIdentificacion', where),
      CRP20115: fixedNumber('Cantidad', '1', where),
      CRP20116: fixedAttribute('ClaveUnidad', 'ACT', where),
      CRP20117: absentMember('Unidad', where),
      CRP20118: fixedAttribute('Descripcion', 'Pago', where),
      CRP20119: fixedNumber('ValorUnitario', '0', where),
      CRP20120: fixedNumber('Importe', '0', where),
      CRP20121: absentMember('Descuento', where),
      CRP20122: fixedAttribute('ObjetoImp', '01', where),
      CRP20123: {
        field: 'Impuestos',
        says: `no debe existir, ni en el concepto ni en el comprobante, ${where}`,
        holds: ({ Impuestos }, { document }) =>
          Impuestos === undefined && document.Impuestos === undefined,
      },
    },
  },
)
