/**
 * Obras de Artes Plásticas y Antigüedades 1.0 (`obrasarteantiguedades.xsd`): description of a work
 * of art or antique by its dealer. One attribute has an accent in its name.
 * @module
 */
import { element, optional, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, lexical, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const otro = rawText({ minLength: 1, maxLength: 255 })

export const obrasArteAntiguedades = complement({
  name: 'obrasarteantiguedades',
  version: '1.0',
  prefix: 'obrasarte',
  namespace: 'http://www.sat.gob.mx/arteantiguedades',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/arteantiguedades/obrasarteantiguedades.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Tipo de bien: 01 pintura, 02 grabado, 03 escultura, 04 otro. */
    TipoBien: required(rawText({ enumeration: ['01', '02', '03', '04'] })),
    /** Descripción del bien, cuando TipoBien es 04. */
    OtrosTipoBien: optional(otro),
    /** Forma de adquisición: 01 compra, 02 donación, 03 herencia, 04 legado, 05 otro. */
    TituloAdquirido: required(rawText({ enumeration: ['01', '02', '03', '04', '05'] })),
    /** Forma de adquisición, cuando TituloAdquirido es 05. */
    OtrosTituloAdquirido: optional(otro),
    /** Subtotal de la adquisición. */
    Subtotal: optional(decimal(6)),
    /** IVA de la adquisición. */
    IVA: optional(decimal(6)),
    /** Fecha en que se adquirió, AAAA-MM-DD. */
    FechaAdquisicion: required(lexical('date')),
    /**
     * Seña de la pieza: 01 firmada, 02 fechada, 03 enmarcada, 04 armellada, 05 alambrada, 06 con
     * serie, 07 varias.
     */
    CaracterísticasDeObraoPieza: required(
      rawText({ enumeration: ['01', '02', '03', '04', '05', '06', '07'] }),
    ),
  }),
})

/** The work of art or antique, as JSON. */
export interface ObrasArteAntiguedades extends Static<typeof obrasArteAntiguedades.root> {}

export type { ObrasArteAntiguedadesDraft } from './draft.js'
