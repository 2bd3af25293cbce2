/**
 * Venta de Vehículos 1.1 (`ventavehiculos11.xsd`): the key and the number of a new vehicle sold in
 * a concept, and the pedimento of its import, or of that of a part. For manufacturers, assemblers,
 * importers and dealers.
 * @module
 */
import {
  element,
  optional,
  required,
  type Static,
  sinCadena,
  zeroOrMore,
} from '../../model/grammar.js'
import { decimal, exactly, lexical, number, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const texto = token({ minLength: 1 })

const informacionAduanera = element({
  /** Número del documento aduanero con que se importó. */
  numero: required(texto),
  /** Fecha de expedición de ese documento, AAAA-MM-DD. */
  fecha: required(lexical('date')),
  /** Aduana por la que entró. */
  aduana: optional(texto),
})

const parte = element({
  /** Cantidad de la parte. */
  cantidad: sinCadena(required(number())),
  /** Unidad de medida. */
  unidad: sinCadena(optional(texto)),
  /** Número de parte o de serie. */
  noIdentificacion: sinCadena(optional(texto)),
  /** Descripción de la parte. */
  descripcion: sinCadena(required(texto)),
  /** Precio unitario de la parte. */
  valorUnitario: sinCadena(optional(decimal(6))),
  /** Cantidad por valorUnitario. */
  importe: sinCadena(optional(decimal(6))),
  /** Documentos aduaneros con que se importó la parte. */
  InformacionAduanera: zeroOrMore(informacionAduanera),
})

/** The declaration of Venta de Vehículos 1.1. */
export const ventaVehiculos = complement({
  name: 'VentaVehiculos',
  version: '1.1',
  prefix: 'ventavehiculos',
  namespace: 'http://www.sat.gob.mx/ventavehiculos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ventavehiculos/ventavehiculos11.xsd',
  at: 'concepto',
  tipos: ['I', 'E', 'T'],
  root: element(
    {
      /** Versión del complemento: "1.1". */
      version: required(exactly('1.1')),
      /** Clave vehicular: empresa, modelo y versión del vehículo. */
      ClaveVehicular: required(texto),
      /** Número de identificación vehicular (NIV). */
      Niv: required(texto),
      /** Documentos aduaneros con que se importó el vehículo. No va con Parte. */
      InformacionAduanera: zeroOrMore(informacionAduanera),
      /** Partes que integran el vehículo. No va con InformacionAduanera. */
      Parte: zeroOrMore(parte),
    },
    {
      choices: [['InformacionAduanera', 'Parte']],
      // The transformation ignores Parte, reads InformacionAduanera at any depth, and Niv in
      // version 1.1 only.
      cadena: ['version', 'ClaveVehicular', 'Niv if version=1.1', '//InformacionAduanera'],
    },
  ),
})

/** The content of a Venta de Vehículos 1.1. */
export interface VentaVehiculos extends Static<typeof ventaVehiculos.root> {}

export type { VentaVehiculosDraft } from './draft.js'
