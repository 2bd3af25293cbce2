/**
 * Servicios Parciales de Construcción 1.0 (`servicioparcialconstruccion.xsd`): partial building
 * services for housing, exempt from IVA.
 * @module
 */
import { element, one, optional, required, type Static } from '../../model/grammar.js'
import { fixed, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const entidad = rawText({
  enumeration: Array.from({ length: 32 }, (_, index) => `${index + 1}`.padStart(2, '0')),
})

export const parcialesConstruccion = complement({
  name: 'parcialesconstruccion',
  version: '1.0',
  prefix: 'servicioparcial',
  namespace: 'http://www.sat.gob.mx/servicioparcialconstruccion',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/servicioparcialconstruccion/servicioparcialconstruccion.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Permiso, licencia o autorización de construcción. */
    NumPerLicoAut: required(token({ minLength: 1, maxLength: 40 })),
    /** El inmueble en que se presta el servicio. */
    Inmueble: one({
      /** Calle, avenida, camino o carretera. */
      Calle: required(rawText({ minLength: 1, maxLength: 150 })),
      /** Número exterior. */
      NoExterior: optional(rawText({ minLength: 1, maxLength: 55 })),
      /** Número interior. */
      NoInterior: optional(rawText({ minLength: 1, maxLength: 30 })),
      /** Colonia. */
      Colonia: optional(rawText({ minLength: 1, maxLength: 100 })),
      /** Ciudad o población. */
      Localidad: optional(rawText({ minLength: 1, maxLength: 100 })),
      /** Seña que ayude a llegar. */
      Referencia: optional(rawText({ minLength: 1, maxLength: 100 })),
      /** Municipio o alcaldía. */
      Municipio: required(rawText({ minLength: 1, maxLength: 100 })),
      /** Entidad federativa: 01 Aguascalientes … 32 Zacatecas. */
      Estado: required(entidad),
      /** Código postal. */
      CodigoPostal: required(rawText({ pattern: '[0-9]{5}' })),
    }),
  }),
})

/** The partial building services, as JSON. */
export interface ParcialesConstruccion extends Static<typeof parcialesConstruccion.root> {}

export type { ParcialesConstruccionDraft } from './draft.js'
