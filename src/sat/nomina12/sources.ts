/**
 * Sources of the rules of Nómina 1.2.
 * @module
 */

/** The matrix of its rules. */
export const matrizNomina = 'Matriz de errores de Nómina 1.2, revisión E, 1 de enero de 2026'

/** Source of requirements without a code. */
export const guiaNomina = 'Estándar y guía de llenado de Nómina 1.2, revisión E'
