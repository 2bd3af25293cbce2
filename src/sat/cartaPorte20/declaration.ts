/**
 * Carta Porte 2.0 (`CartaPorte20.xsd`), until 2024-03-31, in parallel with 3.0 at the end (SAT,
 * Comunicado 001/2024). It has no IdCCP, customs regimes or data of the health regulator;
 * pedimentos are directly in each merchandise; containers are obligatory at sea.
 * @module
 */
import {
  element,
  inline,
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
  exactly,
  int,
  pattern,
  rawText,
  t_Importe,
  t_Pedimento,
  t_RFC,
  text,
  token,
} from '../../model/types.js'
import {
  anio,
  cantidad,
  cantidadTransporta,
  detalleMercancia,
  distancia,
  domicilio,
  entradaSalida,
  guiaIdentificacion,
  medida,
  parteTransporte,
  peso,
  placa,
  remolques,
  seguros,
  siNo,
  transporteFerroviario,
  ubicaciones,
} from '../cartaPorte.js'
import { complement } from '../cfdi40/complement.js'

const mercancia = element({
  /** Clave del bien (c_ClaveProdServCP). */
  BienesTransp: required(catalog('c_ClaveProdServCP')),
  /** Clave STCC, en el ferrocarril. */
  ClaveSTCC: optional(token({ minLength: 6, maxLength: 7, pattern: '[0-9|]{6,7}' })),
  /** Descripción del bien. */
  Descripcion: required(text(1, 1000)),
  /** Cantidad que se transporta. */
  Cantidad: required(cantidad),
  /** Unidad de la cantidad (c_ClaveUnidad). */
  ClaveUnidad: required(catalog('c_ClaveUnidad')),
  /** Unidad en palabras. */
  Unidad: optional(text(1, 20)),
  /** Largo, alto y ancho del empaque: "30/40/30cm", o plg. */
  Dimensiones: optional(rawText({ pattern: '([0-9]{1,3}[/]){2}([0-9]{1,3})(cm|plg)' })),
  /** Si es material peligroso. */
  MaterialPeligroso: optional(siNo),
  /** Clave del material peligroso (c_MaterialPeligroso). */
  CveMaterialPeligroso: optional(catalog('c_MaterialPeligroso')),
  /** Embalaje del material peligroso (c_TipoEmbalaje). */
  Embalaje: optional(catalog('c_TipoEmbalaje')),
  /** Descripción del embalaje. */
  DescripEmbalaje: optional(text(1, 100)),
  /** Peso estimado, en kilogramos. */
  PesoEnKg: required(peso),
  /** Valor de la mercancía; obligatorio por aire. */
  ValorMercancia: optional(t_Importe),
  /** Moneda del valor (c_Moneda). */
  Moneda: optional(catalog('c_Moneda')),
  /** Fracción arancelaria (c_FraccionArancelaria). */
  FraccionArancelaria: optional(catalog('c_FraccionArancelaria')),
  /** Folio fiscal del CFDI con complemento de comercio exterior. */
  UUIDComercioExt: optional(
    rawText({
      pattern: '[a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12}',
    }),
  ),
  /** Pedimentos con que se importó. */
  Pedimentos: zeroOrMore({
    /** Número del pedimento: `AA  AA  PPPP  NNNNNNN`, con dos espacios entre sus partes. */
    Pedimento: required(t_Pedimento),
  }),
  /** Guías de los paquetes. */
  GuiasIdentificacion: zeroOrMore(guiaIdentificacion),
  /** Reparto de la cantidad entre orígenes y destinos. */
  CantidadTransporta: zeroOrMore(cantidadTransporta),
  /** Pesos de la mercancía; obligatorio por mar. */
  DetalleMercancia: maybe(detalleMercancia),
})

const autotransporte = element({
  /** Permiso de la SICT (c_TipoPermiso). */
  PermSCT: required(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: required(text(1, 50)),
  /** El vehículo. */
  IdentificacionVehicular: one({
    /** Configuración (c_ConfigAutotransporte): C2, T3S2, VL … */
    ConfigVehicular: required(catalog('c_ConfigAutotransporte')),
    /** Placa, sin guiones ni espacios. */
    PlacaVM: required(placa),
    /** Año modelo. */
    AnioModeloVM: required(anio),
  }),
  /** Pólizas que cubren el traslado. */
  Seguros: one(seguros),
  /** Remolques o semirremolques que lleva. */
  Remolques: maybe(remolques),
})

const transporteMaritimo = element({
  /** Permiso de la SICT (c_TipoPermiso). */
  PermSCT: optional(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: optional(text(1, 30)),
  /** Aseguradora de la embarcación. */
  NombreAseg: optional(text(3, 50)),
  /** Póliza de la embarcación. */
  NumPolizaSeguro: optional(text(3, 30)),
  /** Tipo de embarcación (c_ConfigMaritima). */
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
  UnidadesDeArqBruto: required(peso),
  /** Tipo de carga (c_ClaveTipoCarga). */
  TipoCarga: required(catalog('c_ClaveTipoCarga')),
  /** Certificado internacional de arqueo (ITC). */
  NumCertITC: required(text(3, 20)),
  /** Eslora, en pies. */
  Eslora: optional(medida),
  /** Manga, en pies. */
  Manga: optional(medida),
  /** Calado, en pies. */
  Calado: optional(medida),
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
  /** Contenedores en que va la mercancía. */
  Contenedor: inline(
    oneOrMore({
      /** Matrícula del contenedor. */
      MatriculaContenedor: required(text(11, 15)),
      /** Tipo de contenedor (c_ContenedorMaritimo). */
      TipoContenedor: required(catalog('c_ContenedorMaritimo')),
      /** Precinto del contenedor. */
      NumPrecinto: optional(text(5, 20)),
    }),
  ),
})

const transporteAereo = element({
  /** Permiso de la SICT (c_TipoPermiso). */
  PermSCT: required(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: required(text(1, 50)),
  /** Matrícula de la aeronave: mayúsculas, dígitos y guion. */
  MatriculaAeronave: optional(
    token({ minLength: 5, maxLength: 10, pattern: '([A-Z]|[0-9]|-|){5,10}' }),
  ),
  /** Aseguradora de la aeronave. */
  NombreAseg: optional(text(3, 50)),
  /** Póliza de la aeronave. */
  NumPolizaSeguro: optional(text(3, 30)),
  /** Guía aérea. */
  NumeroGuia: required(text(12, 15)),
  /** Lugar en que se celebró el contrato de transporte. */
  LugarContrato: optional(text(1, 120)),
  /** Línea aérea (c_CodigoTransporteAereo). */
  CodigoTransportista: required(catalog('c_CodigoTransporteAereo')),
  /** RFC del embarcador. */
  RFCEmbarcador: optional(t_RFC),
  /** Identificación fiscal del embarcador extranjero, en lugar del RFC. */
  NumRegIdTribEmbarc: optional(text(6, 40)),
  /** País de residencia del embarcador extranjero (c_Pais). */
  ResidenciaFiscalEmbarc: optional(catalog('c_Pais')),
  /** Nombre del embarcador. */
  NombreEmbarcador: optional(text(1, 254)),
})

const figuraTransporte = list(
  'TiposFigura',
  oneOrMore({
    /** Figura (c_FiguraTransporte): 01 operador, 02 propietario, 03 arrendador, 04 notificado. */
    TipoFigura: required(catalog('c_FiguraTransporte')),
    /** RFC de la figura. */
    RFCFigura: optional(t_RFC),
    /** Licencia, del operador. */
    NumLicencia: optional(text(6, 16)),
    /** Nombre de la figura. */
    NombreFigura: optional(text(1, 254)),
    /** Identificación fiscal de la figura extranjera, en lugar del RFC. */
    NumRegIdTribFigura: optional(text(6, 40)),
    /** País de residencia de la figura extranjera (c_Pais). */
    ResidenciaFiscalFigura: optional(catalog('c_Pais')),
    /** Partes del transporte que pone el propietario o el arrendador. */
    PartesTransporte: zeroOrMore(parteTransporte),
    /** Domicilio de la figura. */
    Domicilio: inline(maybe(domicilio)),
  }),
)

export const cartaPorte20 = complement({
  name: 'CartaPorte',
  version: '2.0',
  prefix: 'cartaporte20',
  namespace: 'http://www.sat.gob.mx/CartaPorte20',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/CartaPorte/CartaPorte20.xsd',
  at: 'comprobante',
  tipos: ['I', 'T'],
  status: 'historico',
  desde: '2022-01-01',
  hasta: '2024-03-31',
  root: element({
    /** Versión del complemento: "2.0". */
    Version: required(exactly('2.0')),
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

/** Carta Porte 2.0, as JSON. */
export interface CartaPorte20 extends Static<typeof cartaPorte20.root> {}
