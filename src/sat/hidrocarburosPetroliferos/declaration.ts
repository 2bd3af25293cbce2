/**
 * Hidrocarburos y Petrolíferos 1.0 (`hidrocarburospetroliferos.xsd`): the product of a concept of
 * diesel or gasoline, and the permit for its sale.
 *
 * Published 2026-03-25, obligatory since 2026-04-24 in I and E for the product keys 15101505,
 * 15101514 and 15101515; permits PER09 to PER11 since Revisión A (2026-04-23).
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { catalog, closedCatalog, exactly, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

// biome-ignore format: a list to be read as one
const tipoPermiso = closedCatalog(
  'c_TipoPermiso',
  'PER01', 'PER02', 'PER03', 'PER04', 'PER05', 'PER06', 'PER07', 'PER08', 'PER09', 'PER10', 'PER11',
)

/** The declaration of Hidrocarburos y Petrolíferos 1.0. */
export const hidrocarburosPetroliferos = complement({
  name: 'HidroYPetro',
  version: '1.0',
  prefix: 'hidrocarburospetroliferos',
  namespace: 'http://www.sat.gob.mx/hidrocarburospetroliferos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/hidrocarburospetroliferos.xsd',
  at: 'concepto',
  tipos: ['I', 'E'],
  single: true,
  desde: '2026-03-25',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /**
     * Tipo de permiso (c_TipoPermiso): PER01 estación de servicio, PER02 comercialización, PER03
     * distribución …
     */
    TipoPermiso: required(tipoPermiso),
    /** Número del permiso, en la forma de su tipo ("PL/12345/EXP/ES/2015"). */
    NumeroPermiso: required(token({ minLength: 15, maxLength: 35 })),
    /**
     * Producto (c_ClaveHYP), la misma ClaveProdServ del concepto: 15101505 diésel, 15101514 y
     * 15101515 gasolinas.
     */
    ClaveHYP: required(catalog('c_ClaveHYP')),
    /**
     * Subproducto (c_SubProductoHYP), de los de su clave: SP16 regular, SP17 premium, SP18 diésel
     * automotriz …
     */
    SubProductoHYP: required(catalog('c_SubProductoHYP')),
  }),
})

/** The content of an Hidrocarburos y Petrolíferos 1.0. */
export interface HidrocarburosPetroliferos extends Static<typeof hidrocarburosPetroliferos.root> {}

export type { HidrocarburosPetroliferosDraft } from './draft.js'
