/**
 * Rules of Ingresos de Hidrocarburos 1.0: IEEH102 to IEEH113.
 * @module
 */
import { carrying } from '../../model/nodes.js'
import { decimalOf, same } from '../../rules/values.js'
import { comprobante } from '../cfdi40/declaration.js'
import { at } from '../cfdi40/nodes.js'
import { onlyIn, placesOf } from '../cfdi40/placement.js'
import { tableOf } from '../cfdi40/rule.js'
import { isMonthOf, notExported, without } from '../hidrocarburos.js'
import { ingresosHidrocarburos } from './declaration.js'

const source = 'Matriz de errores de Ingresos de Hidrocarburos 1.0, revisión A'

const name = 'IngresosHidrocarburos'
export const lugarIngresosRules = tableOf(placesOf(ingresosHidrocarburos), {
  source,
  rules: { IEEH102: onlyIn('solo se admite en comprobantes de tipo I', 'I') },
})

export const comprobanteIngresosRules = tableOf(
  carrying(at(comprobante), at(ingresosHidrocarburos)),
  {
    source,
    rules: {
      IEEH106: notExported(name),
      IEEH107: without('InformacionGlobal', name),
    },
  },
)

export const emisorIngresosRules = tableOf(
  carrying(at(comprobante, 'Emisor'), at(ingresosHidrocarburos)),
  {
    source,
    rules: { IEEH108: without('FacAtrAdquirente', name) },
  },
)

export const conceptoIngresosRules = tableOf(
  carrying(at(comprobante, 'Conceptos[]'), at(ingresosHidrocarburos)),
  {
    source,
    rules: {
      IEEH109: without('ACuentaTerceros', name),
      IEEH110: without('InformacionAduanera', name),
      IEEH111: without('CuentaPredial', name),
      IEEH112: without('ComplementoConcepto', name),
      IEEH113: without('Parte', name),
    },
  },
)

export const ingresosRules = tableOf(at(ingresosHidrocarburos), {
  source,
  rules: {
    IEEH104: { field: 'Porcentaje', says: 'debe ser mayor que cero', inSchema: true },
    IEEH105: {
      field: 'ContraprestacionPagadaOperador',
      says: 'debe ser el Total del comprobante',
      holds: ({ ContraprestacionPagadaOperador }, { document }) =>
        same(ContraprestacionPagadaOperador, decimalOf(document.Total)),
    },
    IEEH999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

export const documentoIngresosRules = tableOf(at(ingresosHidrocarburos, 'DocumentoRelacionado[]'), {
  source,
  rules: {
    IEEH103: {
      field: 'Mes',
      says: 'debe ser el de FechaFolioFiscalVinculado o el anterior',
      holds: ({ FechaFolioFiscalVinculado, Mes }) =>
        isMonthOf(FechaFolioFiscalVinculado.trim(), Mes),
    },
  },
})

/** All of them, in the order of evaluation. */
export const ingresosHidrocarburosRules = [
  lugarIngresosRules,
  comprobanteIngresosRules,
  emisorIngresosRules,
  conceptoIngresosRules,
  ingresosRules,
  documentoIngresosRules,
]
