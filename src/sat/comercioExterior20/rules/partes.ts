/**
 * Rules of exporter, receiver and destination in Comercio Exterior 2.0: CCE125 to CCE150.
 * @module
 */

import { fieldIs, fieldIsNot } from '../../../rules/form.js'
import { hasField, isThere } from '../../../rules/presence.js'
import { at } from '../../cfdi40/nodes.js'
import { rfcExtranjero } from '../../cfdi40/predicates.js'
import { type Rule, tableOf } from '../../cfdi40/rule.js'
import { type Domicilio, domicilioRules, isIdentityOf, isOfPais } from '../../domicilio.js'
import { type ComercioExterior20, comercioExterior20 } from '../declaration.js'
import { matrizComercioExterior } from '../facts.js'

const domicilio = domicilioRules<ComercioExterior20>('ComExt')

const mexico = 'MEX'

export const domicilioEmisorRules = tableOf(at(comercioExterior20, 'Emisor.Domicilio'), {
  source: matrizComercioExterior,
  rules: {
    CCE125: {
      field: 'Pais',
      says: 'debe ser MEX en el domicilio del emisor',
      holds: fieldIs('Pais', mexico),
    },
    CCE126: { ...domicilio.estado, when: fieldIs('Pais', mexico) },
    CCE127: domicilio.municipio,
    CCE128: domicilio.localidad,
    CCE129: domicilio.colonia,
    CCE130: domicilio.codigoPostal,
  },
})

export const propietarioRules = tableOf(at(comercioExterior20, 'Propietario[]'), {
  source: matrizComercioExterior,
  rules: {
    CCE131: {
      field: 'NumRegIdTrib',
      says: 'debe estar en el registro de su país, si se puede consultar',
      undecidable: 'los registros de otros países se consultan en línea',
    },
    CCE132: {
      field: 'NumRegIdTrib',
      says: 'debe tener la forma que c_Pais da para ResidenciaFiscal',
      holds: ({ NumRegIdTrib, ResidenciaFiscal }, context) =>
        isIdentityOf(ResidenciaFiscal, NumRegIdTrib, context),
    },
  },
})

const registries = 'los registros de otros países se consultan en línea'

/** The tax identity must not be Mexican: Mexican taxpayers have an RFC. */
function notMexican<Node extends WithIdentity>(
  paisesOf: (node: Node) => readonly string[],
): Rule<Node, ComercioExterior20> {
  return {
    field: 'NumRegIdTrib',
    says: 'no puede existir cuando el domicilio es de México',
    when: hasField('NumRegIdTrib'),
    holds: (node) => !paisesOf(node).includes(mexico),
  }
}

/** The tax identity must have the form of a country where its owner has an address. */
function ofItsPais<Node extends WithIdentity>(
  paisesOf: (node: Node) => readonly string[],
): Rule<Node, ComercioExterior20> {
  return {
    field: 'NumRegIdTrib',
    says: 'debe tener la forma que c_Pais da para el país del domicilio',
    undecidable: registries,
    when: (node) =>
      node.NumRegIdTrib !== undefined &&
      paisesOf(node).length > 0 &&
      !paisesOf(node).includes(mexico),
    holds: (node, context) => {
      const paises = paisesOf(node)
      const identity = node.NumRegIdTrib ?? ''
      const verdicts = paises.map((pais) => isIdentityOf(pais, identity, context))
      return verdicts.find((verdict) => verdict === true) ?? verdicts[0] ?? true
    },
  }
}

interface WithIdentity {
  readonly NumRegIdTrib?: string | undefined
}

type Receptor = NonNullable<ComercioExterior20['Receptor']>

const paisesReceptor = ({ Domicilio }: Receptor): readonly string[] =>
  Domicilio === undefined ? [] : [Domicilio.Pais]

/** A missing receiver counts as one without attributes: CCE133 requires one of them. */
export const receptorExteriorRules = tableOf(at(comercioExterior20, 'Receptor?'), {
  source: matrizComercioExterior,
  rules: {
    CCE133: {
      field: 'NumRegIdTrib',
      says: `debe existir cuando el RFC del receptor es ${rfcExtranjero}, y solo entonces`,
      holds: ({ NumRegIdTrib }, { document }) =>
        isThere(NumRegIdTrib, document.Receptor.Rfc === rfcExtranjero),
    },
    CCE134: notMexican(paisesReceptor),
    CCE135: ofItsPais(paisesReceptor),
  },
})

type Destinatario = NonNullable<ComercioExterior20['Destinatario']>[number]

const paisesDestinatario = ({ Domicilio }: Destinatario): readonly string[] =>
  Domicilio.map(({ Pais }) => Pais)

export const destinatarioRules = tableOf(at(comercioExterior20, 'Destinatario[]'), {
  source: matrizComercioExterior,
  rules: {
    CCE143: notMexican(paisesDestinatario),
    CCE144: ofItsPais(paisesDestinatario),
  },
})

const codigoPostalExtranjero: Rule<Domicilio, ComercioExterior20> = {
  field: 'CodigoPostal',
  says: 'debe tener la forma que c_Pais da para el país',
  when: fieldIsNot('Pais', mexico),
  holds: isOfPais,
}

export const domicilioReceptorRules = tableOf(at(comercioExterior20, 'Receptor.Domicilio'), {
  source: matrizComercioExterior,
  rules: {
    CCE136: domicilio.colonia,
    CCE137: domicilio.localidad,
    CCE138: domicilio.municipio,
    CCE139: domicilio.estado,
    CCE140: codigoPostalExtranjero,
    CCE141: domicilio.codigoPostal,
  },
})

export const domicilioDestinatarioRules = tableOf(
  at(comercioExterior20, 'Destinatario[].Domicilio[]'),
  {
    source: matrizComercioExterior,
    rules: {
      CCE145: domicilio.colonia,
      CCE146: domicilio.localidad,
      CCE147: domicilio.municipio,
      CCE148: domicilio.estado,
      CCE149: codigoPostalExtranjero,
      CCE150: domicilio.codigoPostal,
    },
  },
)
