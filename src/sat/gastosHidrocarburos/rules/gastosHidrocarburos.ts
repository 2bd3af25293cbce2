/**
 * Rules of Gastos de Hidrocarburos 1.0, of the document that carries it and of its costs: GCEH102
 * to GCEH116, GCEH132 to GCEH143.
 * @module
 */
import { carrying } from '../../../model/nodes.js'
import { mustBe } from '../../../rules/form.js'
import { absentIf, hasField, thereIf } from '../../../rules/presence.js'
import { comprobante } from '../../cfdi40/declaration.js'
import { at } from '../../cfdi40/nodes.js'
import { onlyIn, placesOf } from '../../cfdi40/placement.js'
import { type Rule, tableOf } from '../../cfdi40/rule.js'
import { pedimentoMismatch } from '../../cfdi40/rules/informacionAduanera.js'
import { isMonthOf, notExported, without } from '../../hidrocarburos.js'
import { type GastosHidrocarburos, gastosHidrocarburos } from '../declaration.js'

/** Source of these tables. */
export const matrizGastos = 'Matriz de errores de Gastos de Hidrocarburos 1.0, revisión A'

const name = 'GastosHidrocarburos'
export const lugarGastosRules = tableOf(placesOf(gastosHidrocarburos), {
  source: matrizGastos,
  rules: { GCEH102: onlyIn('solo se admite en comprobantes de tipo E', 'E') },
})

export const comprobanteGastosRules = tableOf(carrying(at(comprobante), at(gastosHidrocarburos)), {
  source: matrizGastos,
  rules: {
    GCEH134: notExported(name),
    GCEH135: without('InformacionGlobal', name),
    GCEH999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

export const emisorGastosRules = tableOf(
  carrying(at(comprobante, 'Emisor'), at(gastosHidrocarburos)),
  {
    source: matrizGastos,
    rules: { GCEH136: without('FacAtrAdquirente', name) },
  },
)

export const conceptoGastosRules = tableOf(
  carrying(at(comprobante, 'Conceptos[]'), at(gastosHidrocarburos)),
  {
    source: matrizGastos,
    rules: {
      GCEH137: {
        field: 'ObjetoImp',
        says: `debe ser 01 con ${name}`,
        holds: mustBe('ObjetoImp', '01'),
      },
      GCEH138: without('Impuestos', name),
      GCEH139: without('ACuentaTerceros', name),
      GCEH140: without('InformacionAduanera', name),
      GCEH141: without('CuentaPredial', name),
      GCEH142: without('ComplementoConcepto', name),
      GCEH143: without('Parte', name),
    },
  },
)

export const erogacionRules = tableOf(at(gastosHidrocarburos, 'Erogacion[]'), {
  source: matrizGastos,
  rules: { GCEH116: { field: 'Porcentaje', says: 'debe ser mayor que cero', inSchema: true } },
})

type DocumentoRelacionado = GastosHidrocarburos['Erogacion'][number]['DocumentoRelacionado'][number]
type Field = keyof DocumentoRelacionado & string
type DocumentoRule = Rule<DocumentoRelacionado, GastosHidrocarburos>

/** A member of the supporting document that requires another one. */
const onlyWith = (field: Field, other: Field): DocumentoRule =>
  absentIf(field, `no debe existir sin ${other}`, (node) => node[other] === undefined)

/** A member of the supporting document that another one requires. */
const alwaysWith = (field: Field, other: Field): DocumentoRule =>
  thereIf(field, `debe existir con ${other}`, (node) => node[other] !== undefined)

/** A member for costs of one origin. */
const ofOrigin = (
  field: Field,
  origen: DocumentoRelacionado['OrigenErogacion'],
): DocumentoRule => ({
  field,
  says: `solo puede existir cuando OrigenErogacion es ${origen}`,
  when: (node) => node[field] !== undefined,
  holds: ({ OrigenErogacion }) =>
    OrigenErogacion === origen || { detail: `OrigenErogacion es ${OrigenErogacion}` },
})

const folio = 'FolioFiscalVinculado'
const pedimento = 'NumeroPedimentoVinculado'

export const documentoGastosRules = tableOf(
  at(gastosHidrocarburos, 'Erogacion[].DocumentoRelacionado[]'),
  {
    source: matrizGastos,
    rules: {
      GCEH103: ofOrigin(folio, 'Nacional'),
      GCEH104: onlyWith('RFCProveedor', folio),
      GCEH105: alwaysWith('RFCProveedor', folio),
      GCEH106: onlyWith('MontoTotalIVA', folio),
      GCEH107: alwaysWith('MontoTotalIVA', folio),
      GCEH108: ofOrigin(pedimento, 'Extranjero'),
      GCEH109: onlyWith('ClavePedimentoVinculado', pedimento),
      GCEH110: alwaysWith('ClavePedimentoVinculado', pedimento),
      GCEH111: onlyWith('ClavePagoPedimentoVinculado', pedimento),
      GCEH112: alwaysWith('ClavePagoPedimentoVinculado', pedimento),
      GCEH113: onlyWith('MontoIVAPedimento', pedimento),
      GCEH114: alwaysWith('MontoIVAPedimento', pedimento),
      GCEH115: {
        field: 'Mes',
        says: 'debe ser el de FechaFolioFiscalVinculado o el anterior',
        when: hasField('FechaFolioFiscalVinculado'),
        holds: ({ FechaFolioFiscalVinculado = '', Mes }) =>
          isMonthOf(FechaFolioFiscalVinculado.trim(), Mes),
      },
      GCEH132: alwaysWith('FechaFolioFiscalVinculado', folio),
      GCEH133: {
        field: pedimento,
        says: 'debe ser un pedimento posible: año, aduana, patente y número, separados por dos espacios',
        inSchema: true,
        when: hasField('NumeroPedimentoVinculado'),
        holds: ({ NumeroPedimentoVinculado = '' }, context) =>
          pedimentoMismatch(NumeroPedimentoVinculado, context) ?? true,
      },
    },
  },
)
