/**
 * `xsd/` and `xslt/`.
 * @module
 */
import { writeXsd } from '../../src/model/xsd.js'
import { writeXslt } from '../../src/model/xslt.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { retencion } from '../../src/sat/retenciones20/model.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { catalogForms } from './parts/catalogForms.js'
import type { Files } from './parts/files.js'

/**
 * Catalogues of more codes are written by their form: only c_ClaveProdServCP has no exacter one
 * (see xsd/README.md).
 */
const mostCodes = 6000

export const schemas = (): Files => writeXsd(cfdi, catalogForms(mostCodes))

/** Retenciones 2.0 and its complements, in a folder of their own: a catalogue has its codes. */
export const schemasOfRetenciones = (): Files => writeXsd(retencion, catalogForms(mostCodes))

export const stylesheets = (): Files => ({
  'cadenaoriginal_4_0.xslt': writeXslt(cfdi),
  'retenciones.xslt': writeXslt(retencion),
  'cadenaoriginal_TFD_1_1.xslt': writeXslt({ document: timbreFiscalDigital, complements: [] }),
})

export const generate = (): Files => ({
  ...within('xsd', schemas()),
  ...within('xsd/retenciones', schemasOfRetenciones()),
  ...within('xslt', stylesheets()),
})

/** Folders whose other files are stale, except README.md. */
export const folders = ['xsd', 'xsd/retenciones', 'xslt']

const within = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))
