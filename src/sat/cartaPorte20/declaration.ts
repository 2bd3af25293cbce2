/**
 * Carta Porte 2.0 (`CartaPorte20.xsd`), until 2024-03-31, beside 3.0 at the end (SAT, Comunicado 001/2024): without IdCCP, customs regimes nor the data of
 * the health regulator; pedimentos directly in each merchandise; containers obligatory at sea.
 * @module
 */
import {
  atLeast,
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
  number,
  oneOf,
  pattern,
  rawText,
  t_FechaH,
  t_Importe,
  t_Pedimento,
  t_RFC,
  text,
  token,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

/** Kilometres. */
const distancia = number({ minInclusive: '0.01', maxInclusive: '99999' })
const peso = decimal(3, { minInclusive: '0.001' })
const cantidad = decimal(6, { minInclusive: '0.000001' })
const medida = decimal(2, { minInclusive: '0.01' })
const anio = int({ pattern: '(19[0-9]{2}|20[0-9]{2})' })
const siNo = oneOf('Sí', 'No')
const entradaSalida = oneOf('Entrada', 'Salida')
// In the XSD a lookahead ended up inside the brackets: the characters "(?!.*)" are out too, besides spaces and hyphens.
const placa = pattern('[^(?!.*\\s)-]{5,7}')

const domicilio = element({
  /** Calle, avenida, camino o carretera. */
  Calle: optional(text(1, 100)),
  /** Número exterior. */
  NumeroExterior: optional(text(1, 55)),
  /** Número interior. */
  NumeroInterior: optional(text(1, 55)),
  /** Clave de la colonia (c_Colonia) si el país es México; si no, su nombre. */
  Colonia: optional(text(1, 120)),
  /** Clave de la localidad (c_Localidad) si el país es México; si no, su nombre. */
  Localidad: optional(text(1, 120)),
  /** Seña que ayude a llegar, o coordenadas. */
  Referencia: optional(text(1, 250)),
  /** Clave del municipio (c_Municipio) si el país es México; si no, su nombre. */
  Municipio: optional(text(1, 120)),
  /** Clave del estado (c_Estado) en México, Estados Unidos y Canadá; en otro país, su nombre. */
  Estado: required(text(1, 30)),
  /** País (c_Pais). */
  Pais: required(catalog('c_Pais')),
  /** Código postal. */
  CodigoPostal: required(token({ minLength: 1, maxLength: 12 })),
})

const ubicacion = element({
  /** Si de aquí sale o aquí llega la mercancía. */
  TipoUbicacion: required(oneOf('Origen', 'Destino')),
  /** Clave propia del lugar: OR (origen) o DE (destino) y seis dígitos. */
  IDUbicacion: optional(pattern('(OR|DE)[0-9]{6}')),
  /** RFC de quien remite o recibe; XEXX010101000 si es extranjero. */
  RFCRemitenteDestinatario: required(t_RFC),
  /** Nombre de quien remite o recibe. */
  NombreRemitenteDestinatario: optional(text(1, 254)),
  /** Identificación fiscal en su país, sólo con el RFC de extranjero. */
  NumRegIdTrib: optional(text(6, 40)),
  /** País de residencia fiscal (c_Pais), junto con NumRegIdTrib. */
  ResidenciaFiscal: optional(catalog('c_Pais')),
  /** Puerto, aeropuerto o estación (c_Estaciones): PM, EA, EF y número. No va en autotransporte. */
  NumEstacion: optional(catalog('c_Estaciones')),
  /** Nombre de la estación, como en c_Estaciones; el real si es una extranjera. */
  NombreEstacion: optional(text(1, 50)),
  /** Navegación del puerto: de altura (internacional) o de cabotaje. Sólo por mar. */
  NavegacionTrafico: optional(oneOf('Altura', 'Cabotaje')),
  /** Fecha y hora estimadas de salida o de llegada, AAAA-MM-DDThh:mm:ss. */
  FechaHoraSalidaLlegada: required(t_FechaH),
  /** Tipo de estación (c_TipoEstacion): 01 origen nacional, 02 intermedia, 03 destino final nacional. */
  TipoEstacion: optional(catalog('c_TipoEstacion')),
  /** Kilómetros desde la ubicación anterior, en cada destino por carretera o vía férrea. */
  DistanciaRecorrida: optional(distancia),
  /** Domicilio del lugar; no va en las estaciones intermedias del ferrocarril. */
  Domicilio: maybe(domicilio),
})

const ubicaciones = list('Ubicacion', atLeast(2, ubicacion))

const guiaIdentificacion = element({
  /** Número de guía del paquete. */
  NumeroGuiaIdentificacion: required(pattern('[^|]{10,30}')),
  /** Contenido del paquete. */
  DescripGuiaIdentificacion: required(text(1, 1000)),
  /** Peso del paquete, en kilogramos. */
  PesoGuiaIdentificacion: required(peso),
})

const cantidadTransporta = element({
  /** Cantidad que va de ese origen a ese destino. */
  Cantidad: required(cantidad),
  /** IDUbicacion del origen. */
  IDOrigen: required(pattern('OR[0-9]{6}')),
  /** IDUbicacion del destino. */
  IDDestino: required(pattern('DE[0-9]{6}')),
  /** Medio de este tramo (c_CveTransporte), cuando hay más de uno: 01 carretera, 02 mar, 03 aire, 04 tren. */
  CvesTransporte: optional(catalog('c_CveTransporte')),
})

const detalleMercancia = element({
  /** Unidad de los pesos (c_ClaveUnidadPeso): KGM, TNE … */
  UnidadPesoMerc: required(catalog('c_ClaveUnidadPeso')),
  /** Peso con empaque. */
  PesoBruto: required(peso),
  /** Peso sin empaque. */
  PesoNeto: required(peso),
  /** Peso del empaque: bruto menos neto. */
  PesoTara: required(peso),
  /** Número de piezas. */
  NumPiezas: optional(int({ minInclusive: '1' })),
})

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
    rawText({ pattern: '[a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12}' }),
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

const seguros = element({
  /** Aseguradora de la responsabilidad civil. */
  AseguraRespCivil: required(text(3, 50)),
  /** Póliza de responsabilidad civil. */
  PolizaRespCivil: required(text(3, 30)),
  /** Aseguradora de daños al medio ambiente, cuando hay material peligroso. */
  AseguraMedAmbiente: optional(text(3, 50)),
  /** Póliza de daños al medio ambiente. */
  PolizaMedAmbiente: optional(text(3, 30)),
  /** Aseguradora de la carga. */
  AseguraCarga: optional(text(3, 50)),
  /** Póliza de la carga. */
  PolizaCarga: optional(text(3, 30)),
  /** Prima del seguro que se cobra al cliente. */
  PrimaSeguro: optional(t_Importe),
})

const remolques = list(
  'Remolque',
  oneOrMore(
    {
      /** Tipo de remolque o semirremolque (c_SubTipoRem). */
      SubTipoRem: required(catalog('c_SubTipoRem')),
      /** Placa del remolque, sin guiones ni espacios. */
      Placa: required(placa),
    },
    2,
  ),
)

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
  Contenedor: oneOrMore({
    /** Matrícula del contenedor. */
    MatriculaContenedor: required(text(11, 15)),
    /** Tipo de contenedor (c_ContenedorMaritimo). */
    TipoContenedor: required(catalog('c_ContenedorMaritimo')),
    /** Precinto del contenedor. */
    NumPrecinto: optional(text(5, 20)),
  }),
})

const transporteAereo = element({
  /** Permiso de la SICT (c_TipoPermiso). */
  PermSCT: required(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: required(text(1, 50)),
  /** Matrícula de la aeronave: mayúsculas, dígitos y guion. */
  MatriculaAeronave: optional(token({ minLength: 5, maxLength: 10, pattern: '([A-Z]|[0-9]|-|){5,10}' })),
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

const transporteFerroviario = element({
  /** Tipo de servicio (c_TipoDeServicio): TS01 carros, TS02 intermodal, TS03 y TS04 lo mismo en tren unitario. */
  TipoDeServicio: required(catalog('c_TipoDeServicio')),
  /** Tráfico entre concesionarios (c_TipoDeTrafico): TT01 local, TT02 remitido, TT03 recibido, TT04 en tránsito. */
  TipoDeTrafico: required(catalog('c_TipoDeTrafico')),
  /** Aseguradora del traslado. */
  NombreAseg: optional(text(3, 50)),
  /** Póliza de responsabilidad civil. */
  NumPolizaSeguro: optional(text(3, 30)),
  /** Derechos de paso que se pagan por vías de otro concesionario. */
  DerechosDePaso: zeroOrMore({
    /** Derecho de paso (c_DerechosDePaso). */
    TipoDerechoDePaso: required(catalog('c_DerechosDePaso')),
    /** Kilómetros pagados. */
    KilometrajePagado: required(medida),
  }),
  /** Carros del tren. */
  Carro: oneOrMore({
    /** Tipo de carro (c_TipoCarro): TC01 furgón … TC05 plataforma intermodal … */
    TipoCarro: required(catalog('c_TipoCarro')),
    /** Matrícula o número económico del carro. */
    MatriculaCarro: required(text(6, 15)),
    /** Guía del carro. */
    GuiaCarro: required(text(1, 15)),
    /** Toneladas netas que lleva. */
    ToneladasNetasCarro: required(peso),
    /** Contenedores que lleva, en servicio intermodal. */
    Contenedor: zeroOrMore({
      /** Tipo de contenedor (c_Contenedor): TC01 de 20 pies … TC05 de 53. */
      TipoContenedor: required(catalog('c_Contenedor')),
      /** Kilogramos del contenedor vacío. */
      PesoContenedorVacio: required(peso),
      /** Kilogramos netos de la mercancía. */
      PesoNetoMercancia: required(peso),
    }),
  }),
})

const parteTransporte = element({
  /** Parte que no es del emisor (c_ParteTransporte): PT03 tractocamión, PT05 semirremolque, PT11 contenedor … */
  ParteTransporte: required(catalog('c_ParteTransporte')),
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
    Domicilio: maybe(domicilio),
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

/** The Carta Porte 2.0, as JSON. */
export interface CartaPorte20 extends Static<typeof cartaPorte20.root> {}
