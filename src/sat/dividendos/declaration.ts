/**
 * Dividendos 1.0 (`dividendos.xsd`): dividends and profits that are distributed.
 * @module
 */
import {
  element,
  maybe,
  optional,
  required,
  type Simple,
  type Static,
} from '../../model/grammar.js'
import { catalog, decimal, exactly } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

// A list of values that keeps white space: a padded value is invalid.
const sociedad: Simple<'Sociedad Nacional' | 'Sociedad Extranjera'> = {
  base: 'string',
  facets: { whiteSpace: 'preserve', enumeration: ['Sociedad Nacional', 'Sociedad Extranjera'] },
}

/** The declaration of Dividendos 1.0. */
export const dividendos = complement({
  name: 'Dividendos',
  version: '1.0',
  prefix: 'dividendos',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos/dividendos.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Dividendo o utilidad que se distribuye. */
    DividOUtil: maybe({
      /** Tipo de dividendo (c_TipoDividendoOUtilidadDistribuida): 01 proviene de CUFIN … */
      CveTipDivOUtil: required(catalog('c_TipoDividendoOUtilidadDistribuida')),
      /** ISR acreditable por dividendos, retenido en México. */
      MontISRAcredRetMexico: required(decimal(6)),
      /** ISR acreditable por dividendos, retenido en el extranjero. */
      MontISRAcredRetExtranjero: required(decimal(6)),
      /** Retención en el extranjero sobre dividendos del extranjero. */
      MontRetExtDivExt: optional(decimal(6)),
      /** Sociedad que distribuye: "Sociedad Nacional" o "Sociedad Extranjera". */
      TipoSocDistrDiv: required(sociedad),
      /** ISR acreditable nacional. */
      MontISRAcredNal: optional(decimal(6)),
      /** Dividendo acumulable nacional. */
      MontDivAcumNal: optional(decimal(6)),
      /** Dividendo acumulable extranjero. */
      MontDivAcumExt: optional(decimal(6)),
    }),
    /** Remanente que corresponde al integrante o accionista. */
    Remanente: maybe({
      /** Proporción del remanente, en porcentaje. */
      ProporcionRem: optional(decimal(6, { maxInclusive: '9999999999' })),
    }),
  }),
})

/** The content of a Dividendos 1.0. */
export interface Dividendos extends Static<typeof dividendos.root> {}

export type { DividendosDraft } from './draft.js'
