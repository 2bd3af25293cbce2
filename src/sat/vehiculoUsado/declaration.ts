/**
 * Vehículo Usado 1.0 (`vehiculousado.xsd`): the used vehicle that a dealer accepts in part payment
 * for a new one.
 * @module
 */
import { element, optional, required, type Static, zeroOrMore } from '../../model/grammar.js'
import { decimal, fixed, lexical, pattern, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const importe = decimal(6)
const marca = token({ minLength: 1, maxLength: 50 })
const numero = token({ minLength: 1, maxLength: 17 })

export const vehiculoUsado = complement({
  name: 'VehiculoUsado',
  version: '1.0',
  prefix: 'vehiculousado',
  namespace: 'http://www.sat.gob.mx/vehiculousado',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/vehiculousado/vehiculousado.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Lo que costó el vehículo en su primera venta, según la factura de origen. */
    montoAdquisicion: required(importe),
    /** En cuánto se toma ahora. */
    montoEnajenacion: required(importe),
    /** Clave vehicular, de siete caracteres. */
    claveVehicular: required(token({ minLength: 1, maxLength: 7 })),
    /** Marca. */
    marca: required(marca),
    /** Tipo. */
    tipo: required(marca),
    /** Año modelo, de cuatro dígitos. */
    modelo: required(pattern('[0-9]{4}')),
    /** Número de motor, si lo tiene. */
    numeroMotor: optional(numero),
    /** Número de serie de la carrocería, si lo tiene. */
    numeroSerie: optional(numero),
    /** Número de identificación vehicular, si lo tiene. */
    NIV: optional(numero),
    /** Valor según la guía EBC (Libro Azul) vigente. */
    valor: required(importe),
    /** Importaciones del vehículo. */
    InformacionAduanera: zeroOrMore({
      /** Número del documento aduanero. */
      numero: required(token({ minLength: 1 })),
      /** Fecha del documento, AAAA-MM-DD. */
      fecha: required(lexical('date')),
      /** Aduana por la que entró. */
      aduana: optional(token({ minLength: 1 })),
    }),
  }),
})

/** The used vehicle, as JSON. */
export interface VehiculoUsado extends Static<typeof vehiculoUsado.root> {}

export type { VehiculoUsadoDraft } from './draft.js'
