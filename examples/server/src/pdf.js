/**
 * PDFs as an account or a request chose them.
 * @module
 */
import { renderPdf } from 'cfdi-stamp/pdf'
import { documents } from './documents.js'

/** Renders a document with the choices that {@link choicesOf} returned. */
export function renderChosen(source, { color, ...choices }) {
  return renderPdf(source, { documents, ...choices, colors: color })
}

/**
 * The choices that a thread can receive.
 * @param {import('cfdi-stamp/service').PdfRequest} wanted
 */
export function choicesOf({ template, language, color, logo, notes, cancelled }) {
  return { template, language, color, logo, notes, cancelled }
}
