import { within } from '../../../model/nodes.js'
import { fieldIs, fieldIsNot, fieldIsNotZero } from '../../../rules/form.js'
import { absentIf, hasField, isThere, thereIf } from '../../../rules/presence.js'
import { decimalOf, eachItem, same, sumAmounts } from '../../../rules/values.js'
import { type Comprobante, comprobante } from '../../cfdi40/declaration.js'
import { at } from '../../cfdi40/nodes.js'
import { taxpayerOf } from '../../cfdi40/persona.js'
import { isAmong, once, onlyAt, onlyIn, placesOf } from '../../cfdi40/placement.js'
import { hasComplement, isMoral, isTipo, rfcExtranjero } from '../../cfdi40/predicates.js'
import { type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type ComercioExterior20, comercioExterior20 } from '../declaration.js'
import { matrizComercioExterior } from '../facts.js'

/** The standard and the guides, which are more detailed than the matrix. */
export const estandarComercioExterior = 'Estándar y guía de llenado de Comercio Exterior 2.0'

/** Complements admitted beside it. */
const companions = new Set([
  'ComercioExterior',
  'TimbreFiscalDigital',
  'ImpuestosLocales',
  'LeyendasFiscales',
  'CFDIRegistroFiscal',
  'CartaPorte',
])

export const lugarComercioExteriorRules = tableOf(placesOf(comercioExterior20), {
  source: matrizComercioExterior,
  rules: {
    CCE101: onlyIn('solo se admite en comprobantes de tipo I, E o T', 'I', 'E', 'T'),
    CCE113: once('debe ir una sola vez'),
    CCE114: onlyAt('debe ir en Complemento', 'comprobante'),
  },
})

export const exportacionRules = tableOf(at(comprobante), {
  source: matrizComercioExterior,
  rules: {
    // The same requirements as CFDI40122 and, for 03, CFDI40222.
    CCE104: {
      field: 'Exportacion',
      says: 'exige el complemento ComercioExterior cuando es 02',
      when: fieldIs('Exportacion', '02'),
      holds: (document) =>
        hasComplement(document, 'ComercioExterior') || {
          detail: 'falta Complemento.ComercioExterior',
        },
    },
    CCE105: {
      field: 'Exportacion',
      says: 'no admite el complemento ComercioExterior cuando es 03',
      when: fieldIs('Exportacion', '03'),
      holds: (document) =>
        !hasComplement(document, 'ComercioExterior') || {
          detail: 'sobra Complemento.ComercioExterior',
        },
    },
  },
})

/** Goods invoiced before, and goods of others, in c_MotivoTraslado. */
const facturado = '01'
const deTerceros = '05'

/** Whether goods that move without a sale belong to others: only then is their owner required. */
function isDeTerceros(
  document: Comprobante,
  _: RuleContext,
  { MotivoTraslado }: ComercioExterior20,
): boolean {
  return isTipo(document, 'T') && MotivoTraslado === deTerceros
}

export const comprobanteExteriorRules = tableOf(within(at(comprobante), at(comercioExterior20)), {
  source: matrizComercioExterior,
  rules: {
    CCE102: {
      field: 'TipoDeComprobante',
      says: 'exige Propietario en ComercioExterior cuando es T y MotivoTraslado es 05',
      when: isDeTerceros,
      holds: (_, __, { Propietario }) =>
        Propietario !== undefined || { detail: 'falta Propietario' },
    },
    CCE103: {
      field: 'TipoDeComprobante',
      says: 'no admite Propietario en ComercioExterior si no es T con MotivoTraslado 05',
      when: (document, context, node) => !isDeTerceros(document, context, node),
      holds: (_, __, { Propietario }) =>
        Propietario === undefined || { detail: 'sobra Propietario' },
    },
    CCE106: absentIf('InformacionGlobal', 'no debe existir con ComercioExterior'),
    'CCE-S03': {
      field: 'CfdiRelacionados',
      says: 'debe tener una relación 05 (traslados facturados previamente) cuando MotivoTraslado es 01',
      severity: 'warning',
      when: ({ CfdiRelacionados }, _, { MotivoTraslado }) =>
        MotivoTraslado === facturado && CfdiRelacionados !== undefined,
      holds: ({ CfdiRelacionados = [] }) => CfdiRelacionados.some(fieldIs('TipoRelacion', '05')),
    },
    CCE999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

export const receptorComprobanteRules = tableOf(
  within(at(comprobante, 'Receptor'), at(comercioExterior20)),
  {
    source: matrizComercioExterior,
    rules: {
      CCE107: {
        field: 'Rfc',
        says: `debe ser ${rfcExtranjero}, o estar en la lista de contribuyentes del SAT, en el tipo I con ComercioExterior`,
        needs: 'taxpayers',
        tipos: 'I',
        when: fieldIsNot('Rfc', rfcExtranjero),
        holds: ({ Rfc }, context) => taxpayerOf(context, Rfc) !== undefined,
      },
      CCE108: {
        field: 'Rfc',
        says: 'debe ser el del emisor en el tipo T con ComercioExterior',
        tipos: 'T',
        holds: ({ Rfc }, { document: { Emisor } }) =>
          Rfc.trim() === Emisor.Rfc.trim() || { expected: Emisor.Rfc, found: Rfc },
      },
    },
  },
)

export const emisorExteriorRules = tableOf(at(comercioExterior20, 'Emisor?'), {
  source: matrizComercioExterior,
  rules: {
    CCE123: absentIf(
      'Curp',
      'no debe existir cuando el emisor es persona moral',
      (_, { document }) => isMoral(document.Emisor.Rfc),
    ),
    CCE124: thereIf(
      'Curp',
      'debe existir cuando el emisor es persona física',
      (_, { document }) => !isMoral(document.Emisor.Rfc),
    ),
  },
})

export const comercioExteriorRules = tableOf(at(comercioExterior20), {
  source: matrizComercioExterior,
  rules: {
    CCE115: {
      says: 'no admite otros complementos que ImpuestosLocales, LeyendasFiscales, CFDIRegistroFiscal, CartaPorte y el timbre',
      holds: (_, { document }) => isAmong(document.Complemento, companions),
    },
    CCE116: {
      field: 'MotivoTraslado',
      says: 'exige CfdiRelacionados con el folio de la factura de la mercancía cuando es 01',
      when: fieldIs('MotivoTraslado', facturado),
      holds: (_, { document }) =>
        document.CfdiRelacionados !== undefined || { detail: 'falta CfdiRelacionados' },
    },
    CCE117: {
      field: 'MotivoTraslado',
      says: 'exige Propietario cuando es 05, y no lo admite si no',
      holds: ({ MotivoTraslado, Propietario }) => {
        if ((Propietario !== undefined) === (MotivoTraslado === deTerceros)) return true
        return { detail: `${Propietario === undefined ? 'falta' : 'sobra'} Propietario` }
      },
    },
    CCE118: absentIf(
      'NumCertificadoOrigen',
      'no debe existir cuando CertificadoOrigen es 0',
      ({ CertificadoOrigen }) => decimalOf(CertificadoOrigen).isZero(),
    ),
    CCE119: {
      field: 'NumeroExportadorConfiable',
      says: 'solo puede existir si el receptor o un destinatario está en la Unión Europea',
      when: hasField('NumeroExportadorConfiable'),
      holds: goesToEurope,
    },
    CCE120: thereIf(
      'Incoterm',
      'debe existir cuando Exportacion es 02, y ser una clave vigente de c_INCOTERM',
      ({ Incoterm }, { document }) => document.Exportacion === '02' || Incoterm !== undefined,
      'c_INCOTERM',
    ),
    CCE121: {
      field: 'TipoCambioUSD',
      says: 'debe ser el tipo de cambio del artículo 20 del CFF',
      undecidable: 'depende del tipo de cambio que publica el Banco de México',
    },
    CCE122: {
      field: 'TotalUSD',
      says: 'debe ser la suma de ValorDolares de las mercancías, con dos decimales',
      holds: ({ TotalUSD, Mercancias }) =>
        same(TotalUSD, sumAmounts(Mercancias, 'ValorDolares').round(2)),
    },
    CCE142: {
      field: 'Destinatario',
      says: 'debe ser uno, a lo más, en el tipo T',
      tipos: 'T',
      holds: ({ Destinatario = [] }) =>
        Destinatario.length <= 1 || { found: `${Destinatario.length}` },
    },
  },
})

export const comercioExteriorWarnings = tableOf(at(comercioExterior20), {
  source: estandarComercioExterior,
  rules: {
    'CCE-S01': {
      field: 'MotivoTraslado',
      says: 'debe existir en el tipo T, y solo en él',
      severity: 'warning',
      holds: ({ MotivoTraslado }, { document }) => isThere(MotivoTraslado, isTipo(document, 'T')),
    },
    'CCE-S04': {
      field: 'NumCertificadoOrigen',
      says: 'debe existir cuando CertificadoOrigen es 1',
      severity: 'warning',
      when: fieldIsNotZero('CertificadoOrigen'),
      holds: ({ NumCertificadoOrigen }) => isThere(NumCertificadoOrigen, true),
    },
  },
})

function goesToEurope(
  { Receptor, Destinatario }: ComercioExterior20,
  { catalogs }: RuleContext,
): boolean {
  const paises = new Set<string>()
  if (Receptor?.Domicilio !== undefined) paises.add(Receptor.Domicilio.Pais)
  eachItem(Destinatario, ({ Domicilio }) => eachItem(Domicilio, ({ Pais }) => paises.add(Pais)))
  const catalog = catalogs.catalog('c_Pais')
  return [...paises].some(
    (pais) => catalog.get(pais, 'agrupaciones')?.includes('Unión Europea') === true,
  )
}
