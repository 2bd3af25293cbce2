/**
 * Rules of each Mercancia of Carta Porte 3.1: CP155 to CP168, CP170 to CP172, CP177 and CP181.
 * @module
 */

import { fieldIs } from '../../../rules/form.js'
import {
  type Condition,
  current,
  hasField,
  hasShape,
  isThere,
  ofParent,
  thereIf,
  thereIff,
} from '../../../rules/presence.js'
import { eachItem } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { isTipo } from '../../cfdi40/predicates.js'
import { perDocument, type Rule, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type CartaPorte31, cartaPorte31 } from '../declaration.js'
import { byAir, bySea, isEntrada, isInternacional, matrizCartaPorte } from '../facts.js'

type Mercancia = CartaPorte31['Mercancias']['Mercancia'][number]
type MercanciaRule = Rule<Mercancia, CartaPorte31>
type Field = keyof Mercancia & string

const medicamento = [
  'DenominacionGenericaProd',
  'DenominacionDistintivaProd',
  'Fabricante',
  'FechaCaducidad',
  'LoteMedicamento',
  'FormaFarmaceutica',
  'CondicionesEspTransp',
  'RegistroSanitarioFolioAutorizacion',
] as const

const precursor = [
  'NombreIngredienteActivo',
  'NomQuimico',
  'Fabricante',
  'FechaCaducidad',
  'LoteMedicamento',
  'FormaFarmaceutica',
  'CondicionesEspTransp',
] as const

const plaguicida = [
  'NombreIngredienteActivo',
  'NumRegSanPlagCOFEPRIS',
  'DatosFabricante',
  'DatosFormulador',
  'DatosMaquilador',
  'UsoAutorizado',
] as const

/** Data that a sector of the COFEPRIS requires of a good. */
function sector(clave: string, nombre: string, fields: readonly Field[]): MercanciaRule {
  return {
    field: 'SectorCOFEPRIS',
    says: `${clave} exige los datos de ${nombre}`,
    when: fieldIs('SectorCOFEPRIS', clave),
    holds: (node) => hasShape(node, fields),
  }
}

/** Data that goods of some sectors require when they enter the country, and only then. */
function alEntrar(field: Field, ...sectores: readonly string[]): MercanciaRule {
  const wanted: Condition<Mercancia, CartaPorte31, RuleContext> = (
    { SectorCOFEPRIS = '' },
    _,
    node,
  ) => isEntrada(node) && sectores.includes(SectorCOFEPRIS)
  return thereIff(
    field,
    `debe existir al entrar al país mercancía de SectorCOFEPRIS ${sectores.join(', ')}, y solo entonces`,
    wanted,
  )
}

/** Whether the document invoices parcels or envelopes, which travel under waybills. */
const hasPaquetes = perDocument(({ document: { Conceptos } }) => {
  let found = false
  eachItem(Conceptos, ({ ClaveProdServ }) => {
    if (paquetes.has(ClaveProdServ)) found = true
  })
  return found
})

const paquetes = new Set(['31181701', '24112700'])

export const mercanciaRules = tableOf(at(cartaPorte31, 'Mercancias.Mercancia[]'), {
  source: matrizCartaPorte,
  rules: {
    CP155: {
      field: 'MaterialPeligroso',
      says: 'debe existir cuando c_ClaveProdServCP dice que el bien es o puede ser material peligroso, y solo entonces',
      holds: ({ BienesTransp, MaterialPeligroso }, { catalogs }) => {
        const peligroso = catalogs
          .catalog('c_ClaveProdServCP')
          .get(BienesTransp.trim(), 'materialPeligroso')
        return peligroso === undefined || isThere(MaterialPeligroso, peligroso !== '0')
      },
    },
    CP156: thereIff(
      'CveMaterialPeligroso',
      'debe existir cuando MaterialPeligroso es Sí, y solo entonces, y ser clave vigente de c_MaterialPeligroso',
      fieldIs('MaterialPeligroso', 'Sí'),
      'c_MaterialPeligroso',
    ),
    CP157: thereIff(
      'Embalaje',
      'debe existir con CveMaterialPeligroso, y solo con él, y ser clave vigente de c_TipoEmbalaje',
      hasField('CveMaterialPeligroso'),
      'c_TipoEmbalaje',
    ),
    CP158: {
      ...current('SectorCOFEPRIS', 'c_SectorCOFEPRIS'),
      when: hasField('SectorCOFEPRIS'),
    },
    CP159: sector('01', 'los medicamentos', medicamento),
    CP160: sector('02', 'los precursores y químicos de uso dual', precursor),
    CP161: sector('03', 'los psicotrópicos y estupefacientes', medicamento),
    CP162: sector('04', 'las sustancias tóxicas', ['NomQuimico', 'NumCAS']),
    CP163: sector('05', 'los plaguicidas y fertilizantes', plaguicida),
    CP164: alEntrar('PermisoImportacion', '01', '02', '03'),
    CP165: alEntrar('FolioImpoVUCEM', '01', '02', '04', '05'),
    CP166: alEntrar('RazonSocialEmpImp', '04'),
    CP167: thereIf('ValorMercancia', 'debe existir por aire', ofParent(byAir)),
    CP168: thereIf('Moneda', 'debe existir con ValorMercancia', hasField('ValorMercancia')),
    CP170: thereIff(
      'TipoMateria',
      'debe existir en transporte internacional, y solo entonces, y ser clave vigente de c_TipoMateria',
      ofParent(isInternacional),
      'c_TipoMateria',
    ),
    CP171: thereIff(
      'DescripcionMateria',
      'debe existir cuando TipoMateria es 05, y solo entonces',
      fieldIs('TipoMateria', '05'),
    ),
    CP172: {
      field: 'DocumentacionAduanera',
      says: 'debe existir al entrar al país, y no en transporte nacional',
      when: (_, __, node) => isEntrada(node) || !isInternacional(node),
      holds: ({ DocumentacionAduanera }, _, node) =>
        isThere(DocumentacionAduanera, isEntrada(node)),
    },
    CP177: thereIf(
      'GuiasIdentificacion',
      'debe existir en el tipo T con conceptos de paquetería (31181701 o 24112700)',
      (_, context) => isTipo(context.document, 'T') && hasPaquetes(context),
    ),
    CP181: thereIff('DetalleMercancia', 'debe existir por mar, y solo entonces', ofParent(bySea)),
  },
})
