/**
 * Sector financiero 1.0 (`sectorfinanciero.xsd`): the trust for which a financial institution acts.
 * @module
 */
import { element, optional, required, type Static } from '../../model/grammar.js'
import { exactly, rawText } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

/** The declaration of Sector financiero 1.0. */
export const sectorFinanciero = complement({
  name: 'SectorFinanciero',
  version: '1.0',
  prefix: 'sectorfinanciero',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero/sectorfinanciero.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Identificador del fideicomiso. */
    IdFideicom: required(rawText({ minLength: 1, maxLength: 20 })),
    /** Nombre del fideicomiso. */
    NomFideicom: optional(rawText({ minLength: 1, maxLength: 100 })),
    /** Objeto del fideicomiso. */
    DescripFideicom: required(rawText({ minLength: 1, maxLength: 300 })),
  }),
})

/** The content of a Sector financiero 1.0. */
export interface SectorFinanciero extends Static<typeof sectorFinanciero.root> {}

export type { SectorFinancieroDraft } from './draft.js'
