/**
 * Sources of the catalogues: their tables, the columns in order, and facts that the tables lack.
 * @module
 */
import {
  choice,
  clave,
  date,
  flag,
  integer,
  list,
  optional,
  part,
  pattern,
  type Source,
  scope,
  text,
  texto,
} from './sourceColumns.js'

const vigencia = { vigencia_desde: date, vigencia_hasta: date }
const described = { id: clave, texto, ...vigencia }
const undated = { id: clave, texto }
const bare = { id: clave, ...vigencia }
const state = { estado: clave, pais: text, texto, ...vigencia }
const town = { municipio: clave, estado: scope, texto, ...vigencia }
const place = { localidad: clave, estado: scope, texto, ...vigencia }

// The day before Carta Porte 3.1, and Comercio Exterior 2.0: codes that only their XSDs list ended.
const beforeCartaPorte31 = '2024-07-16'
const beforeComercioExterior20 = '2024-01-17'

const cfdi: readonly Source[] = [
  { name: 'c_Aduana', file: 'cfdi_40_aduanas', columns: described },
  {
    name: 'c_ClaveProdServ',
    file: 'cfdi_40_productos_servicios',
    columns: {
      id: clave,
      texto,
      iva_trasladado: text,
      ieps_trasladado: text,
      complemento: optional,
      ...vigencia,
      estimulo_frontera: flag,
      similares: optional,
    },
    admits: '[0-9]{8}',
    texts: ['texto', 'similares'],
  },
  {
    name: 'c_ClaveUnidad',
    file: 'cfdi_40_claves_unidades',
    columns: {
      id: clave,
      texto,
      descripcion: optional,
      notas: optional,
      ...vigencia,
      simbolo: optional,
    },
    texts: ['texto', 'descripcion', 'notas', 'simbolo'],
  },
  {
    name: 'c_CodigoPostal',
    file: 'cfdi_40_codigos_postales',
    columns: {
      id: clave,
      estado: text,
      municipio: optional,
      localidad: optional,
      estimulo_frontera: integer,
      ...vigencia,
      huso_descripcion: optional,
      huso_verano_mes_inicio: optional,
      huso_verano_dia_inicio: optional,
      huso_verano_hora_inicio: optional,
      huso_verano_diferencia: integer,
      huso_invierno_mes_inicio: optional,
      huso_invierno_dia_inicio: optional,
      huso_invierno_hora_inicio: optional,
      huso_invierno_diferencia: integer,
    },
    admits: '[0-9]{5}',
    retired: { '00000': '2019-10-14' },
    coded: {
      municipio: { modulus: 10, follows: true },
      localidad: { beside: 'municipio' },
    },
  },
  {
    name: 'c_Colonia',
    file: 'c_colonia_official_parts',
    columns: { colonia: clave, codigo_postal: scope, texto },
    complete: false,
    admits: '[0-9]{4}',
    texts: ['texto'],
  },
  { name: 'c_Estado', file: 'cfdi_40_estados', columns: state },
  { name: 'c_Exportacion', file: 'cfdi_40_exportaciones', columns: described },
  {
    name: 'c_FormaPago',
    file: 'cfdi_40_formas_pago',
    columns: {
      id: clave,
      texto,
      es_bancarizado: flag,
      requiere_numero_operacion: flag,
      permite_banco_ordenante_rfc: flag,
      permite_cuenta_ordenante: flag,
      patron_cuenta_ordenante: pattern,
      permite_banco_beneficiario_rfc: flag,
      permite_cuenta_beneficiario: flag,
      patron_cuenta_beneficiario: pattern,
      permite_tipo_cadena_pago: flag,
      requiere_banco_ordenante_nombre_ext: flag,
      ...vigencia,
    },
  },
  {
    name: 'c_Impuesto',
    file: 'cfdi_40_impuestos',
    columns: { id: clave, texto, retencion: flag, traslado: flag, ambito: text, ...vigencia },
  },
  { name: 'c_Localidad', file: 'cfdi_40_localidades', columns: place, texts: ['texto'] },
  { name: 'c_Meses', file: 'cfdi_40_meses', columns: described },
  { name: 'c_MetodoPago', file: 'cfdi_40_metodos_pago', columns: described },
  {
    name: 'c_Moneda',
    file: 'cfdi_40_monedas',
    columns: { id: clave, texto, decimales: integer, porcentaje_variacion: integer, ...vigencia },
  },
  { name: 'c_Municipio', file: 'cfdi_40_municipios', columns: town, texts: ['texto'] },
  {
    name: 'c_NumPedimentoAduana',
    file: 'cfdi_40_numeros_pedimento_aduana',
    columns: { aduana: part, patente: part, ejercicio: part, cantidad: integer, ...vigencia },
    complete: false,
    coded: { clave: { modulus: 10_000 }, vigenciaDesde: { modulus: 10_000 } },
  },
  { name: 'c_ObjetoImp', file: 'cfdi_40_objetos_impuestos', columns: described },
  {
    name: 'c_Pais',
    file: 'cfdi_40_paises',
    columns: {
      id: clave,
      texto,
      patron_codigo_postal: pattern,
      patron_identidad_tributaria: pattern,
      validacion_identidad_tributaria: optional,
      agrupaciones: optional,
    },
  },
  { name: 'c_PatenteAduanal', file: 'cfdi_40_patentes_aduanales', columns: bare },
  { name: 'c_Periodicidad', file: 'cfdi_40_periodicidades', columns: described },
  {
    name: 'c_RegimenFiscal',
    file: 'cfdi_40_regimenes_fiscales',
    columns: { id: clave, texto, aplica_fisica: flag, aplica_moral: flag, ...vigencia },
  },
  {
    name: 'c_TasaOCuota',
    file: 'cfdi_40_reglas_tasa_cuota',
    columns: {
      tipo: text,
      minimo: optional,
      valor: clave,
      impuesto: text,
      factor: text,
      traslado: flag,
      retencion: flag,
      ...vigencia,
    },
    repeats: true,
  },
  {
    name: 'c_TipoDeComprobante',
    file: 'cfdi_40_tipos_comprobantes',
    columns: { id: clave, texto, valor_maximo: text, ...vigencia },
  },
  { name: 'c_TipoFactor', file: 'cfdi_40_tipos_factores', columns: bare },
  { name: 'c_TipoRelacion', file: 'cfdi_40_tipos_relaciones', columns: described },
  {
    name: 'c_UsoCFDI',
    file: 'cfdi_40_usos_cfdi',
    columns: {
      id: clave,
      texto,
      aplica_fisica: flag,
      aplica_moral: flag,
      ...vigencia,
      regimenes_fiscales_receptores: list,
    },
  },
  { name: 'c_TipoCadenaPago', file: 'pagos_tipos_cadena_pago', columns: undated },
]

const nomina: readonly Source[] = [
  {
    name: 'c_Banco',
    file: 'nomina_bancos',
    columns: { id: clave, texto, razon_social: text, ...vigencia },
  },
  { name: 'c_Estado_Nomina', file: 'nomina_estados', columns: state },
  { name: 'c_OrigenRecurso', file: 'nomina_origenes_recursos', columns: undated },
  { name: 'c_PeriodicidadPago', file: 'nomina_periodicidades_pagos', columns: described },
  { name: 'c_RiesgoPuesto', file: 'nomina_riesgos_puestos', columns: described },
  { name: 'c_TipoContrato', file: 'nomina_tipos_contratos', columns: undated },
  { name: 'c_TipoDeduccion', file: 'nomina_tipos_deducciones', columns: described },
  { name: 'c_TipoHoras', file: 'nomina_tipos_horas', columns: undated },
  { name: 'c_TipoIncapacidad', file: 'nomina_tipos_incapacidades', columns: undated },
  { name: 'c_TipoJornada', file: 'nomina_tipos_jornadas', columns: undated },
  { name: 'c_TipoNomina', file: 'nomina_tipos_nominas', columns: undated },
  { name: 'c_TipoOtroPago', file: 'nomina_tipos_otros_pagos', columns: described },
  { name: 'c_TipoPercepcion', file: 'nomina_tipos_percepciones', columns: described },
  { name: 'c_TipoRegimen', file: 'nomina_tipos_regimenes', columns: described },
]

const comercioExterior: readonly Source[] = [
  { name: 'c_ClavePedimento', file: 'cce_20_claves_pedimentos', columns: undated },
  { name: 'c_Estado_ComExt', file: 'cce_20_estados', columns: state },
  {
    name: 'c_FraccionArancelaria',
    file: 'cce_20_fracciones_arancelarias',
    columns: { fraccion: clave, texto, ...vigencia, unidad: text },
    // The XSD keeps some 14,500 codes of earlier tariffs: eight digits until 2020, ten since.
    admits: '[0-9]{8}|[0-9]{10}',
    texts: ['texto'],
  },
  {
    name: 'c_INCOTERM',
    file: 'cce_20_incoterms',
    columns: described,
    retired: Object.fromEntries(
      ['DAF', 'DAT', 'DES', 'DEQ', 'DDU'].map((code) => [code, beforeComercioExterior20]),
    ),
  },
  {
    name: 'c_Localidad_ComExt',
    file: 'cce_20_localidades',
    columns: place,
    borrows: { texto: 'c_Localidad' },
  },
  { name: 'c_MotivoTraslado', file: 'cce_20_motivos_traslado', columns: undated },
  {
    name: 'c_Municipio_ComExt',
    file: 'cce_20_municipios',
    columns: town,
    borrows: { texto: 'c_Municipio' },
  },
  { name: 'c_TipoOperacion', file: 'cce_20_tipos_operacion', columns: undated },
  { name: 'c_UnidadAduana', file: 'cce_20_unidades_medida', columns: described },
]

const cartaPorte: readonly Source[] = [
  {
    name: 'c_ClaveProdServCP',
    file: 'ccp_31_productos_servicios',
    columns: { id: clave, texto, similares: optional, material_peligroso: choice, ...vigencia },
    texts: ['texto', 'similares'],
    borrows: { texto: 'c_ClaveProdServ', similares: 'c_ClaveProdServ' },
  },
  { name: 'c_ClaveTipoCarga', file: 'ccp_31_tipos_carga', columns: described },
  {
    name: 'c_ClaveUnidadPeso',
    file: 'ccp_31_claves_unidades',
    columns: {
      id: clave,
      texto,
      descripcion: optional,
      nota: optional,
      ...vigencia,
      simbolo: optional,
      bandera: text,
    },
    texts: ['texto', 'descripcion', 'nota', 'simbolo'],
  },
  {
    name: 'c_CodigoTransporteAereo',
    file: 'ccp_31_codigos_transporte_aereo',
    columns: { id: clave, nacionalidad: text, texto, designador_oaci: text, ...vigencia },
    texts: ['texto', 'nacionalidad', 'designadorOaci'],
  },
  { name: 'c_CondicionesEspeciales', file: 'ccp_31_condiciones_especiales', columns: described },
  {
    name: 'c_ConfigAutotransporte',
    file: 'ccp_31_configuraciones_autotransporte',
    columns: {
      id: clave,
      texto,
      numero_de_ejes: integer,
      numero_de_llantas: integer,
      remolque: choice,
      ...vigencia,
    },
    retired: { OTROEV: beforeCartaPorte31, OTROEGP: beforeCartaPorte31 },
  },
  { name: 'c_ConfigMaritima', file: 'ccp_31_configuraciones_maritimas', columns: described },
  {
    name: 'c_Contenedor',
    file: 'ccp_31_contenedores',
    columns: { id: clave, texto, descripcion: text, ...vigencia },
  },
  { name: 'c_ContenedorMaritimo', file: 'ccp_31_contenedores_maritimos', columns: described },
  {
    name: 'c_CveTransporte',
    file: 'ccp_31_transportes',
    columns: described,
    retired: { '05': beforeCartaPorte31 },
  },
  {
    name: 'c_DerechosDePaso',
    file: 'ccp_31_derechos_de_paso',
    columns: {
      id: clave,
      texto,
      entre: text,
      hasta: text,
      otorga_recibe: text,
      concesionario: text,
      ...vigencia,
    },
    texts: ['texto', 'entre', 'hasta', 'otorgaRecibe', 'concesionario'],
  },
  { name: 'c_DocumentoAduanero', file: 'ccp_31_documentos_aduaneros', columns: described },
  {
    name: 'c_Estaciones',
    file: 'ccp_31_estaciones',
    columns: {
      id: clave,
      texto,
      clave_transporte: text,
      nacionalidad: text,
      designador_iata: optional,
      linea_ferrea: optional,
      ...vigencia,
    },
    sorted: true,
    texts: ['designadorIata'],
    // The XSD keeps the codes of Carta Porte 2.0: airports unpadded, and all railway stations as EF.
    admits: 'E[AF][0-9]{1,4}',
  },
  { name: 'c_FiguraTransporte', file: 'ccp_31_figuras_transporte', columns: described },
  { name: 'c_FormaFarmaceutica', file: 'ccp_31_formas_farmaceuticas', columns: described },
  {
    name: 'c_Localidad_CartaPorte',
    file: 'ccp_31_localidades',
    columns: place,
    borrows: { texto: 'c_Localidad_ComExt' },
  },
  {
    name: 'c_MaterialPeligroso',
    file: 'ccp_31_materiales_peligrosos',
    columns: {
      id: clave,
      texto,
      clase_o_div: text,
      peligro_secundario: optional,
      nombre_tecnico: optional,
      ...vigencia,
    },
    admits: 'M[0-9]{4}', // Of Carta Porte 2.0, in the XSD.
    repeats: true,
    texts: ['texto', 'nombreTecnico'],
  },
  {
    name: 'c_Municipio_CartaPorte',
    file: 'ccp_31_municipios',
    columns: town,
    borrows: { texto: 'c_Municipio' },
  },
  {
    name: 'c_NumAutorizacionNaviero',
    file: 'ccp_31_autorizaciones_naviero',
    columns: bare,
    // The table ends in December 2024 and the XSD has authorizations of 2025.
    complete: false,
    admits: 'SCT[0-9]{3}[/-][0-9]{3}[/-][0-9]{4}|AN[A-Z][0-9]{2,3}[/-][0-9]{4}|NAVMX-[0-9]{4}',
  },
  { name: 'c_ParteTransporte', file: 'ccp_31_partes_transporte', columns: described },
  {
    name: 'c_RegimenAduanero',
    file: 'ccp_31_regimenes_aduaneros',
    columns: { id: clave, texto, impoexpo: list, ...vigencia },
  },
  { name: 'c_RegistroISTMO', file: 'ccp_31_registros_istmo', columns: described },
  { name: 'c_SectorCOFEPRIS', file: 'ccp_31_sectores_cofepris', columns: described },
  {
    name: 'c_SubTipoRem',
    file: 'ccp_31_tipos_remolque',
    columns: described,
    retired: { CTR030: beforeCartaPorte31 },
  },
  {
    name: 'c_TipoCarro',
    file: 'ccp_31_tipos_carro',
    columns: { id: clave, texto, contenedor: flag, ...vigencia },
  },
  {
    name: 'c_TipoDeServicio',
    file: 'ccp_31_tipos_servicio',
    columns: { id: clave, texto, contenedor: flag, ...vigencia },
  },
  { name: 'c_TipoDeTrafico', file: 'ccp_31_tipos_trafico', columns: described },
  { name: 'c_TipoEmbalaje', file: 'ccp_31_tipos_embalaje', columns: described },
  {
    name: 'c_TipoEstacion',
    file: 'ccp_31_tipos_estacion',
    columns: { id: clave, texto, claves_transportes: list, ...vigencia },
  },
  { name: 'c_TipoMateria', file: 'ccp_31_tipos_materia', columns: described },
  {
    name: 'c_TipoPermiso',
    file: 'ccp_31_tipos_permiso',
    columns: { id: clave, texto, clave_transporte: list, ...vigencia },
  },
]

const hidrocarburos: readonly Source[] = [
  {
    name: 'c_ClaveHYP',
    file: 'hyp_10_claves_hyp',
    columns: { id: clave, descripcion: texto, clave_unidad: text, subproductos: list, ...vigencia },
  },
  {
    name: 'c_SubProductoHYP',
    file: 'hyp_10_subproductos_hyp',
    columns: { id: clave, descripcion: texto, categoria: text, ...vigencia },
  },
  {
    name: 'c_TipoPermiso_HidrocarburosPetro',
    file: 'hyp_10_tipos_permisos',
    columns: {
      id: clave,
      descripcion: texto,
      nomenclatura: text,
      patron: { ...text, pattern: true },
      ...vigencia,
    },
  },
]

const ofRetencion = { id: clave, texto, nombre_complemento: optional, ...vigencia }

// The table of Ejercicios begins in 2021; the XSD keeps the two years before, of Retenciones 1.0.
const beforeRetenciones20 = '2021-12-31'

const retenciones: readonly Source[] = [
  { name: 'c_CveRetenc', file: 'ret_20_claves_retencion', columns: ofRetencion },
  {
    name: 'c_Ejercicio',
    file: 'ret_20_ejercicios',
    columns: described,
    retired: { 2019: beforeRetenciones20, 2020: beforeRetenciones20 },
  },
  { name: 'c_EntidadesFederativas', file: 'ret_20_entidades_federativas', columns: described },
  { name: 'c_Pais_Retenciones', file: 'ret_20_paises', columns: described, texts: ['texto'] },
  { name: 'c_Periodicidad_Retenciones', file: 'ret_20_periodicidades', columns: ofRetencion },
  { name: 'c_Periodo', file: 'ret_20_periodos', columns: described },
  {
    name: 'c_TipoContribuyenteSujetoRetencion',
    file: 'ret_20_tipos_contribuyentes',
    columns: described,
  },
  {
    name: 'c_TipoDividendoOUtilidadDistribuida',
    file: 'ret_20_tipos_dividendos_utilidades',
    columns: described,
  },
  { name: 'c_TipoImpuesto', file: 'ret_20_tipos_impuestos', columns: described },
  {
    name: 'c_TipoPagoRet',
    file: 'ret_20_tipos_pago_retencion',
    columns: { id: clave, texto, tipo_impuesto: text, ...vigencia },
  },
]

/** Every catalogue of the package. Lenders precede their borrowers. */
export const sources: readonly Source[] = [
  ...[cfdi, nomina, comercioExterior, cartaPorte, hidrocarburos, retenciones].flat(),
]
