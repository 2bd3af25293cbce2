/**
 * Gastos de Hidrocarburos 1.0 (`GastosHidrocarburos10.xsd`): costs of an exploration and extraction
 * contract that the operator of a consortium bills each member, with their supporting documents.
 *
 * The SAT's transformation treats MontoTotalIVA and FechaFolioFiscalVinculado as required, though
 * the XSD does not: absent, each leaves an empty field in the cadena.
 * @module
 */
import {
  element,
  oneOrMore,
  optional,
  required,
  type Static,
  siempreEnCadena,
  zeroOrMore,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  decimal,
  fixed,
  lexical,
  oneOf,
  rawText,
  t_Importe,
  t_Pedimento,
  t_RFC,
  t_UUID,
  text,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const clavesPagoPedimento = '00 02 04 05 06 07 08 09 10 11 12 13 14 15 16 18 19 20 21 22'.split(' ')
const subActividades = Array.from({ length: 39 }, (_, index) => `${index + 1}`.padStart(3, '0'))

const documentoRelacionado = element({
  /** Origen de la erogación: nacional lleva folio fiscal; del extranjero, pedimento. */
  OrigenErogacion: required(rawText({ enumeration: ['Nacional', 'Extranjero'] })),
  /** Folio fiscal del comprobante que recibió el operador. */
  FolioFiscalVinculado: optional(t_UUID),
  /** RFC del proveedor que lo expidió. */
  RFCProveedor: optional(t_RFC),
  /** IVA de ese comprobante. */
  MontoTotalIVA: siempreEnCadena(optional(t_Importe)),
  /** ISR retenido en ese comprobante. */
  MontoRetencionISR: optional(t_Importe),
  /** IVA retenido en ese comprobante. */
  MontoRetencionIVA: optional(t_Importe),
  /** Otros impuestos retenidos en ese comprobante. */
  MontoRetencionOtrosImpuestos: optional(t_Importe),
  /** Pedimento de importación del operador: `AA  AA  PPPP  NNNNNNN`. */
  NumeroPedimentoVinculado: optional(t_Pedimento),
  /** Clave del pedimento: A1 importación o exportación definitiva … */
  ClavePedimentoVinculado: optional(catalog('ClavePedimento', { pattern: '[A-Z][A-Z0-9]' })),
  /** Forma en que se pagó el pedimento: 00 efectivo … */
  ClavePagoPedimentoVinculado: optional(
    closedCatalog('ClavePagoPedimento', ...clavesPagoPedimento),
  ),
  /** IVA pagado con el pedimento. */
  MontoIVAPedimento: optional(t_Importe),
  /** Otros impuestos pagados con el pedimento. */
  OtrosImpuestosPagadosPedimento: optional(t_Importe),
  /** Fecha del comprobante, AAAA-MM-DD. */
  FechaFolioFiscalVinculado: siempreEnCadena(
    optional(lexical('date', { pattern: '([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' })),
  ),
  /** Mes al que corresponde: el de la fecha o uno anterior. */
  Mes: required(
    closedCatalog('Meses', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'),
  ),
  /** Monto total que dice el comprobante. */
  MontoTotalErogaciones: required(t_Importe),
})

// Activity, subactivity and task go together or not at all; so do field, reservoir and well.

const actividad = element({
  /**
   * Actividad petrolera: 01 exploración, 02 evaluación, 03 desarrollo, 04 producción, 05 abandono.
   */
  ActividadRelacionada: optional(closedCatalog('Actividades', '01', '02', '03', '04', '05')),
  /** Subactividades de la actividad. */
  SubActividades: zeroOrMore({
    /** Subactividad: 001 … 039. */
    SubActividadRelacionada: optional(closedCatalog('SubActividad', ...subActividades)),
    /** Tareas de la subactividad. */
    Tareas: zeroOrMore({
      /** Tarea: 0001 … 0155. */
      TareaRelacionada: optional(
        catalog('Tareas', { pattern: '0(00[1-9]|0[1-9][0-9]|1[0-4][0-9]|15[0-5])' }),
      ),
    }),
  }),
})

const centroCostos = element({
  /** Campo. */
  Campo: optional(text(1, 50)),
  /** Yacimientos del campo. */
  Yacimientos: zeroOrMore({
    /** Yacimiento. */
    Yacimiento: optional(text(1, 50)),
    /** Pozos del yacimiento. */
    Pozos: zeroOrMore({
      /** Pozo. */
      Pozo: optional(text(1, 50)),
    }),
  }),
})

export const gastosHidrocarburos = complement({
  name: 'GastosHidrocarburos',
  version: '1.0',
  prefix: 'gceh',
  namespace: 'http://www.sat.gob.mx/GastosHidrocarburos10',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/GastosHidrocarburos10/GastosHidrocarburos10.xsd',
  at: 'comprobante',
  tipos: ['E'],
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Número del contrato de exploración y extracción. */
    NumeroContrato: required(text(1, 50)),
    /** Área contractual. */
    AreaContractual: optional(text(1, 50)),
    /** Las erogaciones. */
    Erogacion: oneOrMore({
      /** Si es costo, gasto o inversión. */
      TipoErogacion: required(oneOf('Costo', 'Gasto', 'Inversión')),
      /** Importe de la erogación en este comprobante. */
      MontocuErogacion: required(t_Importe),
      /** Porcentaje que este comprobante es de lo facturado al operador, de 0.001 a 99.999. */
      Porcentaje: required(decimal(3, { minInclusive: '00.001', maxInclusive: '99.999' })),
      /** Comprobantes que amparan la erogación. */
      DocumentoRelacionado: oneOrMore(documentoRelacionado),
      /** Actividades a que se aplica. */
      Actividades: zeroOrMore(actividad),
      /** Centros de costos a que se aplica. */
      CentroCostos: zeroOrMore(centroCostos),
    }),
  }),
})

/** The costs of hydrocarbons, as JSON. */
export interface GastosHidrocarburos extends Static<typeof gastosHidrocarburos.root> {}

export type { GastosHidrocarburosDraft } from './draft.js'
