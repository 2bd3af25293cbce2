/**
 * INE 1.1 (`ine11.xsd`): the electoral process, committee and accounts of a sale to a party,
 * coalition or candidate, for audits by the Instituto Nacional Electoral.
 * @module
 */
import { element, optional, required, type Static, zeroOrMore } from '../../model/grammar.js'
import { fixed, int, oneOf, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const idContabilidad = int({ totalDigits: 6 })

/** The states, the five electoral constituencies (CR1 to CR5) and the nation (NAC). */
// biome-ignore format: a list to be read as one
const claveEntidad = rawText({
  enumeration: [
    'AGU', 'BCN', 'BCS', 'CAM', 'CHP', 'CHH', 'COA', 'COL', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5', 'DIF', 'DUR', 'GUA', 'GRO',
    'HID', 'JAL', 'MEX', 'MIC', 'MOR', 'NAC', 'NAY', 'NLE', 'OAX', 'PUE', 'QUE', 'ROO', 'SLP', 'SIN', 'SON', 'TAB', 'TAM',
    'TLA', 'VER', 'YUC', 'ZAC',
  ],
})

/** The declaration of INE 1.1. */
export const ine = complement({
  name: 'INE',
  version: '1.1',
  prefix: 'ine',
  namespace: 'http://www.sat.gob.mx/ine',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ine/ine11.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.1". */
    Version: required(fixed('1.1')),
    /** Proceso: Ordinario, Precampaña o Campaña. */
    TipoProceso: required(oneOf('Ordinario', 'Precampaña', 'Campaña')),
    /**
     * Comité, en el proceso Ordinario: Ejecutivo Nacional, Ejecutivo Estatal o Directivo Estatal.
     */
    TipoComite: optional(oneOf('Ejecutivo Nacional', 'Ejecutivo Estatal', 'Directivo Estatal')),
    /** Clave de contabilidad del comité, seis dígitos; en los demás casos va en cada entidad. */
    IdContabilidad: optional(idContabilidad),
    /** Entidades a las que corresponde el gasto. */
    Entidad: zeroOrMore(
      {
        /** Clave de la entidad, circunscripción (CR1 a CR5) o nación (NAC). */
        ClaveEntidad: required(claveEntidad),
        /** Ámbito, en precampaña y campaña: Local o Federal. */
        Ambito: optional(oneOf('Local', 'Federal')),
        /** Contabilidades de la entidad. */
        Contabilidad: zeroOrMore({
          /**
           * Clave de contabilidad del aspirante, precandidato, candidato o concentradora, seis
           * dígitos.
           */
          IdContabilidad: required(idContabilidad),
        }),
      },
      76,
    ),
  }),
})

/** The content of an INE 1.1. */
export interface Ine extends Static<typeof ine.root> {}

export type { IneDraft } from './draft.js'
