/**
 * The rows of the SAT's catalogues, one type per catalogue. Field names are the SAT's columns in
 * camelCase; `clave` is the code.
 *
 * A `vigencia` is a calendar date `YYYY-MM-DD`, first and last day included; `undefined` when the
 * SAT states none. Source: the SAT's workbooks catCFDI, catNomina, catCartaPorte, catComExt,
 * catPagos and the hydrocarbons catalogue.
 * @module
 */

/** Lo que toda fila tiene: su clave y los días en que vale. */
export interface Fila {
  /** Clave del SAT, tal como se escribe en el documento. */
  readonly clave: string
  /** Primer día de vigencia. */
  readonly vigenciaDesde: string | undefined
  /** Último día de vigencia. */
  readonly vigenciaHasta: string | undefined
}

/** Fila con descripción. */
export interface FilaDescrita extends Fila {
  /** Descripción del SAT; vacía cuando el módulo de textos no se cargó. */
  readonly texto: string
}

/** Clave que solo tiene sentido dentro de un estado. */
export interface FilaDeEstado extends FilaDescrita {
  /** Clave de c_Estado. */
  readonly estado: string
}

/** Fila de c_Estado, c_Estado_Nomina, c_Estado_ComExt. */
export interface FilaEstado extends FilaDescrita {
  /** Clave de c_Pais. */
  readonly pais: string
}

/** Fila de c_FormaPago. */
export interface FilaFormaPago extends FilaDescrita {
  /** El pago pasa por un banco. */
  readonly esBancarizado: boolean
  /** Exige el número de operación. */
  readonly requiereNumeroOperacion: boolean
  /** Admite el RFC del banco de quien paga. */
  readonly permiteBancoOrdenanteRfc: boolean
  /** Admite la cuenta de quien paga. */
  readonly permiteCuentaOrdenante: boolean
  /** Patrón de la cuenta ordenante. */
  readonly patronCuentaOrdenante: string | undefined
  /** Admite el RFC del banco de quien cobra. */
  readonly permiteBancoBeneficiarioRfc: boolean
  /** Admite la cuenta de quien cobra. */
  readonly permiteCuentaBeneficiario: boolean
  /** Patrón de la cuenta beneficiaria. */
  readonly patronCuentaBeneficiario: string | undefined
  /** Admite el tipo de cadena de pago. */
  readonly permiteTipoCadenaPago: boolean
  /** Exige el nombre del banco de quien paga, si es extranjero. */
  readonly requiereBancoOrdenanteNombreExt: boolean
}

/** Fila de c_Moneda. */
export interface FilaMoneda extends FilaDescrita {
  /** Decimales con que se expresan los importes. */
  readonly decimales: number
  /** Variación permitida del tipo de cambio, en por ciento. */
  readonly porcentajeVariacion: number
}

/** Fila de c_TipoDeComprobante. */
export interface FilaTipoDeComprobante extends FilaDescrita {
  /** Importe máximo, decimal exacto. */
  readonly valorMaximo: string
}

/** Fila de c_CodigoPostal. */
export interface FilaCodigoPostal extends Fila {
  /** Clave de c_Estado. */
  readonly estado: string
  /** Clave de c_Municipio dentro del estado; `undefined` en códigos sin asignar. */
  readonly municipio: string | undefined
  /** Clave de c_Localidad dentro del estado. */
  readonly localidad: string | undefined
  /** Estímulo de la región fronteriza: 0 ninguno, 1 norte, 2 sur. */
  readonly estimuloFrontera: number
  /** Nombre del huso horario, según el SAT. */
  readonly husoDescripcion: string | undefined
  /** Mes en que empieza el horario de verano. */
  readonly husoVeranoMesInicio: string | undefined
  /** Día en que empieza el horario de verano. */
  readonly husoVeranoDiaInicio: string | undefined
  /** Hora en que empieza el horario de verano. */
  readonly husoVeranoHoraInicio: string | undefined
  /** Horas respecto de UTC en verano, según el SAT. Para fechas use `zoneOf`. */
  readonly husoVeranoDiferencia: number | undefined
  /** Mes en que empieza el horario de invierno. */
  readonly husoInviernoMesInicio: string | undefined
  /** Día en que empieza el horario de invierno. */
  readonly husoInviernoDiaInicio: string | undefined
  /** Hora en que empieza el horario de invierno. */
  readonly husoInviernoHoraInicio: string | undefined
  /** Horas respecto de UTC en invierno, según el SAT. */
  readonly husoInviernoDiferencia: number | undefined
}

/** Fila de c_RegimenFiscal. */
export interface FilaRegimenFiscal extends FilaDescrita {
  /** Lo pueden tener personas físicas. */
  readonly aplicaFisica: boolean
  /** Lo pueden tener personas morales. */
  readonly aplicaMoral: boolean
}

/** Fila de c_UsoCFDI. */
export interface FilaUsoCFDI extends FilaDescrita {
  /** Vale para personas físicas. */
  readonly aplicaFisica: boolean
  /** Vale para personas morales. */
  readonly aplicaMoral: boolean
  /** Claves de c_RegimenFiscal del receptor que admiten este uso. */
  readonly regimenesFiscalesReceptores: readonly string[]
}

/** Fila de c_Pais. */
export interface FilaPais extends FilaDescrita {
  /** Patrón de sus códigos postales. */
  readonly patronCodigoPostal: string | undefined
  /** Formato del registro de identidad tributaria. */
  readonly patronIdentidadTributaria: string | undefined
  /** Nombre de la validación en línea que hace el SAT. */
  readonly validacionIdentidadTributaria: string | undefined
  /** «Unión Europea» o «TLCAN». */
  readonly agrupaciones: string | undefined
}

/** Fila de c_ClaveProdServ. */
export interface FilaClaveProdServ extends FilaDescrita {
  /** «Sí», «No» u «Opcional». */
  readonly ivaTrasladado: string
  /** «Sí», «No» u «Opcional». */
  readonly iepsTrasladado: string
  /** Complemento que el comprobante debe incluir. */
  readonly complemento: string | undefined
  /** El producto admite el estímulo de la región fronteriza. */
  readonly estimuloFrontera: boolean
  /** Palabras similares, separadas por comas. */
  readonly similares: string | undefined
}

/** Fila de c_ClaveUnidad. */
export interface FilaClaveUnidad extends FilaDescrita {
  /** Explicación de la unidad. */
  readonly descripcion: string | undefined
  /** Notas del SAT. */
  readonly notas: string | undefined
  /** Símbolo de la unidad. */
  readonly simbolo: string | undefined
}

/** Fila de c_Impuesto. */
export interface FilaImpuesto extends FilaDescrita {
  /** Se puede retener. */
  readonly retencion: boolean
  /** Se puede trasladar. */
  readonly traslado: boolean
  /** «Federal» o «Local». */
  readonly ambito: string
}

/** Una tasa o cuota. `clave` es el valor fijo, o el máximo del rango; se repite entre impuestos. */
export interface FilaTasaOCuota extends Fila {
  /** «Fijo» o «Rango». */
  readonly tipo: string
  /** Mínimo del rango, decimal exacto. */
  readonly minimo: string | undefined
  /** «IVA», «IEPS», «ISR» o «IVA Crédito aplicado del 50%». */
  readonly impuesto: string
  /** «Tasa» o «Cuota». */
  readonly factor: string
  /** Vale en traslados. */
  readonly traslado: boolean
  /** Vale en retenciones. */
  readonly retencion: boolean
}

/**
 * Un número de pedimento posible. `clave` son los diez dígitos aduana, patente y ejercicio,
 * seguidos.
 */
export interface FilaNumPedimentoAduana extends Fila {
  /** Clave de c_Aduana. */
  readonly aduana: string
  /** Clave de c_PatenteAduanal. */
  readonly patente: string
  /** Año, cuatro dígitos. */
  readonly ejercicio: string
  /** Último número progresivo posible. */
  readonly cantidad: number
}

/** Fila de c_Colonia. */
export interface FilaColonia extends FilaDescrita {
  /** Clave de c_CodigoPostal. */
  readonly codigoPostal: string
}

/** Fila de c_Banco. */
export interface FilaBanco extends FilaDescrita {
  /** Razón social del banco. */
  readonly razonSocial: string
}

/** Fila de c_FraccionArancelaria. */
export interface FilaFraccionArancelaria extends FilaDescrita {
  /** Clave de c_UnidadAduana (UMT); vacía cuando la fracción no lleva. */
  readonly unidad: string
}

/** Fila de c_ClaveUnidadPeso. */
export interface FilaClaveUnidadPeso extends FilaDescrita {
  /** Explicación de la unidad. */
  readonly descripcion: string | undefined
  /** Nota del SAT. */
  readonly nota: string | undefined
  /** Símbolo de la unidad. */
  readonly simbolo: string | undefined
  /** «Embalaje», «Masa» o «Volumen». */
  readonly bandera: string
}

/** Fila de c_CodigoTransporteAereo. */
export interface FilaCodigoTransporteAereo extends FilaDescrita {
  /** País de la aerolínea. */
  readonly nacionalidad: string
  /** Designador de la OACI. */
  readonly designadorOaci: string
}

/** Fila de c_ConfigAutotransporte. */
export interface FilaConfigAutotransporte extends FilaDescrita {
  /** Número de ejes. */
  readonly numeroDeEjes: number | undefined
  /** Número de llantas. */
  readonly numeroDeLlantas: number | undefined
  /** «1» lo exige, «0» lo prohíbe, «0,1» lo admite. */
  readonly remolque: string
}

/** Fila de c_Contenedor. */
export interface FilaContenedor extends FilaDescrita {
  /** Explicación del contenedor. */
  readonly descripcion: string
}

/** Fila de c_DerechosDePaso. */
export interface FilaDerechosDePaso extends FilaDescrita {
  /** Estación en que empieza el tramo. */
  readonly entre: string
  /** Estación en que termina el tramo. */
  readonly hasta: string
  /** Si el derecho se otorga o se recibe. */
  readonly otorgaRecibe: string
  /** Empresa que tiene la concesión. */
  readonly concesionario: string
}

/** Fila de c_Estaciones. */
export interface FilaEstacion extends FilaDescrita {
  /** Clave de c_CveTransporte. */
  readonly claveTransporte: string
  /** País de la estación. */
  readonly nacionalidad: string
  /** Designador de la IATA, en aeropuertos. */
  readonly designadorIata: string | undefined
  /** Línea férrea, en estaciones de tren. */
  readonly lineaFerrea: string | undefined
}

/** Un material peligroso; la clave (número ONU) puede tener varias filas. */
export interface FilaMaterialPeligroso extends FilaDescrita {
  /** Clase o división del riesgo. */
  readonly claseODiv: string
  /** Riesgo secundario. */
  readonly peligroSecundario: string | undefined
  /** Nombre técnico. */
  readonly nombreTecnico: string | undefined
}

/** Fila de c_ClaveProdServCP. */
export interface FilaClaveProdServCP extends FilaDescrita {
  /** Palabras similares, separadas por comas. */
  readonly similares: string | undefined
  /** «1» es material peligroso, «0» no lo es, «0,1» puede serlo. */
  readonly materialPeligroso: string
}

/** Fila de c_RegimenAduanero. */
export interface FilaRegimenAduanero extends FilaDescrita {
  /** «Entrada», «Salida» o ambas. */
  readonly impoexpo: readonly string[]
}

/** Fila de c_TipoCarro y c_TipoDeServicio. */
export interface FilaTipoCarro extends FilaDescrita {
  /** El carro lleva contenedor. */
  readonly contenedor: boolean
}

/** Fila de c_TipoEstacion. */
export interface FilaTipoEstacion extends FilaDescrita {
  /** Claves de c_CveTransporte que la usan. */
  readonly clavesTransportes: readonly string[]
}

/** Fila de c_TipoPermiso. */
export interface FilaTipoPermiso extends FilaDescrita {
  /** Claves de c_CveTransporte que lo usan. */
  readonly claveTransporte: readonly string[]
}

/** Fila de c_ClaveHYP. */
export interface FilaClaveHYP extends FilaDescrita {
  /** Clave de c_ClaveUnidad que se exige. */
  readonly claveUnidad: string
  /** Claves de c_SubProductoHYP que admite. */
  readonly subproductos: readonly string[]
}

/** Fila de c_SubProductoHYP. */
export interface FilaSubProductoHYP extends FilaDescrita {
  /** Categoría del subproducto. */
  readonly categoria: string
}

/** Fila de c_CveRetenc, c_Periodicidad_Retenciones. */
export interface FilaDeRetencion extends FilaDescrita {
  /** Complemento que le corresponde, en palabras del SAT. */
  readonly nombreComplemento: string | undefined
}

/** Fila de c_TipoPagoRet. */
export interface FilaTipoPagoRet extends FilaDescrita {
  /** Clave de c_Impuesto. */
  readonly tipoImpuesto: string
}

/** Fila de c_TipoPermiso_HidrocarburosPetro. */
export interface FilaPermisoHYP extends FilaDescrita {
  /** Forma del número de permiso, en palabras. */
  readonly nomenclatura: string
  /** Patrón del número de permiso. */
  readonly patron: string
}

/**
 * Every catalogue with the type of its rows. Names are the SAT's, as in its XSDs. Where two lists
 * of the SAT have one name, the list of the CFDI (or the older one) keeps it, and the other adds
 * the last segment of its namespace: `c_Municipio_ComExt`.
 */
export interface Rows {
  // CFDI 4.0
  c_Aduana: FilaDescrita
  c_ClaveProdServ: FilaClaveProdServ
  c_ClaveUnidad: FilaClaveUnidad
  c_CodigoPostal: FilaCodigoPostal
  c_Colonia: FilaColonia
  c_Estado: FilaEstado
  c_Exportacion: FilaDescrita
  c_FormaPago: FilaFormaPago
  c_Impuesto: FilaImpuesto
  c_Localidad: FilaDeEstado
  c_Meses: FilaDescrita
  c_MetodoPago: FilaDescrita
  c_Moneda: FilaMoneda
  c_Municipio: FilaDeEstado
  c_NumPedimentoAduana: FilaNumPedimentoAduana
  c_ObjetoImp: FilaDescrita
  c_Pais: FilaPais
  c_PatenteAduanal: Fila
  c_Periodicidad: FilaDescrita
  c_RegimenFiscal: FilaRegimenFiscal
  c_TasaOCuota: FilaTasaOCuota
  c_TipoDeComprobante: FilaTipoDeComprobante
  c_TipoFactor: Fila
  c_TipoRelacion: FilaDescrita
  c_UsoCFDI: FilaUsoCFDI
  // Pagos
  c_TipoCadenaPago: FilaDescrita
  // Nómina 1.2
  c_Banco: FilaBanco
  c_Estado_Nomina: FilaEstado
  c_OrigenRecurso: FilaDescrita
  c_PeriodicidadPago: FilaDescrita
  c_RiesgoPuesto: FilaDescrita
  c_TipoContrato: FilaDescrita
  c_TipoDeduccion: FilaDescrita
  c_TipoHoras: FilaDescrita
  c_TipoIncapacidad: FilaDescrita
  c_TipoJornada: FilaDescrita
  c_TipoNomina: FilaDescrita
  c_TipoOtroPago: FilaDescrita
  c_TipoPercepcion: FilaDescrita
  c_TipoRegimen: FilaDescrita
  // Comercio Exterior 2.0
  c_ClavePedimento: FilaDescrita
  c_Estado_ComExt: FilaEstado
  c_FraccionArancelaria: FilaFraccionArancelaria
  c_INCOTERM: FilaDescrita
  c_Localidad_ComExt: FilaDeEstado
  c_MotivoTraslado: FilaDescrita
  c_Municipio_ComExt: FilaDeEstado
  c_TipoOperacion: FilaDescrita
  c_UnidadAduana: FilaDescrita
  // Carta Porte 3.1
  c_ClaveProdServCP: FilaClaveProdServCP
  c_ClaveTipoCarga: FilaDescrita
  c_ClaveUnidadPeso: FilaClaveUnidadPeso
  c_CodigoTransporteAereo: FilaCodigoTransporteAereo
  c_CondicionesEspeciales: FilaDescrita
  c_ConfigAutotransporte: FilaConfigAutotransporte
  c_ConfigMaritima: FilaDescrita
  c_Contenedor: FilaContenedor
  c_ContenedorMaritimo: FilaDescrita
  c_CveTransporte: FilaDescrita
  c_DerechosDePaso: FilaDerechosDePaso
  c_DocumentoAduanero: FilaDescrita
  c_Estaciones: FilaEstacion
  c_FiguraTransporte: FilaDescrita
  c_FormaFarmaceutica: FilaDescrita
  c_Localidad_CartaPorte: FilaDeEstado
  c_MaterialPeligroso: FilaMaterialPeligroso
  c_Municipio_CartaPorte: FilaDeEstado
  c_NumAutorizacionNaviero: Fila
  c_ParteTransporte: FilaDescrita
  c_RegimenAduanero: FilaRegimenAduanero
  c_RegistroISTMO: FilaDescrita
  c_SectorCOFEPRIS: FilaDescrita
  c_SubTipoRem: FilaDescrita
  c_TipoCarro: FilaTipoCarro
  c_TipoDeServicio: FilaTipoCarro
  c_TipoDeTrafico: FilaDescrita
  c_TipoEmbalaje: FilaDescrita
  c_TipoEstacion: FilaTipoEstacion
  c_TipoMateria: FilaDescrita
  c_TipoPermiso: FilaTipoPermiso
  // Hidrocarburos y petrolíferos 1.0
  c_ClaveHYP: FilaClaveHYP
  c_SubProductoHYP: FilaSubProductoHYP
  c_TipoPermiso_HidrocarburosPetro: FilaPermisoHYP
  // Retenciones 2.0
  c_CveRetenc: FilaDeRetencion
  c_Ejercicio: FilaDescrita
  c_EntidadesFederativas: FilaDescrita
  c_Pais_Retenciones: FilaDescrita
  c_Periodicidad_Retenciones: FilaDeRetencion
  c_Periodo: FilaDescrita
  c_TipoContribuyenteSujetoRetencion: FilaDescrita
  c_TipoDividendoOUtilidadDistribuida: FilaDescrita
  c_TipoImpuesto: FilaDescrita
  c_TipoPagoRet: FilaTipoPagoRet
}

/** The name of a catalogue. */
export type CatalogName = keyof Rows
