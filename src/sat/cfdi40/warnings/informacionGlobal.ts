/**
 * Requirements of the SAT for global invoices without a code: warnings, with our own codes.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { where, within } from '../../../model/nodes.js'
import { fieldIs } from '../../../rules/form.js'
import { hasField, lacksField } from '../../../rules/presence.js'
import { decimalOf } from '../../../rules/values.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { tableOf } from '../rule.js'
import { guiaGlobal } from '../sources.js'

const informacionGlobal = at(comprobante, 'InformacionGlobal')

export const globalWarnings = tableOf(within(at(comprobante), informacionGlobal), {
  source: guiaGlobal,
  rules: {
    'CFDI40-S14': {
      field: 'MetodoPago',
      says: 'debe ser PUE en una factura global',
      severity: 'warning',
      holds: fieldIs('MetodoPago', 'PUE'),
    },
    'CFDI40-S15': {
      field: 'Exportacion',
      says: 'debe ser 01 (no aplica) en una factura global',
      severity: 'warning',
      holds: fieldIs('Exportacion', '01'),
    },
    'CFDI40-S16': {
      field: 'CondicionesDePago',
      says: 'no debe existir en una factura global',
      severity: 'warning',
      holds: lacksField('CondicionesDePago'),
    },
    'CFDI40-S17': {
      field: 'Emisor',
      says: 'no debe tener FacAtrAdquirente en una factura global',
      severity: 'warning',
      holds: ({ Emisor }) =>
        Emisor.FacAtrAdquirente === undefined || { at: ['Emisor', 'FacAtrAdquirente'] },
    },
    'CFDI40-S25': {
      field: 'FormaPago',
      says: 'debe ser la forma con que se pagó la mayor parte en una factura global',
      severity: 'warning',
      undecidable: 'con qué se pagó cada ticket no consta en el comprobante',
    },
  },
})

/**
 * Concepts that stand for a ticket of any products. Fuels are invoiced individually, with their
 * complement.
 */
const tickets = where(
  within(at(comprobante, 'Conceptos[]'), informacionGlobal),
  ({ ComplementoConcepto }) => ComplementoConcepto?.['HidroYPetro'] === undefined,
)

export const ticketWarnings = tableOf(tickets, {
  source: guiaGlobal,
  rules: {
    'CFDI40-S18': {
      field: 'ClaveProdServ',
      says: 'debe ser 01010101 en una factura global',
      severity: 'warning',
      holds: fieldIs('ClaveProdServ', '01010101'),
    },
    'CFDI40-S19': {
      field: 'Cantidad',
      says: 'debe ser 1 en una factura global: un concepto por ticket',
      severity: 'warning',
      holds: ({ Cantidad }) => decimalOf(Cantidad).equals(Decimal.one),
    },
    'CFDI40-S20': {
      field: 'ClaveUnidad',
      says: 'debe ser ACT en una factura global',
      severity: 'warning',
      holds: fieldIs('ClaveUnidad', 'ACT'),
    },
    'CFDI40-S21': {
      field: 'Descripcion',
      says: 'debe ser "Venta" en una factura global',
      severity: 'warning',
      holds: fieldIs('Descripcion', 'Venta'),
    },
    'CFDI40-S22': {
      field: 'NoIdentificacion',
      says: 'debe ser el folio del ticket en una factura global',
      severity: 'warning',
      holds: hasField('NoIdentificacion'),
    },
    'CFDI40-S23': {
      field: 'Unidad',
      says: 'no debe existir en una factura global',
      severity: 'warning',
      holds: lacksField('Unidad'),
    },
    'CFDI40-S24': {
      field: 'Impuestos',
      says: 'no debe tener retenciones en una factura global',
      severity: 'warning',
      holds: ({ Impuestos }) => Impuestos?.Retenciones === undefined,
    },
  },
})
