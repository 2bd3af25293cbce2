/**
 * Common parts of Carta Porte 2.0 to 3.1: places, goods, vehicles, drivers. Each version declares
 * its own parts; a part that changed is taken from here and overridden there.
 * @module
 */
import {
  atLeast,
  element,
  inline,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  zeroOrMore,
} from '../model/grammar.js'
import {
  catalog,
  code,
  decimal,
  int,
  number,
  oneOf,
  pattern,
  rawText,
  t_Fecha,
  t_FechaH,
  t_Importe,
  t_RFC,
  text,
  token,
} from '../model/types.js'

/** Kilometres. */
export const distancia = number({ minInclusive: '0.01', maxInclusive: '99999' })

export const peso = decimal(3, { minInclusive: '0.001' })
export const cantidad = decimal(6, { minInclusive: '0.000001' })
export const medida = decimal(2, { minInclusive: '0.01' })
export const anio = int({ pattern: '(19[0-9]{2}|20[0-9]{2})' })
export const si = rawText({ enumeration: ['Sí'] })
export const siNo = oneOf('Sí', 'No')
export const entradaSalida = oneOf('Entrada', 'Salida')
export const idCcp = code(
  36,
  '[C]{3}[a-f0-9A-F]{5}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12}',
)
// In the XSD a lookahead ended up inside the brackets, so the characters "(?!.*)" are excluded too,
// besides spaces and hyphens.
export const placa = pattern('[^(?!.*\\s)-]{5,7}')

export const domicilio = element({
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
  /** Identificación fiscal en su país, solo con el RFC de extranjero. */
  NumRegIdTrib: optional(text(6, 40)),
  /** País de residencia fiscal (c_Pais), junto con NumRegIdTrib. */
  ResidenciaFiscal: optional(catalog('c_Pais')),
  /** Puerto, aeropuerto o estación (c_Estaciones): PM, EA, EF y número. No va en autotransporte. */
  NumEstacion: optional(catalog('c_Estaciones')),
  /** Nombre de la estación, como en c_Estaciones; el real si es una extranjera. */
  NombreEstacion: optional(text(1, 50)),
  /** Navegación del puerto: de altura (internacional) o de cabotaje. Solo por mar. */
  NavegacionTrafico: optional(oneOf('Altura', 'Cabotaje')),
  /** Fecha y hora estimadas de salida o de llegada, AAAA-MM-DDThh:mm:ss. */
  FechaHoraSalidaLlegada: required(t_FechaH),
  /**
   * Tipo de estación (c_TipoEstacion): 01 origen nacional, 02 intermedia, 03 destino final
   * nacional.
   */
  TipoEstacion: optional(catalog('c_TipoEstacion')),
  /** Kilómetros desde la ubicación anterior, en cada destino por carretera o vía férrea. */
  DistanciaRecorrida: optional(distancia),
  /** Domicilio del lugar; no va en las estaciones intermedias del ferrocarril. */
  Domicilio: inline(maybe(domicilio)),
})

export const ubicaciones = list('Ubicacion', atLeast(2, ubicacion))
export const guiaIdentificacion = element({
  /** Número de guía del paquete. */
  NumeroGuiaIdentificacion: required(pattern('[^|]{10,30}')),
  /** Contenido del paquete. */
  DescripGuiaIdentificacion: required(text(1, 1000)),
  /** Peso del paquete, en kilogramos. */
  PesoGuiaIdentificacion: required(peso),
})

export const cantidadTransporta = element({
  /** Cantidad que va de ese origen a ese destino. */
  Cantidad: required(cantidad),
  /** IDUbicacion del origen. */
  IDOrigen: required(pattern('OR[0-9]{6}')),
  /** IDUbicacion del destino. */
  IDDestino: required(pattern('DE[0-9]{6}')),
  /**
   * Medio de este tramo (c_CveTransporte), cuando hay más de uno: 01 carretera, 02 mar, 03 aire, 04
   * tren.
   */
  CvesTransporte: optional(catalog('c_CveTransporte')),
})

export const detalleMercancia = element({
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

const documentacionAduanera = element({
  /** Documento aduanero (c_DocumentoAduanero): 01 pedimento … 20 otro. */
  TipoDocumento: required(catalog('c_DocumentoAduanero')),
  /** Pedimento de importación, `AA  AA  PPPP  NNNNNNN`, cuando el documento es 01. */
  NumPedimento: optional(
    rawText({ maxLength: 21, pattern: '[0-9]{2}  [0-9]{2}  [0-9]{4}  [0-9]{7}' }),
  ),
  /** Folio del documento, cuando no es un pedimento. */
  IdentDocAduanero: optional(text(1, 150)),
  /** RFC del importador que dice el pedimento. */
  RFCImpo: optional(t_RFC),
})

export const mercancia = element({
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
  /** Si es material peligroso; va cuando c_ClaveProdServCP dice que lo es o puede serlo. */
  MaterialPeligroso: optional(siNo),
  /** Clave del material peligroso (c_MaterialPeligroso), de la NOM-002-SCT. */
  CveMaterialPeligroso: optional(catalog('c_MaterialPeligroso')),
  /** Embalaje del material peligroso (c_TipoEmbalaje). */
  Embalaje: optional(catalog('c_TipoEmbalaje')),
  /** Descripción del embalaje. */
  DescripEmbalaje: optional(text(1, 100)),
  /**
   * Sector de la COFEPRIS (c_SectorCOFEPRIS): 01 medicamento, 02 precursores y químicos de uso
   * dual, 03 psicotrópicos y estupefacientes, 04 sustancias tóxicas, 05 plaguicidas y
   * fertilizantes. Cada uno exige sus datos.
   */
  SectorCOFEPRIS: optional(catalog('c_SectorCOFEPRIS')),
  /** Ingrediente activo (sectores 02 y 05). */
  NombreIngredienteActivo: optional(text(1, 1000)),
  /** Nombre químico de la sustancia (02 y 04). */
  NomQuimico: optional(text(1, 150)),
  /** Denominación genérica: el fármaco (01 y 03). */
  DenominacionGenericaProd: optional(text(1, 50)),
  /** Denominación distintiva: la marca (01 y 03). */
  DenominacionDistintivaProd: optional(text(1, 50)),
  /** Quien lo fabrica (01, 02 y 03). */
  Fabricante: optional(text(1, 240)),
  /** Fecha de caducidad, o de reanálisis en el sector 02. */
  FechaCaducidad: optional(t_Fecha),
  /** Lote de fabricación. */
  LoteMedicamento: optional(text(1, 10)),
  /** Forma farmacéutica (c_FormaFarmaceutica): 01 tableta … 20 supositorio. */
  FormaFarmaceutica: optional(catalog('c_FormaFarmaceutica')),
  /**
   * Conservación (c_CondicionesEspeciales): 01 congelado, 02 refrigerado, 03 controlada, 04
   * ambiente.
   */
  CondicionesEspTransp: optional(catalog('c_CondicionesEspeciales')),
  /** Registro sanitario o folio de la autorización (01 y 03). */
  RegistroSanitarioFolioAutorizacion: optional(text(1, 15)),
  /** Permiso de importación, al entrar al país (01, 02 y 03). */
  PermisoImportacion: optional(text(1, 6)),
  /** Folio de importación en la VUCEM, al entrar al país (01, 02, 04 y 05). */
  FolioImpoVUCEM: optional(text(1, 25)),
  /** Número CAS de la sustancia (04). */
  NumCAS: optional(text(1, 15)),
  /** Empresa que importa la sustancia, al entrar al país (04). */
  RazonSocialEmpImp: optional(text(1, 80)),
  /** Registro sanitario del plaguicida o fertilizante (05). */
  NumRegSanPlagCOFEPRIS: optional(text(1, 60)),
  /** País y nombre de quien fabrica el ingrediente activo (05). */
  DatosFabricante: optional(text(1, 600)),
  /** País y nombre de quien formula el ingrediente activo (05). */
  DatosFormulador: optional(text(1, 600)),
  /** País y nombre de quien maquila el ingrediente activo (05). */
  DatosMaquilador: optional(text(1, 600)),
  /** Uso que tiene autorizado (05). */
  UsoAutorizado: optional(text(1, 1000)),
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
  /**
   * En comercio exterior, estado de la materia (c_TipoMateria): 01 prima, 02 procesada, 03
   * terminada … 05 otra.
   */
  TipoMateria: optional(catalog('c_TipoMateria')),
  /** Qué materia es, cuando TipoMateria es 05. */
  DescripcionMateria: optional(text(1, 50)),
  /** Documentos que amparan la mercancía extranjera. */
  DocumentacionAduanera: zeroOrMore(documentacionAduanera),
  /** Guías de los paquetes. */
  GuiasIdentificacion: zeroOrMore(guiaIdentificacion),
  /** Reparto de la cantidad entre orígenes y destinos. */
  CantidadTransporta: zeroOrMore(cantidadTransporta),
  /** Pesos de la mercancía; obligatorio por mar. */
  DetalleMercancia: maybe(detalleMercancia),
})

export const seguros = element({
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

export const remolques = list(
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

export const autotransporte = element({
  /** Permiso de la SICT (c_TipoPermiso): TPAF01 carga general, TPAF02 transporte privado … */
  PermSCT: required(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: required(text(1, 50)),
  /** El vehículo. */
  IdentificacionVehicular: one({
    /** Configuración (c_ConfigAutotransporte): C2, T3S2, VL … */
    ConfigVehicular: required(catalog('c_ConfigAutotransporte')),
    /** Peso bruto vehicular permitido, en toneladas (NOM-SCT-012). */
    PesoBrutoVehicular: required(medida),
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

export const remolquesCcp = list(
  'RemolqueCCP',
  oneOrMore(
    {
      /** Tipo de remolque o semirremolque (c_SubTipoRem). */
      SubTipoRemCCP: required(catalog('c_SubTipoRem')),
      /** Placa del remolque, sin guiones ni espacios. */
      PlacaCCP: required(placa),
    },
    2,
  ),
)

export const transporteAereo = element({
  /** Permiso de la SICT (c_TipoPermiso): TPTA01 … TPTA04. */
  PermSCT: required(catalog('c_TipoPermiso')),
  /** Número del permiso. */
  NumPermisoSCT: required(text(1, 50)),
  /** Matrícula de la aeronave: mayúsculas, dígitos y guion. */
  MatriculaAeronave: optional(
    token({ minLength: 5, maxLength: 11, pattern: '([A-Z]|[0-9]|-){5,11}' }),
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

export const transporteFerroviario = element({
  /**
   * Tipo de servicio (c_TipoDeServicio): TS01 carros, TS02 intermodal, TS03 y TS04 lo mismo en tren
   * unitario.
   */
  TipoDeServicio: required(catalog('c_TipoDeServicio')),
  /**
   * Tráfico entre concesionarios (c_TipoDeTrafico): TT01 local, TT02 remitido, TT03 recibido, TT04
   * en tránsito.
   */
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
    Contenedor: inline(
      zeroOrMore({
        /** Tipo de contenedor (c_Contenedor): TC01 de 20 pies … TC05 de 53. */
        TipoContenedor: required(catalog('c_Contenedor')),
        /** Kilogramos del contenedor vacío. */
        PesoContenedorVacio: required(peso),
        /** Kilogramos netos de la mercancía. */
        PesoNetoMercancia: required(peso),
      }),
    ),
  }),
})

export const parteTransporte = element({
  /**
   * Parte que no es del emisor (c_ParteTransporte): PT03 tractocamión, PT05 semirremolque, PT11
   * contenedor …
   */
  ParteTransporte: required(catalog('c_ParteTransporte')),
})

export const figuraTransporte = list(
  'TiposFigura',
  oneOrMore({
    /**
     * Figura (c_FiguraTransporte): 01 operador, 02 propietario, 03 arrendador, 04 notificado, 05
     * coordinado.
     */
    TipoFigura: required(catalog('c_FiguraTransporte')),
    /** RFC de la figura. */
    RFCFigura: optional(t_RFC),
    /** Licencia, del operador. */
    NumLicencia: optional(text(6, 16)),
    /** Nombre de la figura. */
    NombreFigura: required(text(1, 254)),
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
