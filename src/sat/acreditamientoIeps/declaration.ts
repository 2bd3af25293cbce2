/**
 * Acreditamiento del IEPS 1.0 (`AcreditamientoIEPS10.xsd`): the storage and distribution terminal
 * (TAR) where a distributor or a filling station bought most of the diesel that the concept sells,
 * from which the buyer credits the tax.
 *
 * The SAT's transformation has no template for it: it adds nothing to the cadena original.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { exactly, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

// biome-ignore format: a list to be read as one
const terminal = rawText({
  minLength: 3,
  maxLength: 3,
  enumeration: [
    '617', '619', '624', '652', '654', '655', '656', '658', '659', '660', '661', '667', '693', '602', '603', '604',
    '605', '606', '607', '608', '609', '611', '612', '613', '614', '615', '620', '621', '622', '623', '625', '657',
    '664', '665', '666', '669', '695', '696', '697', '699', '627', '628', '629', '630', '631', '632', '633', '636',
    '637', '638', '639', '640', '641', '644', '645', '646', '647', '648', '649', '650', '663', '668', '672', '673',
    '674', '675', '676', '677', '678', '681', '682', '683', '684', '685', '688', '689', '690', '698',
  ],
})

/** The declaration of Acreditamiento del IEPS 1.0. */
export const acreditamientoIeps = complement({
  name: 'acreditamientoIEPS',
  version: '1.0',
  prefix: 'aieps',
  namespace: 'http://www.sat.gob.mx/acreditamiento',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/acreditamiento/AcreditamientoIEPS10.xsd',
  at: 'concepto',
  tipos: ['I', 'E', 'T'],
  cadena: false,
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Clave de la terminal de almacenamiento y reparto, tres dígitos. */
    TAR: required(terminal),
  }),
})

/** The content of an Acreditamiento del IEPS 1.0. */
export interface AcreditamientoIeps extends Static<typeof acreditamientoIeps.root> {}

export type { AcreditamientoIepsDraft } from './draft.js'
