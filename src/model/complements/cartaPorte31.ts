/**
 * Carta Porte 3.1 (`CartaPorte31.xsd`), since 2024-07-17: goods that travel by road, sea, air or rail, with an income
 * CFDI (the carrier's service) or a transfer CFDI (one's own goods).
 * @module
 */
import {
  complement,
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../grammar.js'
import { catalog, exactly, int, t_Importe } from '../types.js'
import {
  autotransporte,
  contenedorMaritimo,
  distancia,
  embarcacion,
  entradaSalida,
  figuraTransporte,
  idCcp,
  mercancia,
  peso,
  remolquesCcp,
  si,
  siNo,
  transporteAereo,
  transporteFerroviario,
  ubicaciones,
} from './cartaPorte.js'

export const cartaPorte31 = complement({
  name: 'CartaPorte',
  version: '3.1',
  prefix: 'cartaporte31',
  namespace: 'http://www.sat.gob.mx/CartaPorte31',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/CartaPorte/CartaPorte31.xsd',
  at: 'comprobante',
  tipos: ['I', 'T'],
  root: element({
    /** Versión del complemento: "3.1". */
    Version: required(exactly('3.1')),
    /** Folio del complemento: CCC y el resto de un UUID; "AUTO" lo genera. */
    IdCCP: required(idCcp),
    /** Si la mercancía entra al país o sale de él. */
    TranspInternac: required(siNo),
    /** Si entra o sale, en transporte internacional. */
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
            /** Régimen aduanero (c_RegimenAduanero): IMD importación definitiva, EXD exportación definitiva … */
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
      TransporteMaritimo: maybe({
        ...embarcacion,
        /** Contenedores; en un ferri, los vehículos que suben a él. */
        Contenedor: zeroOrMore({
          ...contenedorMaritimo,
          /** Remolques de ese vehículo. */
          RemolquesCCP: maybe(remolquesCcp),
        }),
      }),
      /** Transporte por aire. */
      TransporteAereo: maybe(transporteAereo),
      /** Transporte por vía férrea. */
      TransporteFerroviario: maybe(transporteFerroviario),
    }),
    /** Quienes intervienen en el traslado; por carretera, un operador al menos. */
    FiguraTransporte: maybe(figuraTransporte),
  }),
})

/** The Carta Porte 3.1, as JSON. */
export interface CartaPorte31 extends Static<typeof cartaPorte31.root> {}
