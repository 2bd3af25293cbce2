/**
 * Rules of Ingresos de Hidrocarburos 1.0: IEEH102 to IEEH113.
 * @module
 */

import { decimalOf, eachItem, same } from '../../rules/values.js'
import type { Comprobante, Concepto } from '../cfdi40/declaration.js'
import { onlyIn, type Place, placesOf } from '../cfdi40/placement.js'
import { type Each, ruleTable } from '../cfdi40/rule.js'
import { carrierOf, isMonthOf, issuerOf, linesOf, nodesOf, notExported, without } from '../hidrocarburos.js'
import type { IngresosHidrocarburos } from './declaration.js'

const source = 'Matriz de errores de Ingresos de Hidrocarburos 1.0, revisión A'

const name = 'IngresosHidrocarburos'
const complement = { name, tipo: 'I' } as const

const ingresos = nodesOf<IngresosHidrocarburos>(complement)

export const lugarIngresosRules = ruleTable<Comprobante, Place>({
  element: name,
  source,
  each: placesOf(name, '1.0'),
  rules: { IEEH102: onlyIn('sólo se admite en comprobantes de tipo I', 'I') },
})

export const comprobanteIngresosRules = ruleTable<Comprobante>({
  element: 'Comprobante',
  source,
  path: '',
  each: carrierOf(complement),
  rules: {
    IEEH106: notExported(name),
    IEEH107: without('InformacionGlobal', name),
  },
})

export const emisorIngresosRules = ruleTable<Comprobante['Emisor']>({
  element: 'Emisor',
  source,
  path: 'Emisor',
  each: issuerOf(complement),
  rules: { IEEH108: without('FacAtrAdquirente', name) },
})

export const conceptoIngresosRules = ruleTable<Concepto>({
  element: 'Concepto',
  source,
  path: 'Conceptos[]',
  each: linesOf(complement),
  rules: {
    IEEH109: without('ACuentaTerceros', name),
    IEEH110: without('InformacionAduanera', name),
    IEEH111: without('CuentaPredial', name),
    IEEH112: without('ComplementoConcepto', name),
    IEEH113: without('Parte', name),
  },
})

export const ingresosRules = ruleTable<IngresosHidrocarburos>({
  element: name,
  source,
  path: `Complemento.${name}`,
  each: ingresos,
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

type DocumentoRelacionado = IngresosHidrocarburos['DocumentoRelacionado'][number]

const documentos: Each<DocumentoRelacionado, undefined> = (document, visit) =>
  ingresos(document, (node, _, ...path) =>
    eachItem(node.DocumentoRelacionado, (item, index) =>
      visit(item, undefined, ...path, 'DocumentoRelacionado', index),
    ),
  )

export const documentoIngresosRules = ruleTable<DocumentoRelacionado>({
  element: 'DocumentoRelacionado',
  source,
  path: `Complemento.${name}.DocumentoRelacionado[]`,
  each: documentos,
  rules: {
    IEEH103: {
      field: 'Mes',
      says: 'debe ser el de FechaFolioFiscalVinculado o el anterior',
      holds: ({ FechaFolioFiscalVinculado, Mes }) => isMonthOf(FechaFolioFiscalVinculado.trim(), Mes),
    },
  },
})
