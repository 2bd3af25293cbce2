/**
 * Rules of InformacionAduanera, of a concept and of its parts: matrix of validations of CFDI 4.0,
 * CFDI40194, 40195, 40199, 40200.
 * @module
 */
import { type Pedimento, readPedimento } from '../../../catalogs/pedimento.js'
import { isCurrent } from '../../../rules/inForce.js'
import { type Concepto, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { hasComplement, presentYear } from '../predicates.js'
import { type Mismatch, type Rule, type RuleContext, tableOf } from '../rule.js'
import { matriz } from '../sources.js'

type InformacionAduanera = NonNullable<Concepto['InformacionAduanera']>[number]

const valido: Rule<InformacionAduanera> = {
  field: 'NumeroPedimento',
  says: 'debe ser un pedimento posible: año, aduana, patente y número, separados por dos espacios',
  inSchema: true,
  holds: ({ NumeroPedimento }, context) => pedimentoMismatch(NumeroPedimento, context) ?? true,
}

const sinComercioExterior: Rule<InformacionAduanera> = {
  field: 'NumeroPedimento',
  says: 'no debe existir en un comprobante con complemento ComercioExterior',
  holds: (_, { document }) => !hasComplement(document, 'ComercioExterior'),
}

export const informacionAduaneraRules = tableOf(
  at(comprobante, 'Conceptos[].InformacionAduanera[]'),
  {
    source: matriz,
    rules: { CFDI40194: valido, CFDI40195: sinComercioExterior },
  },
)

export const informacionAduaneraParteRules = tableOf(
  at(comprobante, 'Conceptos[].Parte[].InformacionAduanera[]'),
  {
    source: matriz,
    rules: { CFDI40199: valido, CFDI40200: sinComercioExterior },
  },
)

/** Maximum age of a pedimento in years. */
const yearsBack = 10

/**
 * Returns the problem of a pedimento's number. Accepts unknown codes of an incomplete catalogue.
 */
export function pedimentoMismatch(text: string, context: RuleContext): Mismatch | undefined {
  const pedimento = readPedimento(text)
  if (pedimento === undefined) return { detail: 'la forma es AA  AA  PPPP  NNNNNNN' }
  const year = Number.parseInt(pedimento.ejercicio, 10)
  const present = presentYear(context)
  if (year > present || year < present - yearsBack) return { detail: yearWords(text, present) }
  return operationMismatch(pedimento, context)
}

/** Returns the problem of the customs office, the agent or the number of a pedimento. */
export function operationMismatch(
  { ejercicio, aduana, patente, numero }: Pedimento,
  context: RuleContext,
): Mismatch | undefined {
  if (isCurrent(context, 'c_Aduana', aduana) !== true)
    return { detail: `la aduana ${aduana} no está en c_Aduana` }
  if (isCurrent(context, 'c_PatenteAduanal', patente) !== true)
    return { detail: `la patente ${patente} no está en c_PatenteAduanal` }
  const catalog = context.catalogs.catalog('c_NumPedimentoAduana')
  const last = catalog.get(aduana + patente + ejercicio, 'cantidad')
  if (last === undefined)
    return catalog.complete
      ? { detail: 'esa patente no operó en esa aduana en ese año' }
      : undefined
  const number = Number.parseInt(numero, 10)
  if (number >= 1 && number <= last) return undefined
  return { detail: `el número va de 000001 a ${last}` }
}

/** The two digits as written: their century is an interpretation. */
function yearWords(text: string, present: number): string {
  return `el año es ${text.trim().slice(0, 2)} y debe ser de ${String(present - yearsBack).slice(2)} a ${String(present).slice(2)}`
}
