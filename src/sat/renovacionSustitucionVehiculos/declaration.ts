/**
 * Renovación y Sustitución de Vehículos 1.0 (`renovacionysustitucionvehiculos.xsd`): old trucks and
 * buses that a haulier hands over for destruction, as part of the price of a newer one, under
 * either of two decrees.
 * @module
 */
import {
  element,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
} from '../../model/grammar.js'
import { decimal, fixed, int, lexical, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const anio = int({ minInclusive: '1900' })
const marca = token({ minLength: 1, maxLength: 50 })
const numero = token({ minLength: 1, maxLength: 17 })
const folio = token({ minLength: 1, maxLength: 40 })
const placas = token({ minLength: 1, maxLength: 10 })
const nuevoSeminuevo = rawText({ enumeration: ['01', '02'] })
const aduana = token({ minLength: 1 })

/** Identification of an old vehicle, in both decrees. */
const vehiculoUsado = {
  /** Marca. */
  Marca: required(marca),
  /** Tipo o clase. */
  TipooClase: required(marca),
  /** Año modelo. */
  Año: required(anio),
  /** Modelo. */
  Modelo: optional(token()),
  /** Número de identificación vehicular, si lo tiene. */
  NIV: optional(numero),
  /** Número de serie de la carrocería, si lo tiene. */
  NumSerie: optional(numero),
  /** Placas del servicio público. */
  NumPlacas: required(placas),
  /** Número de motor, si lo tiene. */
  NumMotor: optional(numero),
  /** Folio de la tarjeta de circulación. */
  NumFolTarjCir: required(folio),
}

// Spread into constants, not into the tree: the compiler drops the descriptions of members spread
// into a literal type argument.

const usadoRenovacion = {
  /** Precio en que se toma. */
  PrecioVehUsado: required(decimal(6)),
  /** Tipo de vehículo que dice el decreto: 01 … 08. */
  TipoVeh: required(rawText({ enumeration: ['01', '02', '03', '04', '05', '06', '07', '08'] })),
  ...vehiculoUsado,
  /** Documento aduanero con que se importó en definitiva. */
  NumPedIm: optional(folio),
  /** Aduana por la que entró. */
  Aduana: optional(aduana),
  /** Fecha del pedimento con que se regularizó, AAAA-MM-DD. */
  FechaRegulVeh: optional(lexical('date')),
  /** Folio fiscal del certificado de destrucción. */
  Foliofiscal: required(token({ minLength: 1, maxLength: 36 })),
}

const usadoSustitucion = {
  /** Precio en que se toma. */
  PrecioVehUsado: required(decimal(6)),
  /** Tipo de vehículo que dice el decreto: 01 … 06. */
  TipoVeh: required(rawText({ enumeration: ['01', '02', '03', '04', '05', '06'] })),
  ...vehiculoUsado,
  /** Folio del aviso de intención: de acceder al programa de destrucción. */
  NumFolAvisoint: required(token({ minLength: 1, maxLength: 20 })),
  /** Documento aduanero con que se importó en definitiva. */
  NumPedIm: required(folio),
  /** Aduana por la que entró. */
  Aduana: required(aduana),
  /** Fecha del pedimento con que se regularizó, AAAA-MM-DD. */
  FechaRegulVeh: required(lexical('date')),
  /** Folio fiscal del certificado de destrucción. */
  Foliofiscal: required(token({ minLength: 1, maxLength: 36 })),
}

/** The vehicle that the haulier receives. */
const vehiculoNuevo = element({
  /** Año modelo. */
  Año: required(anio),
  /** Modelo. */
  Modelo: optional(token()),
  /** Placas del servicio público. */
  NumPlacas: required(placas),
  /** RFC del arrendatario, cuando quien compra es una arrendadora financiera. */
  RFC: optional(
    token({
      minLength: 12,
      maxLength: 13,
      pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9][A-Z,0-9][0-9,A-Z]',
    }),
  ),
})

export const renovacionSustitucionVehiculos = complement({
  name: 'renovacionysustitucionvehiculos',
  version: '1.0',
  prefix: 'decreto',
  namespace: 'http://www.sat.gob.mx/renovacionysustitucionvehiculos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/renovacionysustitucionvehiculos/renovacionysustitucionvehiculos.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Decreto que se aplica: 01 renovación del parque vehicular, 02 sustitución de vehículos. */
    TipoDeDecreto: required(rawText({ enumeration: ['01', '02'] })),
    /** Datos del decreto de renovación. */
    DecretoRenovVehicular: maybe({
      /** Vehículo enajenado, el que recibe el permisionario: 01 vehículo nuevo, 02 seminuevo. */
      VehEnaj: required(nuevoSeminuevo),
      /** Vehículos usados que entrega a cuenta. */
      VehiculosUsadosEnajenadoPermAlFab: oneOrMore(usadoRenovacion),
      /** Vehículo que recibe. */
      VehiculoNuvoSemEnajenadoFabAlPerm: one(vehiculoNuevo),
    }),
    /** Datos del decreto de sustitución. */
    DecretoSustitVehicular: maybe({
      /** Vehículo enajenado, el que recibe el permisionario: 01 vehículo nuevo, 02 seminuevo. */
      VehEnaj: required(nuevoSeminuevo),
      /** Vehículo usado que entrega a cuenta. */
      VehiculoUsadoEnajenadoPermAlFab: one(usadoSustitucion),
      /** Vehículo que recibe. */
      VehiculoNuvoSemEnajenadoFabAlPerm: one(vehiculoNuevo),
    }),
  }),
})

/** The renewal or substitution of vehicles, as JSON. */
export interface RenovacionSustitucionVehiculos
  extends Static<typeof renovacionSustitucionVehiculos.root> {}

export type { RenovacionSustitucionVehiculosDraft } from './draft.js'
