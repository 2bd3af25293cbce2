/**
 * Arrendamiento en fideicomiso 1.0 (`arrendamientoenfideicomiso.xsd`): income of real estate that a trust rents out.
 * @module
 */
import { element, optional, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, rawText } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

/** The declaration of Arrendamiento en fideicomiso 1.0. */
export const arrendamientoFideicomiso = complement({
  name: 'Arrendamientoenfideicomiso',
  version: '1.0',
  prefix: 'arrendamientoenfideicomiso',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso/arrendamientoenfideicomiso.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Pagos provisionales que hizo el fiduciario. */
    PagProvEfecPorFiduc: required(decimal(6)),
    /** Rendimientos del fideicomiso por el arrendamiento. */
    RendimFideicom: required(decimal(6)),
    /** Deducciones que corresponden al arrendamiento. */
    DeduccCorresp: required(decimal(6)),
    /** Total retenido. */
    MontTotRet: optional(decimal(6)),
    /** Resultado fiscal que distribuyen las FIBRAS. */
    MontResFiscDistFibras: optional(decimal(6)),
    /** Otros conceptos que se distribuyen. */
    MontOtrosConceptDistr: optional(decimal(6)),
    /** Descripción de esos otros conceptos. */
    DescrMontOtrosConceptDistr: optional(rawText()),
  }),
})

/** The content of a Arrendamiento en fideicomiso 1.0. */
export interface ArrendamientoFideicomiso extends Static<typeof arrendamientoFideicomiso.root> {}

export type { ArrendamientoFideicomisoDraft } from './draft.js'
