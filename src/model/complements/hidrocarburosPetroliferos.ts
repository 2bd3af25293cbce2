/**
 * HidroYPetro 1.0.
 * @module
 */
import { complement, element, required, type Static } from '../grammar.js'
import { catalog, closedCatalog, exactly, token } from '../types.js'

export const hidrocarburosPetroliferos = complement({
  name: 'HidroYPetro',
  version: '1.0',
  prefix: 'hidrocarburospetroliferos',
  namespace: 'http://www.sat.gob.mx/hidrocarburospetroliferos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/hidrocarburospetroliferos.xsd',
  at: 'concepto',
  tipos: ['I', 'E'],
  root: element({
    Version: required(exactly('1.0')),
    TipoPermiso: required(
      closedCatalog(
        'c_TipoPermiso',
        'PER01',
        'PER02',
        'PER03',
        'PER04',
        'PER05',
        'PER06',
        'PER07',
        'PER08',
        'PER09',
        'PER10',
        'PER11',
      ),
    ),
    NumeroPermiso: required(token({ minLength: 15, maxLength: 35 })),
    ClaveHYP: required(catalog('c_ClaveHYP')),
    SubProductoHYP: required(catalog('c_SubProductoHYP')),
  }),
})

export interface HidrocarburosPetroliferos extends Static<typeof hidrocarburosPetroliferos.root> {}
