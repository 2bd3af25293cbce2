/**
 * Sources of the rules of Pagos 2.0.
 * @module
 */

/** The matrix of its rules. */
export const matrizPagos = 'Matriz de errores de Pagos 2.0, revisión B, 15 de enero de 2024'

/** Source of requirements without a code. */
export const guiaPagos = 'Estándar y guía de llenado de Pagos 2.0, revisión B'
