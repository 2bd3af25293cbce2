/**
 * What the playground says around the documents, in the language of its page. Findings are the
 * library's, in Spanish.
 * @module
 */

const es = {
  examples: {},
  label: 'Borrador en JSON o CFDI en XML',
  empty: 'Pegue un borrador en JSON, o un CFDI en XML.',
  good: 'Sin hallazgos de estructura ni de reglas.',
  sealable: 'Sin hallazgos: se puede sellar.',
  found: (errors, notes) =>
    `${errors} ${errors === 1 ? 'error' : 'errores'}${notes > 0 ? ` y ${notes} ${notes === 1 ? 'aviso' : 'avisos'}` : ''}`,
  verdicts: {
    valid: 'Válido',
    invalid: 'No es válido',
    incomplete: 'Incompleto: falta algo para decidir',
  },
  states: { passed: 'pasa', failed: 'falla', 'not-checked': 'no se revisó' },
  steps: {
    readable: 'Lectura',
    structure: 'Estructura',
    rules: 'Reglas',
    seal: 'Sello',
    certificate: 'Certificado',
    stamp: 'Timbre',
    revocation: 'Revocación',
    status: 'Estado',
  },
  findings: 'Hallazgos',
  document: 'Documento',
  cadena: 'Cadena',
  example: 'Ejemplo',
  completeTitle: 'Obtiene también los importes que faltan, y no solo los que dicen AUTO',
  complete: 'completar lo que falte',
  fill: 'Llenar los "AUTO"',
  stamp: 'Sellar y timbrar',
  stamping: 'Timbrando…',
  unreadable: 'No se puede leer.',
  stamped: 'Timbrado:',
  download: 'descargar',
  cadenaOriginal: 'Cadena original',
  cadenaTimbre: 'Cadena del timbre',
}

const en = {
  examples: {
    'Una factura': 'An invoice',
    'Con errores': 'With errors',
    'Factura global': 'Global invoice',
    'Recibo de un pago': 'Receipt of a payment',
    Nómina: 'Payslip',
  },
  label: 'Draft in JSON or CFDI in XML',
  empty: 'Paste a draft in JSON, or a CFDI in XML.',
  good: 'No findings of structure or rules.',
  sealable: 'No findings: it can be sealed.',
  found: (errors, notes) =>
    `${errors} ${errors === 1 ? 'error' : 'errors'}${notes > 0 ? ` and ${notes} ${notes === 1 ? 'warning' : 'warnings'}` : ''}`,
  verdicts: { valid: 'Valid', invalid: 'Not valid', incomplete: 'Incomplete: an input is missing' },
  states: { passed: 'passed', failed: 'failed', 'not-checked': 'not checked' },
  steps: {
    readable: 'Readable',
    structure: 'Structure',
    rules: 'Rules',
    seal: 'Seal',
    certificate: 'Certificate',
    stamp: 'Stamp',
    revocation: 'Revocation',
    status: 'Status',
  },
  findings: 'Findings',
  document: 'Document',
  cadena: 'Cadena',
  example: 'Example',
  completeTitle: 'Derives absent amounts too, and not only those that say AUTO',
  complete: 'complete what is absent',
  fill: 'Fill in the "AUTO"',
  stamp: 'Seal and stamp',
  stamping: 'Stamping…',
  unreadable: 'It cannot be read.',
  stamped: 'Stamped:',
  download: 'download',
  cadenaOriginal: 'Cadena original',
  cadenaTimbre: 'Cadena of the stamp',
}

/** The words of a page, by its `lang`. */
export const wordsOf = (lang) => (lang.startsWith('es') ? es : en)
