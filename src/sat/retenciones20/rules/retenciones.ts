/**
 * Rules of the root: matrix of validations of Retenciones 2.0, Reten20101 to Reten20109.
 * @module
 */
import { current } from '../../../rules/presence.js'
import { barRule, declaredRule } from '../../sealRules.js'
import { type Retenciones, retenciones } from '../declaration.js'
import { at } from '../nodes.js'
import { matriz, type RuleContext, tableOf } from '../rule.js'

/** Complement that each key requires (c_CveRetenc names it in words). */
const complements: Readonly<Record<string, string>> = {
  '06': 'EnajenaciondeAcciones',
  14: 'Dividendos',
  15: 'Dividendos',
  16: 'Intereses',
  17: 'Arrendamientoenfideicomiso',
  18: 'Pagosaextranjeros',
  19: 'EnajenaciondeAcciones',
  20: 'Premios',
  21: 'Fideicomisonoempresarial',
  22: 'Planesderetiro',
  23: 'Intereseshipotecarios',
  24: 'Operacionesconderivados',
  26: 'ServiciosPlataformasTecnologicas',
}

/** Keys that require Pagos a extranjeros of a foreign receiver. */
const ofForeigners: readonly string[] = ['01', '02', '04', '05']

/** Returns the complement that a retención requires; undefined when it requires none. */
export function requiredComplement({ CveRetenc, Receptor }: Retenciones): string | undefined {
  const key = CveRetenc.trim()
  if (!ofForeigners.includes(key)) return complements[key]
  if (Receptor.NacionalidadR === 'Extranjero') return 'Pagosaextranjeros'
  return undefined
}

export const retencionesRules = tableOf(at(retenciones), {
  source: matriz,
  rules: {
    'Reten-S01': barRule(),
    'Reten-S02': declaredRule('Retenciones', ({ Complemento }: Retenciones) => [
      [Complemento, ['Complemento']],
    ]),
    Reten20101: {
      field: 'Sello',
      says: 'debe ser el sello de la cadena original con la llave del certificado',
      undecidable: 'la firma se verifica con verifySello, que es asíncrona',
    },
    Reten20102: {
      field: 'Certificado',
      says: 'debe ser un certificado de sello digital vigente',
      undecidable: 'el certificado se verifica con verifyCfdi, que es asíncrona',
    },
    Reten20103: {
      field: 'FechaExp',
      says: 'debe ser una hora local, con la forma AAAA-MM-DDThh:mm:ss',
      inSchema: true,
    },
    Reten20104: current('LugarExpRetenc', 'c_CodigoPostal'),
    Reten20105: current('CveRetenc', 'c_CveRetenc'),
    Reten20106: {
      field: 'DescRetenc',
      says: 'debe existir cuando CveRetenc es 25',
      when: ({ CveRetenc }) => CveRetenc.trim() === '25',
      holds: ({ DescRetenc }) => DescRetenc !== undefined || { detail: 'falta' },
    },
    Reten20107: {
      field: 'CveRetenc',
      says: 'exige su complemento',
      when: (document) => requiredComplement(document) !== undefined,
      holds: (document) => {
        const wanted = requiredComplement(document) as string
        return (
          document.Complemento?.[wanted] !== undefined || {
            detail: `con la clave ${document.CveRetenc.trim()} falta ${wanted}`,
          }
        )
      },
    },
  },
})

export const relacionadosRules = tableOf(at(retenciones, 'CfdiRetenRelacionados'), {
  source: matriz,
  rules: { Reten20109: current('TipoRelacion', 'c_TipoRelacion') },
})

/** Whether the key of a document is one of these. */
export function isKey({ document }: RuleContext, key: string): boolean {
  return document.CveRetenc.trim() === key
}
