/**
 * Pagos a extranjeros 1.0 (`pagosaextranjeros.xsd`): payments to residents abroad.
 * @module
 */
import { element, maybe, required, type Static } from '../../model/grammar.js'
import { catalog, code, exactly, oneOf, token } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

const contribuyente = catalog('c_TipoContribuyenteSujetoRetencion')
const descripcion = token({ minLength: 1, maxLength: 255 })

// The schema has types of its own, older than tdCFDI: the commas are part of its classes.
const rfc = token({
  minLength: 12,
  maxLength: 13,
  pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9][A-Z,0-9][0-9,A-Z]',
})
const curp = code(
  18,
  '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
)

/** The declaration of Pagos a extranjeros 1.0. */
export const pagosExtranjeros = complement({
  name: 'Pagosaextranjeros',
  version: '1.0',
  prefix: 'pagosaextranjeros',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros/pagosaextranjeros.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Si el beneficiario del pago es quien lo cobra: SI o NO. */
    EsBenefEfectDelCobro: required(oneOf('SI', 'NO')),
    /** Residente en el extranjero que cobra y no es el beneficiario. */
    NoBeneficiario: maybe({
      /** País de residencia fiscal (c_Pais de Retenciones), dos letras. */
      PaisDeResidParaEfecFisc: required(catalog('c_Pais_Retenciones')),
      /** Tipo de contribuyente (c_TipoContribuyenteSujetoRetencion): 1 artistas … */
      ConceptoPago: required(contribuyente),
      /** Descripción del pago. */
      DescripcionConcepto: required(descripcion),
    }),
    /** Representante en el país que cobra como beneficiario. */
    Beneficiario: maybe({
      /** RFC del representante legal en México. */
      RFC: required(rfc),
      /** CURP del representante legal. */
      CURP: required(curp),
      /** Nombre o razón social. */
      NomDenRazSocB: required(token({ minLength: 1, maxLength: 300 })),
      /** Tipo de contribuyente (c_TipoContribuyenteSujetoRetencion): 1 artistas … */
      ConceptoPago: required(contribuyente),
      /** Descripción del pago. */
      DescripcionConcepto: required(descripcion),
    }),
  }),
})

/** The content of a Pagos a extranjeros 1.0. */
export interface PagosExtranjeros extends Static<typeof pagosExtranjeros.root> {}

export type { PagosExtranjerosDraft } from './draft.js'
