/**
 * Documents that the server takes besides CFDI 4.0.
 * @module
 */
import { retenciones20 } from 'cfdi-stamp/retenciones'

export const documents = [retenciones20]
