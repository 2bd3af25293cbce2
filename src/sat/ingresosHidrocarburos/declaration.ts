/**
 * Ingresos de Hidrocarburos 1.0 (`IngresosHidrocarburos.xsd`): the share of a consortium's member
 * in the consideration of an exploration and extraction contract, billed to its operator.
 * @module
 */
import { element, oneOrMore, required, type Static } from '../../model/grammar.js'
import {
  closedCatalog,
  decimal,
  fixed,
  lexical,
  t_Importe,
  t_UUID,
  text,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

export const ingresosHidrocarburos = complement({
  name: 'IngresosHidrocarburos',
  version: '1.0',
  prefix: 'ieeh',
  namespace: 'http://www.sat.gob.mx/IngresosHidrocarburos10',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/IngresosHidrocarburos10/IngresosHidrocarburos.xsd',
  at: 'comprobante',
  tipos: ['I'],
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Número del contrato de exploración y extracción. */
    NumeroContrato: required(text(1, 50)),
    /** Contraprestación pagada al operador; igual al Total del comprobante. */
    ContraprestacionPagadaOperador: required(t_Importe),
    /** Porcentaje que este comprobante ampara de la contraprestación. */
    Porcentaje: required(decimal(3, { minInclusive: '0.001', maxInclusive: '100.000' })),
    /** Comprobantes del operador al Fondo Mexicano del Petróleo. */
    DocumentoRelacionado: oneOrMore({
      /** Folio fiscal del comprobante. */
      FolioFiscalVinculado: required(t_UUID),
      /** Su fecha, AAAA-MM-DD. */
      FechaFolioFiscalVinculado: required(
        lexical('date', { pattern: '([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' }),
      ),
      /** Mes al que corresponde: el de la fecha o uno anterior. */
      Mes: required(
        closedCatalog(
          'Meses',
          '01',
          '02',
          '03',
          '04',
          '05',
          '06',
          '07',
          '08',
          '09',
          '10',
          '11',
          '12',
        ),
      ),
    }),
  }),
})

/** The income from hydrocarbons, as JSON. */
export interface IngresosHidrocarburos extends Static<typeof ingresosHidrocarburos.root> {}

export type { IngresosHidrocarburosDraft } from './draft.js'
