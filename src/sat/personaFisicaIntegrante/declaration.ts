/**
 * Persona Física Integrante de Coordinado 1.0 (`pfic.xsd`): the vehicle of a comprobante of a
 * "coordinado" of road transport, and its member who pays taxes individually.
 * @module
 */
import { element, optional, required, type Static } from '../../model/grammar.js'
import { exactly, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

/** The XSD's own form of an RFC: looser than t_RFC, commas included. */
const rfc = token({
  minLength: 12,
  maxLength: 13,
  pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
})

/** The declaration of Persona Física Integrante de Coordinado 1.0. */
export const personaFisicaIntegrante = complement({
  name: 'PFintegranteCoordinado',
  version: '1.0',
  prefix: 'pfic',
  namespace: 'http://www.sat.gob.mx/pfic',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/pfic/pfic.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(exactly('1.0')),
    /** Clave vehicular del vehículo. */
    ClaveVehicular: required(token({ minLength: 1 })),
    /** Placa del vehículo. */
    Placa: required(token({ minLength: 1 })),
    /** RFC de la persona física integrante, cuando paga sus impuestos por su cuenta. */
    RFCPF: optional(rfc),
  }),
})

/** The content of a Persona Física Integrante de Coordinado 1.0. */
export interface PersonaFisicaIntegrante extends Static<typeof personaFisicaIntegrante.root> {}

export type { PersonaFisicaIntegranteDraft } from './draft.js'
