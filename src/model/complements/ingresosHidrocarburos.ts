/**
 * IngresosHidrocarburos 1.0.
 * @module
 */
import { complement, element, oneOrMore, required, type Static } from '../grammar.js'
import { closedCatalog, decimal, fixed, lexical, t_Importe, t_UUID, text } from '../types.js'

export const ingresosHidrocarburos = complement({
  name: 'IngresosHidrocarburos',
  version: '1.0',
  prefix: 'ieeh',
  namespace: 'http://www.sat.gob.mx/IngresosHidrocarburos10',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/IngresosHidrocarburos10/IngresosHidrocarburos.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.0')),
    NumeroContrato: required(text(1, 50)),
    ContraprestacionPagadaOperador: required(t_Importe),
    Porcentaje: required(decimal(3, { minInclusive: '0.001', maxInclusive: '100.000' })),
    DocumentoRelacionado: oneOrMore({
      FolioFiscalVinculado: required(t_UUID),
      FechaFolioFiscalVinculado: required(
        lexical('date', { pattern: '([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' }),
      ),
      Mes: required(closedCatalog('Meses', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
    }),
  }),
})

export interface IngresosHidrocarburos extends Static<typeof ingresosHidrocarburos.root> {}
