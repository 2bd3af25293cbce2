/**
 * Rules of who exports, who receives and where to, in Comercio Exterior 2.0: CCE125 to CCE150.
 * @module
 */

import { isThere } from '../../../rules/presence.js'
import { eachItem } from '../../../rules/values.js'
import { rfcExtranjero } from '../../cfdi40/predicates.js'
import { type Each, type Mismatch, type Rule, type RuleContext, ruleTable } from '../../cfdi40/rule.js'
import { type Domicilio, domicilioRules, isIdentityOf, isOfPais } from '../../domicilio.js'
import type { ComercioExterior20 } from '../declaration.js'
import {
  comercioExterior,
  type Destinatario,
  destinatarios,
  matrizComercioExterior,
  type Propietario,
  propietarios,
} from '../nodes.js'

const domicilio = domicilioRules<ComercioExterior20>('ComExt')

const mexico = 'MEX'

const domicilioEmisor: Each<Domicilio, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node, _, ...path) => {
    if (node.Emisor !== undefined) visit(node.Emisor.Domicilio, node, ...path, 'Emisor', 'Domicilio')
  })

export const domicilioEmisorRules = ruleTable<Domicilio, ComercioExterior20>({
  element: 'Domicilio',
  source: matrizComercioExterior,
  path: 'Complemento.ComercioExterior.Emisor.Domicilio',
  each: domicilioEmisor,
  rules: {
    CCE125: {
      field: 'Pais',
      says: 'debe ser MEX en el domicilio del emisor',
      holds: ({ Pais }) => Pais === mexico,
    },
    CCE126: { ...domicilio.estado, when: ({ Pais }) => Pais === mexico },
    CCE127: domicilio.municipio,
    CCE128: domicilio.localidad,
    CCE129: domicilio.colonia,
    CCE130: domicilio.codigoPostal,
  },
})

export const propietarioRules = ruleTable<Propietario, ComercioExterior20>({
  element: 'Propietario',
  source: matrizComercioExterior,
  path: 'Complemento.ComercioExterior.Propietario[]',
  each: propietarios,
  rules: {
    CCE131: {
      field: 'NumRegIdTrib',
      says: 'debe estar en el registro de su país, si se puede consultar',
      undecidable: 'los registros de otros países se consultan en línea',
    },
    CCE132: {
      field: 'NumRegIdTrib',
      says: 'debe tener la forma que c_Pais da para ResidenciaFiscal',
      holds: ({ NumRegIdTrib, ResidenciaFiscal }, context) => isIdentityOf(ResidenciaFiscal, NumRegIdTrib, context),
    },
  },
})

const registries = 'los registros de otros países se consultan en línea'

/** That a tax identity is not of Mexico, whose taxpayers have an RFC. */
function notMexican<Node extends WithIdentity>(
  paisesOf: (node: Node) => readonly string[],
): Rule<Node, ComercioExterior20> {
  return {
    field: 'NumRegIdTrib',
    says: 'no puede existir cuando el domicilio es de México',
    when: ({ NumRegIdTrib }) => NumRegIdTrib !== undefined,
    holds: (node) => !paisesOf(node).includes(mexico),
  }
}

/** That a tax identity has the form of a country where its owner has an address. */
function ofItsPais<Node extends WithIdentity>(
  paisesOf: (node: Node) => readonly string[],
): Rule<Node, ComercioExterior20> {
  return {
    field: 'NumRegIdTrib',
    says: 'debe tener la forma que c_Pais da para el país del domicilio',
    undecidable: registries,
    when: (node) => node.NumRegIdTrib !== undefined && paisesOf(node).length > 0 && !paisesOf(node).includes(mexico),
    holds: (node, context) => isOfSome(paisesOf(node), node.NumRegIdTrib ?? '', context),
  }
}

interface WithIdentity {
  readonly NumRegIdTrib?: string | undefined
}

function isOfSome(paises: readonly string[], identity: string, context: RuleContext): boolean | Mismatch {
  const verdicts = paises.map((pais) => isIdentityOf(pais, identity, context))
  return verdicts.find((verdict) => verdict === true) ?? verdicts[0] ?? true
}

type Receptor = NonNullable<ComercioExterior20['Receptor']>

const paisesReceptor = ({ Domicilio }: Receptor): readonly string[] => (Domicilio === undefined ? [] : [Domicilio.Pais])

/** A receiver that the complement does not have has no attribute either: CCE133 asks for one of them. */
const receptor: Each<Receptor, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node, _, ...path) => visit(node.Receptor ?? {}, node, ...path, 'Receptor'))

export const receptorExteriorRules = ruleTable<Receptor, ComercioExterior20>({
  element: 'Receptor',
  source: matrizComercioExterior,
  path: 'Complemento.ComercioExterior.Receptor',
  each: receptor,
  rules: {
    CCE133: {
      field: 'NumRegIdTrib',
      says: `debe existir cuando el RFC del receptor es ${rfcExtranjero}, y sólo entonces`,
      holds: ({ NumRegIdTrib }, { document }) => isThere(NumRegIdTrib, document.Receptor.Rfc === rfcExtranjero),
    },
    CCE134: notMexican(paisesReceptor),
    CCE135: ofItsPais(paisesReceptor),
  },
})

const paisesDestinatario = ({ Domicilio }: Destinatario): readonly string[] => Domicilio.map(({ Pais }) => Pais)

export const destinatarioRules = ruleTable<Destinatario, ComercioExterior20>({
  element: 'Destinatario',
  source: matrizComercioExterior,
  path: 'Complemento.ComercioExterior.Destinatario[]',
  each: destinatarios,
  rules: {
    CCE143: notMexican(paisesDestinatario),
    CCE144: ofItsPais(paisesDestinatario),
  },
})

const codigoPostalExtranjero: Rule<Domicilio, ComercioExterior20> = {
  field: 'CodigoPostal',
  says: 'debe tener la forma que c_Pais da para el país',
  when: ({ Pais }) => Pais !== mexico,
  holds: isOfPais,
}

const domicilioReceptor: Each<Domicilio, ComercioExterior20> = (document, visit) =>
  comercioExterior(document, (node, _, ...path) => {
    const found = node.Receptor?.Domicilio
    if (found !== undefined) visit(found, node, ...path, 'Receptor', 'Domicilio')
  })

export const domicilioReceptorRules = ruleTable<Domicilio, ComercioExterior20>({
  element: 'Domicilio',
  source: matrizComercioExterior,
  path: 'Complemento.ComercioExterior.Receptor.Domicilio',
  each: domicilioReceptor,
  rules: {
    CCE136: domicilio.colonia,
    CCE137: domicilio.localidad,
    CCE138: domicilio.municipio,
    CCE139: domicilio.estado,
    CCE140: codigoPostalExtranjero,
    CCE141: domicilio.codigoPostal,
  },
})

const domiciliosDestinatario: Each<Domicilio, ComercioExterior20> = (document, visit) =>
  destinatarios(document, ({ Domicilio }, node, ...path) =>
    eachItem(Domicilio, (item, index) => visit(item, node, ...path, 'Domicilio', index)),
  )

export const domicilioDestinatarioRules = ruleTable<Domicilio, ComercioExterior20>({
  element: 'Domicilio',
  source: matrizComercioExterior,
  path: 'Complemento.ComercioExterior.Destinatario[].Domicilio[]',
  each: domiciliosDestinatario,
  rules: {
    CCE145: domicilio.colonia,
    CCE146: domicilio.localidad,
    CCE147: domicilio.municipio,
    CCE148: domicilio.estado,
    CCE149: codigoPostalExtranjero,
    CCE150: domicilio.codigoPostal,
  },
})
