/**
 * Carta Porte 3.1 (`CartaPorte31.xsd`), since 2024-07-17: goods that travel by road, sea, air or
 * rail, with an income CFDI (the carrier's service) or a transfer CFDI (one's own goods).
 * @module
 */
import {
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../../model/grammar.js'
import {
  catalog,
  decimal,
  exactly,
  int,
  pattern,
  rawText,
  t_FechaH,
  t_Importe,
  text,
} from '../../model/types.js'
import {
  anio,
  autotransporte,
  distancia,
  entradaSalida,
  figuraTransporte,
  idCcp,
  medida,
  mercancia,
  peso,
  placa,
  remolquesCcp,
  si,
  siNo,
  transporteAereo,
  transporteFerroviario,
  ubicaciones,
} from '../cartaPorte.js'
import { complement } from '../cfdi40/complement.js'

const transporteMaritimo = element({
  /** Permiso de la SICT (c_TipoPermiso): TPTM01 navegación de cabotaje. */
  PermSCT: optional(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: optional(text(1, 30)),
  /** Aseguradora de la embarcación. */
  NombreAseg: optional(text(3, 50)),
  /** Póliza de la embarcación. */
  NumPolizaSeguro: optional(text(3, 30)),
  /** Tipo de embarcación (c_ConfigMaritima): B02 barcaza, B04 portacontenedores, B12 tanquero … */
  TipoEmbarcacion: required(catalog('c_ConfigMaritima')),
  /** Matrícula de la embarcación. */
  Matricula: required(text(7, 30)),
  /** Número de la Organización Marítima Internacional: IMO y siete dígitos. */
  NumeroOMI: required(pattern('IMO[0-9]{7}')),
  /** Año de construcción. */
  AnioEmbarcacion: optional(anio),
  /** Nombre de la embarcación. */
  NombreEmbarc: optional(rawText({ minLength: 1, maxLength: 50, pattern: '[^|]{1,50}' })),
  /** Bandera (c_Pais). */
  NacionalidadEmbarc: required(catalog('c_Pais')),
  /** Unidades de arqueo bruto. */
  UnidadesDeArqBruto: required(decimal(3, { minInclusive: '0.001' })),
  /** Tipo de carga (c_ClaveTipoCarga): CGS suelta, CGC en contenedores, GMN y GAG a granel … */
  TipoCarga: required(catalog('c_ClaveTipoCarga')),
  /** Eslora, en pies. */
  Eslora: optional(medida),
  /** Manga, en pies. */
  Manga: optional(medida),
  /** Calado, en pies. */
  Calado: optional(medida),
  /** Puntal, en pies. */
  Puntal: optional(medida),
  /** Línea naviera. */
  LineaNaviera: optional(text(3, 50)),
  /** Agente naviero consignatario. */
  NombreAgenteNaviero: required(text(1, 100)),
  /** Autorización del agente naviero (c_NumAutorizacionNaviero). */
  NumAutorizacionNaviero: required(catalog('c_NumAutorizacionNaviero')),
  /** Número de viaje. */
  NumViaje: optional(text(1, 30)),
  /** Conocimiento de embarque. */
  NumConocEmbarc: optional(text(1, 30)),
  /** Permiso temporal de navegación, si la bandera no es mexicana. */
  PermisoTempNavegacion: optional(text(1, 19)),
  /** Contenedores; en un ferri, los vehículos que suben a él. */
  Contenedor: zeroOrMore({
    /** Tipo de contenedor (c_ContenedorMaritimo); CM011 es un ferri. */
    TipoContenedor: required(catalog('c_ContenedorMaritimo')),
    /** Matrícula del contenedor. No va en un ferri. */
    MatriculaContenedor: optional(text(11, 15)),
    /** Precinto del contenedor. No va en un ferri. */
    NumPrecinto: optional(text(5, 20)),
    /** Carta Porte del vehículo: en un ferri, IdCCP de la del que sube a él. */
    IdCCPRelacionado: optional(idCcp),
    /** Placa del vehículo, en un ferri. */
    PlacaVMCCP: optional(placa),
    /** En un ferri, fecha en que se timbró esa Carta Porte. */
    FechaCertificacionCCP: optional(t_FechaH),
    /** Remolques de ese vehículo. */
    RemolquesCCP: maybe(remolquesCcp),
  }),
})

export const cartaPorte31 = complement({
  name: 'CartaPorte',
  version: '3.1',
  prefix: 'cartaporte31',
  namespace: 'http://www.sat.gob.mx/CartaPorte31',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/CartaPorte/CartaPorte31.xsd',
  at: 'comprobante',
  tipos: ['I', 'T'],
  single: true,
  desde: '2024-07-17',
  root: element({
    /** Versión del complemento: "3.1". */
    Version: required(exactly('3.1')),
    /** Folio del complemento: CCC y el resto de un UUID; "AUTO" lo genera. */
    IdCCP: required(idCcp),
    /** Si la mercancía entra al país o sale de él. */
    TranspInternac: required(siNo),
    /** Entrada o salida de la mercancía, en transporte internacional. */
    EntradaSalidaMerc: optional(entradaSalida),
    /** País de donde viene o adonde va (c_Pais), en transporte internacional. */
    PaisOrigenDestino: optional(catalog('c_Pais')),
    /** Medio en que cruza la frontera (c_CveTransporte): 01 carretera, 02 mar, 03 aire, 04 tren. */
    ViaEntradaSalida: optional(catalog('c_CveTransporte')),
    /** Kilómetros: suma de DistanciaRecorrida, por carretera o vía férrea. */
    TotalDistRec: optional(distancia),
    /** "Sí" cuando se mueve dentro de los polos del istmo de Tehuantepec. */
    RegistroISTMO: optional(si),
    /** Polo de origen (c_RegistroISTMO). */
    UbicacionPoloOrigen: optional(catalog('c_RegistroISTMO')),
    /** Polo de destino (c_RegistroISTMO). */
    UbicacionPoloDestino: optional(catalog('c_RegistroISTMO')),
    /** Regímenes aduaneros, hasta diez, en transporte internacional. */
    RegimenesAduaneros: maybe(
      list(
        'RegimenAduaneroCCP',
        oneOrMore(
          {
            /**
             * Régimen aduanero (c_RegimenAduanero): IMD importación definitiva, EXD exportación
             * definitiva …
             */
            RegimenAduanero: required(catalog('c_RegimenAduanero')),
          },
          10,
        ),
      ),
    ),
    /** Lugares por los que pasa la mercancía: un origen y un destino al menos. */
    Ubicaciones: one(ubicaciones),
    /** Lo que se transporta y en qué. */
    Mercancias: one({
      /** Suma de los pesos brutos, en UnidadPeso. */
      PesoBrutoTotal: required(peso),
      /** Unidad del peso (c_ClaveUnidadPeso): KGM, TNE … */
      UnidadPeso: required(catalog('c_ClaveUnidadPeso')),
      /** Suma de los pesos netos, por mar o vía férrea. */
      PesoNetoTotal: optional(peso),
      /** Cuántas Mercancia hay. */
      NumTotalMercancias: required(int({ minInclusive: '1' })),
      /** Cargo por la tasación de la carga aérea. */
      CargoPorTasacion: optional(t_Importe),
      /** "Sí" cuando es logística inversa, recolección o devolución por carretera. */
      LogisticaInversaRecoleccionDevolucion: optional(si),
      /** Los bienes, uno por uno. */
      Mercancia: oneOrMore(mercancia),
      /** Transporte por carretera. */
      Autotransporte: maybe(autotransporte),
      /** Transporte por mar. */
      TransporteMaritimo: maybe(transporteMaritimo),
      /** Transporte por aire. */
      TransporteAereo: maybe(transporteAereo),
      /** Transporte por vía férrea. */
      TransporteFerroviario: maybe(transporteFerroviario),
    }),
    /** Quienes intervienen en el traslado; por carretera, un operador al menos. */
    FiguraTransporte: maybe(figuraTransporte),
  }),
})

/** Carta Porte 3.1, as JSON. */
export interface CartaPorte31 extends Static<typeof cartaPorte31.root> {}

export type { CartaPorte31Draft } from './draft.js'
