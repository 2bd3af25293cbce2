/**
 * INE 1.1.
 * @module
 */
import { complement, element, optional, required, type Static, zeroOrMore } from '../grammar.js'
import { fixed, int, oneOf, rawText } from '../types.js'

export const ine = complement({
  name: 'INE',
  version: '1.1',
  prefix: 'ine',
  namespace: 'http://www.sat.gob.mx/ine',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ine/ine11.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.1')),
    TipoProceso: required(oneOf('Ordinario', 'Precampaña', 'Campaña')),
    TipoComite: optional(oneOf('Ejecutivo Nacional', 'Ejecutivo Estatal', 'Directivo Estatal')),
    IdContabilidad: optional(int({ totalDigits: 6 })),
    Entidad: zeroOrMore(
      {
        ClaveEntidad: required(
          rawText({
            enumeration: [
              'AGU',
              'BCN',
              'BCS',
              'CAM',
              'CHP',
              'CHH',
              'COA',
              'COL',
              'CR1',
              'CR2',
              'CR3',
              'CR4',
              'CR5',
              'DIF',
              'DUR',
              'GUA',
              'GRO',
              'HID',
              'JAL',
              'MEX',
              'MIC',
              'MOR',
              'NAC',
              'NAY',
              'NLE',
              'OAX',
              'PUE',
              'QUE',
              'ROO',
              'SLP',
              'SIN',
              'SON',
              'TAB',
              'TAM',
              'TLA',
              'VER',
              'YUC',
              'ZAC',
            ],
          }),
        ),
        Ambito: optional(oneOf('Local', 'Federal')),
        Contabilidad: zeroOrMore({
          IdContabilidad: required(int({ totalDigits: 6 })),
        }),
      },
      76,
    ),
  }),
})

export interface Ine extends Static<typeof ine.root> {}
