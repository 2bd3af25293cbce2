/**
 * obrasarteantiguedades 1.0.
 * @module
 */
import { complement, element, optional, required, type Static } from '../grammar.js'
import { decimal, exactly, lexical, rawText } from '../types.js'

export const obrasArteAntiguedades = complement({
  name: 'obrasarteantiguedades',
  version: '1.0',
  prefix: 'obrasarte',
  namespace: 'http://www.sat.gob.mx/arteantiguedades',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/arteantiguedades/obrasarteantiguedades.xsd',
  at: 'comprobante',
  root: element({
    Version: required(exactly('1.0')),
    TipoBien: required(rawText({ minLength: 2, maxLength: 2, enumeration: ['01', '02', '03', '04'] })),
    OtrosTipoBien: optional(rawText({ minLength: 1, maxLength: 255 })),
    TituloAdquirido: required(rawText({ minLength: 2, maxLength: 2, enumeration: ['01', '02', '03', '04', '05'] })),
    OtrosTituloAdquirido: optional(rawText({ minLength: 1, maxLength: 255 })),
    Subtotal: optional(decimal(6)),
    IVA: optional(decimal(6)),
    FechaAdquisicion: required(lexical('date')),
    CaracterísticasDeObraoPieza: required(
      rawText({ minLength: 2, maxLength: 2, enumeration: ['01', '02', '03', '04', '05', '06', '07'] }),
    ),
  }),
})

export interface ObrasArteAntiguedades extends Static<typeof obrasArteAntiguedades.root> {}
